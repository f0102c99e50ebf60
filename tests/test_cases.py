"""The worked examples of the rules, as data: one test a case.

``--cases PATH`` runs any file of the same form. A case tests one position and does not claim that
legal play can reach it, so states are put together by hand here.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import (
    BeginMatch,
    Card,
    Cards,
    Deal,
    DealCards,
    Match,
    PlayCard,
    Rules,
    RulesError,
    Trick,
    decide,
    fold,
    hearts_broken,
    legal_plays,
    trick_winner,
)
from cancellation_hearts.core.decide import end_of_trick
from cancellation_hearts.core.events import CardPlayed
from cancellation_hearts.core.legal import opening_leader
from cancellation_hearts.core.score import (
    Count,
    count_deal,
    default_choice,
    match_winners,
    moon_shooter,
    new_totals,
)
from cancellation_hearts.core.shuffle import shuffled_pack

Case = dict[str, Any]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    cases = json.loads(metafunc.config.getoption("--cases").read_text("utf-8"))
    metafunc.parametrize("case", cases, ids=[case["id"] for case in cases])


def test_case(case: Case) -> None:
    judge: Callable[[Case], None] = {
        "trick": judge_trick,
        "tricks": judge_tricks,
        "legal": judge_legal,
        "score": judge_score,
        "deal": judge_deal,
        "pass": judge_pass,
        "seat": judge_seat,
    }[case["kind"]]
    judge(case)


def rules_of(case: Case) -> Rules:
    """The rules of a case; a few one-pack cases may name ``decks`` among their options."""
    limit = {"limit": case["setup"]["limit"]} if "limit" in case["setup"] else {}
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in case["options"].items()
    }
    return Rules(players=case["players"], **(limit | options))


def cards(words: Sequence[str]) -> Cards:
    return Cards.of([Card(word) for word in words])


def plays(words: Sequence[str]) -> list[tuple[int, Card]]:
    """``P0:ST`` and so on."""
    pairs = [word.removeprefix("P").split(":") for word in words]
    return [(int(seat), Card(card)) for seat, card in pairs]


def position(
    rules: Rules,
    *,
    hands: Sequence[Cards],
    leader: int,
    past: Sequence[Trick] = (),
    kitty: Cards | None = None,
    owner: int | None = None,
) -> Match:
    """A match in the middle of a hand, its open trick empty."""
    order = shuffled_pack(bytes(32), decks=rules.decks)
    match = fold(None, decide(None, BeginMatch(rules, (leader - 1) % rules.players)))
    match = fold(match, decide(match, DealCards(order)))
    assert match.deal is not None
    deal = replace(
        match.deal,
        hands=tuple(hands),
        kitty=kitty or None,
        kitty_owner=owner,
        choices=(),
        tricks=tuple(past),
        trick=Trick(leader),
    )
    return replace(match, deal=deal)


def hands_for(tricks: Sequence[Sequence[tuple[int, Card]]], players: int) -> list[Cards]:
    hands = [Cards() for _seat in range(players)]
    for trick in tricks:
        for seat, card in trick:
            hands[seat] += Cards.of([card])
    return hands


def current(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def dummy_trick(taker: int | None = 0) -> Trick:
    """A trick of the past without cards: it only says that trick 1 is over."""
    return Trick(0, (), taker)


def judge_trick(case: Case) -> None:
    setup, expect, rules = case["setup"], case["expect"], rules_of(case)
    played = plays(case["plays"])
    last = setup["trick_no"] == setup["tricks_total"]
    past = [dummy_trick()] if setup["trick_no"] > 1 else []
    kitty, pile = cards(setup["kitty"]), cards(setup["set_aside"])
    if pile:
        past.append(Trick(0, tuple(pile)))
    hands = hands_for([played], rules.players)
    if not last:  # something to go on with
        spare = {True: Cards.of("D2"), False: Cards.of("C2")}
        hands = [hand + spare[Card.C2 in hand] for hand in hands]
    match = position(rules, hands=hands, leader=setup["leader"], past=past, kitty=kitty)
    trick = Trick(setup["leader"], tuple(card for _seat, card in played))
    assert [seat for seat, _card in played] == [
        trick.seat(index, players=rules.players) for index in range(rules.players)
    ]
    pairs = Cards(trick.pile.two)
    assert sorted(pairs) == sorted(map(Card, expect["pairs"]))
    assert (trick_winner(trick, rules) is None) == expect["void"]

    match = play_unchecked(match, played)
    deal = current(match)
    waiting = deal.set_aside
    unclaimed = kitty if deal.kitty_owner is None else Cards()
    over = deal.trick is None
    taker = deal.tricks[-1].taker
    collected = Cards()
    if taker is not None:
        collected = trick.pile + pile + (kitty if deal.kitty_owner is not None else Cards())
    lost = waiting + unclaimed if over else Cards()
    found = {
        "winner": taker,
        "collected_cards": len(collected),
        "collected_points": collected.points,
        "set_aside_cards": 0 if over else len(waiting),
        "set_aside_points": 0 if over else waiting.points,
        "kitty_left": 0 if over else len(unclaimed),
        "uncollected_cards": len(lost),
        "uncollected_points": lost.points,
        "next_leader": None if deal.trick is None else deal.trick.leader,
    }
    assert found == {name: expect[name] for name in found}


def play_unchecked(match: Match, played: Sequence[tuple[int, Card]]) -> Match:
    """Record the cards of a trick, then ask who takes it.

    The plays are not asked for: a case shows a position that legal play need not reach.
    """
    match = fold(match, [CardPlayed(seat, card) for seat, card in played])
    return fold(match, end_of_trick(match))


def judge_tricks(case: Case) -> None:
    setup, expect, rules = case["setup"], case["expect"], rules_of(case)
    tricks = [plays(words) for words in case["plays"]]
    kitty = cards(setup["kitty"])
    match = position(
        rules, hands=hands_for(tricks, rules.players), leader=setup["leader"], kitty=kitty
    )
    leaders: list[int] = []
    broken: list[bool] = []
    for played in tricks:
        deal = current(match)
        assert deal.trick is not None
        leaders.append(deal.trick.leader)
        assert played[0][0] == deal.trick.leader
        match = play_unchecked(match, played)
        broken.append(hearts_broken(current(match), rules))
    deal = current(match)
    assert deal.trick is None
    count = count_deal(deal, rules)
    sizes = [0] * rules.players
    waiting = 0
    for trick in deal.tricks:
        waiting += len(trick.cards)
        if trick.taker is not None:
            sizes[trick.taker] += waiting
            waiting = 0
    lost = deal.set_aside
    if deal.kitty_owner is None:
        lost += kitty
    else:
        sizes[deal.kitty_owner] += len(kitty)
    found = {
        "winners": [trick.taker for trick in deal.tricks],
        "leaders": leaders,
        "points": list(count.points),
        "cards": sizes,
        "uncollected_cards": len(lost),
        "uncollected_points": lost.points,
        "broken_after": broken,
    }
    assert found == {name: expect[name] for name in found}


def judge_legal(case: Case) -> None:
    setup, rules = case["setup"], rules_of(case)
    hand = cards(setup["hand"])
    trick = plays(setup["trick"])
    seat = (trick[-1][0] + 1) % rules.players if trick else 0
    leader = trick[0][0] if trick else seat
    past = [dummy_trick()] * (setup["trick_no"] - 1)
    if setup["hearts_broken"]:
        past = [*(past or [dummy_trick()])[:-1], Trick(0, (Card.H2,), 0)]
    # Whoever has played so far had just these cards; the others have as many as the seat itself.
    match = position(rules, hands=[hand] * rules.players, leader=leader, past=past)
    deal = current(match)
    match = replace(
        match, deal=replace(deal, trick=Trick(leader, tuple(card for _seat, card in trick)))
    )
    legal = legal_plays(match, seat)
    assert sorted(legal) == sorted(map(Card, case["expect"]["legal"]))
    # What may not be played is refused, what may is decided.
    for card in set(hand) - set(legal):
        with pytest.raises(ValueError, match=r"^[A-Z_]+"):
            decide(match, PlayCard(seat, card))


def judge_score(case: Case) -> None:
    setup, expect, rules = case["setup"], case["expect"], rules_of(case)
    points = tuple(
        hearts + 13 * queens
        for hearts, queens in zip(setup["hearts"], setup["queens"], strict=True)
    )
    lost = setup["uncollected"]
    assert sum(points) + lost["hearts"] + 13 * lost["queens"] == rules.all_points
    one_each = [1] * rules.players
    count = Count(
        points,
        tuple(setup.get("bonus", [0] * rules.players)),
        tuple(setup.get("tricks", setup.get("tricks_taken", one_each))),
    )
    before = tuple(setup["before"])
    shooter = moon_shooter(points, rules)
    assert shooter == expect["moon"]
    choice = None
    if shooter is not None:
        choice = setup["moon_choice"] if rules.moon_choice == "ask" else rules.moon_choice
        if choice in ("auto", None):
            choice = default_choice(before, count, rules, shooter)
    after = new_totals(before, count, rules, shooter=shooter, choice=choice)
    winners = match_winners(after, rules)
    assert list(after) == expect["after"]
    assert (winners is not None) == expect["over"]
    assert list(winners or ()) == expect["winners"]


def judge_deal(case: Case) -> None:
    expect = case["expect"]
    if not expect["valid"]:
        with pytest.raises(RulesError, match="players"):
            rules_of(case)
        return
    rules = rules_of(case)
    assert (rules.hand_size, rules.kitty_size) == (expect["hand_size"], expect["kitty_size"])
    order = shuffled_pack(bytes(32), decks=rules.decks)
    match = fold(None, decide(None, BeginMatch(rules, 0)))
    deal = current(fold(match, decide(match, DealCards(order))))
    assert {len(hand) for hand in deal.dealt} == {expect["hand_size"]}
    assert len(deal.kitty or ()) == expect["kitty_size"]


def judge_pass(case: Case) -> None:
    rules, expect = rules_of(case), case["expect"]
    offset = rules.pass_offset(case["setup"]["hand_no"])
    assert offset == expect["offset"]
    assert offset % rules.players == expect["p0_gives_to"]


def judge_seat(case: Case) -> None:
    setup, rules = case["setup"], rules_of(case)
    holders = setup.get("two_clubs_holders", [])
    hands = tuple(
        Cards.of("C2") if seat in holders else Cards.of("D2") for seat in range(rules.players)
    )
    assert opening_leader(hands, setup["dealer"], rules) == case["expect"]["first_leader"]
    match = fold(None, decide(None, BeginMatch(rules, setup["dealer"])))
    match = fold(match, decide(match, DealCards(shuffled_pack(bytes(32), decks=rules.decks))))
    assert match.next_dealer == case["expect"]["next_dealer"]
