"""Whatever is written reads back as the same value, and equal values are written alike."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cancellation_hearts.core import (
    Card,
    Cards,
    Command,
    Event,
    Hidden,
    Knowledge,
    Match,
    PlayCard,
    Rules,
    View,
    observe,
    redact,
)
from cancellation_hearts.core.codec import decode, encode
from tests.strategies import rules_sets, seeds, walk

masks = st.integers(0, 2**52 - 1)
piles = st.builds(lambda one, other: Cards(one, one & other), masks, masks)


@given(rules=rules_sets(), seed=seeds)
def test_commands_events_matches_and_views_through_json(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        assert decode(encode(step.command), Command) == step.command
        seat = seed % rules.players
        for event in step.events:
            for told in (event, redact(event, seat), redact(event, None)):
                assert decode(encode(told), Event) == told
        if isinstance(step.command, PlayCard) and len(step.events) == 1:
            continue  # nothing new in the state but a card
        view = observe(step.after, seat)
        again = decode(encode(view), View)
        assert again == view
        assert type(again) is View
        assert decode(encode(view), Match | View) == view
        match = decode(encode(step.after), Match)
        assert match == step.after
        assert encode(match) == encode(step.after)


@given(rules_sets())
def test_rules_as_a_table_code(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert Rules.read(str(rules)) == rules


@given(rules_sets())
def test_rules_through_json(rules: Rules) -> None:
    assert decode(encode(rules), Rules) == rules


@given(piles)
def test_a_pile_in_notation(cards: Cards) -> None:
    assert Cards.parse(cards.notation) == cards
    assert Knowledge.parse(cards.notation) == cards
    assert decode(encode(cards), Cards) == cards
    assert decode(encode(cards), Knowledge) == cards


@given(piles)
def test_a_pile_as_a_list_of_cards(cards: Cards) -> None:
    assert Cards.of(cards) == cards
    assert Cards.of(" ".join(cards)) == cards
    assert len(list(cards)) == len(cards)
    assert sum(cards.count(card) for card in Card) == len(cards)


@given(piles)
def test_a_pile_as_code(cards: Cards) -> None:
    assert eval(repr(cards), {"Cards": Cards}) == cards  # noqa: S307 - our own repr


@given(st.integers(0, 104))
def test_hidden_cards(size: int) -> None:
    hidden = Hidden(size)
    assert Knowledge.parse(hidden.notation) == hidden
    assert decode(encode(hidden), Knowledge) == hidden
    assert eval(repr(hidden), {"Hidden": Hidden}) == hidden  # noqa: S307 - our own repr
