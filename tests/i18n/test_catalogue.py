"""The catalogues: what is collected, what is read, and that every sentence passes through them."""

import ast
import io
import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import cancellation_hearts
from cancellation_hearts.bots import BOTS, Game
from cancellation_hearts.bots.simple import RandomBot
from cancellation_hearts.core import OPTIONS, PRESETS, Card, Cards, Code, Rules, RuleViolation, View
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.i18n import (
    BOT_MEANINGS,
    CAUSES,
    LANGUAGES,
    OPTION_MEANINGS,
    PRESET_MEANINGS,
    REFUSALS,
    TABLE_REFUSALS,
    VALUE_MEANINGS,
    WIRE_REFUSALS,
    Words,
    card_name,
    language_of,
    option_meaning,
    own_words,
    refusal_text,
    words,
)
from cancellation_hearts.i18n.catalogue import read_catalogue
from cancellation_hearts.table import TableCode, TableRefusal
from cancellation_hearts.table.names import LONGEST
from cancellation_hearts.table.state import Cause
from cancellation_hearts.tui.line import Person
from cancellation_hearts.wire import WireCode, WireRefusal

ROOT = Path(__file__).parents[2]
PACKAGE = Path(cancellation_hearts.__file__).parent
TEMPLATE = PACKAGE / "i18n" / "locale" / "messages.pot"


