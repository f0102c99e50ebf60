"""The documents say what the program does: lists are complete, examples are real, links lead on."""

from __future__ import annotations

import argparse
import ast
import asyncio
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, get_args

import msgspec
import pytest

import cancellation_hearts
from cancellation_hearts.cli import main, parser_of_commands
from cancellation_hearts.core import (
    OPTIONS,
    PRESETS,
    Code,
    Command,
    Deal,
    Event,
    Phase,
    Rules,
    Trick,
    View,
)
from cancellation_hearts.core.codec import decode
from cancellation_hearts.core.rules import PASS_WAYS, PLAYERS, Option
from cancellation_hearts.record import check, parse, write
from cancellation_hearts.server import answers, api, config, socket
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.metrics import Metrics
from cancellation_hearts.service import talk
from cancellation_hearts.service.tables import Tables
from cancellation_hearts.store import MemoryBroker, MemoryStore, SqliteStore
from cancellation_hearts.table import (
    Actor,
    PersonCommand,
    Settings,
    TableCode,
    TableCommand,
    TableView,
    redact,
)
from cancellation_hearts.table import Event as EventOfTable
from cancellation_hearts.table.events import Refreshed, TableEvent
from cancellation_hearts.table.facts import Change, Facts, Haul, LastTrick, Pot
from cancellation_hearts.table.private import Private
from cancellation_hearts.table.state import Clock, Person, Seal, Seat
from cancellation_hearts.table.talk import Emote, Phrase, Saying, Words
from cancellation_hearts.wire import (
    ClientMessage,
    Door,
    Invitation,
    Known,
    NewDevice,
    NewGame,
    NewPerson,
    NewTable,
    ServerMessage,
    Welcomed,
    WireCode,
)
from tests.conversation import RECEIVED, SENT, scenes
from tests.table.walks import evening, settings_of

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
ADRS: Final = sorted((DOCS / "adr").glob("[0-9]*.md"))
IN_TREE: Final = "src/cancellation_hearts"
ASKED: Final = ("health", "licence", "weight")
"""What a decision on a dependency tells."""
ADDRESS: Final = re.compile(r"://|--(extra-)?index-url|--find-links")
CONFIGURATION: Final = re.compile(
    r".*\.(lock|toml|cfg|ini|conf|ya?ml)|requirements.*\.txt|package(-lock)?\.json"
    r"|\.(npmrc|editorconfig|gitattributes|gitignore)|Dockerfile"
)


