"""``decide(match, command)``: what a command makes happen, or why it is refused.

All the rules meet here. The answer is a tuple of events, the whole story of one command: the
last card of a hand plays itself, takes a trick, opens the kitty, reveals the deal, counts it and
perhaps ends the match. Nothing is changed; ``evolve`` records what was decided.

    DEALING --DealCards--> PASSING --PassCards of the last seat--> PLAYING --PlayCard--> ...
       ^          (a hand without passing goes straight on)           |
       |                                                     the hand's last card
       |                                                              v
       +------------------- scored <--ChooseMoon-- MOON (only if somebody shot it, and is asked)
                              |
                              v
                             OVER
"""

from __future__ import annotations

from typing import assert_never

from cancellation_hearts.core.cards import Cards, pack
from cancellation_hearts.core.commands import (
    BeginMatch,
    ChooseMoon,
    Command,
    DealCards,
    PassCards,
    PlayCard,
)
from cancellation_hearts.core.errors import Code, RuleViolation
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    KittyTaken,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.evolve import evolve, fold
from cancellation_hearts.core.legal import opening_leader, refusal
from cancellation_hearts.core.rules import MOON_CHOICES, MoonChoice
from cancellation_hearts.core.score import (
    Count,
    count_deal,
    default_choice,
    match_winners,
    moon_shooter,
    new_totals,
)
from cancellation_hearts.core.shuffle import deal_order
from cancellation_hearts.core.state import Match, Phase, View
from cancellation_hearts.core.trick import trick_winner


def decide(match: Match | None, command: Command) -> tuple[Event, ...]:
    """The events that a command leads to; None is the time before a match.

    Raises ``RuleViolation`` if the game does not allow the command now, and ``TypeError`` for a
    ``View``: nobody decides who does not know everything.
    """
    if isinstance(match, View):
        raise TypeError("decide needs the whole Match; a View does not know enough")
    if isinstance(command, BeginMatch):
        if match is not None:
            raise RuleViolation(Code.MATCH_HAS_BEGUN)
        return _begin(command)
    if match is None:
        raise RuleViolation(Code.NO_MATCH)
    match command:
        case PlayCard():
            return _play(match, command)
        case PassCards():
            return _pass(match, command)
        case DealCards():
            return _deal(match, command)
        case ChooseMoon():
            return _choose(match, command)
        case _:
            assert_never(command)


def _begin(command: BeginMatch) -> tuple[Event, ...]:
    rules = command.rules
    _check_seat(command.dealer, rules.players)
    totals = (0,) * rules.players if command.totals is None else tuple(command.totals)
    if len(totals) != rules.players:
        raise RuleViolation(Code.WRONG_TOTALS, players=rules.players, got=len(totals))
    return (MatchBegun(rules, command.dealer, totals),)


def _deal(match: Match, command: DealCards) -> tuple[Event, ...]:
    _check_phase(match, Phase.DEALING)
    rules = match.rules
    whole = pack(rules.decks)
    try:
        got = Cards.of(command.order)
    except ValueError:  # a third copy
        got = Cards()
    if got != whole:
        # Not card for card the pack: no deal is ever mended (trials: swaps after the shuffle).
        raise RuleViolation(Code.WRONG_PACK, expected=len(whole), got=len(command.order))
    dealer = match.next_dealer
    hands, kitty = deal_order(command.order, players=rules.players, dealer=dealer)
    number = match.next_number
    dealt = Dealt(number, dealer, hands, kitty or None)
    if rules.pass_offset(number) == 0:
        return (dealt, PlayBegun(opening_leader(hands, dealer, rules)))
    return (dealt,)


def _pass(match: Match, command: PassCards) -> tuple[Event, ...]:
    _check_phase(match, Phase.PASSING)
    _check_seat(command.seat, match.rules.players)
    cards = command.cards
    if len(cards) != match.rules.pass_count:
        raise RuleViolation(Code.PASS_COUNT, expected=match.rules.pass_count, got=len(cards))
    deal = match.current
    hand = _known(deal.hands)[command.seat]
    for card in cards:
        if cards.count(card) > hand.count(card):
            raise RuleViolation(Code.NOT_IN_HAND, card=card)
    chosen = PassChosen(command.seat, cards)
    after = evolve(match, chosen)
    choices = [choice for choice in after.current.choices if choice is not None]
    if len(choices) < match.rules.players:
        return (chosen,)  # A25: secret until the last, and R08: nobody looks before
    passed = CardsPassed(match.rules.pass_offset(deal.number), tuple(choices))
    hands = _known(evolve(after, passed).current.hands)
    return (chosen, passed, PlayBegun(opening_leader(hands, deal.dealer, match.rules)))


