"""Several phones at one table: each sees its own cards and nobody else's, whoever comes or goes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.page.parties import NAMES, Evening, Party, comes, differences, seen, until, with_settings
from tests.page.phones import Phone
from tests.server.serving import Server

Frame = Mapping[str, Any]


class Held:
    """One phone of several, and all that it was sent."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page = page
        self.seat = seat
        self.updates: list[Frame] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def read(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "update":
                self.updates.append(message)

        socket.on("framereceived", read)

    @property
    def last(self) -> Frame:
        return self.updates[-1]

    def scored(self) -> int:
        """How many hands of this game are."""
        return len(self.last["public"].get("sheet") or ())

    def is_over(self) -> bool:
        """Whether the game is."""
        return not self.last["public"]["playing"]

    def leaks(self) -> list[object]:
        """Cards of others that this phone was told before they lay open."""
        found: list[object] = []
        for update in self.updates:
            deal = (update["public"]["match"] or {}).get("deal")
            if deal is None:
                continue
            if not deal.get("revealed"):
                closed = [*deal["dealt"], *deal["hands"], *(deal.get("choices") or ())]
                found += [pile for pile in closed if pile and "." in pile]
                found += [deal["kitty"]] if "." in (deal.get("kitty") or "") else []
            for told in update["events"]:
                event = told["event"]
                if event["type"] == "Dealt":
                    hands = event["hands"]
                    found += [hand for hand in hands if "." in hand and hand != hands[self.seat]]
                if event["type"] == "PassChosen" and event["seat"] != self.seat:
                    found += [event] if "." in event["cards"] else []
        return found

    def drawn(self) -> set[str]:
        """All cards that stand anywhere in its page."""
        cards: list[str] = self.page.evaluate("""() =>
          [...document.querySelectorAll("#app use")]
            .map(use => use.getAttribute("href").slice(1))
            .filter(name => /^[SHDC][2-9TJQKA]$/.test(name))""")
        return set(cards)

    def may_see(self) -> set[str]:
        """All cards that its owner has, or has had, and those that were played."""
        update = self.last
        mine, deal = update["mine"], update["public"]["match"]["deal"]
        piles = [mine.get(name) or "" for name in ("hand", "gave", "got", "kitty", "choice")]
        tricks = [*deal["tricks"], *([deal["trick"]] if deal.get("trick") else [])]
        own = {
            f"{suit}{rank}"
            for pile in piles
            if "." in pile
            for suit, ranks in zip("SHDC", pile.split("."), strict=True)
            for rank in ranks
        }
        return own | {card for trick in tricks for card in trick["cards"]}

    def acts(self) -> bool:
        """Pass or play something by taps, if it is awaited; whether it was."""
        facts, mine = self.last["facts"], self.last["mine"]
        if self.seat not in (facts.get("awaited") or []):
            return False
        if facts["phase"] == "passing" and not mine.get("choice"):
            keys = self.page.locator(".hand .key")
            for number in range(facts["pass_count"]):
                keys.nth(number).click(position={"x": 8, "y": 10}, force=True)
            self.page.locator(".acts .main").click()
            comes(self.page, lambda: bool(self.last["mine"].get("choice")) or self.past(facts))
            return True
        if facts["phase"] != "playing":
            return False
        card = self.page.locator(".hand .key.legal").last
        card.click(position={"x": 8, "y": 10}, force=True)
        comes(self.page, lambda: self.past(facts))
        return True

    def past(self, facts: Frame) -> bool:
        now = self.last["facts"]
        return (now.get("ply"), now.get("phase")) != (facts.get("ply"), facts.get("phase"))


def gathered(phone: Phone, party: Party, seats: tuple[int, ...]) -> list[Held]:
    phones = []
    for seat in seats:
        page = phone(375, 667, reduced_motion="reduce")
        with_settings(page, oneTap=True, hold=1)
        phones.append(Held(page, seat))
        party.sit(page, seat)
        page.locator(".hand .key").first.wait_for()
    return phones


def differences_now(page: Page, party: Party) -> list[object]:
    return differences(page, party.update(0))


def played(phones: list[Held], *, until_scored: int, compared: bool) -> None:
    """They go on until so many hands are scored, or the game is over."""

    first = phones[0]
    while first.scored() < until_scored and not first.is_over():
        someone = any(held.acts() for held in phones)
        if not someone:
            first.page.wait_for_timeout(5)  # bots play, or the news is on its way
        elif compared:
            for held in phones:
                assert held.drawn() <= held.may_see(), held.seat


def test_six_phones_play_a_hand(phone: Phone, server: Server) -> None:
    evening = Evening("players=6", bots={2, 5}, rest=None)
    evening.deal(leader=1)
    party = evening.begins_at(server)
    phones = gathered(phone, party, (0, 1, 3, 4))
    played(phones, until_scored=1, compared=True)
    for held in phones:
        until(held.page, 1, held.scored)
        assert held.leaks() == []
    told = [held.last["public"]["match"] for held in phones]
    assert all(match["totals"] == told[0]["totals"] for match in told)
    assert sum(told[0]["deal"]["points"]) + (told[0]["deal"].get("uncollected") or 0) > 0
    for held in phones:
        for name in ("Ana", "Bo", "Di", "Ed"):
            mine = NAMES[held.seat] == name
            if not mine:
                expect(held.page.locator("main")).to_contain_text(name)


@pytest.mark.long
def test_eleven_phones_play_a_whole_game(phone: Phone, server: Server) -> None:
    evening = Evening("players=11 limit=26", rest=0)
    evening.deal(leader=1)
    party = evening.begins_at(server)
    phones = gathered(phone, party, tuple(range(11)))
    played(phones, until_scored=99, compared=False)
    for held in phones:
        comes(held.page, held.is_over)
        assert held.leaks() == []
        assert held.last["public"]["match"]["winners"]
        expect(held.page.locator("main")).to_have_count(1)


def test_when_the_host_leaves_the_others_go_on(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none", bots={2, 3, 4, 5})
    evening.deal(leader=1)
    party = evening.begins_at(server)
    host, other = gathered(phone, party, (0, 1))
    assert other.last["public"]["host"] == 0
    assert party.asks(0, type="Leave")["type"] == "done"
    until(other.page, 1, lambda: other.last["public"]["host"])
    expect(other.page.locator(".seat[data-seat='0'] [aria-label=bot]")).to_be_visible()
    host.page.close()
    before = len(other.last["public"]["match"]["deal"]["tricks"])
    for _ in range(2):
        until(other.page, [1], lambda: other.last["facts"]["awaited"])
        assert other.acts()
    comes(other.page, lambda: len(other.last["public"]["match"]["deal"]["tricks"]) > before)


def test_two_tabs_of_one_browser_are_one_seat(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none")
    evening.deal(leader=0)
    party = evening.begins_at(server)
    party.come()
    (first,) = gathered(phone, party, (0,))
    second = first.page.context.new_page()
    second.goto(f"/t/{party.name}")
    second.locator(".hand .key").first.wait_for()
    assert seen(second) == seen(first.page)
    first.acts()
    for page in (first.page, second):
        until(page, [], partial(differences_now, page, party))
    second.close()
    assert party.update(1)["public"]["people"][0]["status"] == "here"


def test_another_device_goes_on_by_an_invitation(phone: Phone, server: Server) -> None:
    evening = Evening("players=6 pass_cycle=none")
    evening.deal(leader=0)
    party = evening.begins_at(server)
    party.come()
    (old,) = gathered(phone, party, (0,))
    before = seen(old.page)
    page = phone(1280, 800, reduced_motion="reduce")
    with_settings(page, oneTap=True, hold=1)
    page.goto(party.invites(0))
    page.locator(".hand .key").first.wait_for()
    until(page, before, lambda: seen(page))
    expect(old.page.get_by_text("Another tab or device goes on here")).to_be_visible()
    new = page.locator(".hand .key.legal").first
    new.click(position={"x": 8, "y": 10}, force=True)
    comes(page, lambda: seen(page)["cards"][0] is not None)
