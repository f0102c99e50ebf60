"""The words that the page in the browser is given."""

from __future__ import annotations

import json
import re
from typing import Final

from cancellation_hearts.core import OPTIONS, PRESETS, Card, Code, Phase, Rules, RuleViolation, Suit
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.i18n import LANGUAGES, form_of, refusal_text, words
from cancellation_hearts.i18n.catalogue import read_catalogue
from cancellation_hearts.server.static import our_site
from cancellation_hearts.server.vocabulary import (
    Vocabulary,
    vocabulary,
    vocabulary_of,
    word_files,
)
from cancellation_hearts.table import TableCode, TableRefusal
from cancellation_hearts.wire import WireCode, WireRefusal
from tests.server.test_static import asked

PO: Final = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || "
"n%100>=20) ? 1 : 2);\\n"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} korta"
msgstr[1] "{n} kortos"
msgstr[2] "{n} kortų"

msgid "Your hand"
msgstr "Tavo kortos"

msgctxt "order"
msgid "Play"
msgstr "Žaisk"

msgid "You must lead a club."
msgstr "Pradėk kryžiais."

msgid "Not of the page"
msgstr "Ne"
"""
PAGE: Final = """
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] ""
msgstr[1] ""

msgid "Your hand"
msgstr ""

msgid "Not translated"
msgstr ""

msgctxt "order"
msgid "Play"
msgstr ""
"""


def as_the_page_says(refusal: Refusal, said: Vocabulary) -> str:
    """A refusal in words, by what docs/architecture.md tells those who write the page."""
    told: dict[str, object] = dict(refusal.details)
    code = str(refusal.code)
    for name, names in (("card", said.cards), ("suit", said.suits), ("phase", said.phases)):
        if name in told:
            told[name] = names[str(told[name])]
    if code == "BAD_NAME":
        told["problem"] = said.problems[str(told["problem"])]
    if code == "NOT_READY":
        told["reason"] = said.reasons[str(told["reason"])]
    for name in ("players", "seats"):
        if name in told:
            told["last"] = int(str(told[name])) - 1
    return re.sub(r"\{(\w+)\}", lambda name: str(told[name[1]]), said.codes[code])


def test_a_refusal_is_the_same_sentence_in_the_browser_and_in_the_terminal() -> None:
    said = vocabulary("en")
    for refusal in (
        RuleViolation(Code.MUST_FOLLOW_SUIT, suit="S"),
        RuleViolation(Code.NOT_IN_HAND, card="SQ"),
        RuleViolation(Code.NO_SUCH_SEAT, seat=9, players=6),
        RuleViolation(Code.WRONG_PHASE, phase="moon"),
        TableRefusal(TableCode.NO_SUCH_TABLE_SEAT, seat=9, seats=6),
        TableRefusal(TableCode.BAD_NAME, problem="bot"),
        WireRefusal(WireCode.NOT_READY, reason="stopping"),
        WireRefusal(WireCode.TOO_MANY, wait=3),
    ):
        assert as_the_page_says(refusal, said) == refusal_text(refusal, words())


def test_every_code_card_option_and_preset_has_its_words() -> None:
    for language in LANGUAGES:
        said = vocabulary(language)
        assert set(said.codes) == {*Code, *TableCode, *WireCode}
        assert set(said.cards) == set(Card)
        assert set(said.suits) == set(Suit)
        assert set(said.phases) == set(Phase)
        assert [option.name for option in said.options] == [option.name for option in OPTIONS]
        assert [preset.name for preset in said.presets] == list(PRESETS)


def test_options_and_presets_are_written_as_table_codes_are() -> None:
    said = vocabulary("en")
    for option in said.options:
        for value in option.values:
            decks = (
                {"decks": "1", "players": "4"}
                if (option.name, value.value)
                == (
                    "decks",
                    "1",
                )
                else {"players": "6"}
            )
            named = decks | {option.name: value.value}
            Rules.parse(" ".join(f"{name}={text}" for name, text in named.items()))
    for preset in said.presets:
        changes = {"players": "6"} | preset.changes
        code = " ".join(f"{name}={text}" for name, text in changes.items())
        assert Rules.parse(code) == Rules.read(preset.name, usual=6)
    defaults = {option.name: option.default for option in said.options}
    assert (defaults["players"], defaults["limit"], defaults["score_floor"]) == (
        None,
        "150",
        "none",
    )
    assert said.seats == {"2": (6, 11), "1": (3, 6)}


def test_english_sentences_need_no_file() -> None:
    said = vocabulary("en")
    assert said.messages == {}
    assert {n for n in range(200) if said.plurals[n] == "0"} == {1}


def test_the_sentences_of_the_page_come_in_all_forms() -> None:
    catalogue = read_catalogue(PO.encode())
    said = vocabulary_of("lt", catalogue, PAGE)
    assert said.messages == {
        "{n} card": ["{n} korta", "{n} kortos", "{n} kortų"],
        "Your hand": ["Tavo kortos"],
        "Not translated": ["Not translated"],
        "order\4Play": ["Žaisk"],
    }
    assert said.codes["MUST_LEAD_A_CLUB"] == "Pradėk kryžiais."
    for n in range(2000):  # as the page finds the form
        assert int(said.plurals[n if n < 200 else 100 + n % 100]) == form_of(catalogue, n)


def test_words_are_files_of_the_page() -> None:
    site = our_site()
    for language in LANGUAGES:
        found = asked(site, f"{site.prefix}/words/{language}.json")
        assert found.headers["content-type"] == "application/json"
        assert "immutable" in found.headers["cache-control"]
        assert found.body == word_files()[f"words/{language}.json"]
        assert json.loads(found.body)["language"] == language
