"""Words for people: what codes, options and cards are called.

The game itself speaks in codes; whoever shows something to a person asks here. English, for now
the only language.
"""

from cancellation_hearts.i18n.english import (
    OPTION_MEANINGS,
    PRESET_MEANINGS,
    REFUSALS,
    VALUE_MEANINGS,
    card_name,
    option_meaning,
    refusal_text,
    suit_name,
)

__all__ = [
    "OPTION_MEANINGS",
    "PRESET_MEANINGS",
    "REFUSALS",
    "VALUE_MEANINGS",
    "card_name",
    "option_meaning",
    "refusal_text",
    "suit_name",
]
