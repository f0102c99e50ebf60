"""What the table says of a moment to whoever shows it, held against the cards themselves."""

from collections import Counter
from random import Random

import pytest

from cancellation_hearts.core import Card, Phase, Trick
from cancellation_hearts.core.trick import trick_winner
from cancellation_hearts.table.facts import Change, Facts, Haul, facts_of
from cancellation_hearts.table.state import Table
from tests.table.moons import shot
from tests.table.walks import acts, dealt, open_table, play_on, started


def played(rules: str, *, seed: int) -> list[tuple[Table, Facts]]:
    """Every moment of a hand, up to its score."""
    rng = Random(seed)
    table = play_on(started(open_table(rules), rng=rng), until=Phase.PLAYING, rng=rng)
    moments = [(table, facts_of(table))]
    while table.match is not None and table.match.phase is Phase.PLAYING:
        table = acts(table, table.awaited[0], rng=rng)
        moments.append((table, facts_of(table)))
    return moments


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", ["players=6", "players=7 void_rule=no_led_card", "players=11"])
def test_the_last_trick_stays_to_be_looked_at(rules: str, seed: int) -> None:
    kitties = 0
    waits = Counter[Card]()
    tricks = 0
    for table, facts in played(rules, seed=seed):
        assert table.match is not None
        assert table.match.deal is not None
        deal, last = table.match.deal, facts.last
        if len(deal.tricks) == tricks:
            assert (last is None) == (tricks == 0)
            continue
        tricks += 1
        trick = deal.tricks[-1]
        assert last is not None
        assert last.number == tricks
        assert (last.cards, last.taker) == (trick.cards, trick.taker)
        twins = Counter(trick.cards)
        assert last.cancelled == tuple(twins[card] == 2 for card in trick.cards)
        assert last.order[0] == trick.leader
        assert sorted(last.order) == list(range(table.match.rules.players))
        assert last.aside == waits.total()
        waits += twins
        assert last.points == sum(
            waits[card] * (13 if card is Card.SQ else card.name[0] == "H") for card in waits
        )
        kitties += last.kitty
        if trick.taker is not None:
            waits.clear()
    assert tricks
    assert kitties in (0, 2, 6, 5)  # of 6, 7 and 11 players; nobody may have taken a trick


@pytest.mark.parametrize("rules", ["players=6", "players=8 void_rule=no_led_card"])
def test_that_one_more_pair_voids_the_trick_is_told_before(rules: str) -> None:
    told = 0
    for seed in range(3):
        for table, facts in played(rules, seed=seed):
            assert table.match is not None
            assert table.match.deal is not None
            trick, house = table.match.deal.trick, table.match.rules
            if trick is None or trick.is_complete(players=house.players):
                assert not facts.next_pair_voids
                continue
            seen = Counter(trick.cards)
            singles = [card for card in seen if seen[card] == 1]
            twins = [Trick(trick.leader, (*trick.cards, card)) for card in singles]
            # Void, whatever comes: also if it is the highest card of the suit that was led.
            rescued = [Trick(one.leader, (*one.cards, _highest_live(one))) for one in twins]
            is_void = all(trick_winner(one, house) is None for one in (*twins, *rescued))
            has_pair = len(trick.cards) - len(seen) == 1
            assert facts.next_pair_voids == (
                has_pair and is_void and house.void_rule == "two_pairs"
            )
            told += facts.next_pair_voids
    assert bool(told) == ("no_led_card" not in rules)


def _highest_live(trick: Trick) -> Card:
    """The highest card of the suit that was led of which none lies there."""
    assert trick.led is not None
    of_suit = [card for card in Card if card.suit is trick.led.suit and card not in trick.cards]
    return max(of_suit, key=lambda card: card.bit)


def test_what_a_seat_has_taken_adds_up_to_its_points() -> None:
    for rules in ("players=6", "players=8 bonus_card=DJ", "players=11 void_rule=no_led_card"):
        for table, facts in played(rules, seed=5):
            assert table.match is not None
            points = tuple(haul.hearts + 13 * haul.queens for haul in facts.hauls)
            deal = table.match.deal
            assert deal is not None
            assert points == (deal.points if deal.revealed else facts.taken)
            assert sum(haul.tricks for haul in facts.hauls) <= len(deal.tricks)


def test_before_the_first_trick_there_is_nothing_to_look_back_at() -> None:
    table = dealt(started(open_table("players=6")))
    facts = facts_of(table)
    assert facts.last is None
    assert facts.hauls == (Haul(),) * 6
    assert facts_of(open_table()).hauls == ()


def test_a_bonus_card_that_was_taken_is_counted() -> None:
    table, facts = played("players=8 bonus_card=DJ", seed=5)[-1]
    assert table.match is not None
    assert table.match.deal is not None
    assert table.match.deal.kitty is None
    waiting = next(
        (
            index
            for index, trick in enumerate(reversed(table.match.deal.tricks))
            if trick.taker is not None
        ),
        0,
    )
    taken = table.match.deal.tricks[: len(table.match.deal.tricks) - waiting]
    assert sum(haul.bonus for haul in facts.hauls) == sum(
        trick.cards.count(Card.DJ) for trick in taken
    )
    assert sum(haul.bonus for haul in facts.hauls) > 0


def test_how_the_open_trick_went_is_told_card_by_card() -> None:
    before: Facts | None = None
    for _table, facts in played("players=8", seed=3):
        assert facts.course[-1:] == ((facts.winner,) if facts.course else ())
        assert len(facts.course) == len(facts.cancelled)
        if before is not None and facts.course[1:]:
            assert facts.course[:-1] == before.course
        before = facts


@pytest.mark.parametrize(
    "rules",
    [
        "players=6",
        "players=8 bonus_card=DJ no_trick_bonus=5",
        "players=11 bonus_card=DT no_trick_bonus=5 score_floor=0",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_change_is_told_in_parts(rules: str, seed: int) -> None:
    table, facts = played(rules, seed=seed)[-1]
    assert table.match is not None
    deal, house = table.match.deal, table.match.rules
    assert deal is not None
    assert deal.points is not None
    assert deal.changes is not None
    for change, all_of_it, points, haul in zip(
        facts.changes, deal.changes, deal.points, facts.hauls, strict=True
    ):
        assert sum(getattr(change, name) for name in Change.__struct_fields__) == all_of_it
        assert change.hearts + change.queens == points
        assert change.bonus == -10 * haul.bonus
        assert change.no_tricks == (0 if haul.tricks else -house.no_trick_bonus)
        assert change.moon == 0
        assert change.floor >= 0
        if house.score_floor is None:
            assert change.floor == 0


@pytest.mark.parametrize("choice", ["add", "subtract"])
def test_a_moon_is_told_in_parts(choice: str) -> None:
    table = shot(f"moon_choice={choice} score_floor=0")
    assert facts_of(table).changes == (
        (Change(),) + (Change(moon=26),) * 3
        if choice == "add"
        else (Change(moon=-26, floor=26), Change(), Change(), Change())
    )
