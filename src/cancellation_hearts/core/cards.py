"""Cards, and piles of cards that count copies.

A pile is two 52-bit masks over the *kinds* of card (kind = 13 * suit + rank, suits C D H S,
ranks 2 to A): ``one`` has a bit for each kind that is present, ``two`` for each kind that is
present twice. Copies are never told apart: two queens of spades are one kind, held twice.

This makes the heart of the game a line of arithmetic. Lay a whole trick into a pile:

    played   ST H9 H9 ST S4 S2
    one      ST H9 S4 S2          kinds on the table
    two      ST H9                kinds that met their twin
    one&~two S4 S2                what was not cancelled

The uncancelled cards are ``one & ~two``; the number of cancelled pairs is the number of bits of
``two``; points are the value of ``one`` plus the value of ``two``. With one pack ``two`` stays
empty and the same code is ordinary Hearts.

What somebody knows of a pile is a ``Knowledge``: the ``Cards`` themselves, or ``Hidden(n)``, a
number of cards face down. Arithmetic with something hidden gives something hidden, so the code
that records events serves the table, which sees everything, and each player, who does not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Final, Self, overload

RANKS: Final = "23456789TJQKA"


class Suit(StrEnum):
    """A suit; the order is that of the kinds."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def mask(self) -> int:
        """The 13 kinds of the suit as bits of a 52-bit mask."""
        return _SUIT_MASKS[self]

    @property
    def symbol(self) -> str:
        """The suit's sign, for pictures."""
        return _SYMBOLS[self]


_SUIT: Final = 0x1FFF
"""13 kinds."""
_SUIT_MASKS: Final = {suit: _SUIT << 13 * index for index, suit in enumerate(Suit)}
_SYMBOLS: Final = dict(zip(Suit, "♣♦♥♠", strict=True))


class Card(StrEnum):
    """A kind of card, named suit first as in bridge records: ``Card.SQ`` is written ``"SQ"``.

    >>> Card("SQ").suit, Card.SQ.points, Card.HT.points, str(Card.C2)
    (<Suit.SPADES: 'S'>, 13, 1, 'C2')
    """

    kind: int
    """0 to 51: 13 * suit + rank."""
    bit: int
    """``1 << kind``."""
    suit: Suit
    rank: int
    """2 to 14; an ace is high (R04)."""
    points: int
    """1 for a heart, 13 for the queen of spades (R27)."""

    def __new__(cls, name: str) -> Self:
        """Give the member its numbers once, when the class is made."""
        self = str.__new__(cls, name)
        self._value_ = name
        self.suit = Suit(name[0])
        self.rank = 2 + RANKS.index(name[1])
        self.kind = 13 * list(Suit).index(self.suit) + self.rank - 2
        self.bit = 1 << self.kind
        self.points = 13 if name == "SQ" else int(self.suit is Suit.HEARTS)
        return self

    def __repr__(self) -> str:
        """Code that evaluates to the card."""
        return f"Card.{self.name}"

    # Cards sort by kind; as the strings they are they would put CA before CK before C9.
    def __lt__(self, other: str) -> bool:
        """Whether this kind stands before the other's."""
        return self.kind < Card(other).kind

    def __gt__(self, other: str) -> bool:
        """Whether this kind stands after the other's."""
        return self.kind > Card(other).kind

    def __le__(self, other: str) -> bool:
        """Whether this kind is the other's or stands before it."""
        return self.kind <= Card(other).kind

    def __ge__(self, other: str) -> bool:
        """Whether this kind is the other's or stands after it."""
        return self.kind >= Card(other).kind

    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    CT = "CT"
    CJ = "CJ"
    CQ = "CQ"
    CK = "CK"
    CA = "CA"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    DT = "DT"
    DJ = "DJ"
    DQ = "DQ"
    DK = "DK"
    DA = "DA"
    H2 = "H2"
    H3 = "H3"
    H4 = "H4"
    H5 = "H5"
    H6 = "H6"
    H7 = "H7"
    H8 = "H8"
    H9 = "H9"
    HT = "HT"
    HJ = "HJ"
    HQ = "HQ"
    HK = "HK"
    HA = "HA"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S7 = "S7"
    S8 = "S8"
    S9 = "S9"
    ST = "ST"
    SJ = "SJ"
    SQ = "SQ"
    SK = "SK"
    SA = "SA"


KINDS: Final[tuple[Card, ...]] = tuple(Card)
"""All 52 cards by kind: ``KINDS[card.kind] is card``."""

HEARTS: Final = Suit.HEARTS.mask
QUEEN: Final = Card.SQ.bit
POINT_CARDS: Final = HEARTS | QUEEN
_ALL: Final = (1 << 52) - 1


class NotationError(ValueError):
    """Text that is not a set of cards; ``position`` is the offset of the first wrong character."""

    def __init__(self, message: str, position: int) -> None:
        """Say what is wrong and where."""
        super().__init__(message, position)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        """What is wrong."""
        return self.message


