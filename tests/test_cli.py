"""The command line: what it prints, what it refuses, and how it ends."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cancellation_hearts.cli import main, simulate
from cancellation_hearts.core import OPTIONS, PRESETS, Rules
from cancellation_hearts.record import parse
from cancellation_hearts.store import SqliteStore

COMMAND = [
    sys.executable,
    "-c",
    "import sys; from cancellation_hearts.cli import main; sys.exit(main())",
]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command line."""
    try:
        code = main(args)
    except SystemExit as stop:  # argparse's own exits
        code = stop.code if isinstance(stop.code, int) else 1
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Two finished games of seven bots."""
    path = tmp_path / "evening.chn"
    args = ["simulate", "--players", "7", "--games", "2", "--seed", "1", "--rules", "limit=40"]
    assert run(capsys, *args, "--record", str(path))[0] == 0
    return path


# --- simulate and check --------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(6, 12))
def test_simulated_games_pass_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, players: int, preset: str
) -> None:
    if preset == "hearts":
        players -= 3 if players < 10 else 5  # one pack seats 3 to 6
    path = str(tmp_path / "a.chn")
    args = [
        "--players",
        str(players),
        "--games",
        "2",
        "--seed",
        "1",
        "--rules",
        f"{preset} limit=30",
    ]
    assert run(capsys, "simulate", *args, "--record", path)[0] == 0
    code, out, _err = run(capsys, "check", path)
    assert code == 0
    assert out.startswith(f"{path}: ok, 2 games (2 finished), ")


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(6, 12))
def test_fifty_simulated_games_pass_the_check(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, players: int, preset: str
) -> None:
    path = str(tmp_path / "a.chn")
    who = [] if preset == "hearts" else ["--players", str(players)]
    args = ["simulate", *who, "--games", "50", "--seed", "1", "--rules", preset]
    assert run(capsys, *args, "--record", path)[0] == 0
    assert run(capsys, "check", path)[0] == 0


def test_the_same_seed_gives_the_same_bytes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, two = tmp_path / "one.chn", tmp_path / "two.chn"
    args = [
        "simulate",
        "--games",
        "2",
        "--seed",
        "-5",
        "--rules",
        "classic limit=30",
        "--bot",
        "random",
    ]
    first = run(capsys, *args, "--record", str(one))
    second = run(capsys, *args, "--record", str(two))
    assert first == second
    assert one.read_bytes() == two.read_bytes()
    assert b"[Date" not in one.read_bytes()


def test_a_date_is_written_when_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.chn"
    args = ["--games", "1", "--rules", "limit=20", "--date", "2026-11-30", "--record", str(path)]
    assert run(capsys, "simulate", *args)[0] == 0
    assert parse(path.read_bytes())[0].tags == (("Date", "2026-11-30"),)
    code, _out, err = run(capsys, "simulate", "--date", "30.11.2026")
    assert code == 2
    assert "expected a day as YYYY-MM-DD, not '30.11.2026'" in err


def test_the_summary_tells_hands_points_and_moons(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", "--players", "8", "--games", "2", "--seed", "1")
    assert code == 0
    assert err == ""
    for word in (
        "players=8",
        "seed         1",
        "void",
        "uncollected",
        "moons",
        "seat  7",
        "bot:random",
    ):
        assert word in out


def test_the_summary_can_be_read_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--players", "8", "--games", "2", "--seed", "1", "--json"]
    told = json.loads(run(capsys, "simulate", *args)[1])
    assert told["rules"] == "players=8"
    assert told["games"] == 2
    assert len(told["by_seat"]) == 8
    assert told["by_bot"]["random"]["hands"] == 8 * told["hands"]


def test_records_can_go_down_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--games", "2", "--seed", "1", "--rules", "limit=20", "--record", "-"]
    _code, out, err = run(capsys, "simulate", *args)
    assert len(parse(out)) == 2
    assert "games        2" in err


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--players", "12"], "two packs (decks=2) seat 6 to 11, not 12"),
        (["--rules", "nonsense"], "nonsense: no such preset; there are seed, classic"),
        (["--rules", "classic limit=0"], "limit: expected a whole number from 1, not '0'"),
        (["--rules", "players=7", "--players", "8"], "the rules say 7, but 8 was asked for"),
        (["--bot", "random,nobody"], "no bot is called 'nobody'; there are random"),
        (["--games", "0"], "expected a whole number from 1, not '0'"),
        (["--games", "9" * 5000], "expected a whole number from 1"),
        (["--seed", "x"], "expected a whole number, not 'x'"),
        (["--record", "/no/such/folder/a.chn"], "cannot write /no/such/folder/a.chn: No such file"),
        (["--record", "/"], "cannot write /: it is a directory"),
    ],
)
def test_a_wrong_word_is_named_with_what_was_expected(
    capsys: pytest.CaptureFixture[str], args: list[str], complaint: str
) -> None:
    code, out, err = run(capsys, "simulate", "--games", "1", *args)
    assert code == 2
    assert out == ""
    assert complaint in err
    assert "Traceback" not in err


def test_options_stand_in_any_order_and_players_may_be_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = ["--games", "1", "--json", "--rules", "limit=20 players=9 void_rule=no_led_card"]
    told = json.loads(run(capsys, "simulate", *args)[1])
    assert told["rules"] == "players=9 void_rule=no_led_card limit=20"
    told = json.loads(run(capsys, "simulate", "--games", "1", "--json", "--rules", "limit=20")[1])
    assert told["rules"] == "players=6 limit=20"
    told = json.loads(run(capsys, "simulate", "--games", "1", "--json", "--rules", "hearts")[1])
    assert told["rules"].startswith("players=4 decks=1")


def test_the_first_difference_is_named_and_the_exit_code_is_1(
    capsys: pytest.CaptureFixture[str], evening: Path
) -> None:
    lines = evening.read_text("utf-8").splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if line.startswith("totals"))
    broken = evening.with_name("broken.chn")
    broken.write_text("".join([*lines[:number], "totals 1 2 3 4 5 6 7\n", *lines[number + 1 :]]))
    code, out, _err = run(capsys, "check", str(evening), str(broken))
    assert code == 1
    first, second, together = out.splitlines()
    assert first.startswith(f"{evening}: ok, 2 games (2 finished)")
    assert second.startswith(f"{broken}: line {number + 1}: hand 1, totals: expected ")
    assert second.endswith(", found 1 2 3 4 5 6 7")
    assert together.startswith("together: 2 games")


def test_a_file_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _out, err = run(capsys, "check", str(tmp_path / "none.chn"))
    assert code == 2
    assert "none.chn: No such file or directory" in err
    assert run(capsys, "check", str(tmp_path))[0] == 2
    assert run(capsys, "show", str(tmp_path / "none.chn"))[0] == 2


def test_a_file_that_is_no_record_fails_with_line_and_column(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.chn"
    path.write_bytes(b"\xff\xfe")
    for command in ("check", "show"):
        code, out, err = run(capsys, command, str(path))
        assert code == 1
        assert "line 1, column 1: not UTF-8: byte 0xff" in out + err


def test_an_existing_record_survives_a_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.chn"
    path.write_text("what was there")
    monkeypatch.setattr(simulate, "write", fail)
    code, _out, err = run(capsys, "simulate", "--games", "1", "--record", str(path))
    assert code == 2
    assert "No space left on device" in err
    assert path.read_text() == "what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_is_written_to_and_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["--games", "1", "--rules", "limit=20", "--record", os.devnull]
    assert run(capsys, "simulate", *args)[0] == 0
    assert not Path(os.devnull).is_file()


def test_a_link_goes_on_pointing_and_permissions_stay(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, link = tmp_path / "a.chn", tmp_path / "link.chn"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    args = ["--games", "1", "--rules", "limit=20", "--record", str(link)]
    assert run(capsys, "simulate", *args)[0] == 0
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert parse(path.read_bytes())


@pytest.mark.parametrize("name", ["/dev/full", "x" * 300])
def test_a_file_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    args = ["--games", "1", "--rules", "limit=20", "--record", name]
    code, _out, err = run(capsys, "simulate", *args)
    assert code == 2
    assert f"cannot write {name}: " in err


def test_all_files_are_checked_also_behind_a_missing_one(
    capsys: pytest.CaptureFixture[str], evening: Path
) -> None:
    code, out, err = run(capsys, "check", str(evening.with_name("none.chn")), str(evening))
    assert code == 2
    assert "none.chn: No such file" in err
    assert f"{evening}: ok" in out
    assert "together: 2 games" in out


# --- show ----------------------------------------------------------------------------------


def test_show_tells_a_whole_game(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    code, out, _err = run(capsys, "show", str(evening))
    assert code == 0
    assert out.count("Rules: players=7 limit=40") == 2
    assert "── Hand 1 · " in out
    assert "★ " in out


def test_show_can_tell_one_hand(capsys: pytest.CaptureFixture[str], evening: Path) -> None:
    out = run(capsys, "show", str(evening), "--hand", "1")[1]
    assert "── Hand 1 · " in out
    assert "── Hand 2 · " not in out
    code, _out, err = run(capsys, "show", str(evening), "--hand", "99")
    assert code == 2
    assert "--hand 99" in err


def test_show_for_a_seat_hides_what_it_did_not_see(
    capsys: pytest.CaptureFixture[str], evening: Path
) -> None:
    whole = run(capsys, "show", str(evening), "--hand", "1")[1]
    out = run(capsys, "show", str(evening), "--hand", "1", "--seat", "3")[1]
    before, _as_dealt, after = out.partition("As dealt:")
    assert "You pass" in before
    assert f"you    {parse(evening.read_bytes())[0].hands[0].deal[3]}" in before
    assert whole.count(" passes ") > before.count(" passes ") == 1
    record = parse(evening.read_bytes())[0]
    for seat, hand in enumerate(record.hands[0].deal):
        assert (str(hand) in before) == (seat == 3)
        assert str(hand) in after
    code, _out, err = run(capsys, "show", str(evening), "--seat", "7")
    assert code == 2
    assert "--seat 7: the seats are 0 to 6" in err


def test_show_refuses_what_cannot_have_been_played(
    capsys: pytest.CaptureFixture[str], evening: Path
) -> None:
    text = evening.read_text("utf-8").replace("[Winners ", "[Winners 0 ", 1)
    evening.write_text(text, "utf-8")
    code, out, err = run(capsys, "show", str(evening))
    assert code == 1
    assert out == ""
    assert "inners" in err or "seats" in err


# --- backup and restore --------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a database."""
    folder = tmp_path / "data"
    asyncio.run(SqliteStore.open(folder / "tables.sqlite3").close())
    return folder


