"""Columns are counted in cells: Lao marks have no width, Chinese letters have two."""

import re
from random import Random

import pytest
from rich.cells import cell_len

from cancellation_hearts.core import Match, Phase, Rules, fold, observe
from cancellation_hearts.i18n import LANGUAGES, words
from cancellation_hearts.record.record import Hand
from cancellation_hearts.tui import pages
from cancellation_hearts.tui.cells import fitting, flush_left, flush_right, widest, wrap
from cancellation_hearts.tui.pages import Page
from cancellation_hearts.tui.settings import Settings
from cancellation_hearts.tui.telling import Teller, wrapped
from tests.strategies import Story, walk

NAMES = ("ອານາ", "ສົມພອນ", "ນ້ອຍ", "ຄຳແກ້ວ", "安娜", "Eve")
CALLED = ("ເຈົ້າ", *NAMES[1:])
"""The first of them reads."""
LAO = words("lo")
NARROW, USUAL, BROAD = 53, 73, 93
"""What a sheet has for its lines in windows of 60, 80 and 100 columns or more."""


@pytest.mark.parametrize(("text", "cells"), [("ab", 2), ("ນ້ອຍ", 3), ("ຜູ້ຫຼິ້ນ", 3), ("安娜", 4)])
def test_texts_are_filled_up_to_cells_on_either_side(text: str, cells: int) -> None:
    assert widest([text, ""]) == cells
    assert flush_left(text, 6) == text + " " * (6 - cells)
    assert flush_right(text, 6) == " " * (6 - cells) + text


def test_what_is_wider_is_not_cut_by_filling_up() -> None:
    assert flush_left("Cancellation", 3) == flush_right("Cancellation", 3) == "Cancellation"


def test_a_cut_leaves_marks_with_their_letter() -> None:
    assert fitting("ຜູ້ຫຼິ້ນ", 3) == "ຜູ້ຫຼິ້ນ"
    assert fitting("ຜູ້ຫຼິ້ນ", 2) == "ຜູ້…"


def test_lines_are_broken_at_spaces_where_there_are_some() -> None:
    assert wrap("the highest card of the suit", 12) == ["the highest", "card of the", "suit"]


@pytest.mark.parametrize("width", [1, 2, 5, 9, 20])
def test_a_word_too_long_for_a_line_is_broken_and_nothing_is_lost(width: int) -> None:
    for text in ("ໃບໃຫຍ່ສຸດທີ່ເຫຼືອໃນດອກນັ້ນເປັນຜູ້ກິນ", "Nebendeihändlerinnen"):
        lines = wrap(text, width)
        assert "".join(lines) == text
        assert all(cell_len(line) <= width for line in lines)
        assert all(cell_len(line[:1]) for line in lines), "a mark without its letter"


def test_parts_in_lines_are_counted_in_cells() -> None:
    lines = list(wrapped("ຜູ້ຫຼິ້ນ ", ["ນ້ອຍ 1", "ນ້ອຍ 2", "ນ້ອຍ 3"], gap=" ", width=15))
    assert lines == ["ຜູ້ຫຼິ້ນ ນ້ອຍ 1 ນ້ອຍ 2", "    ນ້ອຍ 3"]


def after_a_hand(story: Story) -> tuple[Match, Match | None]:
    """A match after its first hand, and before the choice of a moon if one was shot."""
    match, moon = None, None
    for step in walk(Rules(players=6), Random(3), story=story):
        match = fold(match, step.events)
        moon = match if match.phase is Phase.MOON else moon
    assert match is not None
    return match, moon


def history_of(match: Match) -> tuple[Hand, ...]:
    deal = match.current
    moon = None if deal.shooter is None else (deal.shooter, deal.moon_choice or "add")
    return (Hand(deal.dealer, (), moon=moon, points=deal.points, totals=match.totals),)


@pytest.fixture(name="match")
def _match() -> Match:
    return after_a_hand("random")[0]


@pytest.fixture(name="teller")
def _teller(match: Match) -> Teller:
    return Teller(match.rules, NAMES, LAO, me=0)


def told(page: Page, width: int) -> list[str]:
    return ["".join(text for text, _style in line) for line in page(width)]


def before(line: str, text: str) -> int:
    """The cells before a text in a line."""
    return cell_len(line[: line.index(text)])


@pytest.mark.parametrize("width", [NARROW, BROAD])
def test_the_numbers_of_a_hand_stand_below_their_heads(
    match: Match, teller: Teller, width: int
) -> None:
    head, *lines = told(pages.hand_over(observe(match, 0), (), teller), width)
    rows = [line for line in lines if line.startswith(CALLED)]
    assert len(rows) == 6
    assert {cell_len(line) for line in (head, *rows)} == {cell_len(head)}


def test_the_hands_of_all_stand_below_their_head(match: Match, teller: Teller) -> None:
    head, *rows = told(pages.hand_over(observe(match, 0), (), teller), BROAD)[:7]
    dealt = [str(hand) for hand in match.current.dealt]
    at = before(head, LAO.gettext("as dealt"))
    assert {before(row, hand) for row, hand in zip(rows, dealt, strict=True)} == {at}


def test_the_marks_of_the_last_trick_stand_in_a_column(match: Match, teller: Teller) -> None:
    rows = told(pages.last_trick(observe(match, 0), teller), USUAL)[:6]
    marks = [re.search("[▶★✕]", row) for row in rows]
    found = {cell_len(row[: mark.start()]) for row, mark in zip(rows, marks, strict=True) if mark}
    assert len(found) == 1


@pytest.mark.parametrize("width", [NARROW, USUAL])
def test_standings_and_history_make_columns(match: Match, teller: Teller, width: int) -> None:
    lines = told(pages.score(observe(match, 0), history_of(match), teller), width)
    standings, history = lines[:7], lines[lines.index(LAO.gettext("Hand by hand")) + 1 :]
    assert len(history) == 3
    for table in (standings, history):
        assert len({cell_len(line) for line in table}) == 1


def test_the_keys_of_the_help_stand_in_a_column() -> None:
    lines = told(pages.helping(LAO), USUAL)
    meanings = [LAO.gettext(meaning) for _key, meaning in pages.KEYS]
    shown = [line for line in lines if line.endswith(tuple(meanings))]
    assert len(shown) == len(meanings)
    assert {before(line, it) for line, it in zip(shown, meanings, strict=True)} == {10}


def test_the_plain_score_stands_below_its_heads(match: Match, teller: Teller) -> None:
    head, *rows = teller.score(match)
    names = [teller.name(seat) for seat in range(6)]
    assert cell_len(head) + 2 == 22
    assert {before(row, name) for row, name in zip(rows, names, strict=True)} == {22}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("story", ["random", "moon", "void"])
def test_no_page_is_wider_than_its_sheet(language: str, story: Story) -> None:
    said, (match, moon) = words(language), after_a_hand(story)
    teller = Teller(match.rules, NAMES, said, me=0)
    view, history = observe(match, 0), history_of(match)
    shown = [
        pages.hand_over(view, history, teller),
        pages.score(view, history, teller),
        pages.last_trick(view, teller),
        pages.log(view, teller),
        pages.rules_told(view, said),
        pages.helping(said),
        pages.settings_told(Settings(), said),
        pages.kept_game("", said),
    ]
    if moon is not None:
        shooter = moon.current.shooter
        shooters = Teller(match.rules, NAMES, said, me=shooter)
        shown.append(pages.moon(observe(moon, shooter), shooters))
    for page in shown:
        for width in (NARROW, USUAL, BROAD):
            assert [line for line in told(page, width) if cell_len(line) > width] == []