def files_of_project() -> list[Path]:
    """What is in the repository, or would be with the next commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    names = [name for name in listed.stdout.split("\0") if name]
    if listed.returncode or not names:  # the project without its history, as from an archive
        left_out = {".venv", "node_modules"}
        return [
            path
            for path in ROOT.rglob("*")
            if path.is_file() and not left_out & set(path.relative_to(ROOT).parts)
        ]
    return [path for name in names if (path := ROOT / name).is_file()]


FILES: Final = files_of_project()
PAGES: Final = [path for path in FILES if path.suffix == ".md"]


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its level or a higher one."""
    depth = heading.partition(" ")[0]
    start = re.search(rf"^{re.escape(heading)}$", text, re.MULTILINE)
    assert start is not None, f"no heading {heading!r}"
    rest = re.sub(  # a comment in a block is no heading
        r"^```.*?^```$",
        lambda block: block[0].replace("\n#", "\n "),
        text[start.end() :],
        flags=re.DOTALL | re.MULTILINE,
    )
    return re.split(rf"^#{{1,{len(depth)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> dict[str, list[str]]:
    """The rows of its tables by their first cell, without backquotes and links."""
    found = {}
    for line in text.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            found[re.sub(r"\[(.*?)\]\(.*?\)", r"\1", cells[0]).strip("`")] = cells[1:]
    return found


# --- rules and records ----------------------------------------------------------------------


def values_of(option: Option) -> list[str]:
    if option.name == "players":
        return [
            str(players) for fewest, most in PLAYERS.values() for players in range(fewest, most + 1)
        ]
    if option.values == "number":
        return [option.text(option.default)]
    if option.values == "ways":
        return [*PASS_WAYS, option.text(option.default)]
    return [option.text(value) for value in option.values]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_rule_option_and_value_is_explained(option: Option) -> None:
    told = section(text_of("docs/rules.md"), f"### `{option.name}`")
    assert [value for value in values_of(option) if f"`{value}`" not in told] == []


def test_the_table_of_options_is_in_order_and_has_every_value() -> None:
    table = rows(section(text_of("docs/record.md"), "## The table code"))
    assert [name for name in table if name in {option.name for option in OPTIONS}] == [
        option.name for option in OPTIONS
    ]
    for option in OPTIONS:
        values = table[option.name][0]
        if option.name != "players":
            assert [value for value in values_of(option) if value not in values] == []


def test_every_preset_is_listed_with_its_table_code() -> None:
    table = rows(section(text_of("docs/rules.md"), "## Presets"))
    assert set(PRESETS) <= set(table)
    for name in PRESETS:
        code = table[name][0].strip("`")
        assert code == str(Rules.read(name, players=Rules.parse(code).players))


def test_the_games_on_the_page_of_records_are_canonical_and_pass_the_check() -> None:
    games = blocks(text_of("docs/record.md"), "chn")
    assert len(games) == 2
    for game in games:
        assert check(game).games == 1
        assert write(parse(game)) == game


# --- architecture ---------------------------------------------------------------------------


def test_every_refusal_is_explained_and_none_is_invented() -> None:
    table = rows(section(text_of("docs/architecture.md"), "## Refusals"))
    assert [name for name in table if name.isupper()] == [str(code) for code in Code]


def test_every_refusal_of_a_table_is_explained_and_none_is_invented() -> None:
    table = rows(section(text_of("docs/architecture.md"), "### Refusals of a table"))
    assert [name for name in table if name.isupper()] == [str(code) for code in TableCode]


def test_every_table_event_has_a_line_that_says_who_sees_it() -> None:
    table = rows(section(text_of("docs/architecture.md"), "### The secrets of a table"))
    names = [kind.__name__ for kind in (*get_args(TableEvent), Refreshed)]
    assert [name for name in table if name in names] == names


def test_every_command_of_a_table_stands_with_who_may_ask_it() -> None:
    told = section(text_of("docs/architecture.md"), "### Who may ask")
    kinds = (*get_args(TableCommand), *get_args(Actor))
    assert [kind for kind in kinds if f"`{kind.__name__}`" not in told] == []


def test_commands_and_events_stand_with_their_fields() -> None:
    told = section(text_of("docs/architecture.md"), "## Types")
    for kind in (*get_args(Command), *get_args(Event)):
        assert f"{kind.__name__}({', '.join(kind.__struct_fields__)})" in told


def test_every_event_has_a_line_that_says_who_sees_it() -> None:
    table = rows(section(text_of("docs/architecture.md"), "## Who sees what"))
    assert [name for name in table if name in {kind.__name__ for kind in get_args(Event)}] == [
        kind.__name__ for kind in get_args(Event)
    ]


def test_every_phase_and_command_is_in_the_section_on_phases() -> None:
    told = section(text_of("docs/architecture.md"), "## Phases")
    assert [phase for phase in Phase if phase.name not in told] == []
    commands = {kind.__name__ for kind in get_args(Command)}
    assert commands <= set(rows(told))


def test_the_layers_are_those_that_are_enforced() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    told = blocks(section(text_of("docs/architecture.md"), "## Layers"), "text")
    assert [told[0].splitlines()] == layers


def listed_in_tree(tree: str) -> Iterator[str]:
    """The paths that a drawn tree lists; a folder ends with a slash."""
    above: list[str] = []
    for line in tree.splitlines()[1:]:
        drawn = re.match(r"([│├└─ ]*)([^ ]+) +\S", line)
        assert drawn is not None, f"a name and what it is: {line!r}"
        depth = len(drawn[1]) // 4
        above[depth - 1 :] = [drawn[2].rstrip("/")]
        yield "/".join(above) + "/" * drawn[2].endswith("/")


def test_the_tree_lists_every_package_and_module() -> None:
    (tree,) = blocks(section(text_of("docs/architecture.md"), "## The tree"), "text")
    package = ROOT / IN_TREE
    there = set()
    for path in FILES:
        if path.is_relative_to(package):
            name = path.relative_to(package)
            there.add(name.as_posix())
            there |= {f"{folder.as_posix()}/" for folder in name.parents if folder.name}
    packages = {name for name in there if name.endswith("/__init__.py")}
    assert tree.startswith(f"{IN_TREE}/\n")
    assert set(listed_in_tree(tree)) == there - packages


def test_every_law_has_its_sentence() -> None:
    told = section(text_of("docs/architecture.md"), "## The laws")
    laws = {path.name for path in (ROOT / "tests" / "laws").glob("test_*.py")}
    assert set(re.findall(r"`(test_\w+\.py)`", told)) == laws


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_a_decision_is_listed_under_its_title(path: Path) -> None:
    number, _dash, title = path.read_text("utf-8").partition("\n")[0][2:].partition(": ")
    assert path.name.startswith(f"{number}-")
    assert f"| {number} | [{title}]({path.name}) |" in text_of("docs/adr/README.md")


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_a_decision_has_context_decision_and_consequence(path: Path) -> None:
    parts = re.findall(r"^\*\*(\w+)\.\*\*", path.read_text("utf-8"), re.MULTILINE)
    assert parts == ["Context", "Decision", "Consequence"]


def test_every_dependency_of_players_has_its_decision() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    decisions = [path.read_text("utf-8").lower() for path in ADRS]
    told = [page for page in decisions if all(f"{word}:" in page for word in ASKED)]
    for dependency in project["dependencies"]:
        name = re.split(r"[^\w-]", dependency)[0]
        assert any(re.search(rf"\b{name}\b", page) for page in told), f"no decision on {name}"


def test_decisions_are_numbered_without_gaps() -> None:
    assert [path.name[:4] for path in ADRS] == [f"{n:04}" for n in range(1, len(ADRS) + 1)]


# --- the protocol ---------------------------------------------------------------------------

PROTOCOL: Final = "docs/protocol.md"


def test_every_message_stands_with_its_fields_and_none_is_invented() -> None:
    table = rows(section(text_of(PROTOCOL), "## Messages"))
    told = {name: cells for name, cells in table.items() if name != "message" and name[0] != "-"}
    for sender, union in (("client", ClientMessage), ("server", ServerMessage)):
        for kind in get_args(union):
            cells = told.pop(str(kind.__struct_config__.tag))
            assert cells[0] == sender
            assert cells[1] == ", ".join(f"`{field}`" for field in kind.__struct_fields__)
    assert told == {}


@pytest.mark.parametrize(
    ("heading", "union"),
    [("## Commands", PersonCommand), ("## Events", EventOfTable)],
    ids=["commands", "events"],
)
def test_commands_and_events_of_the_protocol_stand_in_order_with_their_fields(
    heading: str, union: object
) -> None:
    table = rows(section(text_of(PROTOCOL), heading))
    told = {name: cells[0] for name, cells in table.items() if name[0].isupper()}
    assert [*told.items()] == [
        (kind.__name__, ", ".join(f"`{field}`" for field in kind.__struct_fields__))
        for kind in get_args(union)
    ]


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("### `public`", [TableView, Settings, Clock, Person, View, Deal, Trick]),
        ("### `facts`", [Facts, Pot, Haul, Change, LastTrick]),
        ("### `mine`", [Private]),
        ("## People, seats and bots", [Seat]),
        ("## Fair deals", [Seal]),
    ],
    ids=["public", "facts", "mine", "seats", "seal"],
)
def test_every_field_of_an_update_is_explained(
    heading: str, kinds: list[type[msgspec.Struct]]
) -> None:
    told = section(text_of(PROTOCOL), heading)
    for kind in kinds:
        assert [name for name in kind.__struct_fields__ if f"`{name}`" not in told] == []


