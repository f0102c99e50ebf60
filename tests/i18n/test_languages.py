"""Every language is whole: each sentence, in all its forms, with what belongs into it."""

from __future__ import annotations

import gettext
import re
from importlib.resources import files
from typing import Final

import polib
import pytest
from babel.messages.plurals import get_plural

from cancellation_hearts.i18n import LANGUAGES, words
from cancellation_hearts.i18n.catalogue import ENGLISH
from cancellation_hearts.server.vocabulary import name_of

LOCALE: Final = files("cancellation_hearts.i18n") / "locale"
OTHERS: Final = [name for name in LANGUAGES if name != ENGLISH]


def catalogue(language: str) -> polib.POFile:
    return polib.pofile((LOCALE / f"{language}.po").read_text("utf-8"))


def template() -> polib.POFile:
    return polib.pofile((LOCALE / "messages.pot").read_text("utf-8"))


def sentences(catalogue: polib.POFile) -> dict[tuple[str | None, str], polib.POEntry]:
    return {(entry.msgctxt, entry.msgid): entry for entry in catalogue}


def pieces(text: str) -> set[str]:
    """What is filled in, whatever form it takes there."""
    return set(re.findall(r"\{(\w*)[^}]*\}", text))


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_there_are_four_languages_and_each_knows_its_name() -> None:
    assert LANGUAGES == ("en", "ceb", "lo", "lt")
    names = [name_of(words(language)) for language in LANGUAGES]
    assert names == ["English", "Cebuano", "ລາວ", "Lietuvių"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_and_no_other_one(language: str) -> None:
    wanted, found = sentences(template()), sentences(catalogue(language))
    assert sorted(map(str, wanted.keys() - found.keys())) == []
    assert sorted(map(str, found.keys() - wanted.keys())) == []
    assert [key for key, entry in found.items() if not all(texts(entry)) or entry.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_filled_in_is_the_same(language: str) -> None:
    for entry in catalogue(language):
        many = pieces(entry.msgid_plural or entry.msgid)
        allowed = [pieces(entry.msgid), many, pieces(entry.msgid) | many]
        for text in texts(entry):
            assert pieces(text) in allowed, (entry.msgid, text)
            edges = [(it[:1].isspace(), it[-1:].isspace()) for it in (entry.msgid, text)]
            assert edges[0] == edges[1], (entry.msgid, text)


@pytest.mark.parametrize("language", OTHERS)
def test_a_number_takes_the_form_that_the_language_has_for_it(language: str) -> None:
    known = get_plural(language)
    po = catalogue(language)
    told = po.metadata["Plural-Forms"]
    assert int(re.findall(r"nplurals=(\d)", told)[0]) == known.num_plurals
    said = words(language)
    plural = getattr(said, "plural")  # noqa: B009 - which is not among its declared ones
    usual = gettext.c2py(known.plural_expr)
    assert [plural(n) for n in range(200)] == [int(usual(n)) for n in range(200)]
    for entry in po:
        if entry.msgid_plural:
            assert len(entry.msgstr_plural) == known.num_plurals, entry.msgid
