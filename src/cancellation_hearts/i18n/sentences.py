"""What codes, options and cards are called: one table for each kind of thing.

The tables are English and marked for extraction; the functions below give the reader's words.
"""

from __future__ import annotations

from typing import Final

from cancellation_hearts.core import Card, Code, Phase, Rules, Suit
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.i18n.catalogue import N_, Words
from cancellation_hearts.table import TableCode
from cancellation_hearts.table.state import Cause
from cancellation_hearts.table.talk import Emote, Phrase

SUITS: Final = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}
RANK_NAMES: Final = {11: N_("jack"), 12: N_("queen"), 13: N_("king"), 14: N_("ace")}

REFUSALS: Final = {
    Code.NO_MATCH: N_("No game has begun yet."),
    Code.MATCH_HAS_BEGUN: N_("The game has begun already."),
    Code.WRONG_PHASE: N_("Not now: the game is {phase}."),
    Code.NO_SUCH_SEAT: N_("There is no seat {seat}; the seats are 0 to {last}."),
    Code.WRONG_TOTALS: N_("There must be {players} starting totals, one a seat, not {got}."),
    Code.WRONG_PACK: N_("A deal needs exactly the {expected} cards of the pack."),
    Code.PASS_COUNT: N_("Pass exactly {expected} cards, not {got}."),
    Code.NOT_IN_HAND: N_("You do not hold the {card}, or not so often."),
    Code.NOT_YOUR_TURN: N_("It is not your turn."),
    Code.MUST_FOLLOW_SUIT: N_("You must follow suit: {suit}."),
    Code.MUST_LEAD_TWO_OF_CLUBS: N_("You must lead the 2 of clubs."),
    Code.MUST_LEAD_A_CLUB: N_("You must lead a club."),
    Code.NO_POINTS_ON_OPENING_LEAD: N_("No heart or queen of spades on the opening lead."),
    Code.NO_POINTS_ON_FIRST_TRICK: N_("No points on the first trick unless forced."),
    Code.HEARTS_NOT_BROKEN: N_("Hearts are not broken yet."),
    Code.NOT_THE_SHOOTER: N_("Only the shooter of the moon chooses."),
    Code.NO_SUCH_CHOICE: N_("Choose add or subtract."),
}

TABLE_REFUSALS: Final = {
    TableCode.NO_TABLE: N_("There is no such table."),
    TableCode.TABLE_IS_OPEN: N_("This table is open already."),
    TableCode.NOT_YOURS_TO_ASK: N_("That is not yours to ask."),
    TableCode.HOST_ONLY: N_("Only the host may do that."),
    TableCode.NO_SUCH_PERSON: N_("Nobody of that number is at this table."),
    TableCode.NO_SUCH_TABLE_SEAT: N_("There is no seat {seat}; the seats are 0 to {last}."),
    TableCode.NOT_KNOWN: N_("Nobody at this table has this key."),
    TableCode.REMOVED: N_("The host sent this person away."),
    TableCode.TABLE_IS_FULL: N_("This table is full: {most} people have come already."),
    TableCode.NO_SPECTATORS: N_("There is no seat, and the host wants nobody to watch."),
    TableCode.KEY_IS_KNOWN: N_("You are at this table already."),
    TableCode.NOT_INVITED: N_("Nobody has invited this device, or that was too long ago."),
    TableCode.BAD_KEY: N_("That is no key: it has 64 hexadecimal digits."),
    TableCode.BAD_NAME: N_("That name will not do: {problem}."),
    TableCode.NOT_SEATED: N_("You have no seat."),
    TableCode.SEAT_IS_TAKEN: N_("Somebody sits there."),
    TableCode.NO_LATECOMERS: N_(
        "The host wants nobody to take over a seat in the middle of a game."
    ),
    TableCode.SEATED_ALREADY: N_("Nobody changes seats in the middle of a game."),
    TableCode.SEATS_ARE_FREE: N_("Not everybody is here: seats without anybody: {free}."),
    TableCode.NOBODY_SITS_HERE: N_("Somebody has to sit down first."),
    TableCode.TOO_MANY_PEOPLE: N_("{people} people sit here; there would be only {seats} seats."),
    TableCode.NO_SUCH_BOT: N_("There is no bot {level}; there are {known}."),
    TableCode.GAME_IS_ON: N_("Not in the middle of a game."),
    TableCode.NO_GAME: N_("No game is going on."),
    TableCode.NOT_HELD: N_("Somebody else plays this seat now."),
    TableCode.STALE: N_("Too late: the game has moved on."),
    TableCode.GAME_IS_PAUSED: N_("The game is paused."),
    TableCode.NOT_PAUSED: N_("The game is not paused."),
    TableCode.NO_CLOCK: N_("No clock runs for that seat."),
    TableCode.ENOUGH_TIME: N_("No more time can be given."),
    TableCode.BAD_ENTROPY: N_("What a seat adds to the chance has 32 hexadecimal digits."),
    TableCode.NO_SUCH_DEAL: N_("Nobody can add to the deal of hand {number} now."),
    TableCode.ENTROPY_IS_GIVEN: N_("This seat has added to the deal already."),
    TableCode.NOTHING_TO_DO: N_("That is so already."),
    TableCode.MUTED: N_("The host has silenced you."),
    TableCode.NO_CHAT: N_("The host wants no free text here; phrases and emotes are there."),
    TableCode.BAD_TEXT: N_("Write something that can be read, in at most {most} signs."),
    TableCode.RUDE: N_("There is a word in it that nobody wants to read here."),
    TableCode.TOO_MUCH_TALK: N_("Slowly: you may speak again after this many seconds: {wait}."),
    TableCode.STORE_FAILED: N_("That could not be kept, and so it did not happen."),
    TableCode.BUSY: N_("Too many others were quicker. Try again."),
}

