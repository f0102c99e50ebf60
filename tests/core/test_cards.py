"""Cards, piles and what is known of them."""

from __future__ import annotations

import copy
import pickle

import pytest

from cancellation_hearts.core import Card, Cards, Hidden, Knowledge, Suit, pack
from cancellation_hearts.core.cards import KINDS, NotationError


def test_a_card_is_written_suit_first() -> None:
    assert str(Card.SQ) == "SQ"
    assert Card("HT") is Card.HT
    assert repr(Card.C2) == "Card.C2"


def test_an_ace_is_high_and_a_two_is_low() -> None:
    assert [Card.CA.rank, Card.CK.rank, Card.C2.rank] == [14, 13, 2]


def test_a_heart_is_one_point_and_a_queen_of_spades_13() -> None:
    assert {card.points for card in Card if card.suit is Suit.HEARTS} == {1}
    assert Card.SQ.points == 13
    assert sum(card.points for card in Card) == 26


def test_a_kind_is_the_place_of_its_card() -> None:
    assert [card.kind for card in KINDS] == list(range(52))
    assert all(card.bit == 1 << card.kind for card in KINDS)
    assert all(card.bit & card.suit.mask for card in KINDS)


def test_a_suit_has_a_sign() -> None:
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠"


def test_a_pack_holds_each_card_once_and_two_packs_twice() -> None:
    assert list(pack(1)) == list(Card)
    assert all(pack(2).count(card) == 2 for card in Card)


# ------------------------------------------------------------------------------------- hidden


def test_hidden_cards_are_only_a_number() -> None:
    assert len(Hidden(17)) == 17
    assert Hidden(2) == Hidden(2)
    assert Hidden(2) != Hidden(3)
    assert Hidden(2) != Cards.of("SQ SQ")
    assert len({Hidden(2), Hidden(2), Hidden(3)}) == 2


def test_whatever_joins_hidden_cards_is_hidden() -> None:
    assert Hidden(3) + Cards.of("SQ") == Hidden(4)
    assert Hidden(3) + Hidden(2) == Hidden(5)
    assert Cards.of("SQ") + Hidden(3) == Hidden(4)


def test_whatever_leaves_hidden_cards_leaves_hidden_cards() -> None:
    assert Hidden(3) - Card.SQ == Hidden(2)
    assert Hidden(3) - Cards.of("SQ C2") == Hidden(1)
    assert Hidden(3) - Hidden(3) == Hidden(0)
    assert Cards.of("SQ C2") - Hidden(1) == Hidden(1)


@pytest.mark.parametrize("size", [-1, 105])
def test_no_fewer_than_no_cards_and_no_more_than_104_are_hidden(size: int) -> None:
    with pytest.raises(ValueError, match="0 to 104"):
        Hidden(size)


def test_more_cards_than_are_hidden_cannot_leave() -> None:
    with pytest.raises(ValueError, match="not -1"):
        Hidden(0) - Card.SQ
    with pytest.raises(ValueError, match="not -1"):
        Cards.of("SQ") - Hidden(2)


def test_hidden_cards_have_a_picture() -> None:
    assert str(Hidden(3)) == "3 hidden"
    assert str(Hidden(0)) == "—"
    assert repr(Hidden(3)) == "Hidden(3)"


# -------------------------------------------------------------------------------------- piles


def test_a_pile_counts_copies() -> None:
    pile = Cards.of("SQ C2 SQ")
    assert len(pile) == 3
    assert [pile.count(card) for card in (Card.SQ, Card.C2, Card.HA)] == [2, 1, 0]
    assert Card.SQ in pile
    assert Card.HA not in pile
    assert pile.points == 26


def test_copies_are_not_told_apart() -> None:
    assert Cards.of("SQ C2 SQ") == Cards.of("C2 SQ SQ")
    assert hash(Cards.of("SQ C2 SQ")) == hash(Cards.of("C2 SQ SQ"))
    assert Cards.of("SQ") != Cards.of("SQ SQ")
    assert Cards.of("SQ") != "SQ"


def test_a_pile_lists_its_cards_from_c2_up() -> None:
    assert list(Cards.of("SQ HT C2 SQ")) == [Card.C2, Card.HT, Card.SQ, Card.SQ]


def test_an_empty_pile_is_false() -> None:
    assert not Cards()
    assert Cards.of("C2")


def test_no_card_stands_three_times() -> None:
    with pytest.raises(ValueError, match="SQ stands three times"):
        Cards.of("SQ SQ SQ")
    with pytest.raises(ValueError, match="three copies"):
        Cards.of("SQ SQ") + Cards.of("SQ")
    with pytest.raises(ValueError, match="three copies"):
        Cards.of("SQ") + Cards.of("SQ SQ")


