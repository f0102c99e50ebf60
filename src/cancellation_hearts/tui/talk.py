"""What people say to each other, as the terminal shows it, and the keys that say something.

Phrases and emotes have a key each, so that a greeting costs two. A saying that has just come stands
in the row of keys for a moment; all of the last ones stand on the page of talk.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Final, Protocol, assert_never, get_args

from cancellation_hearts.i18n import EMOTES, PHRASES, Words
from cancellation_hearts.table import TableView
from cancellation_hearts.table.names import names_of
from cancellation_hearts.table.talk import (
    Emote,
    Nudge,
    Phrase,
    Saying,
    SayPhrase,
    SayText,
    ShowEmote,
)
from cancellation_hearts.table.talk import Words as Said
from cancellation_hearts.tui.canvas import Line
from cancellation_hearts.tui.cells import flush_left, widest
from cancellation_hearts.tui.pages import Page, empty, heading, paragraphs
from cancellation_hearts.tui.telling import away_told

KEPT: Final = 50
"""So many sayings are remembered,"""
SHOWN: Final = 6
"""and so many stand on the page."""
FRESH: Final = 8.0
"""Seconds for which a new saying stands in the row of keys."""
OLD: Final = 60_000
"""Milliseconds before the table's last event, from which on a saying is no news."""
_BY_KEY: Final[dict[str, Said]] = {
    **{
        key: SayPhrase(phrase) for key, phrase in zip("abcdefghijkl", get_args(Phrase), strict=True)
    },
    **{key: ShowEmote(emote) for key, emote in zip("12345678", get_args(Emote), strict=True)},
}
KEYS: Final = tuple(_BY_KEY)
"""Each says something at once."""


class Voice(Protocol):
    """A place at a table where people hear each other."""

    async def say(self, words: Said) -> int:
        """Say something; raises ``Refusal``."""
        ...

    def sayings(self) -> AsyncGenerator[tuple[Saying, ...]]:
        """What people say, and first the last of what they said."""
        ...


def words_of(key: str) -> Said:
    """What a key says."""
    return _BY_KEY[key]


def told(saying: Saying, table: TableView, words: Words) -> str:
    """``Ben: Well played!``, ``Ben (claps)``."""
    number = saying.person
    known = number < len(table.people)  # talk has a log of its own, which may be ahead
    name = table.people[number].name if known else words.gettext("Somebody")
    match saying.words:
        case SayPhrase(phrase):
            return f"{name}: {words.gettext(PHRASES[phrase])}"
        case ShowEmote(emote):
            return f"{name} ({words.gettext(EMOTES[emote])})"
        case SayText(text):
            return f"{name}: {text}"
        case Nudge(seat):
            if seat == table.seat:
                return words.gettext("{name} nudges you: it is your turn").format(name=name)
            whom = names_of(table)[seat] if seat < len(table.seats) else "?"
            return words.gettext("{name} nudges {whom}").format(name=name, whom=whom)
        case _:
            assert_never(saying.words)


def is_news(saying: Saying, table: TableView) -> bool:
    """Whether it was said just now: whoever comes in hears old sayings, too."""
    return saying.person != table.me and saying.at > table.at - OLD


def nudged(table: TableView) -> int | None:
    """The seat that keeps everybody waiting, if somebody else's does."""
    for seat in table.awaited:
        there = table.seats[seat]
        if there.person not in (None, table.me) and there.bot is None:
            return seat
    return None


def talk_page(
    sayings: Sequence[Saying],
    table: TableView,
    same_device: Sequence[Sequence[int]],
    words: Words,
) -> Page:
    """The last sayings, what can be said, and who is here; ``same_device``: see ``Private``."""

    def page(width: int) -> Iterator[Line]:
        if not sayings:
            yield [(words.gettext("nobody has said anything yet"), "ink-2")]
        for saying in sayings[-SHOWN:]:
            yield from paragraphs(told(saying, table, words), width, indent="    ")
        yield empty()
        phrases = [words.gettext(PHRASES[phrase]) for phrase in get_args(Phrase)]
        yield from _columns(list(zip(KEYS, phrases, strict=False)), width)
        emotes = [words.gettext(EMOTES[emote]) for emote in get_args(Emote)]
        yield from _columns(list(zip(KEYS[len(phrases) :], emotes, strict=True)), width)
        yield empty()
        yield heading(words.gettext("Who is here"))
        for line in _people(table, words):
            yield from paragraphs(line, width, indent="    ")
        names = names_of(table)
        for group in same_device:
            who = ", ".join(names[seat] for seat in group)
            hint = words.gettext("{names} came from one browser; that may be a tablet they share.")
            yield from paragraphs(hint.format(names=who), width, style="star")

    return page


def _columns(keys: Sequence[tuple[str, str]], width: int) -> Iterator[Line]:
    """Keys and what they say, side by side."""
    column = widest(text for _key, text in keys) + 5
    across = max(1, width // column)
    for start in range(0, len(keys), across):
        line: list[tuple[str, str]] = []
        for key, text in keys[start : start + across]:
            line += [(f"{key}  ", "star bold"), (flush_left(text, column - 3), "ink")]
        yield line


def _people(table: TableView, words: Words) -> Iterator[str]:
    """Everybody who has not left, whoever has a seat first."""
    seated = [seat.person for seat in table.seats if seat.person is not None]
    others = [at for at in range(len(table.people)) if at not in seated]
    for number in (*seated, *others):
        person = table.people[number]
        if person.status in ("left", "removed"):
            continue
        away = away_told(table, number, words)
        marks = [person.name if away is None else away]
        if number == table.host:
            marks.append(words.gettext("host"))
        if number not in seated:
            marks.append(words.gettext("watches"))
        if person.program:
            marks.append(words.gettext("bot"))
        yield " · ".join(marks)
