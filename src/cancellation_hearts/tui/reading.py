"""What a person typed, read generously."""

from __future__ import annotations

from cancellation_hearts.core import Card, Suit


def read_card(text: str) -> Card | None:
    """The card that a person typed: ``SQ``, ``qs``, ``♠Q``, ``10h``; None if it is none.

    >>> [read_card(word) for word in ("sq", "QS", "♠q", "10h", "h10", "x")]
    [Card.SQ, Card.SQ, Card.SQ, Card.HT, Card.HT, None]
    """
    word = text.upper().replace("10", "T")
    for suit in Suit:
        word = word.replace(suit.symbol, suit)
    for name in (word, word[::-1]):
        if name in Card.__members__:
            return Card(name)
    return None
