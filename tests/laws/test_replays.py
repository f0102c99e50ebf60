"""The folded log equals the live state, and deciding again gives the same events."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import Match, Rules, decide, fold
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.events import Event
from tests.strategies import rules_sets, seeds, walk


@given(rules=rules_sets(), seed=seeds)
def test_the_folded_log_is_the_live_state(rules: Rules, seed: int) -> None:
    log: list[Event] = []
    match: Match | None = None
    for step in walk(rules, Random(seed), hands=3, story="mixed"):
        match = step.after
        log += step.events
    assert fold(None, log) == match


@given(rules=rules_sets(), seed=seeds)
def test_deciding_the_same_commands_again_gives_the_same_events(rules: Rules, seed: int) -> None:
    match: Match | None = None
    for step in walk(rules, Random(seed), hands=3, story="mixed"):
        events = decide(match, step.command)
        assert events == step.events
        match = fold(None, events) if match is None else fold(match, events)
        assert match == step.after


@given(rules=rules_sets(), seed=seeds)
def test_a_log_that_went_through_json_folds_to_the_live_state(rules: Rules, seed: int) -> None:
    log: list[Event] = []
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        log += [decode(encode(event), Event) for event in step.events]
        if len(step.events) > 1:
            assert fold(None, log) == step.after
