"""What people say to each other at a table.

Talk is no part of the table's events: it has a log of its own, so that no remark ever comes between
a card and its trick. Phrases and emotes are codes, which everybody reads in their own language;
free text is for tables whose host wants it. A nudge asks a seat that keeps everybody waiting.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, assert_never

import msgspec

from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.state import Table
from cancellation_hearts.table.unwanted import Unwanted
from cancellation_hearts.table.writing import MOST_MARKS, characters

LONGEST_TEXT: Final = 200
"""Signs, those that combine with the one before not counted."""

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thank_you",
    "sorry",
    "oops",
    "nice_twin",
    "not_the_queen",
    "one_moment",
    "back_again",
    "good_game",
    "good_bye",
]
Emote: TypeAlias = Literal["clap", "laugh", "cry", "wow", "heart", "moon", "think", "sweat"]


class SayPhrase(msgspec.Struct, frozen=True, tag="phrase", forbid_unknown_fields=True):
    """One of the phrases."""

    phrase: Phrase


class ShowEmote(msgspec.Struct, frozen=True, tag="emote", forbid_unknown_fields=True):
    """One of the emotes."""

    emote: Emote


class SayText(msgspec.Struct, frozen=True, tag="text", forbid_unknown_fields=True):
    """Anything, where the host allows it."""

    text: str


class Nudge(msgspec.Struct, frozen=True, tag="nudge", forbid_unknown_fields=True):
    """It is your turn."""

    seat: int


Words: TypeAlias = SayPhrase | ShowEmote | SayText | Nudge


class Saying(msgspec.Struct, frozen=True):
    """What somebody said; versions count in the table's talk alone."""

    version: int
    at: int
    person: int
    words: Words


def spoken(table: Table, person: int, words: Words, *, unwanted: Unwanted) -> Words:
    """The words as everybody hears them; ``TableRefusal`` if they may not be said."""
    if not 0 <= person < len(table.people):
        raise TableRefusal(TableCode.NO_SUCH_PERSON, person=person)
    speaker = table.people[person]
    if speaker.status == "removed":
        raise TableRefusal(TableCode.REMOVED)
    if speaker.muted:
        raise TableRefusal(TableCode.MUTED)
    match words:
        case SayText(text):
            if not table.settings.chat:
                raise TableRefusal(TableCode.NO_CHAT)
            said = clean_text(text)
            if unwanted.in_text(said):
                raise TableRefusal(TableCode.RUDE)
            return SayText(said)
        case Nudge(seat):
            owner = table.seats[seat].person if 0 <= seat < len(table.seats) else None
            if seat not in table.awaited or owner in (None, person):
                raise TableRefusal(TableCode.NOTHING_TO_DO)
            return words
        case SayPhrase() | ShowEmote():
            return words
        case _:
            assert_never(words)


def clean_text(text: str) -> str:
    """One line of printable text, composed (NFC); ``TableRefusal`` if nothing or too much is left.

    Signs that steer writing, among them those that turn its direction, are taken out.
    """
    kept, signs = "", 0
    for char, kind in characters(text):
        if kind not in ("surplus", "unseen"):
            kept += char
            signs += kind == "sign"
    if not 0 < signs <= LONGEST_TEXT or len(kept) > LONGEST_TEXT * (1 + MOST_MARKS):
        raise TableRefusal(TableCode.BAD_TEXT, most=LONGEST_TEXT)
    return kept
