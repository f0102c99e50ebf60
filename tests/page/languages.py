"""What the page says in a language, and a language that is none, to see whether words have room."""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import Page, Route

from cancellation_hearts.core.codec import encode
from cancellation_hearts.i18n import words
from cancellation_hearts.server.vocabulary import Vocabulary, vocabulary

PSEUDO: Final = "pseudo"
ACCENTED: Final = str.maketrans("aeiouycnszAEIOUYCNSZ", "áéíóúýčñšžÁÉÍÓÚÝČÑŠŽ")


def longer(text: str) -> str:
    """Letters with accents, and four more for each ten there are, but for what is filled in."""
    parts = re.split(r"(\{\w+\})", text)
    said = "".join(part if part.startswith("{") else part.translate(ACCENTED) for part in parts)
    plain = sum(len(part) for part in parts if not part.startswith("{"))
    more = round(plain * 0.4)
    return said + (" " if more > 4 else "") + "~" * (more - (more > 4))


def pseudo_vocabulary() -> bytes:
    """English that is longer than any language has the right to be."""
    told = json.loads(encode(vocabulary("lt")))
    english: Vocabulary = vocabulary("en")
    for key, forms in told["messages"].items():
        text = key.partition("\4")[2] or key
        told["messages"][key] = [longer(text)] * len(forms)
    for name in ("codes", "suits", "cards", "phases", "problems", "reasons"):
        told[name] = {key: longer(text) for key, text in getattr(english, name).items()}
    return json.dumps(told).encode()


def in_pseudo(page: Page) -> None:
    """Whatever language it asks for, this is what it is told."""

    def answer(route: Route) -> None:
        route.fulfill(body=pseudo_vocabulary(), content_type="application/json")

    page.route(re.compile(r"/words/lt\.json$"), answer)


def said(language: str, sentence: str) -> str:
    """A sentence without anything to be filled in, as the page says it."""
    return longer(sentence) if language == PSEUDO else words(language).gettext(sentence)
