"""The game itself: three pure functions and one law.

    decide (match, command) -> events     all the rules; refuses with RuleViolation
    evolve (match, event)   -> match      records facts; knows no rules
    observe(match, seat)    -> view       what that seat may know; redact is its twin for events

No clock, no chance, no input or output: whoever calls brings these along.
"""

from cancellation_hearts.core.cards import Card, Cards, Hidden, Knowledge, Suit, pack
from cancellation_hearts.core.commands import (
    BeginMatch,
    ChooseMoon,
    Command,
    DealCards,
    PassCards,
    PlayCard,
)
from cancellation_hearts.core.decide import decide
from cancellation_hearts.core.errors import Code, RuleViolation
from cancellation_hearts.core.events import Event
from cancellation_hearts.core.evolve import evolve, fold
from cancellation_hearts.core.legal import hearts_broken, legal_plays, refusal
from cancellation_hearts.core.observe import observe, redact, view_of
from cancellation_hearts.core.rules import OPTIONS, PRESETS, MoonChoice, Rules, RulesError
from cancellation_hearts.core.score import points_so_far
from cancellation_hearts.core.state import Deal, Match, Phase, View
from cancellation_hearts.core.trick import Trick, live_cards, trick_winner, winners_so_far

__all__ = [
    "OPTIONS",
    "PRESETS",
    "BeginMatch",
    "Card",
    "Cards",
    "ChooseMoon",
    "Code",
    "Command",
    "Deal",
    "DealCards",
    "Event",
    "Hidden",
    "Knowledge",
    "Match",
    "MoonChoice",
    "PassCards",
    "Phase",
    "PlayCard",
    "RuleViolation",
    "Rules",
    "RulesError",
    "Suit",
    "Trick",
    "View",
    "decide",
    "evolve",
    "fold",
    "hearts_broken",
    "legal_plays",
    "live_cards",
    "observe",
    "pack",
    "points_so_far",
    "redact",
    "refusal",
    "trick_winner",
    "view_of",
    "winners_so_far",
]
