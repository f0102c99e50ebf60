"""``play`` in a real terminal: a pseudo-terminal with an emulator behind it, real keys and signals.

What is tested here is what no test inside the process can see: the terminal before and after, the
size of the window, signals, a program that is killed, and files that are left behind.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import resource
import select
import signal
import sqlite3
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from cancellation_hearts.core import Cards, Match, Phase, Rules, View, legal_plays
from cancellation_hearts.core.codec import decode
from cancellation_hearts.record import check, parse
from cancellation_hearts.service.tables import PREFIX
from cancellation_hearts.store import DATABASE
from cancellation_hearts.table import Event, Recorded, Table, fold, observe
from cancellation_hearts.table.commands import Pass
from cancellation_hearts.tui.asking import own_hand
from cancellation_hearts.tui.evening import ME, Evening, Wanted

pyte = pytest.importorskip("pyte")

COMMAND: Final = (
    sys.executable,
    "-c",
    "import sys; from cancellation_hearts.cli import main; sys.exit(main())",
)
RIGHT: Final = "\x1b[C"


class Terminal:
    """A terminal in which ``play`` runs, or another command."""

    def __init__(
        self,
        *args: str,
        command: str = "play",
        size: tuple[int, int] = (80, 24),
        largest_file: int | None = None,
        **env: str,
    ) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        self._set_size(*size)
        self._before = termios.tcgetattr(slave)
        self._slave = slave
        self.raw = b""
        base = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [*COMMAND, command, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=base | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | env,
            start_new_session=True,
        )
        if largest_file is not None:  # as good as a disk that is full
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (largest_file,) * 2)

    def _set_size(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width: int, height: int) -> None:
        self._set_size(width, height)
        self._screen.resize(height, width)
        self.process.send_signal(signal.SIGWINCH)

    def send(self, *keys: str) -> None:
        for key in keys:
            os.write(self._master, key.encode())

    def read(self, seconds: float = 0.02) -> None:
        """Take what has arrived, waiting a little for it."""
        while select.select([self._master], [], [], seconds)[0]:
            try:
                data = os.read(self._master, 65536)
            except OSError:  # the other side is closed
                return
            if not data:
                return
            self.raw += data
            # The emulator does not know this request about keys, and would print its last letter.
            self._stream.feed(re.sub(rb"\x1b\[[<>=][0-9;]*u", b"", data))
            seconds = 0

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    @property
    def written(self) -> str:
        """Everything so far, without what moves and colours it."""
        return re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", self.raw.decode("utf-8", "replace"))

    def until(self, true: Callable[[], bool], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"it never came to that:\n{self.text}"
            self.read()

    def shows(self, *texts: str) -> None:
        """Wait until all these are on the screen."""
        self.until(lambda: all(text in self.text for text in texts))

    def said(self, text: str, times: int = 1) -> None:
        """Wait until this has been written."""
        self.until(lambda: self.written.count(text) >= times)

    def quiet(self) -> None:
        """Wait until nothing more is written, so that the program is really waiting for a key."""
        while select.select([self._master], [], [], 0.2)[0]:
            self.read()

    def ends(self) -> int:
        """Wait for the end; returns the exit code."""
        self.until(lambda: self.process.poll() is not None)
        self.read()
        return self.process.returncode

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its mode, the first screen, the cursor, the mouse."""
        last = {
            mode: self.raw.rfind(f"\x1b[?{mode}h".encode())
            < self.raw.rfind(f"\x1b[?{mode}l".encode())
            for mode in ("1049", "1000", "1003", "2004")
        }
        cursor = self.raw.rfind(b"\x1b[?25h") > self.raw.rfind(b"\x1b[?25l")
        return all(last.values()) and cursor and termios.tcgetattr(self._slave) == self._before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._slave)
        os.close(self._master)


