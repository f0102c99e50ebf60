"""The shuffle is the one that docs/fair-deal.md specifies, and it is fair."""

from __future__ import annotations

import math
import re
from collections import Counter
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from cancellation_hearts.core import Card, Cards, pack
from cancellation_hearts.core.shuffle import (
    ENTROPY_BYTES,
    NO_ENTROPY,
    SEED_BYTES,
    commitment,
    deal_key,
    deal_order,
    first_dealer,
    numbered_seed,
    order_of,
    shuffled_pack,
)
from tests.strategies import TABLES

FAIR_DEAL: Final = Path(__file__).parents[2] / "docs" / "fair-deal.md"
MINUS: Final = "\N{MINUS SIGN}"  # the document is typeset
SEED: Final = bytes(range(32))
"""The seed of the document's example."""


@pytest.fixture(scope="module")
def text() -> str:
    return FAIR_DEAL.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def fair(text: str) -> dict[str, Any]:
    """The program of docs/fair-deal.md, which shares nothing with ours."""
    (program,) = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"__name__": "fair"}
    exec(compile(program, str(FAIR_DEAL), "exec"), names)  # noqa: S102 - our own document
    return names


def random_bytes(rng: Random, entropies: int) -> tuple[bytes, list[bytes | None]]:
    given = [rng.choice((None, rng.randbytes(ENTROPY_BYTES))) for _ in range(entropies)]
    return rng.randbytes(SEED_BYTES), given


