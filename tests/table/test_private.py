"""What is told to everybody and what is told to one person make together what that person knows."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import Phase, Rules, legal_plays, refusal
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.codec import encode
from cancellation_hearts.table import ByPerson, Settings, Stranger, Table, TableCode, observe
from cancellation_hearts.table.commands import (
    ChangeSettings,
    Come,
    Leave,
    MakeHost,
    OpenTable,
    StandUp,
    TakeSeat,
)
from cancellation_hearts.table.facts import facts_of
from cancellation_hearts.table.private import joined, private_of
from tests.strategies import seeds
from tests.table.walks import (
    device,
    evening,
    key,
    open_table,
    play_on,
    refused,
    run,
    settings_of,
    started,
)


@given(seed=seeds)
def test_public_and_private_joined_are_the_view(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=250):
        table = step.after
        assert table is not None
        public = observe(table, None)
        for person in (None, *range(len(table.people))):
            assert joined(public, private_of(table, person)) == observe(table, person)


def test_a_seat_that_the_last_game_did_not_have_has_no_cards_of_it() -> None:
    table = play_on(started(open_table("players=6 limit=1")), until=Phase.OVER)
    table = run(table, ByPerson(0), ChangeSettings(Settings(Rules.parse("players=8"))))
    table = run(table, ByPerson(0), TakeSeat(7))
    assert joined(observe(table, None), private_of(table, 0)) == observe(table, 0)


def test_the_host_alone_is_told_whose_seats_are_one_devices() -> None:
    table = open_table("players=8")
    for number, (name, own) in enumerate([("Ben", 1), ("Cy", 2), ("Di", 1), ("Eve", 2)], start=1):
        table = run(table, Stranger(), Come(name, key(number), device=device(own)))
    table = run(table, Stranger(), Come("Flo", key(5)))  # programs have no such secret,
    table = run(table, Stranger(), Come("Gus", key(6)))  # and so are never taken for one
    groups = ((1, 3), (2, 4))
    assert shared(table) == [groups, (), (), (), (), (), ()]
    assert shared(run(table, ByPerson(0), MakeHost(3))) == [(), (), (), groups, (), (), ()]
    assert shared(run(table, ByPerson(0), StandUp()))[0] == groups
    table = run(run(table, ByPerson(3), StandUp()), ByPerson(4), Leave())
    assert shared(table)[0] == ()  # who only watches holds no second hand
    for person in (None, *range(7)):
        assert device(1).encode() not in encode((private_of(table, person), observe(table, person)))


def test_the_device_of_whoever_opens_a_table_counts_too() -> None:
    opening = OpenTable(open_table().settings, "Ana", key(0), device(1))
    table = run(run(None, Stranger(), opening), Stranger(), Come("Z", key(1), device=device(1)))
    assert shared(table) == [((0, 1),), ()]
    wrong = OpenTable(opening.settings, "Ana", key(0), "no key")
    assert refused(None, Stranger(), wrong).code is TableCode.BAD_KEY


def shared(table: Table) -> list[tuple[tuple[int, ...], ...]]:
    """What each person is told about devices."""
    told = [private_of(table, person) for person in range(len(table.people))]
    return [() if private is None else private.same_device for private in told]


@given(seed=seeds)
def test_facts_are_the_same_for_everybody(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=250):
        table = step.after
        assert table is not None
        facts = facts_of(table)
        for person in (None, *range(len(table.people))):
            assert facts_of(observe(table, person)) == facts


@given(seed=seeds)
def test_each_card_in_hand_is_legal_or_refused_with_its_reason(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=250):
        table = step.after
        assert table is not None
        for at, seat in enumerate(table.seats):
            private = private_of(table, seat.person)
            match = table.match
            if private is None or match is None or match.deal is None:
                continue
            legal = legal_plays(match, at)
            assert set(private.legal) == set(legal)
            for card in KINDS if legal else ():
                reason = refusal(match, at, card)
                held = reason is not None and reason.code != "NOT_IN_HAND"
                assert private.refused.get(card) == (reason.code if reason and held else None)
