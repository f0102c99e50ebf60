"""Values as JSON."""

from __future__ import annotations

import msgspec
import pytest

from cancellation_hearts.core import (
    Card,
    Cards,
    Command,
    Event,
    Hidden,
    Knowledge,
    Match,
    PassCards,
    PlayCard,
    Rules,
    View,
    observe,
)
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.events import PassChosen
from tests.strategies import position


def test_a_command_names_its_kind() -> None:
    assert encode(PlayCard(3, Card.SQ)) == b'{"type":"PlayCard","seat":3,"card":"SQ"}'


def test_known_cards_travel_as_a_set_and_hidden_ones_as_a_number() -> None:
    seen, hidden = PassChosen(0, Cards.of("SQ C2 C2")), PassChosen(0, Hidden(3))
    assert encode(seen) == b'{"type":"PassChosen","seat":0,"cards":"Q...22"}'
    assert encode(hidden) == b'{"type":"PassChosen","seat":0,"cards":"3"}'
    assert decode(encode(seen), Event) == seen
    assert decode(encode(hidden), Event) == hidden


def test_a_view_and_a_match_are_told_apart() -> None:
    match = position("players=6", "SQ C2", "H2")
    view = observe(match, 0)
    assert type(decode(encode(match), Match | View)) is Match
    assert type(decode(encode(view), Match | View)) is View
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'View'"):
        decode(encode(view), Match)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"type":"PlayCard","seat":3,"card":"QS"}', "Invalid enum value 'QS'"),
        ('{"type":"PlayCard","seat":"3","card":"SQ"}', "Expected `int`"),
        ('{"type":"PlayCard","seat":3}', "missing required field `card`"),
        ('{"type":"PlayCard","seat":3,"card":"SQ","ply":1}', "unknown field `ply`"),
        ('{"type":"PeekCard","seat":3,"card":"SQ"}', "Invalid value 'PeekCard'"),
        ('{"type":"PassCards","seat":3,"cards":"3"}', "three dots"),
        ('{"type":"PassCards","seat":3,"cards":["SQ"]}', "expected a set of cards as text"),
        ('{"type":"ChooseMoon","seat":3,"choice":"keep"}', "Invalid enum value 'keep'"),
        ('{"type":"BeginMatch","rules":{"players":12},"dealer":0}', "players: two packs"),
        ('{"type":"BeginMatch","rules":{"players":6,"x":1},"dealer":0}', "unknown field `x`"),
        ("{", "truncated"),
    ],
)
def test_a_command_from_outside_is_checked(text: str, complaint: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=complaint):
        decode(text.encode(), Command)


def test_hidden_cards_are_no_cards_to_pass() -> None:
    assert decode(b'{"type":"PassCards","seat":0,"cards":"AKQ..."}', Command) == (
        PassCards(0, Cards.of("SA SK SQ"))
    )
    with pytest.raises(msgspec.ValidationError):
        decode(encode(PassChosen(0, Hidden(3))).replace(b"PassChosen", b"PassCards"), Command)


def test_a_pile_that_cannot_be_is_refused() -> None:
    for text in (b'"AAA..."', b'"105"', b'"1000000"', b"17"):
        with pytest.raises(msgspec.ValidationError):
            decode(text, Knowledge)


def test_rules_are_an_object_of_options() -> None:
    assert decode(b'{"players":8,"pass_cycle":["left","none"]}', Rules) == (
        Rules(players=8, pass_cycle=("left", "none"))
    )


def test_what_has_no_form_is_not_written_or_read() -> None:
    with pytest.raises(NotImplementedError, match="no JSON form for complex"):
        encode(1j)
    with pytest.raises(NotImplementedError, match="no JSON form for complex"):
        decode(b'"1j"', complex)


def test_json_that_lies_too_deep_is_unreadable_like_any_other() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    for kind in (Event, list[object]):
        with pytest.raises(msgspec.DecodeError):
            decode(deep, kind)
