"""The menu of a table, settings, people and what they say to each other."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.parties import Evening
from tests.page.phones import Phone, boxes, clipped, sideways, smaller_than
from tests.server.serving import Server

POST = """async ([path, body]) => {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json" } });
  return answer.json();
}"""


def post(page: Page, path: str, **body: object) -> Any:  # noqa: ANN401 - JSON
    return page.evaluate(POST, [path, body])


def ask(page: Page, table: str, name: str, **command: object) -> None:
    told = post(page, f"/api/tables/{table}/asks", id=name, command=command)
    assert told["type"] == "done", told


def at_a_game(phone: Phone, *sizes: tuple[int, int], players: int = 6) -> tuple[str, list[Page]]:
    """As many people as windows, Ana the host on the first seat, and a game that has begun."""
    pages = [phone(*size, reduced_motion="reduce") for size in sizes]
    for page in pages:
        page.goto("/rules")
    host, *others = pages
    table = post(host, "/api/tables", name="Ana", rules=f"players={players}", cookie=True)["table"]
    for page, name in zip(others, ("Boun", "Cleo"), strict=False):
        post(page, f"/api/tables/{table}/people", name=name, cookie=True)
    ask(host, table, "start", type="StartGame")
    for page in pages:
        page.goto(f"/t/{table}")
        page.wait_for_selector(".tray .key")
    return table, pages


def open_menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu").get_by_role("button", name=entry).click()


def open_seat(page: Page, seat: int) -> None:
    page.locator(f"[data-seat='{seat}'] .who").click()


def look(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("({ ...document.documentElement.dataset })")
    return found


def test_settings_show_at_once_and_are_kept(phone: Phone) -> None:
    _table, [page] = at_a_game(phone, (375, 667))
    colour = "getComputedStyle(document.querySelector('.sample .card.D')).color"
    ground = "getComputedStyle(document.body).backgroundColor"
    buttons = "getComputedStyle(document.querySelector('.acts')).flexDirection"
    open_menu(page, "Settings")
    page.wait_for_selector(".sample")
    blue, light = page.evaluate(colour), page.evaluate(ground)
    page.get_by_role("radio", name="Two").check()
    page.get_by_role("radio", name="Dark", exact=True).check()
    page.get_by_role("switch", name="Larger cards").check()
    page.get_by_role("switch", name="Left-handed").check()
    page.get_by_role("radio", name="Until I tap").check()
    assert page.evaluate(colour) != blue
    assert page.evaluate(ground) != light
    assert page.evaluate(buttons) == "row-reverse"
    chosen = {"deck": "2", "theme": "dark", "cards": "large", "hand": "left"}
    assert chosen.items() <= look(page).items()
    page.reload()
    page.wait_for_selector(".tray .key .card")
    assert chosen.items() <= look(page).items()
    assert page.evaluate(buttons) == "row-reverse"
    assert boxes(page, ".tray .key .card")[0].width == 64
    page.goto("/settings")
    assert page.get_by_role("radio", name="Until I tap").is_checked()


def test_one_may_change_ones_name(phone: Phone) -> None:
    _table, [page] = at_a_game(phone, (375, 667))
    open_menu(page, "Settings")
    page.get_by_label("My name").fill("Anastasija")
    page.get_by_label("My name").press("Enter")
    page.keyboard.press("Escape")
    open_seat(page, 0)
    expect(page.get_by_role("dialog")).to_contain_text("Anastasija (you)")


def test_the_host_looks_after_a_guest(phone: Phone) -> None:
    _table, [host, guest] = at_a_game(phone, (375, 667), (375, 667))
    open_seat(host, 1)
    panel = host.get_by_role("dialog")
    expect(panel).to_contain_text("The table waits for this seat.")
    panel.get_by_role("button", name="Rename Boun").click()
    panel.get_by_label("New name").fill("Bo")
    panel.get_by_role("button", name="Rename", exact=True).click()
    expect(panel.get_by_role("heading").first).to_have_text("Bo")
    panel.get_by_role("button", name="Mute Bo").click()
    expect(panel).to_contain_text("Muted by the host")
    guest.get_by_role("button", name="Say something").click()
    expect(guest.get_by_role("dialog")).to_contain_text("The host has muted you.")
    panel.get_by_role("button", name="Remove Bo").click()
    panel.get_by_role("button", name="No", exact=True).click()
    panel.get_by_role("button", name="Remove Bo").click()
    panel.get_by_role("button", name="Remove", exact=True).click()
    expect(host.locator("[data-seat='1'] .who svg")).to_be_visible()  # a bot goes on
    expect(guest.locator(".tray")).to_have_count(0)
    open_menu(host, "People")
    expect(host.get_by_role("dialog")).to_contain_text("removed by the host")


def test_what_somebody_says_is_seen_at_their_seat(phone: Phone) -> None:
    _table, [ana, boun] = at_a_game(phone, (320, 568), (667, 375), players=8)
    boun.get_by_role("button", name="Say something").click()
    boun.get_by_role("button", name="Good luck!").click()
    bubble = ana.locator(".bubble")
    expect(bubble).to_have_text("Boun: Good luck!")
    [lies] = boxes(ana, ".bubble")
    [seat] = boxes(ana, "[data-seat='1'] .slot")
    assert lies.overlaps(seat)
    assert lies.shown == 1
    assert not any(lies.overlaps(card) for card in boxes(ana, ".tray .key"))
    expect(bubble).to_have_count(0)  # after four seconds
    ana.get_by_role("button", name="Say something").click()
    expect(ana.get_by_role("list", name="What was said")).to_contain_text("Boun Good luck!")


@pytest.mark.parametrize("size", [(320, 568), (667, 375)])
def test_the_field_for_ones_own_words_is_in_sight(
    phone: Phone, server: Server, size: tuple[int, int]
) -> None:
    party = Evening("players=6", chat=True).begins_at(server)
    party.come()
    page = phone(*size)
    party.sit(page, 0, screen="main.lobby")
    page.get_by_role("button", name="Say something").click()
    field = page.get_by_label("Your words")
    expect(field).to_be_visible()
    assert boxes(page, ".writing input")[0].shown == 1
    field.fill("Good evening")
    field.press("Enter")
    expect(page.locator(".said li").last).to_contain_text("Good evening")


def test_a_nudge_arrives_at_the_tray(phone: Phone) -> None:
    _table, [ana, boun] = at_a_game(phone, (375, 667), (320, 568))
    open_seat(ana, 1)
    ana.get_by_role("button", name="Nudge").click()
    expect(boun.locator(".nudge")).to_have_text("Ana asks: it is your turn")
    [line] = boxes(boun, ".nudge")
    [tray] = boxes(boun, ".tray")
    assert 0 <= tray.top - line.bottom < 16
    expect(ana.locator(".notice")).to_have_text("Boun sees that you wait.")
    open_seat(ana, 1)
    ana.get_by_role("button", name="Nudge").click()
    expect(ana.get_by_role("button", name="Nudge")).to_be_visible()  # not twice within ten seconds


def test_leaving_says_what_comes_of_it_and_asks_once(phone: Phone) -> None:
    _table, [ana, boun] = at_a_game(phone, (375, 667), (375, 667))
    ana.locator(".bubbles").wait_for(state="attached")  # fetched when the page is at rest
    open_menu(boun, "Leave the table")
    expect(boun.get_by_role("dialog")).to_contain_text("A bot goes on with your cards")
    boun.get_by_role("button", name="Leave", exact=True).click()
    expect(ana.locator(".chip")).to_have_text("Boun left")  # for four seconds
    boun.wait_for_url("**/")


@pytest.mark.parametrize("size", [(320, 568), (667, 375), (1280, 800)])
def test_panels_fit_and_fingers_find_them(phone: Phone, size: tuple[int, int]) -> None:
    _table, [page] = at_a_game(phone, size, players=11)
    panels = {"Settings": "Look", "People": "Playing"}
    for entry, title in panels.items():
        open_menu(page, entry)
        page.get_by_role("heading", name=title).wait_for()
        check_panel(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    check_panel(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Say something").click()
    check_panel(page)


def check_panel(page: Page) -> None:
    page.locator(".panel .inside").wait_for()
    assert sideways(page) == 0
    width = page.locator(".panel .inside").evaluate("box => box.scrollWidth - box.clientWidth")
    assert width == 0
    parts = boxes(page, ".panel button, .panel label.switch, .panel .choices label")
    assert smaller_than(parts, 40) == []
    assert clipped(boxes(page, ".panel header h2")) == []