WIRE_REFUSALS: Final = {
    "BAD_MESSAGE": N_("The server cannot read this: {problem}."),
    "BAD_PROTOCOL": N_("The server speaks another protocol, number {protocol}."),
    "BAD_ORIGIN": N_("This server does not take requests from pages of {origin}."),
    "TOO_LARGE": N_("That is too large: the server takes {most} bytes."),
    "TOO_MANY": N_("Too much at once. Try again after this many seconds: {wait}."),
    "NO_SUCH_CODE": N_("No table with a free seat has this code."),
    "NOT_FOUND": N_("There is nothing at this address."),
    "NOT_READY": N_("The server is not ready: {reason}."),
    "BROKEN": N_("Something broke in the server. It has been noted."),
}
"""By the names of ``WireCode``, which this layer does not know."""

NOT_READY_REASONS: Final = {
    "stopping": N_("it is about to stop"),
    "store": N_("it can keep nothing at the moment"),
}

NAME_PROBLEMS: Final = {
    "empty": N_("type at least one letter or digit"),
    "long": N_("type at most 20 letters"),
    "marks": N_("take some of the marks off its letters"),
    "control": N_("something in it cannot be seen, so type it anew by hand"),
    "bot": N_("only bots are called so, so let it begin in another way"),
    "rude": N_("others here would not like to read it, so take another one"),
}

CAUSES: Final[dict[Cause, str]] = {
    "new": N_("not here yet"),
    "closed": N_("closed the game"),
    "broken": N_("the connection broke off"),
    "silent": N_("no answer from their device"),
    "slow": N_("the connection is too slow"),
    "idle": N_("has asked for nothing for a while"),
    "refused": N_("the server hung up: too much at once, or not to be understood"),
    "moved": N_("changes devices"),
    "stopped": N_("the server was down"),
}

PHRASES: Final[dict[Phrase, str]] = {
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "thank_you": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "oops": N_("Oops!"),
    "nice_twin": N_("Nice twin!"),
    "not_the_queen": N_("Not the queen!"),
    "one_moment": N_("One moment, please."),
    "back_again": N_("I am back again."),
    "good_game": N_("Good game!"),
    "good_bye": N_("Good-bye!"),
}