def test_every_refusal_that_the_protocol_speaks_of_is_one() -> None:
    told = set(re.findall(r"`([A-Z_]{4,})`", section(text_of(PROTOCOL), "## Refusals")))
    assert told <= {*Code, *TableCode}


def test_every_refusal_at_the_door_stands_with_its_details() -> None:
    table = rows(section(text_of(PROTOCOL), "## Refusals at the door"))
    assert [name for name in table if name.isupper()] == [str(code) for code in WireCode]
    for code in WireCode:
        # The docstring of a code names its details; it stands in the types, too.
        before = text_of("src/cancellation_hearts/web/js/protocol.d.ts").partition(f'"{code}"')[0]
        words = before.rpartition("/**")[2]
        assert re.findall(r"`(\w+)`", words) == re.findall(r"`(\w+)`", table[code][0])


def test_every_address_stands_with_its_method_and_none_is_invented() -> None:
    told = re.findall(
        r"^\| `([A-Z]+ /\S+)` \|", section(text_of(PROTOCOL), "## Over plain HTTP"), re.MULTILINE
    )
    there = [
        f"{method} {route.path}"
        for route in api.routes(Hall.__new__(Hall))
        for method in sorted(route.methods or ())
        if method != "HEAD"
    ]
    assert sorted(told) == sorted(there)