# ---------------------------------------------------------------------- as the document says


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[1]}-players-{table[0]}-decks")
def test_the_documents_program_gives_the_same_deals(
    fair: dict[str, Any], table: tuple[int, int]
) -> None:
    decks, players = table
    rng = Random(f"fair {table}")
    for _ in range(5):
        seed, entropies = random_bytes(rng, players)
        dealer = rng.randrange(players)
        key = deal_key(seed, entropies)
        assert key == fair["key_of"](seed, [entropy or bytes(16) for entropy in entropies])
        order = shuffled_pack(key, decks=decks)
        assert list(map(str, order)) == fair["order_of"](key, decks)
        hands, kitty = deal_order(order, players=players, dealer=dealer)
        dealt = fair["hands_of"](fair["order_of"](key, decks), dealer, players)
        rest = fair["order_of"](key, decks)[len(order) // players * players :]
        assert [hand.notation for hand in hands] == [fair["text"](hand) for hand in dealt]
        assert kitty.notation == fair["text"](rest)


def test_the_documents_program_prints_the_same_lines(
    fair: dict[str, Any], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    added = ["00112233445566778899aabbccddeeff", "-", "f" * 32, "-", "-", "-"]
    fair["main"](SEED.hex(), "2", "6", "2", *added[:3])
    printed = capsys.readouterr().out
    key = deal_key(SEED, [None if word == "-" else bytes.fromhex(word) for word in added])
    hands, kitty = deal_order(shuffled_pack(key, decks=2), players=6, dealer=2)
    assert printed.splitlines() == [
        f"commitment {commitment(SEED).hex()}",
        f"deal {' '.join(hand.notation for hand in hands)}",
        f"kitty {kitty.notation}",
    ]
    for line in printed.splitlines()[1:]:
        assert f"\n{line}\n" in text
    assert f"\nkey         {key.hex()}\n" in text


def test_the_documents_table_of_numbered_seeds_is_ours(text: str) -> None:
    row = rf"^\| ([{MINUS}\d]+) \| (\d+) \| (\d+) \| `([0-9a-f]{{64}})` \|$"
    rows = re.findall(row, text, re.MULTILINE)
    assert len(rows) >= 4
    for number, game, hand, seed in rows:
        ours = numbered_seed(int(number.replace(MINUS, "-")), game=int(game), hand=int(hand))
        assert ours.hex() == seed


def test_the_documents_first_dealer_is_ours(fair: dict[str, Any]) -> None:
    for number in range(20):
        key = deal_key(numbered_seed(number, game=1, hand=1), [None] * 6)
        second = sha256(b"chn dealer" + key).digest()
        for players in range(3, 12):
            assert first_dealer(key, players=players) == fair["draw_from"](second)(players)


def test_a_deal_has_a_known_answer() -> None:
    assert commitment(SEED).hex().startswith("630dcd2966c4336691125448bbb25b4f")
    given = [
        bytes.fromhex("00112233445566778899aabbccddeeff"),
        None,
        b"\xff" * 16,
        None,
        None,
        None,
    ]
    key = deal_key(SEED, given)
    assert key.hex() == "56625b69eb5aa47310d25161ba927d5a1711f8198a61243009822a23346547fe"
    order = shuffled_pack(key, decks=2)
    assert " ".join(order[:12]) == "HK SA H6 S8 D4 C8 D7 C7 C3 DA S8 D7"
    assert " ".join(order[-3:]) == "D8 SA H6"
    assert first_dealer(key, players=6) == 5


# --------------------------------------------------------------------------------- the parts


def test_no_entropy_counts_as_zeros() -> None:
    seed = bytes(SEED_BYTES)
    assert deal_key(seed, [None, None]) == deal_key(seed, [NO_ENTROPY, NO_ENTROPY])
    assert deal_key(seed, [None, None]) != deal_key(seed, [None])


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {size}"):
        commitment(bytes(size))
    with pytest.raises(ValueError, match=f"a seed has 32 bytes, not {size}"):
        deal_key(bytes(size), [])


def test_an_entropy_has_16_bytes() -> None:
    with pytest.raises(ValueError, match="an entropy has 16 bytes, not 15"):
        deal_key(bytes(SEED_BYTES), [bytes(15)])


@pytest.mark.parametrize("decks", [1, 2])
def test_a_shuffled_pack_is_the_pack(decks: int) -> None:
    order = shuffled_pack(bytes(32), decks=decks)
    assert Cards.of(order) == pack(decks)
    assert len(order) == 52 * decks


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[1]}-players-{table[0]}-decks")
def test_an_order_of_hands_deals_these_hands(table: tuple[int, int]) -> None:
    decks, players = table
    order = shuffled_pack(bytes(32), decks=decks)
    for dealer in range(players):
        hands, kitty = deal_order(order, players=players, dealer=dealer)
        again = order_of(hands, kitty, dealer=dealer)
        assert deal_order(again, players=players, dealer=dealer) == (hands, kitty)


def test_hands_of_different_sizes_have_no_order() -> None:
    with pytest.raises(ValueError, match="zip"):
        order_of([Cards.of("C2 C3"), Cards.of("C4")], Cards(), dealer=0)


def test_what_does_not_go_round_is_the_kitty() -> None:
    _hands, kitty = deal_order(tuple(pack(2)), players=7, dealer=0)
    assert kitty == Cards.of("SQ SQ SK SK SA SA")


# --------------------------------------------------------------------------------- fairness


def chi_square(counts: Counter[int] | Counter[Card], cells: int) -> float:
    expected = counts.total() / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return seen + (cells - len(counts)) * expected


def unlikely(cells: int) -> float:
    """A chi-square that chance exceeds once in about 100,000 times (Wilson and Hilferty)."""
    free = cells - 1
    return free * (1 - 2 / (9 * free) + 4.265 * math.sqrt(2 / (9 * free))) ** 3


def keys(what: str, count: int) -> list[bytes]:
    return [sha256(f"{what} {number}".encode()).digest() for number in range(count)]


@pytest.mark.parametrize("players", [3, 6, 7, 11])
def test_everybody_deals_first_equally_often(players: int) -> None:
    counts = Counter(first_dealer(key, players=players) for key in keys("dealer", 20_000))
    assert chi_square(counts, players) < unlikely(players)


def test_every_card_lies_everywhere_equally_often() -> None:
    places = [0, 25, 51]
    counts = {place: Counter[Card]() for place in places}
    pairs = Counter[tuple[bool, ...]]()
    for key in keys("place", 3_000):
        order = shuffled_pack(key, decks=1)
        for place in places:
            counts[place][order[place]] += 1
        pairs[tuple(card.suit > "D" for card in order[:3])] += 1
    for place in places:
        assert chi_square(counts[place], 52) < unlikely(52)
    # The colours of the first three cards, against drawing without putting back.
    expected = {
        colours: 3_000 * _chance([26, 26], colours) for colours in product((False, True), repeat=3)
    }
    seen = sum((pairs[colours] - mean) ** 2 / mean for colours, mean in expected.items())
    assert seen < unlikely(8)


def _chance(left: list[int], colours: tuple[bool, ...]) -> float:
    chance, left = 1.0, list(left)
    for colour in colours:
        chance *= left[colour] / sum(left)
        left[colour] -= 1
    return chance
