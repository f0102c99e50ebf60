"""What a terminal cannot or shall not show, replaced on the way out: colours, signs, lines.

Every widget draws in full; these filters see the finished lines. So nothing has to ask anywhere
whether there are colours, and no colour can slip through.
"""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as TextualColor
from textual.filter import LineFilter

_DEFAULT: Final = Style.from_color(Color.default(), Color.default())

SUIT_LETTERS: Final = str.maketrans("♠♥♦♣", "SHDC")
PLAIN_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("─━╌┄┅╍╴╶╸╺", "-"),
        **dict.fromkeys("═≈", "="),
        **dict.fromkeys("│┃╎┆┇║╏╻╹╷╵", "|"),
        **dict.fromkeys("╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤┬┴┼┣┫┳┻╋", "+"),
        **dict.fromkeys("▶▸▷→►", ">"),
        **dict.fromkeys("◀◂◁←◄", "<"),
        **dict.fromkeys("▲▴↑", "^"),
        **dict.fromkeys("▼▾↓", "v"),
        **dict.fromkeys("✕×✗", "x"),
        **dict.fromkeys("█▌▐", "#"),
        **dict(zip("▁▂▃▄▅▆▇", "__.-=+#", strict=True)),
        "★": "*",
        "☾": ")",
        "✓": "v",
        "·": ".",
        "•": ".",
        "…": ".",
        "–": "-",
        "—": "-",
        "’": "'",
    }
)


class NoColour(LineFilter):
    """The terminal's own two colours; bold, underline and reverse stay."""

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        """The line without colours."""
        del background
        return [
            Segment(text, None if style is None else style + _DEFAULT, control)
            for text, style, control in segments
        ]


class Letters(LineFilter):
    """Letters for the signs of the suits."""

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        """The line with S H D C."""
        del background
        return [
            Segment(text.translate(SUIT_LETTERS), style, control)
            for text, style, control in segments
        ]


class PlainSigns(LineFilter):
    """ASCII only, for a terminal that shows no more; one sign for one sign."""

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        """The line in ASCII."""
        del background
        return [Segment(plain(text), style, control) for text, style, control in segments]


def plain(text: str) -> str:
    """The text in ASCII, as many cells wide as before."""
    signs = text.translate(SUIT_LETTERS).translate(PLAIN_SIGNS)
    return "".join(sign if sign.isascii() else "?" * cell_len(sign) for sign in signs)