def test_every_field_of_a_body_is_explained_and_none_is_invented() -> None:
    told = re.findall(
        r"^\| `([A-Z]\w+)` \| `(\w+)` \|",
        section(text_of(PROTOCOL), "## Over plain HTTP"),
        re.MULTILINE,
    )
    kinds = (NewTable, NewGame, NewPerson, NewDevice, Welcomed, Door, Known, Invitation)
    assert told == [(kind.__name__, field) for kind in kinds for field in kind.__struct_fields__]


def test_every_status_stands_with_its_codes() -> None:
    table = rows(section(text_of(PROTOCOL), "## Over plain HTTP"))
    told = {
        code: int(status)
        for status, cells in table.items()
        if status.isdecimal() and status != "405"
        for code in re.findall(r"`([A-Z_]{4,})`", cells[0])
    }
    assert told == {str(code): int(status) for code, status in answers.STATUS.items()}


def test_every_phrase_emote_and_field_of_a_saying_is_told() -> None:
    told = section(text_of(PROTOCOL), "## Talk")
    names = [*get_args(Phrase), *get_args(Emote), *Saying.__struct_fields__]
    for kind in get_args(Words):
        names += [kind.__struct_config__.tag, *kind.__struct_fields__]
    assert [name for name in names if f"`{name}`" not in told] == []


def test_the_limits_are_those_that_hold() -> None:
    rates = config.Rates()
    told = list(rows(section(text_of(PROTOCOL), "## Limits")).values())[2:]
    paces = [rates.socket, rates.person, rates.connections, rates.doors, rates.tables, rates.codes]
    assert [(float(cells[0]), float(cells[1])) for cells in told] == [
        *paces,
        talk.PACE,
        talk.NUDGES,
    ]
    page = text_of(PROTOCOL)
    for figure in (config.MESSAGE_BYTES, config.BODY_BYTES, config.Config().sockets):
        assert str(figure) in section(page, "## Limits")
    for seconds in (config.POLL_TIME, config.LINGER_TIME):
        assert f"{seconds:g} seconds" in section(page, "## Over plain HTTP")
    for seconds in (config.HELLO_TIME, config.SEND_TIME):
        assert f"{seconds:g} seconds" in section(page, "## The life of a connection")


def test_the_close_codes_are_those_that_are_sent() -> None:
    told = section(text_of(PROTOCOL), "## The life of a connection")
    codes = {int(code) for code in re.findall(r"^\| (\d{4}) \|", told, re.MULTILINE)}
    too_large = 1009  # sent by uvicorn
    assert codes == {socket.POLICY, socket.RESTART, socket.AGAIN, socket.GONE, too_large}


