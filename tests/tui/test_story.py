"""The hand told again from a view is the hand that was told as it happened."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cancellation_hearts.core import Event, Rules, View, observe, redact
from cancellation_hearts.core.events import Dealt, MatchBegun, PassChosen
from cancellation_hearts.tui.story import story
from tests.strategies import Story, rules_sets, seeds, walk


@given(rules_sets(), seeds, st.sampled_from(("random", "moon", "void")), st.integers(0, 2))
def test_what_is_told_again_is_what_was_told(rules: Rules, seed: int, kind: Story, me: int) -> None:
    told: list[Event] = []
    for step in walk(rules, Random(seed), hands=2, story=kind):
        for event in step.events:
            if isinstance(event, Dealt):
                told = []
            if not isinstance(event, MatchBegun | PassChosen):
                told.append(redact(event, me))
        view = observe(step.after, me)
        again = list(story(view))
        assert [event for event, _after in again] == told
        if again:
            assert without_choices(again[-1][1]) == without_choices(view)


def without_choices(view: View) -> View:
    """Who has chosen a pass by now is not told again."""
    return view if view.deal is None else replace(view, deal=replace(view.deal, choices=()))
