"""The picture that a chat shows beside a link to a table: `tools/pictures preview` draws it anew.

It is made of the page's own cards, colours and letters, and goes with the page, as `card.png`.
"""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import Final

from tests.page.phones import ROOT, chromium

WEB: Final = ROOT / "src" / "cancellation_hearts" / "web"
FILE: Final = WEB / "card.png"
SIZE: Final = (1200, 630)
"""In pixels: what chats show whole."""
_LOOK: Final = """
body { display: flex; align-items: center; gap: 40px; overflow: hidden; padding-left: 80px }
h1 { font-size: 104px; line-height: .94; letter-spacing: -.035em }
p { margin-top: 34px; color: var(--ink-2); font-size: 34px; line-height: 1.25 }
.twins { position: relative; display: flex; gap: 80px }
.twin { --w: 210px; position: relative; transform: rotate(-4deg) }
.twin + .twin { transform: rotate(4deg) }
.bars { position: absolute; left: -9%; bottom: 2%; width: 118%; height: 34%; overflow: visible }
.bars g { fill: none; stroke-linecap: round }
.link, .cross { position: absolute; top: 50%; left: 50%; transform: translate(-50%, -50%) }
.link { width: 110px; height: 9px; border-radius: 5px; background: var(--stamp) }
.cross { display: grid; place-items: center; width: 78px; height: 78px; border-radius: 50%;
  border: 6px solid var(--table); background: var(--stamp); color: var(--card) }
"""


def composition() -> str:
    """The picture as a page of its own, which needs no server."""
    letters = b64encode((WEB / "fonts/instrument-sans-basic.woff2").read_bytes()).decode()
    styles = "".join((WEB / "css" / name).read_text() for name in ("tokens.css", "page.css"))
    styles = re.sub(r"url\([^)]*basic[^)]*\)", f"url(data:font/woff2;base64,{letters})", styles)
    waves = "".join(f'<path d="M2 {y}q5.5-4 11 0{"t11 0 " * 5}"/>' for y in (6, 17, 28))
    strokes = "".join(
        f'<g stroke="var(--{ink})" stroke-width="{width}">{waves}</g>'
        for ink, width in (("card", 6), ("stamp", 3))
    )
    twin = (
        '<div class="twin"><svg class="card S" viewBox="0 0 60 84"><use href="#SQ"/></svg>'
        f'<svg class="bars" viewBox="0 0 70 34" preserveAspectRatio="none">{strokes}</svg></div>'
    )
    cross = '<svg width="42" height="42" viewBox="0 0 24 24"><use href="#i-x"/></svg>'
    return (
        f'<html data-theme="light"><style>{styles}{_LOOK}</style><body>'
        f'<div class="drawings">{(WEB / "cards.svg").read_text()}</div>'
        "<div><h1>Cancellation<br>Hearts</h1>"
        "<p>Hearts with two packs,<br>for 6 to 11 players.</p></div>"
        f'<div class="twins">{twin * 2}<i class="link"></i><i class="cross">{cross}</i></div>'
    )


def take(file: Path = FILE) -> None:
    """Draw it."""
    with chromium("http://127.0.0.1") as browser, browser.in_use():
        page = browser.phone(*SIZE)
        page.set_content(composition())
        page.evaluate("document.fonts.ready")
        page.screenshot(path=file)
        assert not browser.put_down()