def _play(match: Match, command: PlayCard) -> tuple[Event, ...]:
    _check_seat(command.seat, match.rules.players)
    refused = refusal(match, command.seat, command.card)
    if refused is not None:
        raise refused
    played = CardPlayed(command.seat, command.card)
    trick = match.current.trick
    assert trick is not None  # a card that is not refused is played to an open trick
    if len(trick.cards) + 1 < match.rules.players:
        return (played,)
    after = evolve(match, played)
    events: list[Event] = [played, *end_of_trick(after)]
    after = fold(after, events[1:])
    if after.current.trick is None:
        events += _end_of_deal(after)
    return tuple(events)


def end_of_trick(match: Match) -> list[Event]:
    """Who takes the complete open trick of a match, and what goes with it."""
    rules, deal = match.rules, match.current
    trick = deal.trick
    assert trick is not None
    last = not any(len(hand) for hand in deal.hands)
    taker = trick_winner(trick, rules)
    if taker is None and last and rules.last_void == "leader":
        taker = trick.leader  # A07
    if taker is None:
        if last:
            return [TrickVoided(None)]  # R23: nobody collects it
        step = 1 if rules.void_leader == "left" else 0
        return [TrickVoided((trick.leader + step) % rules.players)]  # R21, A02
    events: list[Event] = [TrickTaken(taker, deal.set_aside + trick.pile)]  # R22
    if deal.kitty is not None and deal.kitty_owner is None:
        events.append(KittyTaken(taker, deal.kitty))  # R06c, A05
    return events


def _end_of_deal(match: Match) -> list[Event]:
    """After the last trick: show everything, count it, and score it unless somebody is asked."""
    rules, deal = match.rules, match.current
    count = count_deal(deal, rules)
    events: list[Event] = [
        DealRevealed(deal.dealt, deal.passes, deal.kitty),
        DealCounted(count.points, rules.all_points - sum(count.points)),
    ]
    shooter = moon_shooter(count.points, rules)
    if shooter is None:
        return events + _score(match, count)
    events.append(MoonShot(shooter))
    if rules.moon_choice == "ask":
        return events
    choice: MoonChoice = rules.moon_choice
    events.append(MoonChosen(shooter, choice))
    return events + _score(match, count, shooter=shooter, choice=choice)


def _choose(match: Match, command: ChooseMoon) -> tuple[Event, ...]:
    _check_phase(match, Phase.MOON)
    _check_seat(command.seat, match.rules.players)
    deal = match.current
    shooter = deal.shooter
    assert shooter is not None  # the phase says that somebody shot the moon
    if command.seat != shooter:
        raise RuleViolation(Code.NOT_THE_SHOOTER, shooter=shooter)
    count = count_deal(deal, match.rules)
    choice = command.choice
    if choice is None:
        choice = default_choice(match.totals, count, match.rules, shooter)
    elif choice not in MOON_CHOICES:
        raise RuleViolation(Code.NO_SUCH_CHOICE, got=str(choice))
    chosen = MoonChosen(shooter, choice)
    return (chosen, *_score(match, count, shooter=shooter, choice=choice))


def _score(
    match: Match,
    count: Count,
    *,
    shooter: int | None = None,
    choice: MoonChoice | None = None,
) -> list[Event]:
    rules = match.rules
    totals = new_totals(match.totals, count, rules, shooter=shooter, choice=choice)
    changes = tuple(new - old for new, old in zip(totals, match.totals, strict=True))
    events: list[Event] = [DealScored(changes, totals)]
    winners = match_winners(totals, rules)
    if winners is not None:
        events.append(MatchEnded(winners))
    return events


def _check_phase(match: Match, phase: Phase) -> None:
    if match.phase is not phase:
        raise RuleViolation(Code.WRONG_PHASE, phase=match.phase)


def _check_seat(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise RuleViolation(Code.NO_SUCH_SEAT, seat=seat, players=players)


def _known(hands: tuple[object, ...]) -> tuple[Cards, ...]:
    return tuple(hand for hand in hands if isinstance(hand, Cards))
