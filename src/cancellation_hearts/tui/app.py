"""The full-screen game: one loop that shows what the table tells, and the screen that shows it.

One task reads the updates of the person's ``Client`` as they come; another shows them. An update
may hold much, because bots answer at once: so it is taken apart into steps, each a card or whatever
else happened at a stroke, and the view is folded along. Pauses are there to see what happened; a
key ends them, and an open sheet holds them. What the person does is asked of the table, and shows
when the table tells it.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import ClassVar, Final, Literal, TypeAlias

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.timer import Timer

from cancellation_hearts.client import Client
from cancellation_hearts.core import Card, Phase, View, legal_plays
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    KittyTaken,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    MoonShot,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.i18n import Words, option_meaning, refusal_text
from cancellation_hearts.record.record import Hand
from cancellation_hearts.table import Act, PersonCommand, TableCode, TableView, Told, evolve
from cancellation_hearts.table.commands import Choose, Play, SayReady, StartGame
from cancellation_hearts.table.events import SeedRevealed
from cancellation_hearts.table.names import names_of
from cancellation_hearts.table.talk import LONGEST_TEXT, Nudge, Saying, SayText
from cancellation_hearts.table.talk import Words as Said
from cancellation_hearts.tui import pages
from cancellation_hearts.tui.asking import is_passing
from cancellation_hearts.tui.board import ARROWS
from cancellation_hearts.tui.canvas import Line, sentence, suited
from cancellation_hearts.tui.cells import fitting
from cancellation_hearts.tui.desk import Desk
from cancellation_hearts.tui.filters import Letters, NoColour, PlainSigns
from cancellation_hearts.tui.glance import Glance, glance_of
from cancellation_hearts.tui.hand import HandRow
from cancellation_hearts.tui.pages import Page
from cancellation_hearts.tui.scores import standings
from cancellation_hearts.tui.screen import TableScreen
from cancellation_hearts.tui.settings import CARD_PAUSE, COLOURS, SPEEDS, TRICK_PAUSE, Settings
from cancellation_hearts.tui.sheets import Answer, Sheet, Writing
from cancellation_hearts.tui.talk import (
    FRESH,
    KEPT,
    Voice,
    is_news,
    nudged,
    talk_page,
    words_of,
)
from cancellation_hearts.tui.talk import KEYS as TALK_KEYS
from cancellation_hearts.tui.talk import told as said_told
from cancellation_hearts.tui.telling import Teller, away_told
from cancellation_hearts.wire import Update

Sit: TypeAlias = Callable[[], Awaitable[Client]]
"""Sits down at a table, and is connected to it."""
Ending: TypeAlias = Literal["quit", "over", "SIGINT", "SIGTERM", "SIGHUP"]
SIGNALS: Final[tuple[Literal["SIGINT", "SIGTERM", "SIGHUP"], ...]] = ("SIGINT", "SIGTERM", "SIGHUP")
FOLLOWING: Final = (
    Dealt,
    CardsPassed,
    PlayBegun,
    TrickTaken,
    TrickVoided,
    KittyTaken,
    DealRevealed,
    DealCounted,
    MoonShot,
    MoonChosen,
    DealScored,
    MatchEnded,
    SeedRevealed,
)
"""What happens in one stroke with the event before it."""


def steps(events: Sequence[Told]) -> Iterator[tuple[Told, ...]]:
    """Events in strokes: what begins one, with all that follows from it."""
    begun = 0
    for index, told in enumerate(events):
        if index > begun and not isinstance(told.event, FOLLOWING):
            yield tuple(events[begun:index])
            begun = index
    if begun < len(events):
        yield tuple(events[begun:])


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
        words: Words,
        settings: Settings,
        *,
        sit: Sit,
        offered: tuple[str, Sit] | None = None,
        voice: Voice | None = None,
    ) -> None:
        """``offered``: a kept game to go on with instead, told, and how to sit down there.

        ``voice``: where others sit at the table, how they hear each other.
        """
        super().__init__()
        self.settings = settings
        self.failure: Exception | None = None
        """What went wrong in the game's loop, if anything did."""
        self.client: Client | None = None
        """The person's place, once they sit."""
        self.view: TableView | None = None
        """The table as far as it has been shown."""
        self.history: tuple[Hand, ...] = ()
        """The hands of this game that have been scored, first to last."""
        self._words = words
        self.heard: list[Saying] = []
        """What was said last."""
        self._voice = voice
        self._fresh: Saying | None = None
        self._fading: Timer | None = None
        self._same_device: Sequence[Sequence[int]] = ()
        self._sit, self._offered = sit, offered
        self._news: asyncio.Queue[Update | None] = asyncio.Queue()
        self._waiting = False
        self._asking = False
        self._granted = 0
        self._rung: int | None = None
        self._held = False
        self._hurry = False
        self._stuck = False
        self._seen: tuple[int, int] | None = None
        self._skip = asyncio.Event()
        self._alone = asyncio.Event()
        self._alone.set()
        self._trouble: str | None = None
        self._match: View | None = None
        self._moment: View | None = None
        self._teller: Teller | None = None
        self._desk: Desk | None = None
        self.set_class(settings.colours == "two", "-two")

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
        if len(self.screen_stack) > 1:
            return True
        desk = self._desk
        if not self._waiting or self._behind or desk is None:
            return False
        return desk.passing or desk.playing

    @property
    def held(self) -> bool:
        """Whether a complete trick is being shown."""
        return self._held

    @property
    def desk(self) -> Desk:
        """What lies before the person, once cards have been dealt."""
        assert self._desk is not None
        return self._desk

    @property
    def match(self) -> View:
        """The game, once there is one: that of the last deal while the next one is awaited."""
        assert self._match is not None
        return self._match

    @property
    def teller(self) -> Teller:
        """Who tells it."""
        assert self._teller is not None
        return self._teller

    @property
    def _table(self) -> TableScreen:
        screen = self.screen_stack[0]
        assert isinstance(screen, TableScreen)
        return screen

    @property
    def _view(self) -> View:
        return self.match if self._moment is None else self._moment

    def tell(self, trouble: str) -> None:
        """Say what is wrong, until the next key."""
        self._trouble = trouble
        if self.is_running:
            self.show()

    def show(self) -> None:
        """Show the table as it is now."""
        if self._match is None or self.view is None:
            return
        table, view, desk = self._table, self._view, self.desk
        bots = [seat.bot is not None for seat in self.view.seats]
        glance = glance_of(view, self.teller, bots, held=self._held)
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
            assert view.seat is not None  # who plays has one
            target = (view.seat + rules.pass_offset(deal.number)) % rules.players
            told = words.gettext("pass {arrow} {way} to {name}").format(
                arrow=ARROWS[way],
                way=option_meaning("pass_cycle", (way,), words),
                name=self.teller.names[target],
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
        words, desk = self._words, self.desk
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
            waits = (at for at, seat in enumerate(glance.seats) if seat.passed is False)
            away = next(filter(None, map(self._away, waits)), None)
            told = told if away is None else f"{told} · {away}"
            return told, words.gettext("Esc: choose again"), "tray"
        turn = view.turn
        if turn is None or view.phase is not Phase.PLAYING:
            return words.gettext("One moment"), "", "tray"
        if turn == view.seat or view.seat is None:
            return "", "", "tray"
        away = self._away(turn)
        if away is not None:
            return away, words.gettext("Enter: faster"), "tray"
        told = words.gettext("{name} is to play").format(name=self.teller.names[turn])
        me = glance.seats[view.seat]
        if me.card is None and me.order:
            after = (view.seat - turn) % view.rules.players
            told += " · " + words.ngettext("you are next", "you play in {n} cards", after).format(
                n=after
            )
        return told, words.gettext("Enter: faster"), "tray"

    def _away(self, seat: int) -> str | None:
        """That the owner of a seat is away, and why, unless a bot plays for them already."""
        table = self.view
        if table is None or table.seats[seat].bot is not None:
            return None
        return away_told(table, table.seats[seat].person, self._words)

    def _keys(self) -> list[tuple[str, str, str]]:
        words = self._words
        talk = [] if self._voice is None else [("w", words.gettext("talk"), "talk")]
        if self._fresh is not None and self.view is not None:
            said = said_told(self._fresh, self.view, words)
            talk = [("w", fitting(said, max(20, self.size.width - 42)), "talk")]
        return [
            *(talk if self._fresh is not None else ()),
            ("←→", words.gettext("move"), "right"),
            ("l", words.gettext("last trick"), "last"),
            ("s", words.gettext("score"), "score"),
            ("t", words.gettext("log"), "log"),
            ("r", words.gettext("rules"), "rules"),
            ("c", words.gettext("look"), "settings"),
            *(talk if self._fresh is None else ()),
            ("?", words.gettext("help"), "help"),
            ("q", words.gettext("quit"), "quit"),
        ]

    def _side(self, view: View, width: int) -> list[Line]:
        """The column beside a wide table: the score, the last trick, the log."""
        words = self._words
        lines: list[Line] = [pages.heading(words.gettext("Score"))]
        lines += standings(view, self.history, self.teller, width)
        lines.append(pages.empty())
        lines.append(pages.heading(words.gettext("Last trick")))
        lines += pages.last_trick(view, self.teller, brief=True)(width)
        return lines

    # --- what the person does ---------------------------------------------------------------

    def on_table_screen_did(self, event: TableScreen.Did) -> None:
        """A key or a click."""
        self._trouble = None
        what = event.what
        if self._desk is None and what != "quit":  # nothing has been dealt yet
            return
        match what:
            case "quit":
                self.action_leave()
            case "left" | "right":
                self.desk.move(-1 if what == "left" else 1)
            case "up" | "down":
                self.desk.to_suit(-1 if what == "up" else 1)
            case "home" | "end":
                desk = self.desk
                desk.move(-desk.cursor if what == "home" else len(desk.cards) - 1 - desk.cursor)
            case "enter" | "toggle":
                self._enter(toggle=what == "toggle")
            case "pass":
                self._pass_now()
            case "back":
                self.desk.put_back()
            case "skip":
                if self._held:
                    self._skip.set()
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
        if self._desk is not None:
            self._desk.jump(event.card)
            self.show()

    def on_hand_row_clicked(self, event: HandRow.Clicked) -> None:
        """A card was clicked."""
        self._give(self.desk.click(event.index, one_step=self.settings.one_step))
        self.show()

    def _enter(self, *, toggle: bool) -> None:
        desk = self.desk
        if self._held or not (desk.passing or desk.playing):
            self._hurry = not self._held
            self._skip.set()
        elif toggle:
            desk.toggle()
        else:
            self._give(desk.enter(one_step=self.settings.one_step))

    def _pass_now(self) -> None:
        desk = self.desk
        if desk.passing:
            if desk.full:
                self._give(desk.enter())
            else:
                desk.refused = desk.task()

    def _give(self, act: Act | None) -> None:
        """Ask the table for it, unless an answer is on its way already."""
        if act is not None and not self._behind:
            self._asking = True
            self._run(self._request(act))

    @property
    def _behind(self) -> bool:
        """Whether something was asked for that does not show yet."""
        return self._asking or self.view is None or self.view.version < self._granted

    async def _request(self, command: PersonCommand) -> bool:
        """Ask the table for something; what it refuses is told."""
        assert self.client is not None
        self._asking, self._waiting = True, False
        try:
            self._granted = await self.client.ask(command)
        except Refusal as refusal:
            self._waiting = True
            self.desk.given = False
            if refusal.code != TableCode.STORE_FAILED or self._trouble is None:
                self._trouble = refusal_text(refusal, self._words)
            self.show()
            return False
        finally:
            self._asking = False
            self._news.put_nowait(None)  # the loop may have seen what came of it, and look again
        return True

    def action_leave(self) -> None:
        """Quit; everything is kept."""
        self.exit("quit")

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit("SIGINT")

    # --- sheets -----------------------------------------------------------------------------

    def _open(self, what: str) -> None:
        words, view, teller = self._words, self._view, self.teller
        if what == "settings":
            self.run_worker(self._settle(), group="settings", exclusive=True)
            return
        if what == "talk":
            if self._voice is not None:
                self.run_worker(self._talk(self._voice), group="settings", exclusive=True)
            return
        opened: dict[str, tuple[str, str, Page]] = {
            "last": (
                "l",
                words.gettext("The last trick"),
                pages.last_trick(view, teller),
            ),
            "score": ("s", words.gettext("Score"), pages.score(view, self.history, teller)),
            "log": ("t", words.gettext("This hand"), pages.log(view, teller)),
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
        if self._trouble is not None:
            page, self._trouble = pages.blamed(self._trouble, page), None
        return await self.push_screen_wait(Sheet(title, page, answers, self._words))

    async def _talk(self, voice: Voice) -> None:
        """Say something, or only look who is here and what was said."""
        view, words = self.view, self._words
        if view is None:
            return
        self._quiet()
        waited_for = nudged(view)
        answers: list[Answer] = [("escape", words.gettext("back to the table"), "")]
        if waited_for is not None:
            nudge = words.gettext("nudge {name}").format(name=names_of(view)[waited_for])
            answers.append(("n", nudge, "n"))
        if view.settings.chat:
            answers.append(("w", words.gettext("write"), "w"))
        page = talk_page(tuple(self.heard), view, self._same_device, words)
        self._alone.clear()
        try:
            sheet = Sheet(
                words.gettext("Talk"), page, answers, words, closing=("q",), told=TALK_KEYS
            )
            answer = await self.push_screen_wait(sheet)
            said: Said | None = None
            if answer == "w":
                title = words.gettext("What do you want to say?")
                text = await self.push_screen_wait(Writing(title, words, most=LONGEST_TEXT))
                said = SayText(text) if text.strip() else None
            elif answer == "n" and waited_for is not None:
                said = Nudge(waited_for)
            elif answer:
                said = words_of(answer)
        finally:
            self._alone.set()
        if said is not None:
            self._run(self._say(voice, said))

    async def _say(self, voice: Voice, said: Said) -> None:
        try:
            await voice.say(said)
        except Refusal as refusal:
            self._trouble = refusal_text(refusal, self._words)
            self.show()

    async def _listen(self, voice: Voice) -> None:
        """Hear what people say; the last of it stands in the row of keys for a moment."""
        async for sayings in voice.sayings():
            self.heard = [*self.heard, *sayings][-KEPT:]
            view = self.view
            if view is None or not is_news(sayings[-1], view):
                continue
            self._quiet()
            self._fresh, self._fading = sayings[-1], self.set_timer(FRESH, self._faded)
            is_nudge = isinstance(sayings[-1].words, Nudge) and sayings[-1].words.seat == view.seat
            if is_nudge and self.settings.bell:
                self.bell()
            self.show()

    def _quiet(self) -> None:
        if self._fading is not None:
            self._fading.stop()
        self._fresh = self._fading = None

    def _faded(self) -> None:
        self._quiet()
        self.show()

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
        await self._or_fail(self._play())

    def _run(self, work: Coroutine[None, None, object]) -> None:
        """Begin with something beside the loop."""
        self.run_worker(self._or_fail(work), group="beside")

    async def _or_fail(self, work: Coroutine[None, None, object]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 - told on a restored terminal, without cards
            self.failure = error
            self.exit()

    async def _play(self) -> None:
        self.client = await self._seated()
        self._run(self._read(self.client))
        if self._voice is not None:
            self._run(self._listen(self._voice))
        while True:
            if self._news.empty() and not self._behind and not await self._attend():
                self.exit("over")
                return
            if self._news.empty() and not self._behind:
                self._waiting = True
                self.show()
            update = await self._news.get()
            self._waiting = False
            if update is not None:
                await self._follow(update)

    async def _read(self, client: Client) -> None:
        """Take what the table tells as it comes, also while an old thing is being shown."""
        async for update in client.updates():
            self._news.put_nowait(update)

    async def _seated(self) -> Client:
        """A kept game was found: go on with it, or begin anew?"""
        if self._offered is None:
            return await self._sit()
        words = self._words
        told, go_on = self._offered
        answers: list[Answer] = [
            ("enter", words.gettext("go on with it"), "go on"),
            ("n", words.gettext("new game"), "new"),
        ]
        answer = await self._ask(
            words.gettext("Cancellation Hearts"), pages.kept_game(told, words), answers
        )
        return await (go_on if answer == "go on" else self._sit)()

    async def _follow(self, update: Update) -> None:
        """Show what has happened, with time to see it."""
        self._same_device = () if update.mine is None else update.mine.same_device
        if self.view is None or not update.events:
            self.view = update.view
            await self._look_back()
            self._see(self.view.match)
            self.show()
            return
        self._stuck = False
        for step in steps(update.events):
            await self._show_step(step)

    async def _show_step(self, step: Sequence[Told]) -> None:
        view, ended = self.view, None
        assert view is not None
        for told in step:
            view = evolve(view, told)
            if isinstance(told.event, TrickTaken | TrickVoided | KittyTaken):
                ended = view.match
        self.view = view
        if any(isinstance(told.event, MatchBegun | DealScored) for told in step):
            await self._look_back()
        speed = self.settings.speed
        if ended is not None:
            # The view right after the trick and the kitty that may come with it; the score of a
            # hand that ends so comes later.
            self._match = view.match
            self._moment, self._held, self._hurry = ended, True, False
            self.desk.see(ended, base=view.base)
            self.show()
            await self._pause(TRICK_PAUSE[speed])
            self._moment, self._held = None, False
            self._see(view.match)
            self.show()
        elif any(isinstance(told.event, CardPlayed) for told in step):
            self._see(view.match)
            self.show()
            if not self._hurry:
                await self._pause(CARD_PAUSE[speed])
        else:
            self._see(view.match)
            self.show()
            await asyncio.sleep(0)

    def _see(self, match: View | None) -> None:
        """The game as it stands now."""
        if match is None:  # the last one stays to be seen until the next one is dealt
            return
        assert self.view is not None
        self._match = match
        self._teller = Teller(match.rules, names_of(self.view), self._words, me=match.seat)
        if self._desk is None:
            self._desk = Desk(match, self._words, base=self.view.base)
        else:
            self._desk.see(match, base=self.view.base)

    async def _look_back(self) -> None:
        """Learn which hands have been scored."""
        assert self.view is not None
        assert self.client is not None
        if self.view.match is None:
            self.history = ()
            return
        with contextlib.suppress(Refusal):  # then the history is as long as it was
            self.history = (await self.client.games())[-1].hands

    async def _attend(self) -> bool:
        """Do what the table waits for, unless it is a card of the person's; False: it is over."""
        view = self.view
        if view is None or view.match is None or view.match.deal is None or view.seat is None:
            return True
        match, seat = view.match, view.seat
        if view.match.deal.changes is not None:
            await self._after_hand(view)
            return view.playing or await self._after_game(view)
        if seat not in view.awaited:
            return True
        if match.phase is Phase.MOON:
            while not await self._request(Choose(await self._moon(match), view.ply)):
                continue
            return True
        self._hurry = False
        forced = None if self._stuck else self._forced(match, view.ply)
        if forced is not None:
            await self._pause(CARD_PAUSE[self.settings.speed])
            self._stuck = not await self._request(forced)
            return True
        moment = view.ply
        if self.settings.bell and self._rung != moment:
            self._rung = moment
            self.bell()
        return True

    def _forced(self, match: View, ply: int) -> Play | None:
        """The only legal card, if such cards play themselves."""
        if not self.settings.forced or match.phase is not Phase.PLAYING or match.seat is None:
            return None
        legal = legal_plays(match, match.seat)
        last = len(match.current.hands[match.seat]) == 1
        if legal.one.bit_count() != 1 or Card.SQ in legal or last:
            return None
        return Play(next(iter(legal)), ply)

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

    async def _moon(self, match: View) -> Literal["add", "subtract"]:
        words = self._words
        answers: list[Answer] = [
            ("a", words.gettext("add"), "add"),
            ("s", words.gettext("subtract"), "subtract"),
        ]
        page = pages.moon(match, self.teller)
        answer = await self._ask(words.gettext("The moon"), page, answers)
        return "add" if answer == "add" else "subtract"

    async def _after_hand(self, view: TableView) -> None:
        """Everything lies open: look at it, then go on."""
        words, match = self._words, view.match
        assert match is not None
        assert view.seat is not None
        number = match.current.number
        if self._seen == (view.games, number) or (view.playing and view.seats[view.seat].ready):
            return
        on = words.gettext("next hand") if view.playing else words.gettext("who has won")
        answers: list[Answer] = [
            ("enter", on, "on"),
            ("s", words.gettext("score"), "score"),
            ("q", words.gettext("quit"), "quit"),
        ]
        title = words.gettext("Hand {n} is over").format(n=number)
        page = pages.hand_over(match, self.history, self.teller)
        while True:
            answer = await self._ask(title, page, answers)
            if answer == "quit":
                await self._gone()
            elif answer == "score":
                await self._show_score(match)
            elif not view.playing or await self._request(SayReady(ready=True)):
                self._seen = (view.games, number)
                return

    async def _gone(self) -> None:
        self.action_leave()
        await asyncio.Event().wait()  # the app ends, and this task with it

    async def _show_score(self, match: View) -> None:
        words = self._words
        page = pages.score(match, self.history, self.teller)
        await self._ask(words.gettext("Score"), page, [("escape", words.gettext("back"), "")])

    async def _after_game(self, view: TableView) -> bool:
        """Who has won; whether another game shall begin."""
        words, match, history = self._words, view.match, self.history
        assert match is not None
        answers: list[Answer] = [
            ("n", words.gettext("new game, the deal moves on"), "new"),
            ("h", words.gettext("all hands"), "hands"),
            ("q", words.gettext("quit"), "quit"),
        ]
        title = words.gettext("The game is over")
        page = pages.game_over(match, history, self.teller)
        while True:
            answer = await self._ask(title, page, answers)
            if answer == "hands":
                await self._ask(
                    words.gettext("Hand {n} is over").format(n=match.current.number),
                    pages.hand_over(match, history, self.teller),
                    [("escape", words.gettext("back"), "")],
                )
            elif answer == "quit":
                return False
            elif await self._request(StartGame()):
                return True
