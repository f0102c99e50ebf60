"""The table under a finger: passing, playing, and that it shows what the server says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.parties import (
    Evening,
    Party,
    differences,
    key,
    seen,
    shown,
    tap,
    told,
    until,
    with_settings,
)
from tests.page.phones import Phone
from tests.server.serving import Server

MINE = "S3 SQ SK H8 H9 HA D2 D7 DT DT C7 CT CA"
OTHERS = {1: "D5 C2", 2: "D9 C3", 3: "D5 C4", 4: "DK C5", 5: "DQ C6"}
LONG = 60_000


def passing(server: Server, *, leader: int = 0) -> Party:
    evening = Evening("players=6")
    evening.deal({0: MINE}, leader=leader)
    party = evening.begins_at(server)
    party.come()
    return party


def playing(server: Server, played: str = "", *, leader: int = 1, mine: str = MINE) -> Party:
    """Nobody passes, and some cards of the first trick lie there."""
    evening = Evening("players=6 pass_cycle=none")
    evening.deal({0: mine, **OTHERS}, leader=leader)
    evening.play(played)
    party = evening.begins_at(server)
    party.come()
    return party


def finger(phone: Phone, **settings: object) -> Page:
    page = phone(has_touch=True)
    with_settings(page, **settings)
    return page


def lies(page: Page, seat: int, card: str | None) -> None:
    """That card lies before that seat, or none."""
    until(page, card, lambda: told(page)["cards"][seat])


def main(page: Page) -> str:
    return page.locator(".acts > :nth-child(2)").inner_text()


# --- passing ----------------------------------------------------------------------------------


def test_three_cards_are_passed_and_changed_until_the_last_has_chosen(
    phone: Phone, server: Server
) -> None:
    party = passing(server, leader=1)
    page = finger(phone)
    party.sit(page)
    expect(page.locator(".board h2")).to_have_text("Pass 3 to Bo")
    expect(page.locator(".seat.target")).to_have_attribute("data-seat", "1")
    slots = page.locator(".board .three button.slot")
    button = page.locator(".acts .main")
    tap(page, "S3", "H9")
    expect(slots).to_have_count(2)
    expect(button).to_be_disabled()
    tap(page, "CA", "D7")
    expect(page.locator(".notice")).to_have_text(re.compile("Put one back first"))
    expect(slots).to_have_count(3)
    slots.first.click()
    expect(slots).to_have_count(2)
    tap(page, "D7")
    button.click()
    until(page, ".9.7.A", lambda: party.update(0)["mine"].get("choice"))
    expect(page.locator(".say")).to_have_text("Waiting for Bo, Cy, Di, 2 more")

    party.pass_lowest(1, 2, 3, 4)
    expect(page.locator(".say")).to_have_text("Waiting for Flo")
    tap(page, "H9", "HA")
    button.click()
    until(page, ".A.7.A", lambda: party.update(0)["mine"].get("choice"))
    party.pass_lowest(5)
    expect(page.locator(".hand .key.fresh")).to_have_count(3)
    assert party.update(0)["mine"]["gave"] == ".A.7.A"
    expect(page.locator(".say")).to_contain_text("Flo gave you")
    assert seen(page) == shown(party.update(0))


# --- playing ----------------------------------------------------------------------------------


def test_the_first_tap_lifts_and_the_second_plays(phone: Phone, server: Server) -> None:
    party = playing(server, "D5 D9 D5 DK DQ")
    page = finger(phone, hold=LONG)
    party.sit(page)
    tap(page, "D7")
    expect(key(page, "D7")).to_have_attribute("aria-pressed", "true")
    assert main(page) == "Play 7"
    tap(page, "DT")
    expect(page.locator(".key[aria-pressed=true]")).to_have_attribute("data-card", "DT")
    assert party.update(0)["facts"]["awaited"] == [0]
    tap(page, "DT")
    lies(page, 0, "DT")
    until(page, 1, lambda: party.update(0)["facts"]["last"]["number"])
    expect(page.locator(".hand .key[data-card=DT]")).to_have_count(1)


def test_a_card_that_may_not_be_played_says_why(phone: Phone, server: Server) -> None:
    party = playing(server, "D5 D9 D5 DK DQ")
    page = finger(phone)
    party.sit(page)
    before = party.update(0)["public"]["version"]
    tap(page, "SQ")
    notice = page.locator(".notice").inner_text()
    assert "diamonds" in notice
    assert len(notice.split()) <= 8, notice
    tap(page, "SQ")
    assert page.locator(".key[aria-pressed=true]").count() == 0
    assert told(page)["cards"][0] is None
    assert party.update(0)["public"]["version"] == before


def test_who_wants_that_plays_with_one_tap(phone: Phone, server: Server) -> None:
    party = playing(server, "D5 D9 D5 DK DQ")
    page = finger(phone, oneTap=True, hold=LONG)
    party.sit(page)
    tap(page, "D2")
    lies(page, 0, "D2")
    until(page, "D2", lambda: party.update(0)["facts"]["last"]["cards"][5])


def test_a_card_chosen_ahead_plays_itself(phone: Phone, server: Server) -> None:
    party = playing(server, "D9", leader=2)
    page = finger(phone)
    party.sit(page)
    tap(page, "DT")
    assert main(page) == "Next: 10"
    party.play("D5 DK DQ")
    lies(page, 0, "DT")
    assert party.update(0)["facts"]["awaited"] == [1]


def test_a_card_chosen_ahead_that_may_not_be_played_lies_back(phone: Phone, server: Server) -> None:
    party = playing(server, "D9", leader=2)
    page = finger(phone)
    party.sit(page)
    tap(page, "CA")
    party.play("D5 DK DQ")
    expect(page.locator(".say")).to_contain_text("Your turn: follow")
    expect(page.locator(".key[aria-pressed=true]")).to_have_count(0)
    assert told(page)["cards"][0] is None


def test_a_card_chosen_ahead_is_chosen_for_this_trick_only(phone: Phone, server: Server) -> None:
    party = playing(server, "D2", leader=0)
    page = finger(phone, hold=1)
    party.sit(page)
    tap(page, "C7")
    expect(page.locator(".key[aria-pressed=true]")).to_have_count(1)
    party.play("D5 D9 D5 DK DQ")
    expect(page.locator(".board")).to_contain_text("Ed leads")
    expect(page.locator(".key[aria-pressed=true]")).to_have_count(0)
    party.play("C5 C6")
    expect(page.locator(".say")).to_contain_text("Your turn: follow")
    assert told(page)["cards"][0] is None


@pytest.mark.parametrize("card", ["DT", None])
def test_an_only_card_plays_itself_where_that_is_wanted(
    phone: Phone, server: Server, card: str | None
) -> None:
    party = playing(server, "D9 D5 DK", leader=2, mine="DT" + " H2 H3 H4 H5 H6 H7 H8 H9" * 2)
    page = finger(phone, forced=card is not None)
    page.clock.install()
    party.sit(page)
    party.play("DQ")
    expect(page.locator(".say")).to_contain_text("Your turn")
    page.clock.run_for(3000)
    lies(page, 0, card)


# --- with a mouse, and a finger that slips ----------------------------------------------------


@pytest.mark.parametrize(("up", "card"), [(30, None), (300, "D7")])
def test_a_mouse_draws_a_card_onto_the_table(
    phone: Phone, server: Server, up: int, card: str | None
) -> None:
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = phone(1280, 800)
    party.sit(page)
    box = key(page, "D7").bounding_box()
    assert box is not None
    x, y = box["x"] + 12, box["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y - up, steps=6)
    expect(page.locator(".key.drawn")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".key.drawn")).to_have_count(0)
    lies(page, 0, card)
    assert party.update(0)["facts"]["awaited"] == [1 if card else 0]
    assert page.locator(".key[aria-pressed=true]").count() == 0


def test_a_finger_that_slides_off_has_not_tapped(phone: Phone, server: Server) -> None:
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = finger(phone, oneTap=True)
    party.sit(page)
    box = key(page, "D7").bounding_box()
    assert box is not None
    x, y = box["x"] + 12, box["y"] + 20
    hand = page.context.new_cdp_session(page)
    touch = "Input.dispatchTouchEvent"
    hand.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        points = [{"x": x, "y": y - 40 * step}]
        hand.send(touch, {"type": "touchMove", "touchPoints": points})
    hand.send(touch, {"type": "touchEnd", "touchPoints": []})
    assert page.locator(".key[aria-pressed=true]").count() == 0
    tap(page, "D2")  # the finger works
    lies(page, 0, "D2")


# --- a trick that is over ---------------------------------------------------------------------


@pytest.mark.parametrize("by", ["itself", "a tap", "my play"])
def test_a_finished_trick_stays_and_is_cleared(phone: Phone, server: Server, by: str) -> None:
    party = playing(server, "DT", leader=0)
    page = finger(phone, hold=1200 if by == "itself" else LONG)
    party.sit(page)
    party.play("D5 D9 D5 DK DQ")
    expect(page.locator(".board")).to_contain_text("Ed takes it")
    assert told(page)["cards"] == ["DT", "D5", "D9", "D5", "DK", "DQ"]
    assert told(page)["winners"] == [4]
    if by == "a tap":
        page.locator(".board").click()
    elif by == "my play":
        party.play("C5 C6")
        tap(page, "C7")
        tap(page, "C7")
        lies(page, 0, "C7")
    expect(page.locator(".fallen")).to_have_count(3 if by == "my play" else 0)
    until(page, shown(party.update(0)), lambda: seen(page))


def test_the_last_trick_can_be_asked_for_at_any_time(phone: Phone, server: Server) -> None:
    button = "button[aria-label='Last trick']"
    for party in (passing(server), playing(server), playing(server, "D5 D9 D5 DK DQ")):
        page = finger(phone)
        party.sit(page)
        expect(page.locator(button)).to_be_enabled()


# --- what is shown ----------------------------------------------------------------------------


def test_legal_cards_are_marked_in_my_turn_only(phone: Phone, server: Server) -> None:
    party = playing(server, "D9 D5 DK", leader=2)
    page = finger(phone)
    party.sit(page)
    marked = page.locator(".key:is(.legal, .off, [aria-disabled=true])")
    expect(page.locator(".key")).to_have_count(17)
    expect(marked).to_have_count(0)
    party.play("DQ")
    legal = party.update(0)["mine"]["legal"]
    expect(page.locator(".key.legal").first).to_be_visible()
    cards = page.locator(".key.legal").evaluate_all("keys => keys.map(key => key.dataset.card)")
    assert set(cards) == set(legal)
    expect(page.locator(".key.off[aria-disabled=true]")).to_have_count(17 - len(cards))


def test_a_twin_cancels_before_everybodys_eyes(phone: Phone, server: Server) -> None:
    party = playing(server, "D5 D9")
    page = finger(phone)
    party.sit(page)
    assert told(page)["cancelled"] == [False] * 6
    assert told(page)["winners"] == [2]
    party.play("D5")
    until(page, [1, 3], lambda: [at for at, cut in enumerate(told(page)["cancelled"]) if cut])
    found = told(page)
    assert (found["links"], found["winners"], found["led"]) == (1, [2], [1])
    assert re.search(r"5\s*5\s*cancelled", found["words"])
    assert page.locator(".badge.x [aria-label=cancelled]").count() == 2


@pytest.mark.parametrize("size", [(320, 568), (667, 375), (1280, 800)])
def test_the_line_of_play_has_the_numbers_of_the_server(
    phone: Phone, server: Server, size: tuple[int, int]
) -> None:
    party = playing(server, "D9 D5 DK", leader=2)
    page = phone(*size)
    party.sit(page)
    expect(page.locator(".track .stop text")).to_have_count(6)
    order = party.update(0)["facts"]["order"]
    numbers = page.evaluate("""() => {
      const middle = element => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const slots = [...document.querySelectorAll(".seat")]
        .map(seat => [Number(seat.dataset.seat), middle(seat.querySelector(".slot"))]);
      return [...document.querySelectorAll(".track .stop")].map(stop => {
        const [x, y] = middle(stop);
        const far = ([, [a, b]]) => Math.hypot(a - x, b - y);
        const [[seat]] = slots.sort((one, other) => far(one) - far(other));
        return [seat, Number(stop.querySelector("text").textContent)];
      });
    }""")
    assert dict(numbers) == {seat: place + 1 for place, seat in enumerate(order)}


def test_the_screen_shows_what_the_server_says_at_each_card(phone: Phone, server: Server) -> None:
    evening = Evening("players=7 pass_cycle=none", bots={2, 5})
    evening.deal(leader=1)
    party = evening.begins_at(server)
    party.come()
    page = phone(reduced_motion="reduce")
    with_settings(page, hold=1)
    party.sit(page, 3)
    assert told(page)["names"] == ["Ana", "Bo", "Ben", "You", "Ed", "Eve", "Gus"]
    for _ in range(40):
        party.play_any()
        until(page, [], lambda: differences(page, party.update(3)))
