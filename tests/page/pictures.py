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
from typing import Any, Final

import msgspec
from playwright.sync_api import Page

from tests.page import preview
from tests.page.phones import ROOT, SIZES, chromium
from tests.server.serving import Server

PICTURES: Final = ROOT / "docs" / "pictures"
ADDRESS: Final = "http://hearts.example"
"""What the pages in the pictures call their server: no port of the day, and nobody's address."""
INSECURE: Final = "Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of every address without a certificate that is not its own machine's."""


class Scene(msgspec.Struct, frozen=True):
    """A moment, and the window in which it is shown."""

    play: Callable[[Page], None]
    size: tuple[int, int]
    options: dict[str, Any]


SCENES: Final[dict[str, Scene]] = {}


def scene(
    name: str, size: str = "390", **options: object
) -> Callable[[Callable[[Page], None]], Callable[[Page], None]]:
    """The function below plays the scene of that name; ``options`` are those of a window.

    One function may play several scenes: with another size, another language, in the dark.
    """

    def kept(play: Callable[[Page], None]) -> Callable[[Page], None]:
        assert name not in SCENES
        SCENES[name] = Scene(play, SIZES[size], options)
        return play

    return kept


@scene("page-start")
def _start(page: Page) -> None:
    page.goto("/")


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
            scene.play(page)
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