def test_a_backup_can_be_restored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Path
) -> None:
    copy, path = str(tmp_path / "copy.sqlite3"), str(data / "tables.sqlite3")
    assert run(capsys, "backup", copy, "--data", str(data)) == (
        0,
        f"{copy}: holds everything of {path}\n",
        "",
    )
    assert run(capsys, "restore", copy, "--data", str(data)) == (
        0,
        f"{path}: holds everything of {copy}\nwhat was there is now {path}.aside\n",
        "",
    )
    new = str(tmp_path / "new")
    assert run(capsys, "restore", copy, "--data", new) == (
        0,
        f"{new}/tables.sqlite3: holds everything of {copy}\n",
        "",
    )


def test_a_backup_without_a_database_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(capsys, "backup", str(tmp_path / "copy"), "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert err == f"cancellation-hearts: {tmp_path}/tables.sqlite3: there is no such file\n"
    assert list(tmp_path.iterdir()) == []


def test_a_backup_writes_over_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Path
) -> None:
    (tmp_path / "copy").write_text("precious")
    code, _out, err = run(capsys, "backup", str(tmp_path / "copy"), "--data", str(data))
    assert code == 2
    assert f"{tmp_path}/copy: there is a file already" in err
    assert (tmp_path / "copy").read_text() == "precious"