class Shelf:
    """Where the games of a test are kept, and the terminals that it opened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened: list[Terminal] = []

    def play(
        self,
        *args: str,
        size: tuple[int, int] = (80, 24),
        largest_file: int | None = None,
        **env: str,
    ) -> Terminal:
        words = ["--data", str(self.folder), *args]
        if "--resume" not in args:
            words += ["--bot", "random"]
        if "--plain" not in args and "--speed" not in args:
            words += ["--speed", "instant"]
        terminal = Terminal(*words, size=size, largest_file=largest_file, **env)
        self._opened.append(terminal)
        return terminal

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def names(self) -> list[str]:
        """The tables, the one that was opened first coming first."""
        with closing(sqlite3.connect(self.database)) as db:
            found = db.execute(
                "SELECT stream FROM events WHERE version = 1 ORDER BY seq"
            ).fetchall()
        return [name.removeprefix(PREFIX) for (name,) in found if name.startswith(PREFIX)]

    def table(self, name: str | None = None) -> Table:
        """A table as it is kept now; without a name the only one."""
        if name is None:
            (name,) = self.names()
        question = "SELECT version, at, data FROM events WHERE stream = ? ORDER BY version"
        with closing(sqlite3.connect(self.database)) as db:
            rows = db.execute(question, (PREFIX + name,)).fetchall()
        table = fold(None, (Recorded(row[0], row[1], decode(row[2], Event)) for row in rows))
        assert table is not None
        return table

    def kept(self, name: str | None = None) -> Match:
        """The game at a table: all hands, and what has been played."""
        match = self.table(name).match
        assert match is not None
        return match

    def view(self, name: str | None = None) -> View:
        """What the person may know of it."""
        view = observe(self.table(name), ME).match
        assert view is not None
        return view

    def put(self, game: Wanted) -> str:
        """Leave a game here that has been begun: the person is to play to the first trick."""
        names = []

        async def begin() -> None:
            async with Evening.at(self.folder) as evening:
                client = await evening.begin(game)
                async for update in client.updates():
                    view = update.view
                    if ME not in view.awaited or view.match is None:
                        continue
                    if view.match.phase is Phase.PLAYING:
                        break
                    given = Cards.of(list(own_hand(view.match))[:3])
                    await client.ask(Pass(given, view.ply))
                assert evening.name is not None
                names.append(evening.name)

        asyncio.run(begin())
        return names[0]

    def close(self) -> None:
        for terminal in self._opened:
            terminal.close()


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    games = Shelf(tmp_path / "games")
    yield games
    games.close()


SHORT: Final = ("--players", "11", "--rules", "limit=1", "--seed", "5")
TABLE: Final = ("--players", "11", "--seed", "5")


def a_game() -> Wanted:
    """The game of TABLE."""
    return Wanted(Rules(players=11), "You", ("random",) * 11, 5)


def card_to_play(shelf: Shelf) -> str:
    return str(next(iter(legal_plays(shelf.view(), ME)))).lower()


def play_a_trick(terminal: Terminal, shelf: Shelf) -> None:
    """Play a card by its name and wait until the next one is asked for, or a sheet is shown."""
    view = shelf.view()
    held = len(own_hand(view))
    terminal.shows(f"trick {len(view.current.tricks) + 1} of", "Your turn")
    terminal.send(card_to_play(shelf), "\r", "\r")

    def gone_on() -> bool:
        table = shelf.table()
        if not table.playing:
            return True
        view = observe(table, ME).match
        assert view is not None
        return len(own_hand(view)) < held and (ME in table.awaited or table.between_hands)

    terminal.until(gone_on)


def pass_three(terminal: Terminal) -> None:
    terminal.shows("Lift 3 more cards")
    terminal.send("\r", RIGHT, "\r", RIGHT, "\r", "p")
    terminal.shows("trick 1 of", "Your turn")


# --- the full screen ------------------------------------------------------------------------


def test_a_whole_game_on_the_full_screen(shelf: Shelf, tmp_path: Path) -> None:
    record = tmp_path / "game.chn"
    terminal = shelf.play(*SHORT, "--record", str(record))
    pass_three(terminal)
    for _trick in range(9):
        play_a_trick(terminal, shelf)
    terminal.shows("Hand 1 is over", "as dealt")
    terminal.send("\r")
    terminal.shows("The game is over", "★")
    terminal.send("q")
    assert terminal.ends() == 0
    assert terminal.restored
    assert "To see the whole game: cancellation-hearts show" in terminal.written
    assert check(record.read_bytes()).finished == 1
    assert check((shelf.folder / "last.chn").read_bytes()).finished == 1
    assert not shelf.table().playing
    again = shelf.play("--resume")
    assert again.ends() == 2
    assert "no game is kept here" in again.written


def test_wrong_keys_cost_nothing_and_wrong_cards_are_refused_in_words(shelf: Shelf) -> None:
    terminal = shelf.play("--players", "6", "--seed", "3")
    terminal.shows("Lift 3 more cards")
    terminal.send("p", "z", "9", "\t", "\x1b[15~", "é", "♞", "\x00")
    terminal.shows("✕ Lift 3 more cards")
    terminal.until(lambda: sum(choice is not None for choice in shelf.kept().current.choices) == 5)
    before = shelf.kept()
    terminal.send("\r", RIGHT, "\r", RIGHT, "\r", RIGHT, " ")
    terminal.shows("3 cards are lifted already")
    assert shelf.kept() == before
    terminal.send("p")
    terminal.shows("trick 1 of 17", "Your turn")
    view = shelf.view()
    hand, legal = own_hand(view), legal_plays(view, ME)
    wrong = next(card for card in hand if card not in legal)
    before = shelf.kept()
    terminal.send(wrong.lower(), "\r")
    terminal.shows("You must follow suit")
    terminal.send("\r", "\r", "z")
    terminal.read(0.1)
    assert shelf.kept() == before


def test_the_window_changes_its_size(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE)
    pass_three(terminal)
    for width, height in ((60, 20), (120, 40), (80, 24)):
        terminal.resize(width, height)
        terminal.shows("Your turn", "Ana bot", "Jo bot", "Gus bot")
    terminal.resize(50, 15)
    terminal.shows("The table needs 60 × 20 signs", "50 × 15")
    terminal.resize(80, 24)
    play_a_trick(terminal, shelf)
    terminal.shows("trick 2 of 9")


@pytest.mark.parametrize(
    ("stop", "code"),
    [("q", 0), ("\x03", 130), ("\x04", 0), ("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)],
)
def test_however_it_is_stopped_the_terminal_is_restored_and_the_game_kept(
    shelf: Shelf, stop: str, code: int
) -> None:
    name = shelf.put(a_game())
    terminal = shelf.play("--resume")
    terminal.shows("trick 1 of 9", "Your turn")
    before = shelf.kept()
    if stop.startswith("SIG"):
        terminal.process.send_signal(getattr(signal, stop))
    else:
        terminal.send(stop)
    assert terminal.ends() == code
    assert terminal.restored
    assert f"play --resume {name}" in terminal.written
    assert shelf.kept() == before


def test_ctrl_c_and_resume_go_on_identically(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE)
    pass_three(terminal)
    before, table = shelf.kept(), terminal.text.splitlines()[:18]
    terminal.send("\x03")
    assert terminal.ends() == 130
    again = shelf.play("--resume")
    again.until(lambda: again.text.splitlines()[:18] == table)  # all but the cursor
    assert shelf.kept() == before
    play_a_trick(again, shelf)
    again.shows("trick 2 of 9", "Your turn")


def test_a_killed_game_goes_on_where_it_was_also_while_passing(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE)
    terminal.shows("Lift 3 more cards")
    terminal.until(lambda: terminal.text.count("✓") == 10)
    screen, before = terminal.text, shelf.kept()
    terminal.process.kill()
    terminal = shelf.play("--resume")
    terminal.shows("Lift 3 more cards")
    terminal.until(lambda: terminal.text == screen)
    assert shelf.kept() == before
    pass_three(terminal)
    play_a_trick(terminal, shelf)
    terminal.shows("trick 2 of 9", "Your turn")
    before, view = shelf.kept(), shelf.view()
    terminal.process.kill()
    terminal.process.wait()
    terminal = shelf.play("--resume", shelf.names()[0][:5])
    terminal.shows("trick 2 of 9", "Your turn")
    assert shelf.kept() == before
    assert shelf.view() == view


def test_a_terminal_that_goes_away_leaves_the_game_kept(shelf: Shelf) -> None:
    shelf.put(a_game())
    terminal = shelf.play("--resume")
    terminal.shows("Your turn")
    before = shelf.kept()
    os.close(terminal._master)  # noqa: SLF001 - the window is closed
    terminal._master = os.open(os.devnull, os.O_RDWR)  # noqa: SLF001
    terminal.process.send_signal(signal.SIGHUP)
    assert terminal.process.wait(20) == 129
    assert shelf.kept() == before


def test_a_new_game_asks_about_the_kept_one_and_does_not_touch_it(shelf: Shelf) -> None:
    first = shelf.put(a_game())
    before = shelf.kept()
    terminal = shelf.play()
    terminal.shows("A game of yours is kept", "11 players · hand 1, trick 1")
    terminal.send("n")
    terminal.shows("Lift 3 more cards", "Eve bot")
    terminal.send("q")
    assert terminal.ends() == 0
    assert shelf.kept(first) == before
    _first, second = shelf.names()
    assert len(shelf.table(second).seats) == 6
    again = shelf.play()
    again.shows("A game of yours is kept", "6 players · hand 1, passing")
    again.send("\r")
    again.shows("Lift 3 more cards")
    assert shelf.names() == [first, second]


def test_two_windows_do_not_play_one_table(shelf: Shelf) -> None:
    first = shelf.put(a_game())
    window = shelf.play("--resume")
    window.shows("trick 1 of 9", "Your turn")
    before = shelf.table()
    for way in ((), ("--plain",)):
        other = shelf.play("--resume", first, *way)
        assert other.ends() == 2
        assert f"table {first} is being played in another window" in other.written
        nothing = shelf.play("--resume", *way)
        assert nothing.ends() == 2
        assert "no game is kept here" in nothing.written
    new = shelf.play()  # is not offered what is being played
    new.shows("Lift 3 more cards", "Eve bot")
    assert shelf.table(first) == before
    window.process.kill()
    window.process.wait()
    again = shelf.play("--resume", first)
    again.shows("trick 1 of 9", "Your turn")
    assert shelf.kept(first) == before.match


def test_quitting_before_anything_began_keeps_nothing(shelf: Shelf) -> None:
    first = shelf.put(a_game())
    terminal = shelf.play()
    terminal.shows("A game of yours is kept")
    terminal.send("\x03")
    assert terminal.ends() == 130
    assert shelf.names() == [first]
    assert "cannot be kept" not in terminal.written


def test_a_game_is_kept_privately(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE)
    terminal.shows("Lift 3 more cards")
    assert shelf.folder.stat().st_mode & 0o777 == 0o700
    for path in shelf.folder.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def overwritten(path: Path) -> None:
    path.write_bytes(b"This is no database.")


def of_a_newer_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (cut, "it is damaged"),
        (overwritten, "it is no SQLite database"),
        (of_a_newer_program, "a newer program wrote this"),
    ],
)
def test_a_damaged_file_is_named_and_left_alone(
    shelf: Shelf, damage: Callable[[Path], None], told: str
) -> None:
    shelf.put(a_game())
    damage(shelf.database)
    damaged = shelf.database.read_bytes()
    for words in (["--resume"], ["--plain", "--resume"], []):
        again = shelf.play(*words)
        assert again.ends() == 2
        flat = re.sub(r"\s+", " ", again.written)
        assert f"{shelf.database}: {told}" in flat
        assert "Traceback" not in flat
    assert shelf.database.read_bytes() == damaged


def test_a_table_with_a_damaged_log_is_named_and_left_alone(shelf: Shelf) -> None:
    name = shelf.put(a_game())
    with closing(sqlite3.connect(shelf.database)) as db:
        last = "(SELECT max(seq) FROM events)"
        db.execute(f"UPDATE events SET data = '{{}}' WHERE seq = {last}")  # noqa: S608 - our own
        db.commit()
    again = shelf.play("--resume", name)
    assert again.ends() == 2
    assert f"cannot go on at table {name}: its log is damaged" in re.sub(r"\s+", " ", again.written)
    new = shelf.play()
    new.shows("Lift 3 more cards")


def test_no_colour_and_letters(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE, NO_COLOR="1")
    terminal.shows("Lift 3 more cards")
    terminal.send("?")
    terminal.shows("move along the hand")
    colours = re.findall(rb"\x1b\[([0-9;]*)m", terminal.raw)
    coloured = [code for code in colours if re.search(rb"\b(3[0-7]|4[0-7]|9[0-7]|[34]8)\b", code)]
    assert coloured == []
    latin = shelf.play(*TABLE, "--suits", "letters")
    latin.shows("Lift 3 more cards", "SK")
    assert not set("♠♥♦♣") & set(latin.text)
    ascii_only = shelf.play(*TABLE, PYTHONIOENCODING="latin-1")
    ascii_only.shows("Lift 3 more cards", "SK")
    assert ascii_only.text.isascii()


def test_a_terminal_without_the_letters_of_a_language_gets_english(shelf: Shelf) -> None:
    shelf.play(*TABLE, LANGUAGE="lo").shows("ພ້ອມ", "ອອກ")  # the emulator loses some marks
    latin = shelf.play(*TABLE, LANGUAGE="lo", PYTHONIOENCODING="latin-1")
    latin.shows("Lift 3 more cards")


def test_resume_takes_no_other_table(shelf: Shelf) -> None:
    assert shelf.play("--resume", "--players", "7", "--plain").ends() == 2
    nothing = shelf.play("--resume", "--plain")
    assert nothing.ends() == 2
    assert "no game is kept here" in nothing.written


# --- line by line ---------------------------------------------------------------------------


def test_a_whole_game_line_by_line_with_wrong_words_at_every_prompt(
    shelf: Shelf, tmp_path: Path
) -> None:
    record = tmp_path / "game.chn"
    terminal = shelf.play(*SHORT, "--plain", "--record", str(record))
    terminal.said("Pass 3 cards to Ana (left) >")
    terminal.send("zz\n", "sa\n")
    terminal.said("'zz' is no card")
    terminal.said("name 3 cards, not 1")
    hand = list(own_hand(shelf.view()))
    terminal.send(" ".join(hand[:3]) + "\n")
    for trick in range(1, 10):
        terminal.said("Your card >", times=2 * trick - 1)
        terminal.send("zz\n")
        terminal.said("Your card >", times=2 * trick)
        terminal.send(card_to_play(shelf) + "\n")
    assert terminal.ends() == 0
    assert "'zz' is no card" in terminal.written
    assert "wins with" in terminal.written or "share the win" in terminal.written
    assert check(record.read_bytes()).finished == 1


@pytest.mark.parametrize(
    ("stop", "code"), [("q\n", 0), ("\x04", 0), ("\x03", 130), ("SIGTERM", 143), ("SIGHUP", 129)]
)
def test_line_by_line_too_the_game_is_kept(shelf: Shelf, stop: str, code: int) -> None:
    name = shelf.put(a_game())
    terminal = shelf.play("--resume", "--plain")
    terminal.said("You go on: 11 players · hand 1, trick 1 · you have 0.")
    terminal.said("Your card >")
    terminal.quiet()  # Python may sleep through a signal that comes while it begins to read
    before = shelf.kept()
    if stop == "\x03":
        os.killpg(terminal.process.pid, signal.SIGINT)  # what the terminal's driver would do
    elif stop.startswith("SIG"):
        terminal.process.send_signal(getattr(signal, stop))
    else:
        terminal.send(stop)
    assert terminal.ends() == code
    assert f"play --resume {name}" in terminal.written
    assert shelf.kept() == before


def test_a_game_begun_on_the_full_screen_goes_on_line_by_line(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE)
    pass_three(terminal)
    terminal.process.kill()
    terminal.process.wait()
    before = shelf.kept()
    again = shelf.play("--resume", "--plain")
    again.said("Your card >")
    assert shelf.kept() == before


@pytest.mark.parametrize("way", [(), ("--plain",)], ids=["full", "plain"])
def test_on_a_full_disk_it_is_said_and_nothing_is_lost(shelf: Shelf, way: tuple[str, ...]) -> None:
    name = shelf.put(a_game())
    before = shelf.kept()
    room = 64 * 1024  # for the start, and for what SQLite keeps beside its file; not for a hand
    terminal = shelf.play("--resume", *way, largest_file=room)
    terminal.said("Your turn" if not way else "Your card >")
    while "The game cannot be kept" not in terminal.written:
        legal = legal_plays(shelf.view(), ME)
        if legal:
            terminal.send(next(iter(legal)).lower(), *(("\r", "\r") if not way else ("\n",)))
        terminal.read(0.5)
    terminal.said(f"The game cannot be kept: {DATABASE}: the disk")
    kept = shelf.kept()
    assert len(kept.current.tricks) >= len(before.current.tricks)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.ends() == 130
    assert f"play --resume {name}" in terminal.written
    assert "Traceback" not in terminal.written, terminal.written[-3000:]
    again = shelf.play("--resume", name, *way)
    again.said("Your turn" if not way else "Your card >")
    now = shelf.kept()
    assert now.dealer == kept.dealer
    assert now.current.dealt == kept.current.dealt
    assert now.current.tricks[: len(kept.current.tricks)] == kept.current.tricks


def test_a_dumb_terminal_and_a_pipe_get_lines(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE, TERM="dumb")
    terminal.said("Pass 3 cards to Ana (left) >")
    assert b"\x1b[?1049h" not in terminal.raw
    terminal.send("q\n")
    assert terminal.ends() == 0
    piped = subprocess.run(
        [*COMMAND, "play", "--resume", "--data", str(shelf.folder)],
        input="q\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert "You go on" in piped.stdout
    assert "\x1b" not in piped.stdout


def test_the_record_of_a_game_that_goes_on_holds_no_secret(shelf: Shelf, tmp_path: Path) -> None:
    record = tmp_path / "game.chn"
    terminal = shelf.play(*TABLE, "--record", str(record))
    pass_three(terminal)
    terminal.send("q")
    assert terminal.ends() == 0
    (game,) = parse(record.read_bytes())
    assert game.hands == ()
    assert game.tags == ()
