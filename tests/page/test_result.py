"""What came of a hand, as the page tells it: held against what the server said."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from cancellation_hearts.table import ByPerson, ByServer, deadline
from cancellation_hearts.table.commands import Leave, Tick
from tests.page.parties import Evening, Party
from tests.page.phones import SIZES, Phone, barriers, boxes, sideways
from tests.server.serving import Server

NO_ICON: Final = "favicon"
"""What a browser wants of an address that is no page of ours."""
MODULE: Final = """const module = file =>
  import(document.querySelector("script[type=module]").src.replace("main.js", file));"""
PLAY: Final = (
    "async () => {"
    + MODULE
    + """
  const [{ ask }, { now }, { cardsOf, pileOf }] =
    await Promise.all(["play.js", "state.js", "cards.js"].map(module));
  let done = "";
  while (!now.value?.public.sheet.length) {
    await new Promise(go => setTimeout(go, 5));
    const { facts, mine } = now.value ?? {};
    const ply = facts?.ply ?? 0;
    const moment = `${facts?.phase} ${ply}`;
    if (!facts?.awaited?.includes(mine?.seat) || moment === done) continue;
    const given = cardsOf(mine.hand).slice(0, facts.pass_count);
    if (facts.phase === "passing") await ask({ type: "Pass", cards: pileOf(given), ply });
    else if (facts.phase === "moon") await ask({ type: "Choose", choice: null, ply });
    else if (mine.legal?.length) await ask({ type: "Play", card: mine.legal[0], ply });
    else continue;
    done = moment;
  }
}"""
)
"""Plays a hand with the first card that may be played, faster than fingers."""

ASIDE: Final = """
  const [{ ask }, { mySeat, now }] = await Promise.all(["play.js", "state.js"].map(module));
  let seen = "hidden";
  Object.defineProperty(document, "visibilityState", { get: () => seen });
  document.dispatchEvent(new Event("visibilitychange"));
  await ask({ type: "LetBotPlay", seat: mySeat.value });
  while (!now.value.public.match?.deal?.tricks.length) await new Promise(go => setTimeout(go, 5));
  seen = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
"""
"""Puts the page aside, lets a bot play one's cards, and comes back after a trick or more."""


def sit(page: Page, rules: str) -> str:
    """At a table of one's own, with bots; returns its name."""
    page.goto("/healthz")
    body = {"name": "Mia", "rules": rules, "level": "random", "cookie": True}
    table: str = page.evaluate(
        """async body => (await (await fetch("/api/games", {
          method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify(body) })).json()).table""",
        body,
    )
    page.goto(f"/t/{table}")
    page.wait_for_selector("main.play")
    return table


def played(page: Page, rules: str) -> dict[str, Any]:
    """A hand is over; returns the last that the server said."""
    sit(page, rules)
    page.evaluate(PLAY)
    page.wait_for_selector("main.result .standings")
    update: dict[str, Any] = page.evaluate(
        "async () => {" + MODULE + "return (await module('state.js')).now.value }"
    )
    return update


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


@pytest.mark.parametrize("rules", ["players=4 decks=1", "players=11 bonus_card=DJ"])
def test_the_result_says_what_the_server_said(phone: Phone, rules: str) -> None:
    page = phone(320, 568, allowed=NO_ICON, reduced_motion="reduce")
    update = played(page, rules)
    match, deal = update["public"]["match"], update["public"]["match"]["deal"]
    rows = page.locator(".standings .stand")
    seats = [int(seat or 0) for seat in rows.evaluate_all("all => all.map(e => e.dataset.seat)")]
    assert sorted(seats) == list(range(len(match["totals"])))
    totals = [number(text) for text in rows.locator(".total").all_inner_texts()]
    assert totals == [match["totals"][seat] for seat in seats] == sorted(match["totals"])
    changes = [number(text) for text in rows.locator(".change").all_inner_texts()]
    assert changes == [deal["changes"][seat] for seat in seats]

    for row in range(len(seats)):  # the parts of each change make all of it
        rows.nth(row).click()
        parts = [text for text in page.locator(".why b").all_inner_texts() if text]
        assert sum(map(number, parts[:-1])) == number(parts[-1]) == changes[row]
    rows.nth(len(seats) - 1).click()

    assert barriers(page) == []
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(50)
        assert sideways(page) == 0


def test_all_hands_are_shown_and_the_next_deal_closes_them(phone: Phone) -> None:
    page = phone(allowed=NO_ICON, reduced_motion="reduce")
    update = played(page, "players=4 decks=1 pass_cycle=left")
    page.get_by_role("button", name="All hands").click()
    page.wait_for_selector(".all-hands")
    for seat, pile in enumerate(update["public"]["match"]["deal"]["dealt"]):
        hand = page.locator(f".all-hands [data-seat='{seat}']")
        assert hand.locator(".strip li").count() == len(pile) - 3
        assert hand.locator(".strip .up").count() == 3
    page.get_by_role("button", name="The next trick").click()
    expect(page.locator(".stepper h3")).to_contain_text("Trick 2 of 13")
    page.evaluate(
        "async () => {"
        + MODULE
        + "return (await module('play.js')).ask({ type: 'SayReady', ready: true }) }"
    )
    page.wait_for_selector("main.play")
    expect(page.locator(".all-hands")).to_have_count(0)