class Knowledge:
    """What somebody knows of a pile: its ``Cards``, or only how many there are (``Hidden``)."""

    __slots__ = ()

    @abstractmethod
    def __len__(self) -> int:
        """How many cards."""

    @abstractmethod
    def __add__(self, other: Knowledge) -> Knowledge:
        """Both piles together."""

    @abstractmethod
    def __sub__(self, other: Knowledge | Card) -> Knowledge:
        """What is left when those cards leave."""

    @property
    @abstractmethod
    def notation(self) -> str:
        """The form in which it travels: a set in record notation, or a number."""

    @staticmethod
    def parse(text: str) -> Knowledge:
        """Read either form.

        >>> Knowledge.parse("17"), Knowledge.parse("AAK..7.")
        (Hidden(17), Cards.parse('AAK..7.'))
        """
        if text.isascii() and text.isdigit():
            # A longer number is nonsense, and slow to read.
            if len(text) > 3 or int(text) > 104:
                raise NotationError(f"at most 104 cards can be hidden, not {text[:9]}", 0)
            if text != str(int(text)):
                raise NotationError(f"a number without leading zeros, not {text}", 0)
            return Hidden(int(text))
        return Cards.parse(text)


class Hidden(Knowledge):
    """A number of cards face down."""

    __slots__ = ("size",)
    size: int

    def __init__(self, size: int) -> None:
        """``size``: how many cards, 0 to 104."""
        if not 0 <= size <= 104:
            raise ValueError(f"a pile has 0 to 104 cards, not {size}")
        _set_size(self, size)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: values do not change."""
        raise AttributeError(f"Hidden is immutable: cannot set {name}")

    def __reduce__(self) -> tuple[type[Hidden], tuple[int]]:
        """Copy and pickle by the constructor."""
        return Hidden, (self.size,)

    def __len__(self) -> int:
        """How many cards."""
        return self.size

    def __eq__(self, other: object) -> bool:
        """Equal numbers are equal knowledge."""
        return isinstance(other, Hidden) and self.size == other.size

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((Hidden, self.size))

    def __add__(self, other: Knowledge) -> Hidden:
        """Whatever joins hidden cards is hidden among them."""
        return Hidden(self.size + len(other))

    def __sub__(self, other: Knowledge | Card) -> Hidden:
        """One fewer, or as many fewer as the other pile has."""
        return Hidden(self.size - (1 if isinstance(other, Card) else len(other)))

    @property
    def notation(self) -> str:
        """The number."""
        return str(self.size)

    def __repr__(self) -> str:
        """Code that evaluates to the same."""
        return f"Hidden({self.size})"

    def __str__(self) -> str:
        """A picture: as many cards face down."""
        return f"{self.size} hidden" if self.size else "—"


class Cards(Knowledge):
    """A multiset of cards, each kind at most twice.

    >>> hand = Cards.parse("AAKT7.QJ2..A5")
    >>> print(hand)
    ♠AAKT7 ♥QJ2 ♣A5
    >>> len(hand), hand.points, hand.count(Card.SA), Card.D2 in hand
    (10, 3, 2, False)
    >>> hand - Card.SA - Cards.of("SA H2")
    Cards.parse('KT7.QJ..A5')
    >>> list(Cards.of("SQ C2 SQ"))
    [Card.C2, Card.SQ, Card.SQ]
    """

    __slots__ = ("one", "two")
    one: int
    """The kinds present, as a 52-bit mask."""
    two: int
    """The kinds present twice; always within ``one``."""

    def __init__(self, one: int = 0, two: int = 0) -> None:
        """Two masks; ``ValueError`` if they are not a pile."""
        if one >> 52 or two & ~one:
            raise ValueError(f"not a pile of cards: one={one:#x}, two={two:#x}")
        _set_one(self, one)
        _set_two(self, two)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: values do not change."""
        raise AttributeError(f"Cards is immutable: cannot set {name}")

    def __reduce__(self) -> tuple[type[Cards], tuple[int, int]]:
        """Copy and pickle by the constructor."""
        return Cards, (self.one, self.two)

    @staticmethod
    def of(cards: str | Iterable[Card]) -> Cards:
        """Gather cards, given one by one or as words: ``Cards.of("SQ HT C2")``.

        Raises ``ValueError`` for a word that is no card and for a third copy.
        """
        one = two = 0
        for card in [Card(word) for word in cards.split()] if isinstance(cards, str) else cards:
            bit = card.bit
            if two & bit:
                raise ValueError(f"{card} stands three times; there are only two copies")
            two |= one & bit
            one |= bit
        return Cards(one, two)

    @staticmethod
    def parse(text: str) -> Cards:
        """Read a set in record notation: spades.hearts.diamonds.clubs, ranks high to low.

        Raises ``NotationError`` with the position of the first wrong character.
        """
        one = two = 0
        suits = iter(reversed(Suit))
        suit = next(suits)
        last = 15
        for position, char in enumerate(text):
            if char == ".":
                following = next(suits, None)
                if following is None:
                    raise NotationError("a set of cards has three dots, not more", position)
                suit, last = following, 15
                continue
            rank = 2 + RANKS.find(char)
            if rank < 2:
                raise NotationError(f"{char!r} is no rank; expected one of AKQJT98765432", position)
            if rank > last:
                raise NotationError(f"{char} stands after a lower rank of its suit", position)
            bit = Card(f"{suit}{char}").bit
            if two & bit:
                raise NotationError(f"{suit}{char} stands three times", position)
            two |= one & bit
            one |= bit
            last = rank
        if next(suits, None) is not None:
            raise NotationError(
                f"a set of cards has three dots, as in A.KQ..T; {text!r} has {text.count('.')}",
                len(text),
            )
        return Cards(one, two)

    @property
    def notation(self) -> str:
        """The canonical text of the set; ``Cards.parse`` reads it back."""
        return _notation(self.one, self.two)

    @property
    def points(self) -> int:
        """Hearts plus 13 a queen of spades (R27)."""
        one, two = self.one, self.two
        hearts = (one & HEARTS).bit_count() + (two & HEARTS).bit_count()
        return hearts + 13 * (bool(one & QUEEN) + bool(two & QUEEN))

    def count(self, card: Card) -> int:
        """How many copies of the card: 0, 1 or 2."""
        return bool(self.one & card.bit) + bool(self.two & card.bit)

    def only(self, mask: int) -> Cards:
        """The cards of the kinds in a mask, copies included."""
        return Cards(self.one & mask, self.two & mask)

    def __len__(self) -> int:
        """How many cards, copies counted."""
        return self.one.bit_count() + self.two.bit_count()

    def __bool__(self) -> bool:
        """Whether there is any card."""
        return self.one != 0

    def __contains__(self, card: Card) -> bool:
        """Whether at least one copy is here."""
        return bool(self.one & card.bit)

    def __iter__(self) -> Iterator[Card]:
        """Every card from C2 up to SA, copies one after the other."""
        rest, two = self.one, self.two
        while rest:
            bit = rest & -rest
            card = KINDS[bit.bit_length() - 1]
            yield card
            if two & bit:
                yield card
            rest ^= bit

    def __eq__(self, other: object) -> bool:
        """Whether the same cards are in both."""
        return isinstance(other, Cards) and self.one == other.one and self.two == other.two

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.one, self.two))

    def __le__(self, other: Cards) -> bool:
        """Whether the other pile has all these cards."""
        return not (self.one & ~other.one or self.two & ~other.two)

    @overload
    def __add__(self, other: Cards) -> Cards: ...
    @overload
    def __add__(self, other: Knowledge) -> Knowledge: ...
    def __add__(self, other: Knowledge) -> Knowledge:
        """Both piles together; ``ValueError`` if that makes three copies of a kind."""
        if not isinstance(other, Cards):
            return Hidden(len(self) + len(other))
        if (self.one & other.two) | (self.two & other.one):
            raise ValueError(f"{self!r} + {other!r} would hold three copies of a card")
        return Cards(self.one | other.one, self.two | other.two | (self.one & other.one))

    @overload
    def __sub__(self, other: Cards | Card) -> Cards: ...
    @overload
    def __sub__(self, other: Knowledge | Card) -> Knowledge: ...
    def __sub__(self, other: Knowledge | Card) -> Knowledge:
        """What is left; ``ValueError`` if a card that leaves is not here."""
        one, two = self.one, self.two
        if isinstance(other, Card):
            bit = other.bit
            if two & bit:
                return Cards(one, two ^ bit)
            if one & bit:
                return Cards(one ^ bit, two)
            raise ValueError(f"{other} is not in {self!r}")
        if not isinstance(other, Cards):
            return Hidden(len(self) - len(other))
        if not other <= self:
            raise ValueError(f"{other!r} is not within {self!r}")
        # A kind held twice of which one copy leaves stays, once.
        return Cards((one & ~other.one) | (two & other.one & ~other.two), two & ~other.one)

    def __repr__(self) -> str:
        """Code that evaluates to the same pile."""
        return f"Cards.parse({self.notation!r})"

    def __str__(self) -> str:
        """A picture: ``♠AAKT7 ♥QJ2 ♣A5``, and a dash for no cards."""
        suits = zip(reversed(Suit), self.notation.split("."), strict=True)
        return " ".join(suit.symbol + ranks for suit, ranks in suits if ranks) or "—"


@lru_cache(maxsize=1 << 14)
def _notation(one: int, two: int) -> str:
    """Of a pile; each is told to many readers, move after move, so that this is worth keeping."""
    suits = (range(first, first + 13) for first in (39, 26, 13, 0))
    return ".".join(
        "".join(RANKS[at % 13] * (1 + (two >> at & 1)) for at in reversed(suit) if one >> at & 1)
        for suit in suits
    )


# The slots' own setters pass by the __setattr__ that keeps everybody else out.
_set_size = Hidden.__dict__["size"].__set__
_set_one = Cards.__dict__["one"].__set__
_set_two = Cards.__dict__["two"].__set__


def pack(decks: int) -> Cards:
    """Every card of one pack or of two.

    >>> len(pack(1)), len(pack(2)), pack(2).points
    (52, 104, 52)
    """
    return Cards(_ALL, _ALL if decks == 2 else 0)
