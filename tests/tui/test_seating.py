"""The geometry of the table: for every number of players and many sizes nothing overlaps."""

import pytest

from cancellation_hearts.tui.hand import slots
from cancellation_hearts.tui.seating import CARD_SIZE, form_of, seating

SIZES = [(60, 13), (70, 14), (80, 17), (80, 25), (100, 23), (82, 32), (162, 50), (200, 60)]


@pytest.mark.parametrize("players", range(3, 12))
@pytest.mark.parametrize("size", SIZES)
def test_cards_and_words_do_not_overlap_and_stay_on_the_table(
    players: int, size: tuple[int, int]
) -> None:
    width, height = size
    table = seating(width, height, players)
    card_width, card_height = CARD_SIZE[table.form]
    assert len(table.places) == players
    taken: set[tuple[int, int]] = set()
    for place in table.places:
        x, y = place.card
        cells = {(x + i, y + j) for i in range(card_width) for j in range(card_height)}
        words_x, words_y = place.words
        start = words_x - place.width if place.outward else words_x
        cells |= {(start + i, words_y) for i in range(place.width)}
        assert all(0 <= i < width and 0 <= j < height for i, j in cells), place
        assert not cells & taken, place
        assert place.width >= 9
        taken |= cells
    x0, y0, x1, y1 = table.frame
    assert x1 - x0 >= 24
    assert y1 - y0 >= 6
    inside = {(x, y) for x in range(x0 + 2, x1 - 1) for y in range(y0 + 1, y1)}
    assert not inside & taken


@pytest.mark.parametrize("players", range(3, 12))
def test_the_stops_follow_clockwise_from_the_reader(players: int) -> None:
    for width, height in SIZES:
        table = seating(width, height, players)
        stops = [place.stop for place in table.places]
        assert stops == sorted(set(stops))
        assert stops[0] == 0
        assert len(set(table.path)) == len(table.path)


@pytest.mark.parametrize("players", range(3, 12))
def test_the_reader_sits_nearest_whichever_seat_is_theirs(players: int) -> None:
    first = seating(80, 17, players).places
    for me in range(players):
        places = seating(80, 17, players, me=me).places
        assert (*places[me:], *places[:me]) == first


def test_more_room_gives_larger_cards() -> None:
    assert [form_of(*size, 11) for size in ((60, 13), (80, 17), (82, 32))] == [
        "compact",
        "small",
        "large",
    ]


@pytest.mark.parametrize("size", range(1, 18))
@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_every_hand_fits_and_every_index_is_free(size: int, width: int) -> None:
    for large in (False, True):
        spread = slots(width, size, large=large)
        assert spread.stride >= 3  # the edge, the suit and the rank
        assert spread.stride * (size - 1) + spread.card + 3 * spread.gap <= width