def test_who_sees_what_of_an_event_is_what_is_told() -> None:
    table = rows(section(text_of(PROTOCOL), "## Events"))
    open_to_all = {name for name, cells in table.items() if cells[-1] == "all of it"}
    seen, changed, replaced = set[str](), set[str](), set[str]()
    for seed in range(12):
        rng = Random(seed)
        for step in evening(settings_of(rng), rng, steps=300):
            before = step.before
            if before is None or not step.events:
                continue
            recorded = step.events[0]  # the next ones are judged after it
            name = type(recorded.event).__name__
            for person in (None, *range(len(before.people))):
                told = redact(before, recorded, person)
                if isinstance(told.event, Refreshed):
                    replaced.add(name)
                    continue
                seen.add(name)
                if told.event != recorded.event:
                    changed.add(name)
    assert changed & open_to_all == set()
    assert (seen - changed) - open_to_all == set()
    assert len(seen) > 25
    also = section(text_of(PROTOCOL), "## Events").rpartition("\n|")[2]
    assert replaced <= set(re.findall(r"`(\w+)`", also))


def test_the_conversation_on_the_page_is_a_real_one() -> None:
    assert blocks(text_of(PROTOCOL), "wire") == scenes(), "run python -m tests.conversation"


def test_every_line_of_the_conversation_reads_as_a_message() -> None:
    lines = [line for block in blocks(text_of(PROTOCOL), "wire") for line in block.splitlines()]
    kinds = set()
    for line in lines:
        assert line.startswith((SENT, RECEIVED))
        union = ClientMessage if line.startswith(SENT) else ServerMessage
        kinds.add(type(decode(line[2:].encode(), union)))
    assert kinds == {*get_args(ClientMessage), *get_args(ServerMessage)}


# --- names, commands ------------------------------------------------------------------------


def test_every_public_name_has_its_line_and_nothing_else_has() -> None:
    listed = re.findall(r"^- `(\w+)`: ", text_of("docs/api.md"), re.MULTILINE)
    assert sorted(listed) == sorted(cancellation_hearts.__all__)


def commands() -> dict[str, list[str]]:
    """The commands, each with its options and arguments."""
    found = {}
    # argparse has no public way to ask a parser what it knows.
    for action in parser_of_commands()._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for name, parser in action.choices.items():
                found[name] = [
                    word
                    for argument in parser._actions  # noqa: SLF001
                    if "--help" not in argument.option_strings
                    for word in argument.option_strings or [str(argument.metavar)]
                ]
    return found


def test_the_list_of_commands_is_complete() -> None:
    table = rows(text_of("docs/cli.md").partition("\n## ")[0])
    assert [name for name in table if name != "command" and set(name) != {"-"}] == list(commands())


@pytest.mark.parametrize("command", commands())
def test_every_option_of_a_command_is_explained(command: str) -> None:
    told = section(text_of("docs/cli.md"), f"## `{command}`")
    assert [word for word in commands()[command] if not re.search(rf"`{word}[` ]", told)] == []


def test_no_option_is_invented() -> None:
    told = set(re.findall(r"--[a-z][a-z-]+", text_of("docs/cli.md") + text_of("README.md")))
    told = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", text_of("docs/cli.md") + text_of("README.md")))
    there = {word for words in commands().values() for word in words}
    assert told - there - {"--help"} == set()


CONSOLE_PAGES: Final = [
    name_of(page) for page in PAGES if blocks(page.read_text("utf-8"), "console")
]


class Run(NamedTuple):
    """A command line on a page, with what it prints there."""

    line: str
    want: str


def runs(page: str) -> Iterator[Run]:
    for block in blocks(text_of(page), "console"):
        assert block.startswith("$ ")
        for told in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _end, want = told.partition("\n")
            yield Run(line, want)


def same(want: str, got: str) -> bool:
    """Whether an output is the one on the page, where ``...`` stands for anything."""
    return OutputChecker().check_output(trimmed(want), trimmed(got), ELLIPSIS)


