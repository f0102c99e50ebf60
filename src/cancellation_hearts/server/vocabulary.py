"""The words for the page in the browser: one file a language, made from the catalogues.

/s/HASH/words/en.json, /s/HASH/words/lt.json, ... are a ``Vocabulary`` each. So what a refusal, an
option or a sentence of the page is called stands once, in ``i18n``, for terminal and browser.

    messages    what t(), nt() and pt() look up: by the English sentence (with a context, that and
                U+0004 before it) all forms in this language. In en.json it is empty: the sentence
                itself is the text, and nt() chooses its first text for 1 and its second one else.
    plurals     200 digits: which of those forms the number n takes. For n from 200 on it is the
                one of 100 + n % 100, in every language there is.
    codes       by code, a sentence with {placeholders} for the details of the refusal. Before they
                are filled in: card becomes cards[card], suit suits[suit], phase phases[phase]; for
                BAD_NAME problem becomes problems[problem], for NOT_READY reason reasons[reason];
                last is players - 1, or seats - 1.
    options     in the order of the table code; a value is written there as it stands here.
    presets     what each changes of the options, and how many play if it says so.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from cancellation_hearts.bots import BOTS
from cancellation_hearts.core import OPTIONS, PRESETS, Card, Suit
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.rules import PASS_WAYS, PLAYERS, Option
from cancellation_hearts.i18n import (
    BOT_MEANINGS,
    LANGUAGES,
    NAME_PROBLEMS,
    NOT_READY_REASONS,
    OPTION_MEANINGS,
    PHASES,
    PRESET_MEANINGS,
    REFUSALS,
    TABLE_REFUSALS,
    VALUE_MEANINGS,
    WAYS,
    WIRE_REFUSALS,
    Words,
    card_name,
    form_of,
    of_page,
    suit_name,
    words,
)

ENGLISH: Final = "en"
NUMBERS: Final = 200


class Value(msgspec.Struct, frozen=True):
    """A value of an option."""

    value: str
    """As the table code writes it."""
    text: str


class OptionWords(msgspec.Struct, frozen=True):
    """An option of the rules."""

    name: str
    text: str
    kind: Literal["choice", "number", "ways"]
    """One of ``values``; a whole number from 1; or some of ``values``, joined by commas."""
    default: str | None
    """None: it has to be said."""
    values: tuple[Value, ...]


class PresetWords(msgspec.Struct, frozen=True):
    """A rule set with a name."""

    name: str
    text: str
    changes: dict[str, str]
    """What it changes, by option, as the table code writes it."""


class BotWords(msgspec.Struct, frozen=True):
    """A kind of bot; the weakest stands first."""

    name: str
    text: str


class Vocabulary(msgspec.Struct, frozen=True):
    """All words of one language that the page may need. See above."""

    language: str
    languages: dict[str, str]
    """Which ones there are, and what each calls itself."""
    plurals: str
    messages: dict[str, list[str]]
    codes: dict[str, str]
    suits: dict[str, str]
    cards: dict[str, str]
    phases: dict[str, str]
    problems: dict[str, str]
    reasons: dict[str, str]
    seats: dict[str, tuple[int, int]]
    """By the number of packs, how few and how many can play."""
    options: tuple[OptionWords, ...]
    presets: tuple[PresetWords, ...]
    bots: tuple[BotWords, ...]


def word_files() -> dict[str, bytes]:
    """The file of each language, by its name under the page's files."""
    return {f"words/{name}.json": encode(vocabulary(name)) for name in LANGUAGES}


def vocabulary(language: str) -> Vocabulary:
    """The words of a language."""
    return vocabulary_of(language, words(language))


def vocabulary_of(language: str, said: Words, template: str | None = None) -> Vocabulary:
    """The same, from a catalogue; ``template``: see ``of_page``."""
    sentences = [*REFUSALS.items(), *TABLE_REFUSALS.items(), *WIRE_REFUSALS.items()]
    return Vocabulary(
        language=language,
        languages={name: name_of(words(name)) for name in LANGUAGES},
        plurals="".join(str(form_of(said, n)) for n in range(NUMBERS)),
        messages={} if language == ENGLISH else of_page(said, template),
        codes={str(code): said.gettext(sentence) for code, sentence in sentences},
        suits={str(suit): suit_name(suit, said) for suit in Suit},
        cards={str(card): card_name(card, said) for card in Card},
        phases={str(phase): said.gettext(text) for phase, text in PHASES.items()},
        problems={name: said.gettext(text) for name, text in NAME_PROBLEMS.items()},
        reasons={name: said.gettext(text) for name, text in NOT_READY_REASONS.items()},
        seats={str(decks): range_ for decks, range_ in PLAYERS.items()},
        options=tuple(_option(option, said) for option in OPTIONS),
        presets=tuple(
            PresetWords(name, said.gettext(PRESET_MEANINGS[name]), _changes(name))
            for name in PRESETS
        ),
        bots=tuple(BotWords(name, said.gettext(BOT_MEANINGS[name])) for name in BOTS),
    )


def name_of(said: Words) -> str:
    """What a language calls itself."""
    return said.pgettext("this language", "English")


def _option(option: Option, said: Words) -> OptionWords:
    values: tuple[Value, ...] = ()
    kind: Literal["choice", "number", "ways"] = "number"
    if isinstance(option.values, tuple):
        kind = "choice"
        values = tuple(
            Value(option.text(value), said.gettext(VALUE_MEANINGS[option.name, value]))
            for value in option.values
        )
    elif option.values == "ways":
        kind = "ways"
        values = tuple(Value(way, said.gettext(WAYS[way])) for way in PASS_WAYS)
    default = None if option.name == "players" else option.text(option.default)
    text = said.gettext(OPTION_MEANINGS[option.name])
    return OptionWords(option.name, text, kind, default, values)


def _changes(preset: str) -> dict[str, str]:
    by_name = {option.name: option for option in OPTIONS}
    return {name: by_name[name].text(value) for name, value in PRESETS[preset].items()}
