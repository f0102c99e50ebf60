"""Words for people: every sentence passes through here, in the reader's language.

The game speaks in codes. ``sentences`` holds what codes, options and cards are called in English;
``catalogue`` finds the translations. Whoever shows something takes ``Words`` as an argument, so
that each person at a table can read another language.
"""

from cancellation_hearts.i18n.catalogue import (
    LANGUAGES,
    Words,
    form_of,
    language_of,
    of_page,
    own_words,
    words,
)
from cancellation_hearts.i18n.sentences import (
    BOT_MEANINGS,
    CAUSES,
    EMOTES,
    NAME_PROBLEMS,
    NOT_READY_REASONS,
    OPTION_MEANINGS,
    PHASES,
    PHRASES,
    PRESET_MEANINGS,
    REFUSALS,
    TABLE_REFUSALS,
    VALUE_MEANINGS,
    WAYS,
    WIRE_REFUSALS,
    card_name,
    hint,
    option_meaning,
    refusal_text,
    suit_name,
)

__all__ = [
    "BOT_MEANINGS",
    "CAUSES",
    "EMOTES",
    "LANGUAGES",
    "NAME_PROBLEMS",
    "NOT_READY_REASONS",
    "OPTION_MEANINGS",
    "PHASES",
    "PHRASES",
    "PRESET_MEANINGS",
    "REFUSALS",
    "TABLE_REFUSALS",
    "VALUE_MEANINGS",
    "WAYS",
    "WIRE_REFUSALS",
    "Words",
    "card_name",
    "form_of",
    "hint",
    "language_of",
    "of_page",
    "option_meaning",
    "own_words",
    "refusal_text",
    "suit_name",
    "words",
]
