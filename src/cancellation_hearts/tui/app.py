"""The full-screen game: one loop that plays, and the screen that shows it.

The loop runs as one task. It asks the session whose move it is; bots think in a thread, so the
screen never waits for them; the person's answer arrives through a future. After every command the
game is kept. Pauses are there to see what happened; a key ends them, and an open sheet holds them.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from cancellation_hearts.core import (
    Card,
    ChooseMoon,
    Command,
    PassCards,
    Phase,
    PlayCard,
    View,
    legal_plays,
)
from cancellation_hearts.core.events import CardPlayed, TrickTaken, TrickVoided
from cancellation_hearts.i18n import Words, option_meaning
from cancellation_hearts.tui import pages
from cancellation_hearts.tui.asking import is_passing
from cancellation_hearts.tui.board import ARROWS
from cancellation_hearts.tui.canvas import Line, sentence, suited
from cancellation_hearts.tui.desk import Desk
from cancellation_hearts.tui.filters import Letters, NoColour, PlainSigns
from cancellation_hearts.tui.glance import Glance, glance_of
from cancellation_hearts.tui.hand import HandRow
from cancellation_hearts.tui.pages import Page
from cancellation_hearts.tui.scores import standings
from cancellation_hearts.tui.screen import TableScreen
from cancellation_hearts.tui.session import ME, Session, Told
from cancellation_hearts.tui.settings import CARD_PAUSE, COLOURS, SPEEDS, TRICK_PAUSE, Settings
from cancellation_hearts.tui.sheets import Answer, Sheet
from cancellation_hearts.tui.telling import Teller

Keep: TypeAlias = Callable[[Session], str | None]
"""Keeps a game; says what went wrong, if anything."""
Ending: TypeAlias = Literal["quit", "over", "SIGINT", "SIGTERM", "SIGHUP"]
SIGNALS: Final[tuple[Literal["SIGINT", "SIGTERM", "SIGHUP"], ...]] = ("SIGINT", "SIGTERM", "SIGHUP")


class TableApp(App[Ending]):
    """A game at a table that fills the terminal."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        session: Session,
        words: Words,
        settings: Settings,
        *,
        keep: Keep,
        offered: tuple[str, Callable[[], Session]] | None = None,
    ) -> None:
        """``offered``: a kept game to go on with instead, told, and how to get it."""
        super().__init__()
        self.session = session
        self.settings = settings
        self.failure: Exception | None = None
        """What went wrong in the game's loop, if anything did."""
        self._words = words
        self._keep = keep
        self._offered = offered
        self._sit_down()
        self._held = False
        self._hurry = False
        self._seen = 0
        self._skip = asyncio.Event()
        self._alone = asyncio.Event()
        self._alone.set()
        self._answer: asyncio.Future[Command] | None = None
        self._given: PassCards | None = None
        self._trouble: str | None = None
        self._moment: View | None = None
        self.set_class(settings.colours == "two", "-two")

    def _sit_down(self) -> None:
        session = self.session
        self._teller = Teller(session.rules, session.names, self._words, me=ME)
        self._bots = tuple(seat != ME for seat in range(session.rules.players))
        self._seen = 0
        self._desk = Desk(session.view, self._words)

    # --- the screen -------------------------------------------------------------------------

    def get_default_screen(self) -> TableScreen:
        """The table."""
        return TableScreen(self._words)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is taken out of every line: our own filters only, NO_COLOR means no colour."""
        settings = self.settings
        filters: list[LineFilter] = []
        if settings.plain_signs:
            filters.append(PlainSigns())
        elif settings.suits == "letters":
            filters.append(Letters())
        if settings.colours == "none":
            filters.append(NoColour())
        return filters

    def on_mount(self) -> None:
        """Begin."""
        if not self.is_headless and sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for name in SIGNALS:
                loop.add_signal_handler(getattr(signal, name), self.exit, name)
        self.title = self._words.gettext("Cancellation Hearts")
        self.run_worker(self._play_or_fail(), exclusive=True)

    @property
    def asked(self) -> bool:
        """Whether the game waits for the person: for a card, or for an answer to a sheet."""
        return len(self.screen_stack) > 1 or (self._answer is not None and not self._answer.done())

    @property
    def held(self) -> bool:
        """Whether a complete trick is being shown."""
        return self._held

    @property
    def desk(self) -> Desk:
        """What lies before the person."""
        return self._desk

    @property
    def _table(self) -> TableScreen:
        screen = self.screen_stack[0]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def _view(self) -> View:
        return self.session.view if self._moment is None else self._moment

    def show(self) -> None:
        """Show the table as it is now."""
        table, view, desk = self._table, self._view, self._desk
        glance = glance_of(view, self._teller, self._bots, held=self._held)
        table.board.show(view, glance, desk.lifted if is_passing(view) else ())
        table.hand.show(desk.fan())
        table.head.show(*self._head(view, glance))
        table.tray.show(*self._tray(view, glance))
        table.keys.show(self._keys())
        if table.has_class("-wide"):
            table.side.show(self._side(view, max(20, table.side.size.width or 34)))

    def _head(self, view: View, glance: Glance) -> tuple[list[Line], Line]:
        words, deal, rules = self._words, view.deal, view.rules
        name = words.gettext("Cancellation Hearts")
        if deal is None:
            return [[(name, "head bold")]], ()
        parts: list[Line] = [[(words.gettext("Hand {n}").format(n=deal.number), "head bold")]]
        way = rules.pass_way(deal.number)
        if way == "none":
            parts.append([(option_meaning("pass_cycle", (way,), words), "head ink-2")])
        else:
            target = self.session.names[(ME + rules.pass_offset(deal.number)) % rules.players]
            told = words.gettext("pass {arrow} {way} to {name}").format(
                arrow=ARROWS[way],
                way=option_meaning("pass_cycle", (way,), words),
                name=target,
            )
            parts.append([(told, "head ink-2")])
        if self.size.width >= 80:
            broken = words.gettext("hearts broken"), words.gettext("hearts not broken")
        else:
            broken = words.gettext("♥ broken"), words.gettext("♥ not broken")
        parts.append(suited(broken[not glance.broken], "head ink"))
        if glance.trick is not None:
            told = words.gettext("trick {n} of {all}")
            parts.append([(told.format(n=glance.number, all=rules.hand_size), "head ink-2")])
        ends = words.gettext("ends at {limit}").format(limit=rules.limit)
        return parts, [(ends, "head ink-2")]

    def _tray(self, view: View, glance: Glance) -> tuple[str, str, str]:
        words, desk = self._words, self._desk
        if self._trouble is not None:
            return self._trouble, "", "tray-warn"
        if desk.refused is not None:
            return desk.refused, desk.action(), "tray-warn"
        if self._table.typed:
            return f"{self._table.typed.upper()} …", "", "tray"
        if self._held:
            return sentence(glance.told), words.gettext("Enter: go on"), "tray"
        task = desk.task()
        if task:
            return task, desk.action(), "tray-on"
        if desk.given:
            names = [seat.name for seat in glance.seats if seat.passed is False and not seat.me]
            told = words.gettext("Waiting for {names}").format(names=", ".join(names))
            return told, words.gettext("Esc: choose again"), "tray"
        turn = view.turn
        if turn is None or view.phase is not Phase.PLAYING:
            return words.gettext("One moment"), "", "tray"
        if turn == ME:
            return "", "", "tray"
        told = words.gettext("{name} is to play").format(name=self.session.names[turn])
        me = glance.seats[ME]
        if me.card is None and me.order:
            after = (ME - turn) % view.rules.players
            told += " · " + words.ngettext("you are next", "you play in {n} cards", after).format(
                n=after
            )
        return told, words.gettext("Enter: faster"), "tray"

    def _keys(self) -> list[tuple[str, str, str]]:
        words = self._words
        return [
            ("←→", words.gettext("move"), "right"),
            ("l", words.gettext("last trick"), "last"),
            ("s", words.gettext("score"), "score"),
            ("t", words.gettext("log"), "log"),
            ("r", words.gettext("rules"), "rules"),
            ("c", words.gettext("look"), "settings"),
            ("?", words.gettext("help"), "help"),
            ("q", words.gettext("quit"), "quit"),
        ]

    def _side(self, view: View, width: int) -> list[Line]:
        """The column beside a wide table: the score, the last trick, the log."""
        words = self._words
        lines: list[Line] = [pages.heading(words.gettext("Score"))]
        lines += standings(view, self.session.history(), self._teller, width)
        lines.append(pages.empty())
        lines.append(pages.heading(words.gettext("Last trick")))
        lines += pages.last_trick(view, self._teller, brief=True)(width)
        return lines

    # --- what the person does ---------------------------------------------------------------

    def on_table_screen_did(self, event: TableScreen.Did) -> None:
        """A key or a click."""
        self._trouble = None
        what, desk = event.what, self._desk
        match what:
            case "left" | "right":
                desk.move(-1 if what == "left" else 1)
            case "up" | "down":
                desk.to_suit(-1 if what == "up" else 1)
            case "home" | "end":
                desk.move(-desk.cursor if what == "home" else len(desk.cards) - 1 - desk.cursor)
            case "enter" | "toggle":
                self._enter(toggle=what == "toggle")
            case "pass":
                self._pass_now()
            case "back":
                self._given = None
                desk.put_back()
            case "skip":
                if self._held:
                    self._skip.set()
            case "quit":
                self.action_leave()
            case "suspend":
                self.action_suspend_process()
            case "refresh":
                self.refresh(layout=True)
            case "resize":
                pass
            case _:
                self._open(what)
        self.show()

    def on_table_screen_named(self, event: TableScreen.Named) -> None:
        """A card's name was typed."""
        self._desk.jump(event.card)
        self.show()

    def on_hand_row_clicked(self, event: HandRow.Clicked) -> None:
        """A card was clicked."""
        self._give(self._desk.click(event.index, one_step=self.settings.one_step))
        self.show()

    def _enter(self, *, toggle: bool) -> None:
        desk = self._desk
        if self._held or not (desk.passing or desk.playing):
            self._hurry = not self._held
            self._skip.set()
        elif toggle:
            desk.toggle()
        else:
            self._give(desk.enter(one_step=self.settings.one_step))

    def _pass_now(self) -> None:
        desk = self._desk
        if desk.passing:
            if desk.full:
                self._give(desk.enter())
            else:
                desk.refused = desk.task()

    def _give(self, command: Command | None) -> None:
        """Hand a command to the loop; a pass may have to wait until the bots have chosen."""
        if command is None:
            return
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(command)
        elif isinstance(command, PassCards):
            self._given = command

    def action_leave(self) -> None:
        """Quit; the game is kept."""
        self.exit("quit")

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit("SIGINT")

    # --- sheets -----------------------------------------------------------------------------

    def _open(self, what: str) -> None:
        words, view = self._words, self._view
        history = self.session.history()
        if what == "settings":
            self.run_worker(self._settle(), group="settings", exclusive=True)
            return
        opened: dict[str, tuple[str, str, Page]] = {
            "last": (
                "l",
                words.gettext("The last trick"),
                pages.last_trick(view, self._teller),
            ),
            "score": ("s", words.gettext("Score"), pages.score(view, history, self._teller)),
            "log": ("t", words.gettext("This hand"), pages.log(self.session.story(), self._teller)),
            "rules": (
                "r",
                words.gettext("The rules of this table"),
                pages.rules_told(view, words),
            ),
            "help": ("?", words.gettext("Help"), pages.helping(words)),
        }
        key, title, page = opened[what]
        answers: list[Answer] = [("escape", words.gettext("back to the table"), "")]
        sheet = Sheet(title, page, answers, words, closing=(key, "q", "space"))
        self._alone.clear()
        _mounted = self.push_screen(sheet, lambda _answer: self._alone.set())

    async def _ask(self, title: str, page: Page, answers: Sequence[Answer]) -> str:
        """Lay a sheet that wants an answer over the table."""
        return await self.push_screen_wait(Sheet(title, page, answers, self._words))

    async def _settle(self) -> None:
        """Change the settings until the person has enough."""
        words = self._words
        self._alone.clear()
        try:
            while True:
                settings = self.settings
                answers: list[Answer] = [
                    ("escape", words.gettext("back to the table"), ""),
                    ("c", words.gettext("colours"), "colours"),
                    ("u", words.gettext("suits"), "suits"),
                    ("v", words.gettext("speed"), "speed"),
                    ("e", "Enter", "steps"),
                    ("f", words.gettext("forced"), "forced"),
                    ("b", words.gettext("bell"), "bell"),
                ]
                page = pages.settings_told(settings, words)
                answer = await self._ask(words.gettext("Settings"), page, answers)
                if not answer:
                    return
                self._change(answer)
        finally:
            self._alone.set()

    def _change(self, what: str) -> None:
        settings = self.settings
        match what:
            case "colours":
                after = COLOURS[(COLOURS.index(settings.colours) + 1) % len(COLOURS)]
                settings = replace(settings, colours=after)
            case "suits":
                letters = settings.suits == "symbols"
                settings = replace(settings, suits="letters" if letters else "symbols")
            case "speed":
                speed = SPEEDS[(SPEEDS.index(settings.speed) + 1) % len(SPEEDS)]
                settings = replace(settings, speed=speed)
            case "steps":
                settings = replace(settings, one_step=not settings.one_step)
            case "forced":
                settings = replace(settings, forced=not settings.forced)
            case _:
                settings = replace(settings, bell=not settings.bell)
        self.settings = settings
        self.set_class(settings.colours == "two", "-two")
        self.refresh_css(animate=False)
        for screen in self.screen_stack:
            for widget in screen.walk_children():
                widget.notify_style_update()
                widget.refresh()
            screen.refresh()

    # --- the loop ---------------------------------------------------------------------------

    async def _play_or_fail(self) -> None:
        try:
            await self._play()
        except Exception as error:  # noqa: BLE001 - told on a restored terminal, without cards
            self.failure = error
            self.exit()

    async def _play(self) -> None:
        await self._offer()
        self._kept()
        while True:
            self.show()
            session = self.session
            await self._after_hand()
            if session.over:
                if not await self._after_game():
                    self.exit("over")
                    return
                continue
            command = await self._next_command()
            await self._carry_out(session.run(command))

    async def _offer(self) -> None:
        """A kept game was found: go on with it, or begin anew?"""
        if self._offered is None:
            return
        words = self._words
        told, resumed = self._offered
        answers: list[Answer] = [
            ("enter", words.gettext("go on with it"), "go on"),
            ("n", words.gettext("new game"), "new"),
        ]
        answer = await self._ask(
            words.gettext("Cancellation Hearts"), pages.kept_game(told, words), answers
        )
        if answer == "go on":
            self.session = resumed()
            self._sit_down()

    def _kept(self) -> None:
        self._trouble = self._keep(self.session)

    async def _next_command(self) -> Command:
        session = self.session
        if not session.waits:
            return await asyncio.to_thread(session.next_command)
        if session.phase is Phase.MOON:
            return await self._choose_moon()
        if self._given is not None and session.phase is Phase.PASSING:
            given, self._given = self._given, None
            return given
        forced = self._forced()
        if forced is not None:
            await self._pause(CARD_PAUSE[self.settings.speed])
            return forced
        self._hurry = False
        if self.settings.bell:
            self.bell()
        self._answer = asyncio.get_running_loop().create_future()
        self.show()
        return await self._answer

    def _forced(self) -> PlayCard | None:
        """The only legal card, if such cards play themselves."""
        view = self.session.view
        if not self.settings.forced or view.phase is not Phase.PLAYING or view.deal is None:
            return None
        legal = legal_plays(view, ME)
        if legal.one.bit_count() != 1 or Card.SQ in legal or len(view.deal.hands[ME]) == 1:
            return None
        return PlayCard(ME, next(iter(legal)))

    async def _carry_out(self, told: Sequence[Told]) -> None:
        """Keep what has happened, then show it, with time to see it."""
        self._answer = None
        self._kept()
        ended = None
        for item in told:
            if isinstance(item.event, TrickTaken | TrickVoided):
                ended = item.view
        self._desk.see(self.session.view)
        speed = self.settings.speed
        if ended is not None:
            # The view right after the trick: the score of a hand that ends with it comes later.
            self._moment, self._held, self._hurry = ended, True, False
            self._desk.see(ended)
            self.show()
            await self._pause(TRICK_PAUSE[speed])
            self._moment, self._held = None, False
            self._desk.see(self.session.view)
        elif any(isinstance(item.event, CardPlayed) for item in told):
            self.show()
            if not self._hurry:
                await self._pause(CARD_PAUSE[speed])
        else:
            self.show()
            await asyncio.sleep(0)

    async def _pause(self, seconds: float) -> None:
        """Let people look: for some time, until a key ends it, or as long as a sheet is open."""
        self._skip.clear()
        if seconds:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._skip.wait()
        else:
            await asyncio.sleep(0)
        await self._alone.wait()

    async def _choose_moon(self) -> ChooseMoon:
        words = self._words
        answers: list[Answer] = [
            ("a", words.gettext("add"), "add"),
            ("s", words.gettext("subtract"), "subtract"),
        ]
        page = pages.moon(self.session.view, self._teller)
        answer = await self._ask(words.gettext("The moon"), page, answers)
        return ChooseMoon(ME, "add" if answer == "add" else "subtract")

    async def _after_hand(self) -> None:
        """Everything lies open: look at it, then go on."""
        words, view = self._words, self.session.view
        if view.deal is None or view.deal.changes is None or self._seen == view.deal.number:
            return
        self._seen = view.deal.number
        on = words.gettext("who has won") if self.session.over else words.gettext("next hand")
        answers: list[Answer] = [
            ("enter", on, "on"),
            ("s", words.gettext("score"), "score"),
            ("q", words.gettext("quit"), "quit"),
        ]
        title = words.gettext("Hand {n} is over").format(n=view.deal.number)
        page = pages.hand_over(view, self.session.history(), self._teller)
        while (answer := await self._ask(title, page, answers)) != "on":
            if answer == "quit":
                self.action_leave()
                await asyncio.Event().wait()  # the app ends, and this task with it
            await self._show_score(view)

    async def _show_score(self, view: View) -> None:
        words = self._words
        page = pages.score(view, self.session.history(), self._teller)
        await self._ask(words.gettext("Score"), page, [("escape", words.gettext("back"), "")])

    async def _after_game(self) -> bool:
        """Who has won; whether another game shall begin."""
        words, view = self._words, self.session.view
        history = self.session.history()
        answers: list[Answer] = [
            ("n", words.gettext("new game, the deal moves on"), "new"),
            ("h", words.gettext("all hands"), "hands"),
            ("q", words.gettext("quit"), "quit"),
        ]
        title = words.gettext("The game is over")
        page = pages.game_over(view, history, self._teller)
        while True:
            answer = await self._ask(title, page, answers)
            if answer == "hands":
                number = 0 if view.deal is None else view.deal.number
                await self._ask(
                    words.gettext("Hand {n} is over").format(n=number),
                    pages.hand_over(view, history, self._teller),
                    [("escape", words.gettext("back"), "")],
                )
                continue
            if answer == "new":
                self.session = self.session.again()
                self._sit_down()
                self._kept()
            return answer == "new"
