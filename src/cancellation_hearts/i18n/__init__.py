"""Words for people: every sentence passes through here, in the reader's language.

The game speaks in codes. ``sentences`` holds what codes, options and cards are called in English;
``catalogue`` finds the translations. Whoever shows something takes ``Words`` as an argument, so
that each person at a table can read another language.
"""

from cancellation_hearts.i18n.catalogue import LANGUAGES, Words, language_of, words
from cancellation_hearts.i18n.sentences import (
    OPTION_MEANINGS,
    PRESET_MEANINGS,
    REFUSALS,
    TABLE_REFUSALS,
    VALUE_MEANINGS,
    WIRE_REFUSALS,
    card_name,
    hint,
    option_meaning,
    refusal_text,
    suit_name,
)

__all__ = [
    "LANGUAGES",
    "OPTION_MEANINGS",
    "PRESET_MEANINGS",
    "REFUSALS",
    "TABLE_REFUSALS",
    "VALUE_MEANINGS",
    "WIRE_REFUSALS",
    "Words",
    "card_name",
    "hint",
    "language_of",
    "option_meaning",
    "refusal_text",
    "suit_name",
    "words",
]
