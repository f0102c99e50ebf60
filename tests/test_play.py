"""``play`` in a real terminal: a pseudo-terminal with an emulator behind it, real keys and signals.

What is tested here is what no test inside the process can see: the terminal before and after, the
size of the window, signals, a program that is killed, and files that are left behind.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from cancellation_hearts.core import Cards, PassCards, Phase, Rules, legal_plays
from cancellation_hearts.record import check, parse
from cancellation_hearts.tui.asking import own_hand
from cancellation_hearts.tui.session import ME, Session, Table, restore

pyte = pytest.importorskip("pyte")

COMMAND: Final = (
    sys.executable,
    "-c",
    "import sys; from cancellation_hearts.cli import main; sys.exit(main())",
)
RIGHT: Final = "\x1b[C"


class Terminal:
    """A terminal in which ``play`` runs."""

    def __init__(self, *args: str, size: tuple[int, int] = (80, 24), **env: str) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        self._set_size(*size)
        self._before = termios.tcgetattr(slave)
        self._slave = slave
        self.raw = b""
        base = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [*COMMAND, "play", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=base | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | env,
            start_new_session=True,
        )

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

    def play(self, *args: str, size: tuple[int, int] = (80, 24), **env: str) -> Terminal:
        words = ["--data", str(self.folder), *args]
        if "--resume" not in args:
            words += ["--bot", "random"]
        if "--plain" not in args and "--speed" not in args:
            words += ["--speed", "instant"]
        terminal = Terminal(*words, size=size, **env)
        self._opened.append(terminal)
        return terminal

    def kept(self, name: str = "game-1") -> bytes:
        return (self.folder / f"{name}.chn").read_bytes()

    def session(self, name: str = "game-1") -> Session:
        return restore(self.kept(name))

    def put(self, session: Session, name: str = "game-1") -> Path:
        """Keep a game here."""
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"{name}.chn"
        path.write_text(session.kept(), "utf-8")
        return path

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


def a_game() -> Session:
    """The game of TABLE: passed, and the person is to play to the first trick."""
    session = Session(Table(Rules(players=11), "You", ("random",) * 11, seed=5))
    while not (session.waits and session.phase is Phase.PLAYING):
        if session.waits:
            hand = list(own_hand(session.view))
            session.run(PassCards(ME, Cards.of(hand[:3])))
        else:
            session.run(session.next_command())
    return session


def card_to_play(shelf: Shelf) -> str:
    return str(next(iter(legal_plays(shelf.session().view, ME)))).lower()


def play_a_trick(terminal: Terminal, shelf: Shelf) -> None:
    """Play a card by its name and wait until the next one is asked for, or a sheet is shown."""
    held = len(own_hand(shelf.session().view))
    terminal.shows("Your turn")
    terminal.send(card_to_play(shelf), "\r", "\r")

    def gone_on() -> bool:
        if not (shelf.folder / "game-1.chn").exists():
            return True
        session = shelf.session()
        return len(own_hand(session.view)) < held and (session.waits or session.view.deal is None)

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
    assert [path.name for path in shelf.folder.iterdir()] == ["last.chn"]


def test_wrong_keys_cost_nothing_and_wrong_cards_are_refused_in_words(shelf: Shelf) -> None:
    terminal = shelf.play("--players", "6", "--seed", "3")
    terminal.shows("Lift 3 more cards")
    terminal.send("p", "z", "9", "\t", "\x1b[15~", "é", "♞", "\x00")
    terminal.shows("✕ Lift 3 more cards")
    before = shelf.kept()
    terminal.send("\r", RIGHT, "\r", RIGHT, "\r", RIGHT, " ")
    terminal.shows("3 cards are lifted already")
    assert shelf.kept() == before
    terminal.send("p")
    terminal.shows("trick 1 of 17", "Your turn")
    session = shelf.session()
    hand, legal = own_hand(session.view), legal_plays(session.view, ME)
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
    shelf.put(a_game())
    terminal = shelf.play("--resume")
    terminal.shows("trick 1 of 9", "Your turn")
    before = shelf.kept()
    if stop.startswith("SIG"):
        terminal.process.send_signal(getattr(signal, stop))
    else:
        terminal.send(stop)
    assert terminal.ends() == code
    assert terminal.restored
    assert "play --resume game-1.chn" in terminal.written
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
    before, view = shelf.kept(), shelf.session().view
    terminal.process.kill()
    terminal.process.wait()
    terminal = shelf.play("--resume", "game-1")
    terminal.shows("trick 2 of 9", "Your turn")
    assert shelf.kept() == before
    assert shelf.session().view == view


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
    shelf.put(a_game())
    before = shelf.kept()
    second = shelf.play()
    second.shows("A game of yours is kept", "11 players · hand 1, trick 1")
    second.send("n")
    second.shows("Lift 3 more cards", "Eve bot")
    second.send("q")
    assert second.ends() == 0
    assert shelf.kept() == before
    assert len(shelf.session("game-2").names) == 6
    third = shelf.play()
    third.shows("A game of yours is kept", "6 players · hand 1, passing")
    third.send("\r")
    third.shows("Lift 3 more cards")
    assert {path.name for path in shelf.folder.iterdir()} == {"game-1.chn", "game-2.chn"}
    fourth = shelf.play("--resume", "game-2.chn")
    assert fourth.ends() == 2
    assert "is being played in another window" in fourth.written


def test_a_game_is_kept_privately(shelf: Shelf) -> None:
    terminal = shelf.play(*TABLE)
    terminal.shows("Lift 3 more cards")
    assert shelf.folder.stat().st_mode & 0o777 == 0o700
    assert (shelf.folder / "game-1.chn").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[: len(text) // 2].rsplit("\n", 1)[0] + "\n1. 0: S", "line "),
        (lambda text: text.replace('[Seed "5"]\n', ""), "it has no tag Seed"),
        (lambda text: text.replace('[Seed "5"]', '[Seed "6"]'), "does not follow from the Seed"),
        (lambda text: text.replace("bot:random", "bot:nobody"), "no bot is called"),
        (lambda _text: "", "line 1"),
    ],
)
def test_a_damaged_file_is_named_with_its_line_and_left_alone(
    shelf: Shelf, change: Callable[[str], str], told: str
) -> None:
    path = shelf.put(a_game())
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    damaged = path.read_bytes()
    again = shelf.play("--resume")
    assert again.ends() == 2
    flat = re.sub(r"\s+", " ", again.written)
    assert f"cannot go on with {path}: line" in flat
    assert told in flat
    assert path.read_bytes() == damaged


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
    hand = list(own_hand(shelf.session().view))
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
    shelf.put(a_game())
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
    assert "play --resume game-1.chn" in terminal.written
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