def trimmed(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


@pytest.mark.parametrize("page", CONSOLE_PAGES)
def test_the_command_lines_on_a_page_print_what_stands_there(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = blocks(text_of("docs/record.md"), "chn")[0]
    (tmp_path / "example.chn").write_text(game, "utf-8")
    forged = re.sub(r"^(3\. .*) = 10$", r"\1 = 5", game, flags=re.MULTILINE)
    (tmp_path / "forged.chn").write_text(forged, "utf-8")
    asyncio.run(SqliteStore.open(tmp_path / "cancellation-hearts" / "tables.sqlite3").close())
    monkeypatch.chdir(tmp_path)
    for variable in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):  # where games are kept
        monkeypatch.setenv(variable, str(tmp_path))
    for variable in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(variable, raising=False)
    code = 0
    asked = True
    told = list(runs(page))
    assert told
    for run in told:
        if run.line == "echo $?":
            assert run.want == f"{code}\n"
            asked = True
            continue
        assert code == 0 or asked, "a failure is followed by $ echo $?"
        words = shlex.split(run.line.replace("./play", "cancellation-hearts play", 1))
        assert words.pop(0) == "cancellation-hearts"
        # What a person typed stands behind the prompts; without a terminal it does not show.
        typed = re.findall(r"^.* > (.+)$", run.want, re.MULTILINE)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code, asked = main(words), False
        output = capsys.readouterr()
        got = output.out + output.err
        want = re.sub(r"^(.* > ).+$", r"\1", run.want, flags=re.MULTILINE)
        assert same(want, got), f"$ {run.line}\n{got}"


# --- hosting --------------------------------------------------------------------------------

HOSTING: Final = "docs/hosting.md"
OPTIONS_OF_OTHERS: Final = {
    *("--require-hashes", "--no-deps", "--requirement", "--no-index", "--no-build-isolation"),
    *("--now", "--unit", "--tag", "--detach", "--name", "--restart", "--stop-timeout"),
    *("--read-only", "--tmpfs", "--cap-drop", "--security-opt", "--volume", "--publish"),
    "--reference",
}
"""Of pip, systemctl, journalctl, docker and chown."""


def lines_of(text: str) -> list[str]:
    """Lines of a shell, where a backslash at the end goes on with the next."""
    return text.replace("\\\n", " ").splitlines()


def commands_told() -> Iterator[list[str]]:
    """Every command line of ours that hosting tells to run, as words."""
    page = text_of(HOSTING)
    shell = [line for block in blocks(page, "sh") for line in lines_of(block)]
    shell += re.findall(r"^    (\S*cancellation-hearts .*)$", page, re.MULTILINE)
    for line in shell:
        found = re.search(r"(?:^|[ /])cancellation-hearts ((?:serve|backup|restore)\b.*)$", line)
        if found is not None:
            yield shlex.split(found[1])
    unit = text_of("packaging/cancellation-hearts.service")
    start = re.search(r"^ExecStart=\S+/cancellation-hearts (.*)$", unit, re.MULTILINE)
    assert start is not None
    for told in (page, unit):
        (options,) = re.findall(r'"HEARTS_OPTIONS=(.*)"$', told, re.MULTILINE)
        yield shlex.split(start[1].replace("$HEARTS_OPTIONS", options))
    dockerfile = text_of("Dockerfile")
    program, usual = re.findall(r"^(?:ENTRYPOINT|CMD) (\[.*\])$", dockerfile, re.MULTILINE)
    assert json.loads(program) == ["cancellation-hearts"]
    yield json.loads(usual)


def test_the_commands_of_hosting_are_ours_and_well_formed() -> None:
    told = list(commands_told())
    assert {words[0] for words in told} == {"serve", "backup", "restore"}
    assert len(told) >= 9
    for words in told:
        parser_of_commands().parse_args(words)


def test_no_option_of_hosting_is_invented() -> None:
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text_of(HOSTING)))
    there = {word for words in commands().values() for word in words}
    assert told - there - OPTIONS_OF_OTHERS == set()
    assert told >= OPTIONS_OF_OTHERS


def test_every_counter_is_explained_and_none_is_invented() -> None:
    table = rows(section(text_of(HOSTING), "## What to watch"))
    text = Metrics(Tables(MemoryStore(), MemoryBroker())).text().decode()
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    there = [name for name in kinds if not name.endswith("_created")]
    assert sorted(name for name in table if name.startswith("ch_")) == sorted(there)


