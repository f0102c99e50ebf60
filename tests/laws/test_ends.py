"""A hand has a known number of plays, and a match comes to its end."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import DealCards, PassCards, Phase, PlayCard, Rules
from cancellation_hearts.core.commands import ChooseMoon
from cancellation_hearts.core.events import CardPlayed, DealScored, TrickTaken, TrickVoided
from tests.strategies import rules_sets, seeds, walk


@given(rules=rules_sets(), seed=seeds)
def test_a_hand_has_one_play_a_card_and_one_trick_a_round(rules: Rules, seed: int) -> None:
    steps = list(walk(rules, Random(seed), hands=1, story="mixed"))
    commands = [step.command for step in steps]
    events = [event for step in steps for event in step.events]
    assert sum(isinstance(event, CardPlayed) for event in events) == (
        rules.hand_size * rules.players
    )
    assert sum(isinstance(event, TrickTaken | TrickVoided) for event in events) == rules.hand_size
    assert sum(isinstance(command, DealCards) for command in commands) == 1
    assert sum(isinstance(command, PlayCard) for command in commands) == (
        rules.hand_size * rules.players
    )
    assert sum(isinstance(command, ChooseMoon) for command in commands) <= 1
    passed = {command.seat for command in commands if isinstance(command, PassCards)}
    assert len(passed) == (rules.players if rules.pass_offset(1) else 0)
    assert steps[-1].after.phase in (Phase.DEALING, Phase.OVER)


@given(rules=rules_sets(limit=20), seed=seeds)
def test_a_match_to_20_ends(rules: Rules, seed: int) -> None:
    hands = 0
    match = None
    for step in walk(rules, Random(seed), hands=200, story="random"):
        match = step.after
        hands += any(isinstance(event, DealScored) for event in step.events)
    assert match is not None
    assert match.phase is Phase.OVER
    assert match.winners is not None
    assert max(match.totals) >= rules.limit
    assert {match.totals[seat] for seat in match.winners} == {min(match.totals)}
    assert 1 <= hands < 200


@given(rules=rules_sets(limit=20), seed=seeds)
def test_a_match_goes_on_exactly_until_somebody_reaches_the_limit(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=6, story="mixed"):
        for event in step.events:
            if isinstance(event, DealScored):
                reached = max(event.totals) >= rules.limit
                alone = event.totals.count(min(event.totals)) == 1
                over = reached and (alone or rules.tie_break == "shared")
                assert (step.after.phase is Phase.OVER) == over