def test_a_restore_of_something_else_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Path, evening: Path
) -> None:
    before = (data / "tables.sqlite3").read_bytes()
    for name, complaint in (
        (str(evening), "it is no SQLite database"),
        (str(tmp_path / "none"), "there is no such file"),
        (str(tmp_path), "there is no such file"),
    ):
        code, out, err = run(capsys, "restore", name, "--data", str(data))
        assert (code, out) == (2, "")
        assert f"{name}: {complaint}" in err
    assert (data / "tables.sqlite3").read_bytes() == before


def test_a_database_in_use_is_not_restored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Path
) -> None:
    copy = str(tmp_path / "copy")
    assert run(capsys, "backup", copy, "--data", str(data))[0] == 0

    async def play() -> tuple[int, str, str]:
        async with SqliteStore.open(data / "tables.sqlite3"):
            return await asyncio.to_thread(run, capsys, "restore", copy, "--data", str(data))

    code, _out, err = asyncio.run(play())
    assert code == 2
    assert "tables.sqlite3: a running program uses it; end that first" in err


# --- rules ---------------------------------------------------------------------------------


def test_rules_without_a_name_tells_every_option_and_preset(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = run(capsys, "rules")[1]
    for name in PRESETS:
        assert name in out
    for option in OPTIONS:
        assert f"  {option.name}\n" in out
        if isinstance(option.values, tuple):
            for value in option.values:
                assert option.text(value) in out


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_of_a_preset_begin_with_its_table_code(
    capsys: pytest.CaptureFixture[str], preset: str
) -> None:
    code, out, _err = run(capsys, "rules", preset, "limit=77")
    assert code == 0
    assert Rules.parse(out.splitlines()[0].removeprefix("table code  ")).limit == 77


def test_a_low_limit_is_a_hint_and_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert "hint: a limit below 100" in run(capsys, "rules", "limit=99")[1]
    assert "hint" not in run(capsys, "rules", "limit=100")[1]


def test_rules_refuses_what_is_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = run(capsys, "rules", "clasic")
    assert code == 2
    assert "clasic: no such preset" in err


# --- as a program --------------------------------------------------------------------------


def program(
    *args: str, words: str | None = None, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run the command as people do, with ``words`` as its standard input."""
    return subprocess.run(
        [*COMMAND, *args],
        input=words,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_every_command_has_an_example_in_its_help() -> None:
    top = program("--help").stdout
    for command in ("play", "simulate", "check", "show", "rules"):
        assert command in top
        assert f"example: cancellation-hearts {command}" in program(command, "--help").stdout


def test_no_command_and_a_wrong_one_are_refused() -> None:
    assert program().returncode == 2
    wrong = program("dance")
    assert wrong.returncode == 2
    assert "dance" in wrong.stderr


def test_standard_input_can_be_checked() -> None:
    text = program("simulate", "--games", "1", "--rules", "limit=20", "--record", "-").stdout
    result = program("check", "-", words=text)
    assert result.returncode == 0
    assert result.stdout.startswith("-: ok, 1 game (1 finished)")


def test_a_closed_pipe_is_quiet() -> None:
    line = " ".join(f"'{word}'" for word in COMMAND)
    games = f"{line} simulate --games 3 --record - 2>/dev/null"
    shell = ["/bin/bash", "-c", f"{games} | head -1; echo ${{PIPESTATUS[0]}}"]
    result = subprocess.run(shell, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines() == ['[Format "chn 1"]', "141"]
    assert result.stderr == ""


def test_a_terminal_without_suit_signs_gets_letters() -> None:
    env = dict(os.environ, PYTHONIOENCODING="ascii")
    result = program("play", "--plain", "--seed", "1", words="q\n", env=env)
    assert re.search(r"Your hand:  S [2-9TJQKA ]+   H ", result.stdout)
    assert "?" not in result.stdout.partition("Your hand:")[2].partition("\n")[0]


def test_a_game_whose_reader_goes_away_is_recorded_all_the_same(tmp_path: Path) -> None:
    line = " ".join(f"'{word}'" for word in COMMAND)
    path = tmp_path / "a.chn"
    play = f"{line} play --plain --seed 1 --record '{path}' --data '{tmp_path}/d'"
    shell = ["/bin/bash", "-c", f"yes '?' 2>/dev/null | {play} | head -1; echo ${{PIPESTATUS[1]}}"]
    result = subprocess.run(shell, capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == "141"
    assert parse(path.read_bytes())


@pytest.mark.parametrize("words", ["--bot random", "--name Zed", "--players 0", "--seed 1"])
def test_a_game_goes_on_at_its_own_table(capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, _out, err = run(capsys, "play", "--plain", "--resume", *words.split())
    assert code == 2
    assert "--resume goes on at its own table" in err


@pytest.mark.parametrize(("where", "why"), [(">/dev/full", "No space"), (">&-", "is closed")])
def test_output_that_nobody_can_take_is_a_clear_error(where: str, why: str) -> None:
    line = " ".join(f"'{word}'" for word in COMMAND)
    shell = ["/bin/bash", "-c", f"{line} rules {where}"]
    result = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "cannot write the output" in result.stderr
    assert why in result.stderr
    assert "Traceback" not in result.stderr


def test_sigterm_leaves_no_half_written_file_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.chn"
    words = [*COMMAND, "simulate", "--games", "100000", "--record", str(path)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 20
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(tmp_path.iterdir())
    process.terminate()
    process.communicate(timeout=20)
    assert process.returncode == 143
    assert not list(tmp_path.iterdir())


def test_output_that_is_no_terminal_has_no_colours_and_no_bar() -> None:
    result = program("simulate", "--games", "2", "--seed", "1")
    assert "\x1b" not in result.stdout + result.stderr
    assert result.stderr == ""


def test_a_terminal_without_unicode_still_gets_the_game() -> None:
    env = dict(os.environ, PYTHONIOENCODING="ascii")
    result = program("play", "--seed", "1", words="q\n", env=env)
    assert result.returncode == 0
    assert "Your hand:" in result.stdout
