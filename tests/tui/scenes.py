"""The pictures of docs/terminal.md: real games, played to certain moments and captured.

``tools/captures`` writes them anew; a test compares them with the program. The games are those of
fixed seeds against the bot ``random``, so they change only when the screen does.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from cancellation_hearts.core import legal_plays
from cancellation_hearts.tui.settings import Settings
from tests.tui.playing import ME, Seat, new_game, seated

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "terminal.md"
PICTURES: Final = ROOT / "docs" / "pictures"
Take: TypeAlias = Callable[[str, Seat], Awaitable[None]]
Story: TypeAlias = Callable[[Seat, Take], Awaitable[None]]


async def six(seat: Seat, take: Take) -> None:
    """Six players: passing, a trick, the last trick, the end of a hand."""
    await seat.press("enter", "right", "enter")
    await take("passing", seat)
    await seat.press("escape", "home")
    await seat.pass_first()
    while not _in_trick(seat, 4):
        await seat.play(seat.legal()[0])
    await seat.name(seat.legal()[0])
    await seat.press("enter")
    await take("six", seat)
    await seat.press("enter")
    await seat.asked()
    await seat.press("l")
    await seat.until(lambda: len(seat.app.screen_stack) > 1)
    await take("last-trick", seat)
    await seat.press("escape")
    await seat.until(lambda: seat.playing)
    while seat.playing:
        await seat.play(seat.legal()[0])
    await take("hand-over", seat)


async def eleven(seat: Seat, take: Take) -> None:
    """Eleven players: a trick with a cancelled pair, in three sizes, and what came of it."""
    await seat.pass_first()
    while not _in_trick(seat, 3):
        await seat.play(seat.legal()[0])
    await seat.name(seat.legal()[-1])
    await seat.press("enter")
    await take("eleven", seat)
    await seat.resize(60, 20)
    await take("small", seat)
    await seat.resize(120, 40)
    await take("large", seat)
    await seat.resize(80, 24)
    seat.app.settings = Settings(speed="slow")
    await seat.press("enter")
    for _card in range(4):
        await seat.press("enter")
        if seat.app.held:
            break
    await seat.until(lambda: seat.app.held)
    await take("held", seat)


async def score(seat: Seat, take: Take) -> None:
    """The score after some hands, and the end of the game."""
    while seat.app.match.winners is None:
        if len(seat.app.history) == 3 and seat.playing:
            await seat.press("s")
            await seat.until(lambda: "Hand by hand" in seat.text)
            await take("score", seat)
            await seat.press("escape")
            await seat.until(lambda: seat.playing)
        while seat.playing:
            await seat.play(seat.legal()[0])
        await seat.answer("enter")
    await take("end", seat)


def _in_trick(seat: Seat, number: int) -> bool:
    deal = seat.app.match.deal
    return (
        deal is not None
        and len(deal.tricks) + 1 == number
        and bool(legal_plays(seat.app.match, ME))
    )


def scenes(*, drawn: dict[str, str] | None = None) -> dict[str, str]:
    """Every picture as text, by name; ``drawn``: some of them are put there as SVG."""
    taken: dict[str, str] = {}

    async def take(name: str, seat: Seat) -> None:
        await seat.still()
        taken[name] = f"{seat.text.rstrip()}\n"
        if drawn is not None and name in ("six", "eleven", "held", "large", "passing"):
            svg = seat.app.export_screenshot(title="Cancellation Hearts")
            svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # nothing from elsewhere
            drawn[name] = svg.replace("Fira Code", "DejaVu Sans Mono")

    stories: tuple[tuple[Story, str, int], ...] = (
        (six, "players=6", 194),
        (eleven, "players=11", 165),
        (score, "players=6 pass_cycle=none limit=60", 4),
    )
    for story, rules, seed in stories:
        seated(partial(_told, story, take), new_game(rules, seed=seed))
    return taken


async def _told(story: Story, take: Take, seat: Seat) -> None:
    await story(seat, take)


def page_with(pictures: dict[str, str], page: str) -> str:
    """The page with every picture in its place: the block after ``<!-- name -->``."""
    for name, picture in pictures.items():
        before, mark, rest = page.partition(f"<!-- {name} -->\n```text\n")
        _old, end, after = rest.partition("```\n")
        assert mark, f"no place for {name}"
        page = f"{before}{mark}{picture}{end}{after}"
    return page


def main() -> None:
    """Write the pictures and the page."""
    drawn: dict[str, str] = {}
    pictures = scenes(drawn=drawn)
    PICTURES.mkdir(exist_ok=True)
    for name, svg in drawn.items():
        (PICTURES / f"{name}.svg").write_text(svg, "utf-8")
    PAGE.write_text(page_with(pictures, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
