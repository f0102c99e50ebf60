"""Sheets that lie over the table: a page to read, and keys that close it with an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input

from cancellation_hearts.i18n import Words
from cancellation_hearts.tui.bars import Head, Keys, Lines
from cancellation_hearts.tui.pages import Page

Answer = tuple[str, str, str]
"""A key, what it does, and the answer that it gives."""
SCROLLS: dict[str, int] = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
WIDEST = 100


class Sheet(ModalScreen[str]):
    """A page with its answers. The first answer is also that of Enter."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        title: str,
        page: Page,
        answers: Sequence[Answer],
        words: Words,
        *,
        closing: Sequence[str] = (),
        told: Sequence[str] = (),
    ) -> None:
        """``closing``: more keys that give the first answer, such as the one that opened it.

        ``told``: keys that the page itself tells of; each is its own answer.
        """
        super().__init__()
        self._scroll_told = words.gettext("read on")
        self._title_text = title
        self._page = page
        self._answers = {key: answer for key, _told, answer in answers}
        self._keys = [(_shown(key), told, key) for key, told, _answer in answers]
        first = next(iter(self._answers.values()))
        self._answers.setdefault("enter", first)
        for key in closing:
            self._answers.setdefault(key, first)
        for key in told:
            self._answers.setdefault(key, key)
        self._head, self._foot, self._lines = Head(), Keys(), Lines()
        self._scroll = VerticalScroll(self._lines, id="page", can_focus=False)
        self._sheet = Vertical(self._head, self._scroll, self._foot, id="sheet")

    def compose(self) -> ComposeResult:
        """A head, the page, the keys."""
        self._head.show([[(self._title_text, "head bold")]], ())
        self._lay(self.app.size.width, self.app.size.height)
        yield self._sheet

    def on_resize(self, event: events.Resize) -> None:
        """Lay it anew."""
        self._lay(event.size.width, event.size.height)

    def _lay(self, width: int, height: int) -> None:
        outer = min(WIDEST, width)
        lines = list(self._page(outer - 7))  # one more for the scroll bar
        rows = min(len(lines), max(1, height - 4))
        scrolls = [("↑↓", self._scroll_told, "down")] if len(lines) > rows else []
        self._foot.show([*self._keys, *scrolls])
        self._sheet.styles.width = outer
        self._sheet.styles.height = rows + 4
        self._scroll.styles.height = rows
        self._lines.show(lines)

    def on_key(self, event: events.Key) -> None:
        """Answer, or scroll."""
        event.stop()
        event.prevent_default()
        key = event.character.lower() if event.is_printable and event.character else event.key
        key = {" ": "space"}.get(key, key)
        self._take(key)

    def on_keys_pressed(self, event: Keys.Pressed) -> None:
        """A key was clicked."""
        self._take(event.key)

    def _take(self, key: str) -> None:
        if key in SCROLLS:
            self._scroll.scroll_relative(y=SCROLLS[key], animate=False)
        elif key in self._answers and self.is_current:  # a second key may come too late
            _closed = self.dismiss(self._answers[key])


class Writing(ModalScreen[str]):
    """A line to write, and Enter; Esc writes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, title: str, words: Words, *, most: int) -> None:
        """``most``: signs."""
        super().__init__()
        self._title_text = title
        self._head, self._foot = Head(), Keys()
        self._foot.show(
            [("Enter", words.gettext("say it"), "enter"), ("Esc", words.gettext("back"), "escape")]
        )
        self._input = Input(max_length=most, id="line")

    def compose(self) -> ComposeResult:
        """A head, the line, the keys."""
        self._head.show([[(self._title_text, "head bold")]], ())
        yield Vertical(self._head, self._input, self._foot, id="sheet")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        _closed = self.dismiss(event.value)

    def on_key(self, event: events.Key) -> None:
        """Esc."""
        if event.key == "escape":
            event.stop()
            _closed = self.dismiss("")

    def on_keys_pressed(self, event: Keys.Pressed) -> None:
        """A key was clicked."""
        _closed = self.dismiss(self._input.value if event.key == "enter" else "")


def _shown(key: str) -> str:
    return {"escape": "Esc", "enter": "Enter", "space": "Space"}.get(key, key)
