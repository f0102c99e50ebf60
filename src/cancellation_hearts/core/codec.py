"""Values as JSON, for logs and wires: one definition serves both.

Every command, event, state and refusal is a msgspec struct, so msgspec writes it, reads it,
validates it and can describe it as JSON Schema. The piles alone have a text form of their own: a
set in record notation, or a number of hidden cards, as one string.

>>> from cancellation_hearts.core import Card, Event
>>> from cancellation_hearts.core.events import CardPlayed
>>> encode(CardPlayed(3, Card.SQ))
b'{"type":"CardPlayed","seat":3,"card":"SQ"}'
>>> decode(b'{"type":"CardPlayed","seat":3,"card":"SQ"}', Event)
CardPlayed(seat=3, card=Card.SQ)
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from cancellation_hearts.core.cards import Cards, Knowledge


def _to_text(value: object) -> str:
    if isinstance(value, Knowledge):
        return value.notation
    raise NotImplementedError(f"no JSON form for {type(value).__name__}")


def _from_text(kind: type, value: object) -> Knowledge:
    if not isinstance(value, str):
        raise ValueError(f"expected a set of cards as text, got {type(value).__name__}")  # noqa: TRY004
    if kind is Cards:
        return Cards.parse(value)
    if kind is Knowledge:
        return Knowledge.parse(value)
    raise NotImplementedError(f"no JSON form for {kind.__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_to_text)


def encode(value: object) -> bytes:
    """A value as compact JSON; equal values give equal bytes.

    (What leaves out defaults must have none but numbers, truth values, None and empty ones, for
    these alone are known by being the same object.)
    """
    return _encoder.encode(value)


def decode(data: bytes, kind: Any) -> Any:  # noqa: ANN401 - a union of structs is no ``type``
    """The value of a kind (``Event``, ``Command``, ``View`` ...) that JSON bytes stand for.

    Raises ``msgspec.ValidationError`` (or its parent ``DecodeError``), which names what is wrong.
    """
    try:
        return _decoder(kind).decode(data)
    except RecursionError:
        raise msgspec.DecodeError("lists or objects lie too deep in each other") from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - as above
    """To look at a union takes longer than to read a value of it, so that is done once a kind."""
    return msgspec.json.Decoder(kind, dec_hook=_from_text)
