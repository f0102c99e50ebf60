"""The pictures of the page in the documents: what is in them, and how they are taken.

`tools/pictures` takes them all, and the picture of links (preview.py); `tools/pictures NAME ...`
some. A scene is a function that brings a
window to a moment; its name is that of the file, in docs/pictures.
"""

from __future__ import annotations

import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import msgspec
from playwright.sync_api import Page

from tests.page import preview
from tests.page.parties import Evening, tap
from tests.page.phones import ROOT, SIZES, chromium
from tests.server.serving import Server

PICTURES: Final = ROOT / "docs" / "pictures"
ADDRESS: Final = "http://hearts.example"
"""What the pages in the pictures call their server: no port of the day, and nobody's address."""
INSECURE: Final = "Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of every address without a certificate that is not its own machine's."""


Play: TypeAlias = Callable[[Page, Server], None]


class Scene(msgspec.Struct, frozen=True):
    """A moment, and the window in which it is shown."""

    play: Play
    size: tuple[int, int]
    options: dict[str, Any]


SCENES: Final[dict[str, Scene]] = {}


def scene(name: str, size: str = "390", **options: object) -> Callable[[Play], Play]:
    """The function below plays the scene of that name; ``options`` are those of a window.

    One function may play several scenes: with another size, another language, in the dark.
    """

    def kept(play: Play) -> Play:
        assert name not in SCENES
        SCENES[name] = Scene(play, SIZES[size], options)
        return play

    return kept


@scene("page-start")
def _start(page: Page, _server: Server) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").wait_for()


def _at_table(page: Page, server: Server, *, seats: int, mine: str, bots: set[int]) -> None:
    """My turn in a trick of which a pair has cancelled itself, with a queen in it."""
    evening = Evening(f"players={seats} pass_cycle=none", bots=bots)
    led = ["S9", "S5", "S5", "SK", "SQ", "S7", "S3", "SJ", "S4", "S6"][: seats - 1]
    others = {seat: f"{card} C{'23456789TJ'[seat - 1]}" for seat, card in enumerate(led, 1)}
    evening.deal({0: mine, **others}, leader=1)
    evening.play(" ".join(led))
    party = evening.begins_at(server)
    party.come()
    party.sit(page)
    page.locator(".key.legal").first.wait_for()
    if page.evaluate("innerWidth") >= 1024:
        page.locator(".side h2").first.wait_for()
    tap(page, "ST")
    page.mouse.move(0, 0)


@scene("page-table", size="390")
@scene("page-table-dark", size="390", color_scheme="dark")
def _six(page: Page, server: Server) -> None:
    mine = "S2 S7 ST SJ SA H3 H9 HK HA D4 D7 DT C7 C8 C8 C9 CK"
    _at_table(page, server, seats=6, mine=mine, bots={2, 5})


@scene("page-eleven", size="390")
@scene("page-sideways", size="landscape")
@scene("page-wide", size="wide")
def _eleven(page: Page, server: Server) -> None:
    _at_table(page, server, seats=11, mine="S2 ST H9 HK HA D4 DT C6 CK", bots={4, 7, 9})


@scene("page-pass", size="390")
def _passing(page: Page, server: Server) -> None:
    evening = Evening("players=7", bots={2, 4})
    evening.deal({0: "SQ SA S5 S2 H4 H9 HK D4 D7 DT C6 C8 CK CA"}, leader=1)
    evening.pass_lowest(2, 3, 4)
    party = evening.begins_at(server)
    party.come()
    party.sit(page)
    page.locator(".key").first.wait_for()
    tap(page, "SQ", "SA")


@scene("page-lobby")
def _lobby(page: Page, server: Server) -> None:
    evening = Evening("players=8", bots={2, 5})
    party = evening.begins_at(server)
    party.come()
    party.sit(page, screen="main.lobby")
    page.locator("img.qr").wait_for()


# --- the windows ------------------------------------------------------------------------------

# --- taking them ------------------------------------------------------------------------------


def taken(page: Page) -> bytes:
    """What the window shows, as WebP, which is a quarter of PNG, once its fonts are there."""
    page.evaluate("document.fonts.ready")
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": 90})
    return b64decode(answer["data"])


def take(names: list[str], folder: Path = PICTURES) -> None:
    """Take the pictures with those names; a window that complains ends it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as data,
        Server(Path(data) / "data") as server,
        chromium(server.address, known_as=ADDRESS) as browser,
        browser.in_use(),
    ):
        for name in names:
            scene = SCENES[name]
            options: dict[str, Any] = {"device_scale_factor": 2, "reduced_motion": "reduce"}
            page = browser.phone(*scene.size, allowed=INSECURE, **options | scene.options)
            scene.play(page, server)
            (folder / f"{name}.webp").write_bytes(taken(page))
            complaints = browser.put_down()
            assert not complaints, (name, complaints)


def main(names: list[str]) -> int:
    """Take them all, or some."""
    known = [*SCENES, "preview"]
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.stderr.write(f"No scene: {' '.join(unknown)}. There are: {' '.join(known)}\n")
        return 2
    wanted = names or known
    take([name for name in wanted if name in SCENES])
    if "preview" in wanted:
        preview.take()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