EMOTES: Final[dict[Emote, str]] = {
    "clap": N_("claps"),
    "laugh": N_("laughs"),
    "cry": N_("cries"),
    "wow": N_("wow"),
    "heart": N_("a heart"),
    "moon": N_("the moon"),
    "think": N_("thinks"),
    "sweat": N_("sweats"),
}

PHASES: Final = {
    Phase.DEALING: N_("waiting for the next hand"),
    Phase.PASSING: N_("waiting for the passes"),
    Phase.PLAYING: N_("waiting for a card"),
    Phase.MOON: N_("waiting for the shooter of the moon"),
    Phase.OVER: N_("over"),
}

WAYS: Final = {
    "left": N_("left"),
    "right": N_("right"),
    "across": N_("across"),
    "none": N_("no passing"),
}

OPTION_MEANINGS: Final = {
    "players": N_("How many people play"),
    "decks": N_("How many packs are shuffled together"),
    "void_rule": N_("When nobody takes a trick"),
    "void_leader": N_("Who leads after a trick that nobody took"),
    "last_void": N_("Who gets a last trick that nobody took, with all that was set aside"),
    "moon_value": N_("What shooting the moon is worth"),
    "moon_test": N_("What counts as shooting the moon"),
    "moon_choice": N_("How the moon is scored"),
    "first_trick_points": N_("Hearts and queens of spades on the first trick"),
    "first_lead": N_("Who makes the opening lead, and with what"),
    "break_cards": N_("What allows hearts to be led"),
    "bare_queen": N_("Leading with hearts and a single queen of spades, hearts not broken"),
    "pass_count": N_("How many cards are passed"),
    "pass_cycle": N_("Which way cards are passed, hand after hand"),
    "limit": N_("The total that ends the game"),
    "tie_break": N_("When the lowest totals are equal"),
    "score_floor": N_("How low a total can go"),
    "bonus_card": N_("A card worth 10 points less"),
    "no_trick_bonus": N_("For taking no trick in a hand (not on a moon hand)"),
}

VALUE_MEANINGS: Final = {
    ("decks", 2): N_("two packs, 104 cards"),
    ("decks", 1): N_("one pack: ordinary Hearts, nothing cancels"),
    ("void_rule", "two_pairs"): N_("if two pairs lie in it, or all cards of the led suit cancel"),
    ("void_rule", "no_led_card"): N_("only if all cards of the led suit cancel"),
    ("void_leader", "same"): N_("the same player again"),
    ("void_leader", "left"): N_("the next player to the left"),
    ("last_void", "uncollected"): N_("nobody"),
    ("last_void", "leader"): N_("whoever led it"),
    ("moon_value", 26): N_("26 points"),
    ("moon_value", 52): N_("52 points"),
    ("moon_test", "all_points"): N_("capturing every point of the packs"),
    ("moon_test", "all_collected"): N_("capturing every point that anybody collected"),
    ("moon_choice", "ask"): N_("the shooter chooses"),
    ("moon_choice", "add"): N_("always added to everybody else"),
    ("moon_choice", "subtract"): N_("always taken off the shooter"),
    ("first_trick_points", "allowed"): N_("allowed"),
    ("first_trick_points", "if_forced"): N_("only from a hand that has nothing else to play"),
    (
        "first_lead",
        "dealer_left",
    ): N_("dealer's left, no heart and no queen of spades"),
    ("first_lead", "two_clubs"): N_("the holder of the 2 of clubs, with that card"),
    ("first_lead", "any_club"): N_("the holder of the 2 of clubs, with any club"),
    ("break_cards", "heart_or_queen"): N_("a heart or queen of spades that has been played"),
    ("break_cards", "heart_only"): N_("a heart that has been played"),
    ("break_cards", "none"): N_("nothing: hearts may be led from the second trick on"),
    ("bare_queen", "must_lead"): N_("the queen must be led"),
    ("bare_queen", "may_lead_hearts"): N_("hearts may be led too"),
    ("pass_count", 3): N_("three"),
    ("pass_count", 2): N_("two"),
    ("tie_break", "shared"): N_("they share the win"),
    ("tie_break", "extra_hand"): N_("another hand is played"),
    ("score_floor", None): N_("below zero too"),
    ("score_floor", 0): N_("never below zero"),
    ("bonus_card", None): N_("none"),
    ("bonus_card", "DJ"): N_("the jack of diamonds, each copy"),
    ("bonus_card", "DT"): N_("the ten of diamonds, each copy"),
    ("no_trick_bonus", 0): N_("nothing"),
    ("no_trick_bonus", 5): N_("5 points less"),
}