def test_who_comes_back_is_told_what_went_by(phone: Phone) -> None:
    page = phone(allowed=NO_ICON, reduced_motion="reduce")
    sit(page, "players=4 decks=1")
    page.evaluate("async () => {" + MODULE + ASIDE + "}")
    card = page.locator(".away-card")
    expect(card).to_contain_text("While you were away")
    card.get_by_role("button").click()
    expect(card).to_have_count(0)


def after_a_hand(server: Server, rules: str, *, bots: tuple[int, ...] = ()) -> Party:
    """A table at which one hand has been played, and everybody is there."""
    evening = Evening(rules, bots=bots)
    evening.deal()
    while evening.match.current.changes is None:
        evening.play_any()
    party = evening.begins_at(server)
    party.come()
    return party


def test_who_is_ready_sees_it_and_may_take_it_back(phone: Phone, server: Server) -> None:
    page = phone(375, 667)
    party = after_a_hand(server, "players=6 pass_cycle=none limit=500")
    party.sit(page, 1, screen="main.result")
    button = page.get_by_role("button", name="Next hand")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button.locator("svg")).to_be_visible()
    expect(page.locator(".waiting")).to_contain_text("You are ready. Waiting for Ana, Cy, Di")
    assert party.update(0)["public"]["seats"][1]["ready"]
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button.locator("svg")).to_have_count(0)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_buttons_after_a_game_stand_in_one_row(phone: Phone, server: Server, seat: int) -> None:
    page = phone(320, 568)
    party = after_a_hand(server, "players=6 pass_cycle=none limit=1")
    party.sit(page, seat, screen="main.result")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    found = boxes(page, ".foot .btn")
    assert len({box.top for box in found}) == 1
    assert {box.height for box in found} == {48}
    page.get_by_role("button", name="All hands").click()
    expect(page.locator(".all-hands")).to_be_visible()


def test_whose_points_a_bot_has_is_told(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none")
    evening.deal()
    evening.run(ByPerson(3), Leave())
    while evening.match.current.changes is None:
        evening.play_any()
    party = evening.begins_at(server)
    party.come(0, 1, 2)
    page = phone(320, 568)
    party.sit(page, 0, screen="main.result")
    row = page.locator(".stand[data-seat='3']")
    expect(row).to_contain_text("was Di")
    assert boxes(page, ".stand small")[0].shown == 1
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="People").click()
    expect(page.locator(".folk li").nth(3)).to_contain_text("was Di")
    page.locator(".folk li button").nth(3).click()
    expect(page.get_by_role("dialog")).to_contain_text("Di had this seat before.")


def test_totals_below_zero_have_a_minus_and_every_column_an_edge(
    phone: Phone, server: Server
) -> None:
    evening = Evening("players=6 pass_cycle=none bonus_card=DJ limit=1")
    evening.deal({0: "DJ DA DK DQ"})
    while evening.match.current.changes is None:
        evening.play_any()
    lowest = min(evening.match.totals)
    assert lowest < 0
    party = evening.begins_at(server)
    party.come()
    page = phone(375, 667)
    party.sit(page, 0, screen="main.result")
    text = f"\N{MINUS SIGN}{-lowest}"
    expect(page.locator(".stand .total").first).to_have_text(text)
    head, *cells = page.locator(".standings tr > :last-child").evaluate_all(
        """all => all.map(cell => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().right;
        })"""
    )
    assert all(abs(cell - head) < 1.5 for cell in cells)
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator(".won")).to_contain_text(f"with {text} points")


def test_the_host_has_a_key_and_the_winner_a_crown(phone: Phone, server: Server) -> None:
    page = phone(375, 667)
    party = after_a_hand(server, "players=6 pass_cycle=none limit=1")
    winners = party.update(0)["public"]["match"]["winners"]
    party.sit(page, 0, screen="main.result")
    crowned = page.locator(".stand", has=page.locator("use[href='#i-crown']"))
    seats = crowned.evaluate_all("all => all.map(e => Number(e.dataset.seat))")
    assert sorted(seats) == sorted(winners)
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator(".won use[href='#i-crown']")).to_be_attached()
    expect(page.locator(".place use[href='#i-key']")).to_have_count(1)
    expect(page.locator(".place").first).to_contain_text("host")
    page.locator(".place").nth(1).click()
    headings = page.get_by_role("dialog").locator("h2, h3, .swap p")
    expect(headings).to_have_text(["Bo", "As the host", "Change places with seat"])


def test_no_hand_of_the_sheet_stands_half_below_the_names(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none bonus_card=DJ limit=9999", rest=0)
    evening.deal()
    for hand in range(8):
        while evening.match.current.changes is None:
            evening.play_any()
        due = deadline(evening.table)
        assert due is not None
        evening.run(ByServer(), Tick(f"{hand:02}" * 32), moment=due)
    party = evening.begins_at(server)
    party.come()
    page = phone(320, 568)
    party.sit(page)
    page.get_by_role("button", name="Score").click()
    page.locator(".sheet").wait_for()
    edge = boxes(page, ".sheet thead .who-is")[0].right
    hands = boxes(page, ".sheet thead th:not(.who-is, .total)")
    assert hands[0].right < edge + 1  # it has scrolled away
    assert not [hand.name for hand in hands if hand.left < edge - 1 < hand.right - 2]
