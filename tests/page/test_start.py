"""From the first screen to a table: at once, by making one, by its code."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.page.parties import comes
from tests.page.phones import (
    SCHEMES,
    SIZES,
    WINDOWS,
    Phone,
    barriers,
    boxes,
    sideways,
    smaller_than,
)

LOST = "Failed to load resource"
"""What a browser says of a request that brings nothing."""
AXE = "Applying inline style violates"
"""What axe does to look beneath something, and the page forbids."""
FORMS = ("Play now", "Make a table", "Join by code")


def show(page: Page, form: str) -> None:
    page.goto("/")
    if form != "Play now":
        page.get_by_role("button", name=form).click()


def openings(page: Page) -> list[Request]:
    """Every request for a game, from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if "/games" in request.url else None)
    return found


def test_two_quick_taps_begin_one_game_with_cards(phone: Phone) -> None:
    page = phone(375, 667, has_touch=True)
    page.goto("/")
    asked = openings(page)
    page.get_by_role("button", name="Play now").dblclick()
    expect(page.locator(".key")).to_have_count(17)
    assert len(asked) == 1


def test_the_choice_of_seats_and_bots_is_kept(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.get_by_label("Players").select_option("11")
    page.get_by_label("Bots").select_option("casual")
    page.reload()
    expect(page.get_by_label("Bots")).to_have_value("casual")
    page.get_by_role("button", name="you and 10 bots").click()
    expect(page.locator(".key")).to_have_count(9)


def test_a_game_whose_answer_got_lost_is_begun_once(phone: Phone) -> None:
    page = phone(allowed=LOST)
    page.goto("/")
    asked = openings(page)
    tables: list[str] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        tables.append(answer.json()["table"])
        if len(tables) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/api/games", lose)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".key")).to_have_count(17)
    assert len(asked) == 2
    assert len({json.loads(request.post_data or "")["token"] for request in asked}) == 1
    assert len(set(tables)) == 1


def test_without_a_line_it_says_so_and_a_tap_tries_again(phone: Phone) -> None:
    page = phone(allowed=LOST)
    page.goto("/")
    expect(page.get_by_label("Bots").locator("option")).to_have_count(3)
    page.context.set_offline(True)
    button = page.get_by_role("button", name="Play now")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    button.click()
    expect(page.locator(".key")).to_have_count(17)


def test_a_code_that_leads_nowhere_is_told_in_its_place(phone: Phone) -> None:
    page = phone(allowed=LOST)
    show(page, "Join by code")
    code = page.get_by_label("Table code")
    expect(code).to_be_focused()
    code.fill("bcd")
    code.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("A code has six letters.")
    code.fill("bcd fgh")
    code.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No table with a free seat has this code")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_name_is_asked_for_and_kept(phone: Phone) -> None:
    page = phone(allowed=LOST)
    show(page, "Make a table")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("Type a name first")
    page.get_by_label("Your name").fill("Constantinopolitanissimus")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("type at most 20 letters")
    page.get_by_label("Your name").fill("Rūta")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Rūta’s table")).to_be_visible()
    show(page, "Make a table")
    expect(page.get_by_label("Your name")).to_have_value("Rūta")


def remembered(page: Page) -> None:
    """What this browser keeps of a table it keeps once the page is at rest."""
    comes(page, lambda: page.evaluate("localStorage.getItem('cancellation-hearts-tables')"))


def test_the_first_screen_leads_back_to_ones_tables_until_they_are_left(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".key")).to_have_count(17)
    table = page.url
    remembered(page)
    page.goto("/")
    back = page.get_by_role("link", name="Player’s table")
    expect(back).to_contain_text("a game is going on")
    back.click()
    expect(page.locator(".key").first).to_be_visible()
    assert page.url == table
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(back).to_have_count(0)


def test_a_table_is_forgotten_on_a_tap_or_when_it_does_not_know_us(phone: Phone) -> None:
    page = phone(allowed=LOST)
    show(page, "Make a table")
    page.get_by_label("Your name").fill("Rūta")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("main.lobby")).to_be_visible()
    remembered(page)
    page.goto("/")
    page.evaluate(
        """() => {
          const key = "cancellation-hearts-tables";
          const lost = { table: "nosuchtable", host: "Nobody", at: Date.now() };
          const kept = [...JSON.parse(localStorage.getItem(key)), lost];
          localStorage.setItem(key, JSON.stringify(kept));
        }"""
    )
    page.reload()
    expect(page.locator(".visits li")).to_have_count(1)
    page.get_by_role("button", name="Forget Rūta’s table").click()
    expect(page.locator(".visits")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('cancellation-hearts-tables')") is None


@pytest.mark.parametrize("size", WINDOWS)
def test_the_way_back_fits_and_a_finger_hits_it(phone: Phone, size: str) -> None:
    page = phone(*SIZES[size], allowed=AXE)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".key").first).to_be_visible()
    remembered(page)
    page.goto("/")
    expect(page.locator(".visits a")).to_contain_text("a game is going on")
    assert sideways(page) == 0
    assert smaller_than(boxes(page, ".start .btn"), 44) == []
    assert boxes(page, ".start .now .main")[0].shown == 1
    assert barriers(page) == []


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("form", FORMS)
def test_everything_fits_and_a_finger_hits_it(phone: Phone, size: str, form: str) -> None:
    page = phone(*SIZES[size])
    show(page, form)
    expect(page.locator(".btn.main")).to_be_visible()
    assert sideways(page) == 0
    assert smaller_than(boxes(page, ".start button, .start a, .start select"), 24) == []
    assert smaller_than(boxes(page, ".start .btn"), 44) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("form", FORMS)
def test_it_keeps_nobody_out(phone: Phone, form: str, scheme: str) -> None:
    page = phone(color_scheme=scheme, allowed=AXE)
    show(page, form)
    expect(page.locator(".btn.main")).to_be_visible()
    assert barriers(page) == []