def test_the_image_is_small_checked_and_nobody_s_root() -> None:
    dockerfile = text_of("Dockerfile")
    bases = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    assert set(bases) == {"python:${PYTHON}-slim"}  # no address: where from is for each machine
    assert "--require-hashes --no-deps --requirement requirements.lock" in dockerfile
    assert re.findall(r"^USER (\d+)$", dockerfile, re.MULTILINE) == ["10001"]
    assert "VOLUME /data" in dockerfile
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile, re.MULTILINE)
    let_in = re.findall(r"^!(\S+)$", text_of(".dockerignore"), re.MULTILINE)
    assert sorted(" ".join(copied).split()) == sorted(let_in)
    assert [name for name in let_in if not (ROOT / name).exists()] == []


def test_the_health_check_of_the_image_is_a_program_that_asks_readyz() -> None:
    (check,) = re.findall(
        r"^HEALTHCHECK .* CMD (\[.*\])$", joined_lines("Dockerfile"), re.MULTILINE
    )
    python, flag, program = json.loads(check)
    assert (python, flag) == ("python", "-c")
    compile(program, "HEALTHCHECK", "exec")
    assert "'/readyz'" in program


def joined_lines(name: str) -> str:
    return text_of(name).replace("\\\n", "")


def test_the_unit_keeps_the_server_in_its_folder() -> None:
    unit = text_of("packaging/cancellation-hearts.service")
    for line in (
        *("DynamicUser=yes", "StateDirectory=cancellation-hearts", "ProtectSystem=strict"),
        *("NoNewPrivileges=yes", "LimitNOFILE=65536", "SuccessExitStatus=143"),
    ):
        assert f"\n{line}\n" in unit
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop is not None
    assert int(stop[1]) > 2 * config.DRAIN_TIME  # for saying good-bye, and for closing


# --- acceptance, examples -------------------------------------------------------------------

ACCEPTANCE: Final = "docs/acceptance.md"
WAITING: Final = ("the score sheet, not built yet", "later")
NEXT: Final = ", with the issue for everyone"


def test_every_line_of_acceptance_is_shown_by_tests_that_exist_or_waits_for_something() -> None:
    table = {name: cells for name, cells in rows(text_of(ACCEPTANCE)).items() if name[0] == "A"}
    numbers = [int(name.removeprefix("A")) for name in table]
    assert numbers == sorted(numbers)
    assert len(numbers) == 65
    for name, (_holds, shown, waits) in table.items():
        assert shown or waits in WAITING or waits.endswith(NEXT), name
        for path, test in re.findall(r"`([\w/.]+)::(\w+)`", shown):
            assert re.search(rf"^ *(?:async )?def {test}\(", text_of(path), re.MULTILINE), test
        assert len(re.findall("`", shown)) == 2 * len(re.findall("::", shown)), name


def test_the_bot_in_15_lines_has_no_more() -> None:
    text = text_of("examples/bot_in_15_lines.py")
    left_out = set[int]()
    for node in ast.walk(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            assert isinstance(node, ast.stmt)
            left_out |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    lines = [
        line
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and number not in left_out
    ]
    assert len(lines) <= 15


def test_every_example_is_told_of() -> None:
    told = text_of("README.md") + "".join(page.read_text("utf-8") for page in DOCS.glob("*.md"))
    examples = [name_of(path) for path in FILES if name_of(path).startswith("examples/")]
    assert examples
    assert [name for name in examples if name not in told] == []


# --- all pages, all files -------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """What a link may name after ``#``: the headings, as web pages spell them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = (re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


def links(page: Path) -> Iterator[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):  # not ours to keep
            continue
        path, _hash, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_no_lock_file_or_configuration_holds_an_address() -> None:
    looked_at = [path for path in FILES if CONFIGURATION.fullmatch(path.name)]
    assert {"pyproject.toml", "requirements.lock"} <= {path.name for path in looked_at}
    holding = [
        name_of(path) for path in looked_at if ADDRESS.search(path.read_text("utf-8", "replace"))
    ]
    assert holding == []
