"""The table fits: for few seats and many, in every window, at each moment of a hand.

With ``CH_PICTURES=FOLDER`` in the environment what is measured is also drawn, to be looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page

from tests.page.languages import PSEUDO, in_pseudo, said
from tests.page.parties import Evening, Party, tap, with_settings
from tests.page.phones import Box, Phone, boxes, clipped, overlapping, sideways, smaller_than
from tests.server.serving import Server

SIZES: Final = ((320, 568), (375, 667), (390, 844), (667, 375), (1280, 800), (1920, 1080))
SEATS: Final = (6, 8, 11)
MINE: Final = {
    6: "S3 SQ SK H8 H9 HT HA D2 D7 D7 DT DT CT C7 CQ CA CA",
    8: "S3 SQ SK H8 H9 HA D2 D7 DT DT C7 CT CA",
    11: "S3 SQ H8 HA D2 DT DT C7 CA",
}
LED: Final = ("D5", "D9", "D5", "DK", "D9", "DQ", "D3", "DA", "D3", "D4")
"""What the others play, one after the other from my left: first two pairs, then a third."""


def seated(seats: int, moment: str) -> Evening:
    """So many of them, three of them bots, at this moment; I am Ana on seat 0."""
    passes = "" if moment in ("passing", "got") else "pass_cycle=none"
    evening = Evening(f"players={seats} {passes}", bots={2, 4, seats - 1})
    if moment in ("passing", "got"):
        evening.deal({0: MINE[seats]}, leader=1)
        evening.pass_lowest(2, 3, 4, seats - 1)
        if moment == "got":
            evening.pass_lowest(
                *(seat for seat in range(seats) if seat not in (2, 3, 4, seats - 1))
            )
        return evening
    others = {seat: f"{card} C{'23456789TJ'[seat - 1]}" for seat, card in enumerate(LED, 1)}
    evening.deal({0: MINE[seats], **{seat: others[seat] for seat in range(1, seats)}}, leader=1)
    played = {"turn": seats - 1, "pairs": 5, "last": seats - 1, "late": 0}[moment]
    evening.play(" ".join(LED[:played]))
    if moment == "late":
        evening.play_on(5)
        evening.play_on_until(0)
    return evening


RANK: Final = 25 / 84
"""How high a rank is, in heights of its card."""
MOMENTS: Final = ("passing", "got", "pairs", "turn", "last", "late")


@contextmanager
def at_table(
    phone: Phone, server: Server, seats: int, moment: str, *, language: str = "en"
) -> Iterator[Page]:
    party: Party = seated(seats, moment).begins_at(server)
    party.come()
    locale = "lt" if language == PSEUDO else language
    page = phone(375, 667, reduced_motion="reduce", locale=locale)
    if language == PSEUDO:
        in_pseudo(page)
    with_settings(page, hold=0)
    party.sit(page)
    page.locator(".hand .key").first.wait_for()
    if moment == "passing":
        tap(page, "SQ", "HA")
    if moment == "turn":
        tap(page, "DT")
    if moment == "pairs":
        tap(page, "D2")
    if moment == "last":
        tap(page, "DT", "DT")
        page.get_by_text(said(language, "Nobody takes it")).first.wait_for()
    page.evaluate("document.fonts.ready")
    yield page


# --- what must be true of every one -----------------------------------------------------------

_COVERED: Final = """([selector, among]) => {
  // which cards have something over their index: the left 24/60 of the upper 51/84
  const covered = [];
  for (const holder of document.querySelectorAll(selector)) {
    const card = holder.querySelector(".card");
    const { x, y, width, height } = card.getBoundingClientRect();
    for (let across = 0; across < 5; across++) for (let down = 0; down < 7; down++) {
      const edge = width * 0.07; // corners are round
      const left = x + edge + (width * 24 / 60 - 2 * edge) * across / 4;
      const top = y + edge + (height * 51 / 84 - 2 * edge) * down / 6;
      const found = document.elementFromPoint(left, top);
      if (found && card.contains(found) || found?.contains(card)) continue;
      const name = found ? `${found.localName}.${found.getAttribute("class")}` : "outside";
      covered.push(`${holder.dataset.card}: ${name} at ${Math.round(left)},${Math.round(top)}`);
      across = down = 9;
    }
  }
  return covered;
}"""


def covered(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(_COVERED, [selector, None])
    return found


def strides(page: Page) -> list[float]:
    """From each card in the hand to the next one of its row."""
    found: list[float] = page.evaluate("""() =>
      [...document.querySelectorAll(".hand .row")].flatMap(row => {
        const lefts = [...row.children].map(key => key.getBoundingClientRect().left);
        return lefts.slice(1).map((left, index) => left - lefts[index]);
      })""")
    return found


def settle(page: Page) -> None:
    """The window has another size: until everything has been laid out and drawn for it."""
    frame = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(frame)
    page.evaluate(frame)


def spaced(box: Box) -> Box:
    """The room that a target needs, 24 pixels each way, if it is smaller (WCAG 2.5.8)."""
    across, down = (max(0.0, 24 - size) / 2 for size in (box.width, box.height))
    return msgspec.structs.replace(
        box,
        left=box.left - across,
        right=box.right + across,
        top=box.top - down,
        bottom=box.bottom + down,
    )


def faults(page: Page, height: int) -> dict[str, Any]:
    """What is wrong with the table in this window, by kind."""
    parts = boxes(page, ".seat .who, .seat .slot, .board")
    found: dict[str, Any] = {
        "sideways": sideways(page),
        "overlapping": overlapping(parts),
        "overlapping in the bar": overlapping(boxes(page, ".bar > *:not(.space)")),
        "overlapping words": overlapping(boxes(page, ".board .words > *")),
        "clipped": clipped(
            boxes(
                page,
                ".bar > :not(.space), .who, .slot, .board, .words > *, .say > *, .acts > *, .key",
            )
        ),
        "names cut": [box.name for box in boxes(page, ".who b") if box.cut],
        "covered in the hand": covered(page, ".hand .key"),
        "covered on the table": covered(page, ".fallen"),
        "too small": smaller_than(boxes(page, "button:not(.key, .who)"), 24),
        "too near": overlapping([spaced(box) for box in boxes(page, "button:not(.key)")]),
        "strides": [stride for stride in strides(page) if stride < 24],
        "low": [box.name for box in boxes(page, ".key, .acts > *") if box.bottom > height - 6],
        "board": [box.name for box in boxes(page, ".words") if box.cut],
    }
    return {kind: fault for kind, fault in found.items() if fault}


def look(page: Page, name: str, *, schemes: tuple[str, ...]) -> dict[str, Any]:
    """Into every window, by day and by night; the faults by window."""
    folder = os.environ.get("CH_PICTURES")
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        if wrong := faults(page, height):
            found[f"{width}x{height}"] = wrong
        for scheme in schemes if folder else ():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            settle(page)
            path = Path(folder or "") / f"{name}-{width}x{height}-{scheme}.png"
            page.screenshot(path=path)
    return found


def test_seventeen_cards_have_room_for_fingers_and_eyes(phone: Phone, server: Server) -> None:
    with at_table(phone, server, 6, "got") as page:
        assert page.locator(".hand .key").count() == 17
        assert min(strides(page)) >= 36
        heights = [box.height for box in boxes(page, ".hand .card")]
        assert min(heights) * RANK >= 16
        page.set_viewport_size({"width": 320, "height": 568})
        settle(page)
        heights = [box.height for box in boxes(page, ".hand .card")]
        assert min(heights) * RANK >= 16


@pytest.mark.parametrize("size", [(375, 667), (390, 844), (667, 375)])
def test_the_hand_stays_clear_of_the_edges_that_belong_to_the_device(
    phone: Phone, server: Server, size: tuple[int, int]
) -> None:
    width, height = size
    with at_table(phone, server, 6, "turn") as page:
        insets = {"bottom": 34, "bottomMax": 34, "left": 20, "leftMax": 20}
        page.context.new_cdp_session(page).send(
            "Emulation.setSafeAreaInsetsOverride", {"insets": insets}
        )
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        low = max(box.bottom for box in boxes(page, ".key, .acts > *"))
        assert low <= height - 34


@pytest.mark.parametrize(("seats", "moment"), [(6, "turn"), (8, "passing"), (11, "pairs")])
def test_a_table_fits_into_every_window(
    phone: Phone, server: Server, seats: int, moment: str
) -> None:
    with at_table(phone, server, seats, moment) as page:
        assert look(page, f"{seats}-{moment}", schemes=("light",)) == {}


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_table_fits_into_every_window(
    phone: Phone, server: Server, seats: int, moment: str
) -> None:
    with at_table(phone, server, seats, moment) as page:
        assert look(page, f"{seats}-{moment}", schemes=("light", "dark")) == {}