def tool() -> Any:  # noqa: ANN401 - a module
    """tools/words, which has no ending by which it could be imported."""
    loader = SourceFileLoader("tools_words", str(ROOT / "tools/words"))
    spec = spec_from_loader("tools_words", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_cause_of_being_away_has_its_words() -> None:
    assert set(CAUSES) == set(get_args(Cause))


def pseudo_words() -> Words:
    """A language in which every sentence stands between brackets."""
    catalog = Catalog(locale="en")
    for message in template():
        texts = message.id if isinstance(message.id, tuple) else (message.id,)
        strings: Any = tuple(f"⟦{text}⟧" for text in texts)
        catalog.add(
            message.id, strings if len(strings) > 1 else strings[0], context=message.context
        )
    po = io.BytesIO()
    write_po(po, catalog)
    return read_catalogue(po.getvalue())


def template() -> Iterator[Any]:
    with TEMPLATE.open("rb") as file:
        yield from (message for message in read_po(file) if message.id)


@pytest.mark.parametrize("name", ["messages.pot", "page.pot"])
def test_the_templates_are_fresh(name: str) -> None:
    assert (TEMPLATE.parent / name).read_text("utf-8") == tool().files()[name], "run tools/words"


def test_the_sentences_of_the_page_are_collected(tmp_path: Path) -> None:
    (tmp_path / "web/js/deep").mkdir(parents=True)
    (tmp_path / "web/vendor").mkdir()
    (tmp_path / "web/vendor/other.js").write_text("t('not ours')")
    (tmp_path / "web/js/deep/screen.js").write_text(
        """import {t, nt, pt} from "../words.js";
        const title = t("Your hand");
        // t("a comment")
        export const screen = (n, name) => html`<p class="t('no')">${t("Pass to {name}", {name})}
          ${n > 1 ? html`<b>${nt("{n} card", "{n} cards", n)}
            ${html`${pt("order", "Play")}`}</b>` : ''}
          ${rich("{name} leads", { name: html`<b>${t("You")}</b>` })}
          ${rich(isMe ? t("You play {card}") : t("{name} plays {card}"), words)}
          ${list.map((it) => html`<li title=${t("Deep, “quoted”")}>${start(it)}</li>`)}</p>`;
        """
    )
    (tmp_path / "game.py").write_text('words.gettext("Trick")\nt("no")\n')
    found = set(tool().of_page(tmp_path))
    assert found == {
        (None, "Your hand"),
        (None, "Pass to {name}"),
        (None, ("{n} card", "{n} cards")),
        ("order", "Play"),
        (None, "{name} leads"),
        (None, "You"),
        (None, "You play {card}"),
        (None, "{name} plays {card}"),
        (None, "Deep, “quoted”"),
    }
    made = tool().files(tmp_path)
    assert 'msgid "Trick"' in made["messages.pot"]
    assert 'msgid "Trick"' not in made["page.pot"]
    assert 'msgid "Your hand"' in made["messages.pot"]
    assert 'msgid "no"' not in made["messages.pot"]


def test_a_stale_template_is_told(tmp_path: Path) -> None:
    copy = tmp_path / "tools/words"
    locale = tmp_path / "src/cancellation_hearts/i18n/locale"
    copy.parent.mkdir()
    locale.mkdir(parents=True)
    copy.write_text((ROOT / "tools/words").read_text("utf-8"), "utf-8")
    (tmp_path / "src/cancellation_hearts/a.py").write_text('N_("Trick")')
    (tmp_path / "src/cancellation_hearts/web/js").mkdir(parents=True)
    command = [sys.executable, str(copy)]
    check = [*command, "--check"]
    told = subprocess.run(check, check=False, capture_output=True, text=True)
    assert (told.returncode, "messages.pot is stale" in told.stderr) == (1, True)
    subprocess.run(command, check=True, capture_output=True)
    assert subprocess.run(check, check=False, capture_output=True).returncode == 0
    assert "Trick" in (locale / "messages.pot").read_text("utf-8")


def test_a_sentence_without_a_translation_stays_english() -> None:
    found = read_catalogue(b'msgid "jack"\nmsgstr "sota"\n')
    assert found.gettext("jack") == "sota"
    assert found.gettext("queen") == "queen"


def test_plural_forms_follow_the_language() -> None:
    po = """
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
"""
    found = read_catalogue(po.encode())
    told = [found.ngettext("{n} card", "{n} cards", n).format(n=n) for n in (1, 2, 11, 21)]
    assert told == ["1 korta", "2 kortos", "11 kortų", "21 korta"]


def test_every_language_translates_every_sentence_with_the_same_placeholders() -> None:
    for language in LANGUAGES:
        if language == "en":
            continue
        with (PACKAGE / "i18n" / "locale" / f"{language}.po").open("rb") as file:
            catalog = read_po(file, locale=language)
        for message in template():
            found = catalog.get(message.id, context=message.context)
            assert found is not None
            strings = found.string if isinstance(found.string, tuple) else (found.string,)
            wanted = set(re.findall(r"\{\w+\}", str(message.id)))
            assert all(strings), message.id
            assert all(set(re.findall(r"\{\w+\}", str(text))) <= wanted for text in strings)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; there are en"):
        words("xx")


@pytest.mark.parametrize("wishes", ["", "C", "xx_YY.UTF-8", "en_GB.UTF-8", "xx:en", "POSIX"])
def test_english_is_spoken_where_no_wish_can_be_met(wishes: str) -> None:
    assert language_of(wishes) == "en"


def test_every_refusal_option_value_and_preset_has_its_sentence() -> None:
    assert set(REFUSALS) == set(Code)
    assert set(TABLE_REFUSALS) == set(TableCode)
    assert set(WIRE_REFUSALS) == set(WireCode)
    assert set(OPTION_MEANINGS) == {option.name for option in OPTIONS}
    assert set(PRESET_MEANINGS) == set(PRESETS)
    assert list(BOT_MEANINGS) == list(BOTS)
    for option in OPTIONS:
        if isinstance(option.values, tuple):
            assert {name for name, _value in VALUE_MEANINGS if name == option.name}
            for value in option.values:
                assert (option.name, value) in VALUE_MEANINGS


@pytest.mark.parametrize(
    ("violation", "sentence"),
    [
        (RuleViolation(Code.MUST_FOLLOW_SUIT, suit="S"), "You must follow suit: spades."),
        (
            RuleViolation(Code.NOT_IN_HAND, card="SQ"),
            "You do not hold the queen of spades, or not so often.",
        ),
        (RuleViolation(Code.PASS_COUNT, expected=3, got=2), "Pass exactly 3 cards, not 2."),
        (
            RuleViolation(Code.NO_SUCH_SEAT, seat=9, players=6),
            "There is no seat 9; the seats are 0 to 5.",
        ),
        (TableRefusal(TableCode.STALE, ply=37), "Too late: the game has moved on."),
        (
            TableRefusal(TableCode.NO_SUCH_TABLE_SEAT, seat=9, seats=6),
            "There is no seat 9; the seats are 0 to 5.",
        ),
        (
            TableRefusal(TableCode.TOO_MANY_PEOPLE, people=7, seats=6),
            "7 people sit here; there would be only 6 seats.",
        ),
        (
            TableRefusal(TableCode.BAD_NAME, problem="bot"),
            "That name will not do: only bots are called so, so let it begin in another way.",
        ),
        (
            TableRefusal(TableCode.BAD_NAME, problem="long"),
            f"That name will not do: type at most {LONGEST} letters.",
        ),
        (
            RuleViolation(Code.WRONG_PHASE, phase="moon"),
            "Not now: the game is waiting for the shooter of the moon.",
        ),
        (
            WireRefusal(WireCode.BAD_MESSAGE, problem="Object missing `name`"),
            "The server cannot read this: Object missing `name`.",
        ),
        (
            WireRefusal(WireCode.NOT_READY, reason="stopping"),
            "The server is not ready: it is about to stop.",
        ),
        (
            TableRefusal(TableCode.TOO_MUCH_TALK, wait=2),
            "Slowly: you may speak again after this many seconds: 2.",
        ),
    ],
)
def test_a_refusal_is_a_sentence(violation: Refusal, sentence: str) -> None:
    assert refusal_text(violation, words()) == sentence


def test_no_two_reasons_have_the_same_name() -> None:
    names = [str(code) for kind in (Code, TableCode, WireCode) for code in kind]
    assert len(set(names)) == len(names)


def test_cards_and_options_have_names() -> None:
    assert card_name(Card.HT, words()) == "10 of hearts"
    assert card_name(Card.SA, words()) == "ace of spades"
    assert option_meaning("pass_cycle", ("left", "none"), words()) == "left, no passing"
    assert option_meaning("limit", 150, words()) == "150"


def test_no_sentence_stands_inside_an_f_string() -> None:
    """There it could not be collected."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
                        is_literal = any(isinstance(arg, ast.Constant) for arg in inner.args)
                        gettext = inner.func.attr.endswith("gettext") and is_literal
                        assert not gettext, f"{path}:{inner.lineno}"


class StopAskingError(Exception):
    """The end of a conversation at a prompt."""


class Half(Person):
    """Asks a few times, then answers like a bot."""

    bot = RandomBot(1)

    def choose_pass(self, view: View) -> Cards:
        with pytest.raises(StopAskingError):
            super().choose_pass(view)
        return self.bot.choose_pass(view)

    def choose_card(self, view: View) -> Card:
        with pytest.raises(StopAskingError):
            super().choose_card(view)
        return self.bot.choose_card(view)


def test_every_sentence_of_the_line_game_passes_through_the_catalogue() -> None:
    """In the bracket language no English letters stand outside brackets but names and codes."""
    rules = Rules(players=6, limit=26)
    shown: list[str] = []
    answers = itertools.cycle(["?", "zz", "sx", "", None, "s", "l", "r", None])

    def ask(prompt: str) -> str:
        shown.append(prompt)
        answer = next(answers)
        if answer is None:
            raise StopAskingError
        return answer

    names = ("Ona", "Ana", "Ben", "Cy", "Di", "Eve")
    person = Half(0, rules, names, pseudo_words(), ask=ask, say=shown.append)
    others = [RandomBot(seat) for seat in range(1, 6)]
    game = Game(rules, [person, *others], dealer=0, key_of=lambda hand: bytes([hand] * 32))
    for _match in game.play():
        pass
    assert len(shown) > 100
    for line in shown:
        left = line
        while (shorter := re.sub("⟦[^⟦⟧]*⟧", "", left)) != left:
            left = shorter
        left = re.sub(r"\b(" + "|".join(names) + r")\b", "", left)
        left = re.sub(r"players=\d+|limit=\d+|players:|limit:", "", left)
        left = re.sub(r"[♠♥♦♣×=]\s?([2-9TJQKA]+ ?)*", "", left)
        assert not re.search("[A-Za-z]{2,}", left), line


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({}, "en"),
        ({"LANG": "lt_LT.UTF-8"}, "lt"),
        ({"LC_ALL": "C", "LANG": "lt_LT.UTF-8"}, "en"),
        ({"LANGUAGE": "xx:ceb", "LC_ALL": "C"}, "ceb"),
        ({"LC_MESSAGES": "lo_LA", "LANG": "en_GB.UTF-8"}, "lo"),
    ],
)
def test_the_variables_of_gettext_say_which_language_a_reader_has(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], found: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert own_words() is words(found)
