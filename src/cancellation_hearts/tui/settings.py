"""How a person wants the table: speed, colours, suits, and what happens by itself."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

Speed: TypeAlias = Literal["slow", "normal", "fast", "instant"]
Colours: TypeAlias = Literal["four", "two", "none"]
Suits: TypeAlias = Literal["symbols", "letters"]

SPEEDS: Final[tuple[Speed, ...]] = ("slow", "normal", "fast", "instant")
COLOURS: Final[tuple[Colours, ...]] = ("four", "two", "none")
SUITS: Final[tuple[Suits, ...]] = ("symbols", "letters")

CARD_PAUSE: Final[dict[Speed, float]] = {"slow": 0.8, "normal": 0.35, "fast": 0.12, "instant": 0}
"""Seconds that a card lies before the next one falls."""
TRICK_PAUSE: Final[dict[Speed, float]] = {"slow": 3.0, "normal": 1.8, "fast": 1.2, "instant": 0}
"""Seconds that a complete trick lies before it is cleared; a key clears it at once."""


class Settings(msgspec.Struct, frozen=True):
    """What a person has chosen; the same game goes on with others."""

    speed: Speed = "normal"
    colours: Colours = "four"
    suits: Suits = "symbols"
    plain_signs: bool = False
    """Whether the terminal shows ASCII only."""
    forced: bool = False
    """Whether a card plays itself when it is the only legal one (never SQ or the last trick)."""
    one_step: bool = False
    """Whether Enter plays at once, instead of lifting the card first."""
    bell: bool = False
    """Whether the terminal's bell says that it is the person's turn."""