def test_a_word_that_is_no_card_makes_no_pile() -> None:
    with pytest.raises(ValueError, match="QS"):
        Cards.of("C2 QS")


@pytest.mark.parametrize(("one", "two"), [(1 << 52, 0), (-1, 0), (1, 2), (0, -1)])
def test_masks_that_are_no_pile_make_none(one: int, two: int) -> None:
    with pytest.raises(ValueError, match="not a pile"):
        Cards(one, two)


def test_two_single_cards_of_a_kind_make_a_pair() -> None:
    assert Cards.of("SQ C2") + Cards.of("SQ") == Cards.of("SQ SQ C2")


def test_one_copy_leaves_and_the_other_stays() -> None:
    assert Cards.of("SQ SQ") - Card.SQ == Cards.of("SQ")
    assert Cards.of("SQ") - Card.SQ == Cards()
    assert Cards.of("SQ SQ C2 C2") - Cards.of("SQ C2 C2") == Cards.of("SQ")


def test_a_card_that_is_not_here_cannot_leave() -> None:
    with pytest.raises(ValueError, match="HA is not in"):
        Cards.of("SQ C2") - Card.HA
    with pytest.raises(ValueError, match="not within"):
        Cards.of("SQ C2") - Cards.of("SQ SQ")


def test_a_pile_lies_within_another_with_all_its_copies() -> None:
    assert Cards.of("SQ C2") <= Cards.of("SQ SQ C2")
    assert not Cards.of("SQ SQ") <= Cards.of("SQ C2")
    assert not Cards.of("H2") <= Cards.of("SQ C2")


def test_a_pile_can_be_narrowed_to_a_suit() -> None:
    assert Cards.of("SQ SQ C2 HA").only(Suit.SPADES.mask) == Cards.of("SQ SQ")


def test_a_pile_has_a_picture() -> None:
    assert str(Cards.of("C5 SA SA H2 DT")) == "♠AA ♥2 ♦T ♣5"
    assert str(Cards()) == "—"


# ----------------------------------------------------------------------------------- notation


def test_a_set_is_written_spades_hearts_diamonds_clubs() -> None:
    assert Cards.of("SA SA SK H7 C5 C2").notation == "AAK.7..52"
    assert Cards.parse("AAK.7..52") == Cards.of("SA SA SK H7 C5 C2")


def test_the_empty_set_is_three_dots() -> None:
    assert Cards().notation == "..."
    assert Cards.parse("...") == Cards()


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("AKX...", 2),
        ("ak...", 0),
        ("10...", 0),
        ("A K...", 1),
        ("KA...", 1),
        ("..2.23", 5),
        ("AAA...", 2),
        (".QQQ..", 3),
        ("A....", 4),
        ("A.K", 3),
        ("A.K..T.", 6),
        ("", 0),
        ("AK", 2),
    ],
)
def test_bad_notation_names_its_first_wrong_character(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Cards.parse(text)
    assert caught.value.position == position


def test_knowledge_is_a_set_or_a_number() -> None:
    assert Knowledge.parse("17") == Hidden(17)
    assert Knowledge.parse("A..7.") == Cards.of("SA D7")


def test_no_number_of_hidden_cards_is_longer_than_three_digits() -> None:
    with pytest.raises(NotationError) as caught:
        Knowledge.parse("1000000000000")
    assert caught.value.position == 0


@pytest.mark.parametrize("text", ["105", "-1", "٣", "1.5"])
def test_other_numbers_are_no_knowledge(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Knowledge.parse(text)


# ------------------------------------------------------------------------------------- values


def test_piles_do_not_change() -> None:
    pile, hidden = Cards.of("SQ"), Hidden(3)
    with pytest.raises(AttributeError, match="immutable"):
        pile.one = 0
    with pytest.raises(AttributeError, match="immutable"):
        hidden.size = 4
    assert (pile, hidden) == (Cards.of("SQ"), Hidden(3))


@pytest.mark.parametrize(
    "value", [Cards.of("SQ SQ C2"), Hidden(3), Card.SQ], ids=["pile", "hidden", "card"]
)
def test_values_can_be_copied_and_pickled(value: object) -> None:
    assert copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - our own


def test_cards_sort_by_kind_and_not_as_words() -> None:
    cards = [Card.SA, Card.CK, Card.CA, Card.C9, Card.CT, Card.D2]
    assert sorted(cards) == [Card.C9, Card.CT, Card.CK, Card.CA, Card.D2, Card.SA]
    assert Card.C9 < Card.CT <= Card.CT
    assert Card.SA > Card.D2 >= Card.D2
    assert max(cards) is Card.SA


@pytest.mark.parametrize("text", ["105", "007", "00"])
def test_a_number_that_no_pile_has_or_nobody_writes_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Knowledge.parse(text)
    assert caught.value.position == 0