PRESET_MEANINGS: Final = {
    "seed": N_("the oldest rules: nobody takes a trick with two pairs in it"),
    "classic": N_("the common game: nobody takes a trick only if all cards of its suit cancel"),
    "bicycle": N_("classic, but no cards are passed"),
    "no-blood": N_("classic, but no points on the first trick unless a hand has nothing else"),
    "guts": N_("classic, but hearts may be led from the second trick on"),
    "big-moon": N_("classic, but shooting the moon is worth 52 points"),
    "big-table": N_("for 9 to 11 players: the oldest rules, but no point is lost"),
    "hearts": N_("ordinary Hearts with one pack, for 3 to 6 players"),
}

BOT_MEANINGS: Final = {
    "random": N_("plays any card that the rules allow"),
    "casual": N_("plays by habit, counts nothing, and slips now and then"),
    "steady": N_("forgets no card, and plays the one that costs least"),
}
"""By the names of ``BOTS``, which this layer does not know."""

_SENTENCES: Final = {
    str(code): sentence
    for sentences in (REFUSALS, TABLE_REFUSALS, WIRE_REFUSALS)
    for code, sentence in sentences.items()
}


def suit_name(suit: Suit, words: Words) -> str:
    """``spades``."""
    return words.gettext(SUITS[suit])


def card_name(card: Card, words: Words) -> str:
    """``queen of spades``.

    In other languages the suit may change its form here: it has a context of its own.
    """
    suits = {
        Suit.CLUBS: words.pgettext("in a card's name", "clubs"),
        Suit.DIAMONDS: words.pgettext("in a card's name", "diamonds"),
        Suit.HEARTS: words.pgettext("in a card's name", "hearts"),
        Suit.SPADES: words.pgettext("in a card's name", "spades"),
    }
    rank = RANK_NAMES.get(card.rank)
    named = str(card.rank) if rank is None else words.gettext(rank)
    return words.gettext("{rank} of {suit}").format(rank=named, suit=suits[card.suit])


def refusal_text(refusal: Refusal, words: Words) -> str:
    """Why the game, the table or the server refused something, as a sentence for who asked."""
    told: dict[str, object] = dict(refusal.details)
    if "suit" in told:
        told["suit"] = suit_name(Suit(str(told["suit"])), words)
    if "card" in told:
        told["card"] = card_name(Card(str(told["card"])), words)
    if "phase" in told:
        told["phase"] = words.gettext(PHASES[Phase(str(told["phase"]))])
    if "players" in told:
        told["last"] = int(str(told["players"])) - 1
    if "seats" in told:
        told["last"] = int(str(told["seats"])) - 1
    code = refusal.code
    if code == TableCode.BAD_NAME:
        told["problem"] = words.gettext(NAME_PROBLEMS[str(told["problem"])])
    if code == "NOT_READY":
        told["reason"] = words.gettext(NOT_READY_REASONS[str(told["reason"])])
    return words.gettext(_SENTENCES[str(code)]).format_map(told)


def option_meaning(name: str, value: object, words: Words) -> str:
    """What an option's value means; values without a sentence tell themselves."""
    if isinstance(value, tuple):
        return ", ".join(words.gettext(WAYS[way]) for way in value)
    sentence = VALUE_MEANINGS.get((name, value))
    return str(value) if sentence is None else words.gettext(sentence)


def hint(rules: Rules, words: Words) -> str | None:
    """What to think over about a rule set that is allowed but unusual (A29), if anything."""
    if rules.limit < 100:
        return words.gettext("a limit below 100 makes a short game")
    return None
