"""What holds the page together when something comes late, twice, or not at all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.parties import Evening, Party, key, tap, told, until
from tests.page.phones import Phone, boxes, clipped, overlapping
from tests.page.test_table import LONG, MINE, finger, lies, playing
from tests.server.serving import Server


def cut_at_first(page: Page, pattern: str, times: int = 1) -> list[str]:
    """The line breaks the first times this is asked for; returns what was not brought."""
    lost: list[str] = []

    def answer(route: Route) -> None:
        if len(lost) < times:
            lost.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    page.route(re.compile(pattern), answer)
    return lost


def test_a_trick_that_ends_while_the_one_before_is_swept_off_stays(
    phone: Phone, server: Server
) -> None:
    evening = Evening("players=6 pass_cycle=none")
    others = {1: "DA C2", 2: "D9 C3", 3: "D5 C4", 4: "DK C5", 5: "DQ C6"}
    evening.deal({0: MINE, **others}, leader=1)
    evening.play("DA D9 D5 DK DQ")
    party = evening.begins_at(server)
    party.come()
    page = finger(phone, hold=LONG)
    party.sit(page)
    tap(page, "D2", "D2")
    expect(page.locator(".board")).to_contain_text("Bo takes it")
    party.play("C2 C3 C4 C5 C6")
    tap(page, "C7", "C7")
    lies(page, 0, "C7")
    page.wait_for_timeout(1200)
    assert told(page)["cards"] == ["C7", "C2", "C3", "C4", "C5", "C6"]
    still = "element => element.getAnimations().length === 0 && !element.closest('[data-sweeping]')"
    assert all(card.evaluate(still) for card in page.locator(".fallen .card").all())


def test_cards_whose_drawings_got_lost_are_asked_for_again(phone: Phone, server: Server) -> None:
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = phone(allowed="ERR_FAILED|cards.svg")
    lost = cut_at_first(page, "/cards.svg", times=2)
    party.sit(page)
    assert lost
    expect(page.locator("svg.drawings")).to_have_count(1)


@pytest.mark.parametrize("files", ["/js/score.js", "/js/plot.js", "/css/result.css"])
def test_a_panel_that_got_lost_on_its_way_comes_at_last(
    phone: Phone, server: Server, files: str
) -> None:
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = phone(allowed="ERR_FAILED|score.js|plot.js|result.css")
    cut_at_first(page, files, times=2)
    party.sit(page)
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert "did not come" not in page.locator("body").inner_text()


def test_a_page_that_is_older_than_the_server_says_so(phone: Phone, server: Server) -> None:
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = phone(allowed="404|score.js")
    page.route(re.compile("/js/score.js"), lambda route: route.fulfill(status=404, body=""))
    party.sit(page)
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_text("A part of the page did not come.")).to_be_visible(timeout=10_000)
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("dialog", name="Score")).to_be_visible()


def test_what_nobody_asked_for_is_not_missed_without_a_line(phone: Phone, server: Server) -> None:
    """The card for whoever comes back is fetched when the line breaks, and cannot come then."""
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = phone(allowed="ERR_INTERNET_DISCONNECTED|WebSocket")
    party.sit(page)
    with page.expect_event("requestfailed", lambda request: "away.js" in request.url):
        page.context.set_offline(True)
    page.wait_for_timeout(4500)  # longer than all tries
    expect(page.locator(".felt")).to_be_visible()
    assert "did not come" not in page.locator("body").inner_text()
    page.get_by_role("button", name="Score").click()
    missing = page.get_by_role("dialog", name="Not loaded")
    expect(missing).to_be_visible(timeout=8000)
    missing.get_by_role("button", name="Close").click()
    expect(missing).to_have_count(0)


def watched(server: Server) -> Party:
    """Bo's seat is a bot's, and Di stands up: in this game no other seat than hers is for her."""
    evening = Evening("players=6 pass_cycle=none", bots={1})
    evening.deal({0: MINE}, leader=0)
    party = evening.begins_at(server)
    party.come()
    assert party.asks(3, type="StandUp")["type"] == "done"
    return party


def test_whoever_stood_up_in_a_game_is_offered_the_seat_they_had(
    phone: Phone, server: Server
) -> None:
    party = watched(server)
    page = phone()
    party.sit(page, 3)
    page.get_by_role("button", name="Take over a bot’s seat").click()
    expect(page.locator(".hand .key")).to_have_count(17)
    assert party.update(3)["mine"]["seat"] == 3


def test_a_stranger_who_watches_finds_the_way_in(phone: Phone, server: Server) -> None:
    party = watched(server)
    page = phone()
    page.goto(f"/t/{party.name}")
    page.get_by_role("button", name="Just watch").click()
    expect(page.locator(".tray.watch")).to_be_visible()
    assert page.locator(".hand, .key").count() == 0
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("button", name="Take over a bot’s seat")).to_be_visible()


@pytest.mark.parametrize("seat", [0, 3])
def test_only_who_sits_there_is_offered_what_only_they_may_do(
    phone: Phone, server: Server, seat: int
) -> None:
    party = watched(server)
    page = phone()
    party.sit(page, seat)
    assert party.asks(0, type="Pause")["type"] == "done"
    expect(page.locator(".board")).to_contain_text("Paused")
    expect(page.locator(".board").get_by_role("button", name="Go on")).to_have_count(
        0 if seat == 3 else 1
    )


def test_names_are_text_and_fit(phone: Phone, server: Server) -> None:
    names = (
        "<b id=x>&amp;</b>",
        "WWWWWWWWWWWWWWWWWWWW",
        "אבגדהוזחטיכלמנסעפצקר",
        "🂡" * 20,
        "<script>alert(1)",
    )
    party = playing(server, "D9 D5 DK DQ", leader=2)
    for seat, name in enumerate(names, 1):
        person = party.update(seat)["mine"]["person"]
        party.asks(seat, type="Rename", person=person, name=name)
    page = phone(320, 568)
    party.sit(page)
    expect(page.locator(".seat .who b").filter(has_text="<b id=x>")).to_have_count(1)
    assert not overlapping(boxes(page, ".who"))
    assert not clipped(boxes(page, ".board .words, .board h2, .board p, .board .pot"))
    assert page.locator(".who b").nth(1).evaluate("b => b.dir") == "auto"
    assert page.locator("#x").count() == 0
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
    assert key(page, "D7").is_visible()


WAKE_LOCK = """(() => {
  const held = new Set();
  window.locks = { held, asked: 0 };
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.locks.asked += 1;
    const lock = { released: false, release: async () => {
      lock.released = true;
      held.delete(lock);
    } };
    held.add(lock);
    return lock;
  } } });
  window.put = seen => {
    Object.defineProperty(document, "visibilityState", { value: seen, configurable: true });
    if (seen === "hidden") for (const lock of held) lock.release(); // as browsers do
    document.dispatchEvent(new Event("visibilitychange"));
  };
})()"""


def test_the_screen_stays_on_while_a_game_is_played_at_my_seat(
    phone: Phone, server: Server
) -> None:
    party = playing(server, "D9 D5 DK DQ", leader=2)
    page = phone()
    page.add_init_script(WAKE_LOCK)

    def held(count: int) -> None:
        until(page, count, lambda: page.evaluate("locks.held.size"))

    party.sit(page)
    held(1)
    page.evaluate("put('hidden')")
    held(0)
    page.evaluate("put('visible')")
    held(1)
    assert page.evaluate("locks.asked") == 2
    party.asks(0, type="Pause")
    held(0)
    party.asks(0, type="Resume")
    held(1)
    party.asks(0, type="StandUp")
    held(0)
