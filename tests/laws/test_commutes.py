"""What a seat makes of its redacted events is exactly what it may know of what is the case."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import Match, Rules, View, evolve, observe, redact, view_of
from cancellation_hearts.core.events import Event
from tests.strategies import rules_sets, seeds, walk


@given(rules=rules_sets(), seed=seeds)
def test_evolving_a_view_equals_viewing_what_evolved(rules: Rules, seed: int) -> None:
    seats = [None, *range(rules.players)]
    match: Match | None = None
    views: dict[int | None, View] = {}
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        for event in step.events:  # between the events of one command too
            match = evolve(None, event) if match is None else evolve(match, event)
            for seat in seats:
                observed = observe(match, seat)
                if seat in views:
                    assert evolve(views[seat], redact(event, seat)) == observed
                views[seat] = observed
        assert match == step.after


@given(rules=rules_sets(), seed=seeds)
def test_redacted_events_alone_make_the_view(rules: Rules, seed: int) -> None:
    steps = list(walk(rules, Random(seed), hands=2, story="mixed"))
    for seat in (None, *range(rules.players)):
        told: list[Event] = []
        for step in steps:
            told += (redact(event, seat) for event in step.events)
        view = view_of(told, seat)
        assert view == observe(steps[-1].after, seat)
        assert view.seat == seat
