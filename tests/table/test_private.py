"""What is told to everybody and what is told to one person make together what that person knows."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import Phase, Rules, legal_plays, refusal
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.table import ByPerson, Settings, observe
from cancellation_hearts.table.commands import ChangeSettings, TakeSeat
from cancellation_hearts.table.facts import facts_of
from cancellation_hearts.table.private import joined, private_of
from tests.strategies import seeds
from tests.table.walks import evening, open_table, play_on, run, settings_of, started


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


@given(seed=seeds)
def test_facts_are_the_same_for_everybody(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=250):
        table = step.after
        assert table is not None
        for person in (None, *range(len(table.people))):
            assert facts_of(observe(table, person)) == facts_of(table)


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
