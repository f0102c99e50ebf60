"""How the game goes, told on a page of its own and over a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cancellation_hearts.core import Card, Rules
from cancellation_hearts.core.trick import Trick, trick_winner
from tests.page.phones import SCHEMES, Phone, barriers, boxes, sideways
from tests.page.test_menu import at_a_game, open_menu

MARKS = """figures => figures.map(figure => [...figure.querySelectorAll(".place")].map(place => [
  place.dataset.card, place.classList.contains("cut"), place.classList.contains("win"),
  place.querySelector(".badge.x") !== null, place.querySelector(".badge.star") !== null]))"""


@pytest.mark.parametrize("size", [(320, 568), (667, 375), (1280, 800)])
def test_it_can_be_read_in_every_window(phone: Phone, size: tuple[int, int]) -> None:
    page = opened(phone(*size))
    assert sideways(page) == 0
    assert all(box.left >= 0 and box.right <= size[0] for box in boxes(page, ".pic .place, td"))
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents).to_be_visible(visible=size[0] >= 900)


def test_its_pictures_are_what_the_game_says(phone: Phone) -> None:
    page = opened(phone(320, 568))
    rules = Rules.parse("players=6")
    winners = list[int | None]()
    for places in page.locator("figure.pic").evaluate_all(MARKS):
        cards = tuple(Card(card) for card, *_marks in places)
        winner = trick_winner(Trick(0, cards), rules)
        twins = [cards.count(card) == 2 for card in cards]
        assert [marks[1] for marks in places] == twins == [marks[3] for marks in places]
        taken = [at == winner for at in range(6)]
        assert [marks[2] for marks in places] == taken == [marks[4] for marks in places]
        winners.append(winner)
    assert winners == [2, 0, None, None]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages_keep_nobody_out(phone: Phone, scheme: str) -> None:
    page = opened(phone(1280, 800, color_scheme=scheme))
    assert barriers(page) == []
    page.goto("/settings")
    page.wait_for_selector(".tuning")
    assert barriers(page) == []


def test_an_address_that_leads_nowhere_leads_home(phone: Phone) -> None:
    page = phone(320, 568, allowed="404")
    page.goto("/nothing")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert sideways(page) == 0
    page.get_by_role("link", name="To the first page").click()
    page.wait_for_url("**/")


def test_reading_them_at_a_table_loses_nothing(phone: Phone) -> None:
    table, [page] = at_a_game(phone, (375, 667))
    open_menu(page, "How to play")
    page.wait_for_selector(".panel figure.pic")
    page.go_back()
    expect(page.locator(".panel")).to_have_count(0)
    expect(page.locator(".tray .key").first).to_be_visible()
    assert page.url.endswith(f"/t/{table}")


def opened(page: Page) -> Page:
    page.goto("/rules")
    page.wait_for_selector("figure.pic")
    return page
