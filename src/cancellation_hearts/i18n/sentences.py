"""The English sentences: one table for each kind of thing that has to be told."""

from __future__ import annotations

from typing import Final

from cancellation_hearts.core import Card, Code, RuleViolation, Suit

SUITS: Final = {
    Suit.CLUBS: "clubs",
    Suit.DIAMONDS: "diamonds",
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
}
RANK_NAMES: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}

REFUSALS: Final = {
    Code.NO_MATCH: "No game has begun yet.",
    Code.MATCH_HAS_BEGUN: "The game has begun already.",
    Code.WRONG_PHASE: "Not now: the game is {phase}.",
    Code.NO_SUCH_SEAT: "There is no seat {seat}; the seats are 0 to {last}.",
    Code.WRONG_TOTALS: "There must be {players} starting totals, one a seat, not {got}.",
    Code.WRONG_PACK: "A deal needs exactly the {expected} cards of the pack.",
    Code.PASS_COUNT: "Pass exactly {expected} cards, not {got}.",
    Code.NOT_IN_HAND: "You do not hold the {card}, or not so often.",
    Code.NOT_YOUR_TURN: "It is not your turn.",
    Code.MUST_FOLLOW_SUIT: "You must follow suit: {suit}.",
    Code.MUST_LEAD_TWO_OF_CLUBS: "You must lead the 2 of clubs.",
    Code.MUST_LEAD_A_CLUB: "You must lead a club.",
    Code.NO_POINTS_ON_OPENING_LEAD: "No heart or queen of spades on the opening lead.",
    Code.NO_POINTS_ON_FIRST_TRICK: "No points on the first trick unless forced.",
    Code.HEARTS_NOT_BROKEN: "Hearts are not broken yet.",
    Code.NOT_THE_SHOOTER: "Only the shooter of the moon chooses.",
    Code.NO_SUCH_CHOICE: "Choose add or subtract.",
}

OPTION_MEANINGS: Final = {
    "players": "How many people play",
    "decks": "How many packs are shuffled together",
    "void_rule": "When nobody takes a trick",
    "void_leader": "Who leads after a void trick",
    "last_void": "Who gets a void last trick, with all that waits",
    "moon_value": "What shooting the moon is worth",
    "moon_test": "What counts as shooting the moon",
    "moon_choice": "How the moon is scored",
    "first_trick_points": "Hearts and queens of spades on the first trick",
    "first_lead": "Who makes the opening lead, and with what",
    "break_cards": "What allows hearts to be led",
    "bare_queen": "Leading with hearts and a single queen of spades, hearts not broken",
    "pass_count": "How many cards are passed",
    "pass_cycle": "Which way they are passed, hand after hand",
    "limit": "The total that ends the game",
    "tie_break": "When the lowest totals are equal",
    "score_floor": "How low a total can go",
    "bonus_card": "A card worth 10 points less",
    "no_trick_bonus": "For taking no trick in a hand (not on a moon hand)",
}

VALUE_MEANINGS: Final = {
    ("decks", 2): "two packs, 104 cards",
    ("decks", 1): "one pack: ordinary Hearts, nothing cancels",
    ("void_rule", "two_pairs"): "two pairs anywhere in it, or no live card of the led suit",
    ("void_rule", "no_led_card"): "only when no live card of the led suit is left",
    ("void_leader", "same"): "the same player again",
    ("void_leader", "left"): "the next player to the left",
    ("last_void", "uncollected"): "nobody",
    ("last_void", "leader"): "whoever led it",
    ("moon_value", 26): "26 points",
    ("moon_value", 52): "52 points",
    ("moon_test", "all_points"): "capturing every point of the packs",
    ("moon_test", "all_collected"): "capturing every point that anybody collected",
    ("moon_choice", "ask"): "the shooter chooses",
    ("moon_choice", "add"): "always added to everybody else",
    ("moon_choice", "subtract"): "always taken off the shooter",
    ("first_trick_points", "allowed"): "allowed",
    ("first_trick_points", "if_forced"): "only from a hand that has nothing else to play",
    (
        "first_lead",
        "dealer_left",
    ): "dealer's left, no heart and no queen of spades",
    ("first_lead", "two_clubs"): "the holder of the 2 of clubs, with that card",
    ("first_lead", "any_club"): "the holder of the 2 of clubs, with any club",
    ("break_cards", "heart_or_queen"): "a heart or queen of spades that has been played",
    ("break_cards", "heart_only"): "a heart that has been played",
    ("break_cards", "none"): "nothing: hearts may be led from the second trick on",
    ("bare_queen", "must_lead"): "the queen must be led",
    ("bare_queen", "may_lead_hearts"): "hearts may be led too",
    ("pass_count", 3): "three",
    ("pass_count", 2): "two",
    ("tie_break", "shared"): "they share the win",
    ("tie_break", "extra_hand"): "another hand is played",
    ("score_floor", None): "below zero too",
    ("score_floor", 0): "never below zero",
    ("bonus_card", None): "none",
    ("bonus_card", "DJ"): "the jack of diamonds, each copy",
    ("bonus_card", "DT"): "the ten of diamonds, each copy",
    ("no_trick_bonus", 0): "nothing",
    ("no_trick_bonus", 5): "5 points less",
}

PRESET_MEANINGS: Final = {
    "seed": "the oldest rule sheet: two pairs void a trick",
    "classic": "the common game: a trick is void only when no live card of its suit is left",
    "bicycle": "classic without passing",
    "no-blood": "classic without points on the first trick",
    "guts": "classic in which hearts need no breaking",
    "big-moon": "classic with a moon of 52 points",
    "big-table": "two pairs void a trick, milder for 9 to 11 players",
    "hearts": "ordinary Hearts with one pack, for 3 to 6 players",
}


def suit_name(suit: Suit) -> str:
    """``spades``."""
    return SUITS[suit]


def card_name(card: Card) -> str:
    """``queen of spades``."""
    return f"{RANK_NAMES.get(card.rank, card.rank)} of {SUITS[card.suit]}"


def refusal_text(violation: RuleViolation) -> str:
    """Why a command was refused, as a sentence for the one who gave it."""
    told: dict[str, object] = dict(violation.details)
    if "suit" in told:
        told["suit"] = SUITS[Suit(str(told["suit"]))]
    if "card" in told:
        told["card"] = card_name(Card(str(told["card"])))
    if "players" in told:
        told["last"] = int(str(told["players"])) - 1
    return REFUSALS[violation.code].format_map(told)


def option_meaning(name: str, value: object) -> str:
    """What an option's value means; values without a sentence tell themselves."""
    if isinstance(value, tuple):
        return ", ".join("no passing" if way == "none" else str(way) for way in value)
    return VALUE_MEANINGS.get((name, value), str(value))
