"""Messages: what stands in the schema and the types is what is really sent, and nothing else goes.

No validator for JSON Schema is installed, so ``faults`` is one, as large as our schema needs.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import msgspec
import pytest

from cancellation_hearts import core
from cancellation_hearts.client import LocalClient
from cancellation_hearts.core import Card, Cards, Code, Rules, RuleViolation
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.table import (
    Clock,
    Event,
    PersonCommand,
    Settings,
    TableCode,
    TableRefusal,
    observe,
    redact,
)
from cancellation_hearts.table.commands import Play, StartGame
from cancellation_hearts.table.facts import Change, Facts, Haul, LastTrick, facts_of
from cancellation_hearts.table.private import private_of
from cancellation_hearts.table.talk import Nudge, Saying, SayPhrase, SayText, ShowEmote, Words
from cancellation_hearts.wire import (
    PROTOCOL,
    Ask,
    Bye,
    ClientMessage,
    Done,
    Heard,
    Hello,
    Invitation,
    NewDevice,
    NewGame,
    NewPerson,
    NewTable,
    Ping,
    Pong,
    Refused,
    Say,
    ServerMessage,
    Update,
    Welcome,
    Welcomed,
    WireCode,
    WireRefusal,
    refusal_of,
)
from tests.service.people import House, Somebody, settings
from tests.table.walks import evening, settings_of

ROOT: Final = Path(__file__).parents[1]
TOOL: Final = ROOT / "tools/protocol"


def tool() -> Any:  # noqa: ANN401 - a module that nobody can import
    """tools/protocol, which has no ending by which it could be imported."""
    loader = SourceFileLoader("protocol", str(TOOL))
    spec = spec_from_loader("protocol", loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules["protocol"] = module
    loader.exec_module(module)
    return module


SCHEMA: Final = json.loads((ROOT / "docs/protocol.schema.json").read_text("utf-8"))
TYPES: Final = (ROOT / "src/cancellation_hearts/web/js/protocol.d.ts").read_text("utf-8")
INTERFACES: Final = {
    name: dict(re.findall(r"^  readonly (\w+)(\??): ", body, re.MULTILINE))
    for name, body in re.findall(
        r"^export interface (\w+) \{\n(.*?)^\}$", TYPES, re.DOTALL | re.MULTILINE
    )
}
"""The fields of each interface, with ``?`` where one may be missing."""
REQUESTS: Final = (NewTable, NewGame, NewPerson, NewDevice)
KINDS: Final = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}


def faults(value: Any, schema: dict[str, Any], at: str = "$") -> Iterator[str]:  # noqa: ANN401 - JSON
    """Where a value is not what the schema says."""
    if "$ref" in schema:
        yield from faults(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], at)
    for word, most in (("oneOf", 1), ("anyOf", 99)):
        if word in schema:
            fitting = sum(next(faults(value, one, at), None) is None for one in schema[word])
            if not 1 <= fitting <= most:
                yield f"{at}: fits {fitting} of {word}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: is not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of these"
    if "type" in schema and type(value) is not KINDS[schema["type"]]:
        yield f"{at}: is no {schema['type']}"
    elif "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} has another form"
    elif isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from faults(item, schema["items"], f"{at}[{index}]")
    elif isinstance(value, dict):
        yield from faults_of_object(value, schema, at)


def faults_of_object(value: dict[str, Any], schema: dict[str, Any], at: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}: {name} is missing"
    for name, item in value.items():
        if name in known:
            yield from faults(item, known[name], f"{at}.{name}")
            continue
        others = schema.get("additionalProperties", True)
        if others is False:
            yield f"{at}: {name} is unknown"
        elif others is not True:
            yield from faults(name, schema.get("propertyNames", {}), f"{at}.{name}")
            yield from faults(item, others, f"{at}.{name}")


def missing(value: Any, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - JSON
    """Which fields of which struct are left out in a value that fits the schema."""
    for one in [*schema.get("oneOf", ()), *schema.get("anyOf", ())]:
        if next(faults(value, one), None) is None:
            yield from missing(value, one)
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        inner = SCHEMA["$defs"][name]
        if isinstance(value, dict):
            yield from (
                (name, field) for field in inner.get("properties", ()) if field not in value
            )
        yield from missing(value, inner)
    elif isinstance(value, list):
        for item in value:
            yield from missing(item, schema.get("items", {}))
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from missing(item, schema.get("properties", {}).get(name, {}))


# --- the files ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SCHEMA", "TYPES"])
def test_the_file_is_what_the_tool_writes(name: str) -> None:
    made = tool()
    path = getattr(made, name)
    text = path.read_text("utf-8")
    assert text == made.files()[path], "run tools/protocol"


def test_the_tool_names_what_is_stale_and_writes_it_once(tmp_path: Path) -> None:
    copy = tmp_path / "tools/protocol"
    copy.parent.mkdir()
    shutil.copy(TOOL, copy)

    def run(*words: str) -> tuple[int, str]:
        result = subprocess.run(
            [sys.executable, copy, *words], check=False, capture_output=True, text=True
        )
        return result.returncode, result.stdout + result.stderr

    (tmp_path / "docs").mkdir()
    files = ["docs/protocol.schema.json", "src/cancellation_hearts/web/js/protocol.d.ts"]
    code, told = run("--check")
    assert (code, [file in told for file in files]) == (1, [True, True])
    assert run()[0] == 0
    assert [(tmp_path / file).read_bytes() for file in files] == [
        (ROOT / file).read_bytes() for file in files
    ]
    assert run() == run("--check") == (0, "")
    (tmp_path / files[1]).write_text("// mine\n", "utf-8")
    code, told = run("--check")
    assert (code, [file in told for file in files]) == (1, [False, True])


@pytest.mark.parametrize(
    "kind",
    [
        *get_args(ClientMessage),
        *get_args(ServerMessage),
        *get_args(PersonCommand),
        *get_args(Event),  # those of the match among them
    ],
    ids=lambda kind: kind.__name__,
)
def test_every_message_command_and_event_has_a_type_with_its_fields(
    kind: type[msgspec.Struct],
) -> None:
    tag = kind.__struct_config__.tag
    assert [*INTERFACES[kind.__name__]] == ["type", *kind.__struct_fields__]
    assert f'export interface {kind.__name__} {{\n  readonly type: "{tag}";\n' in TYPES


def test_an_event_of_a_match_is_an_event_of_a_table() -> None:
    assert set(get_args(core.Event)) < set(get_args(Event))


@pytest.mark.parametrize("word", [*Card, *Code, *TableCode, *WireCode], ids=str)
def test_every_card_and_code_is_a_literal(word: str) -> None:
    assert f'| "{word}"' in TYPES


def test_the_types_are_closed() -> None:
    """Every name that is used is a name that is there."""
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", TYPES, flags=re.DOTALL)
    declared = set(re.findall(r"^export (?:type|interface) (\w+)", code, re.MULTILINE))
    used = set(re.findall(r"\b[A-Z]\w+\b", code))
    assert used - declared == {"Readonly", "Partial", "Record"}


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    text = json.dumps(SCHEMA)
    assert set(re.findall(r"#/\$defs/(\w+)", text)) <= set(SCHEMA["$defs"])
    assert not re.search(r"\bNone\b", text)  # it is called null there


@pytest.mark.parametrize("pile", ["...", "AAKT7.QJ2..A5", "...22"])
def test_a_pattern_takes_a_set_of_cards(pile: str) -> None:
    assert [*faults(pile, {"$ref": "#/$defs/Cards"})] == []
    assert [*faults(pile, {"$ref": "#/$defs/Pile"})] == []


@pytest.mark.parametrize("pile", ["0", "17", "104"])
def test_a_number_of_cards_is_a_pile_and_no_set(pile: str) -> None:
    assert [*faults(pile, {"$ref": "#/$defs/Cards"})] != []
    assert [*faults(pile, {"$ref": "#/$defs/Pile"})] == []


@pytest.mark.parametrize("pile", ["", "AK", "KA...", "AAA...", "....", "105", "017", "-1", "1..."])
def test_a_pattern_refuses_what_is_no_pile(pile: str) -> None:
    assert [*faults(pile, {"$ref": "#/$defs/Pile"})] != []


# --- what is really sent --------------------------------------------------------------------


class Noting(LocalClient):
    """A place at a table that notes what would go over a wire."""

    asked: list[Ask]

    async def ask(self, command: PersonCommand, *, id: str | None = None) -> int:  # noqa: A002
        if id is not None:
            self.asked.append(Ask(id, command))
        return await super().ask(command, id=id)


WORDS: Final[tuple[Words, ...]] = (SayPhrase("oops"), ShowEmote("moon"), SayText("hi"), Nudge(3))


@cache
def played() -> tuple[tuple[ClientMessage, ...], tuple[ServerMessage, ...]]:
    """What went to and fro in a whole game of two people and four bots."""

    async def main() -> tuple[tuple[ClientMessage, ...], tuple[ServerMessage, ...]]:
        async with House() as house:
            wanted = settings("players=6 limit=1", clock=Clock())
            tickets = await house.gather(wanted, 2)
            house.drivers.drive([tickets[0].table])
            clients = [Noting(house.tables, ticket.table, ticket.person) for ticket in tickets]
            for client in clients:
                client.asked = []
            people = [Somebody(client, client.person, seed=client.person) for client in clients]
            await asyncio.gather(*(somebody.play() for somebody in people))
            asked = tuple(ask for client in clients for ask in client.asked)
            told = tuple(update for somebody in people for update in somebody.seen)
            return asked, told

    asked, told = asyncio.run(main())
    others: tuple[ClientMessage, ...] = (
        Hello("t"),
        Hello("t", PROTOCOL, "x", 7, 3, "log"),
        Ping(),
        *(Say("a", words) for words in WORDS),
    )
    answers: tuple[ServerMessage, ...] = (
        Welcome("t", PROTOCOL, None, "log"),
        Welcome("t", PROTOCOL, 3, "log"),
        Heard(tuple(Saying(number, 5, 0, words) for number, words in enumerate(WORDS, 1))),
        *(Done(ask.id, 9) for ask in asked if isinstance(ask, Ask)),
        Refused("a", "STALE", {"ply": 3}),
        Refused(None, "MUST_FOLLOW_SUIT", {"suit": "C"}),
        Bye("restart", 700),
        Bye("elsewhere"),
        Pong(5),
    )
    return (*others, *asked), (*answers, *told)


def test_every_message_of_a_client_fits_the_schema_and_reads_back_as_itself() -> None:
    sent, _received = played()
    assert len(sent) > 30
    for message in sent:
        data = encode(message)
        assert [*faults(json.loads(data), {"$ref": "#/$defs/ClientMessage"})] == []
        assert decode(data, ClientMessage) == message


def test_every_message_of_the_server_fits_the_schema_and_reads_back_as_itself() -> None:
    _sent, received = played()
    assert len(received) > 100
    for message in received:
        data = encode(message)
        assert [*faults(json.loads(data), {"$ref": "#/$defs/ServerMessage"})] == []
        assert decode(data, ServerMessage) == message


def walked(seed: int) -> Iterator[Update]:
    """What people and strangers are told in an evening where anybody does anything."""
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=150):
        table = step.after
        if table is None or step.before is None or not step.events:
            continue
        person = rng.choice([None, *range(len(table.people))])
        told = (redact(step.before, step.events[0], person),)
        yield Update(told, observe(table, None), facts_of(table), private_of(table, person))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_of_a_wild_evening_fits_the_schema(seed: int) -> None:
    for update in walked(seed):
        data = encode(update)
        assert [*faults(json.loads(data), {"$ref": "#/$defs/ServerMessage"})] == []
        assert decode(data, ServerMessage) == update


def test_what_is_left_out_has_a_question_mark_and_nothing_else_has() -> None:
    _sent, received = played()
    sent = [*received[:60], *received[-40:]]
    for seed in range(8):
        sent += walked(seed)
    bare = Facts((), hauls=(Haul(),), last=LastTrick(1, (), (), ()), changes=(Change(),))
    sent.append(Update((), played_view()[0], bare, None))
    left_out = {
        place
        for message in sent
        for place in missing(json.loads(encode(message)), {"$ref": "#/$defs/ServerMessage"})
    }
    assert len(left_out) > 30
    assert {place for place in left_out if INTERFACES[place[0]][place[1]] != "?"} == set()
    for name, field in left_out:
        assert f"Left out: `{json.dumps(default_of(name, field))}`" in words_of(name, field)
    optional = {
        (name, field)
        for name, fields in INTERFACES.items()
        for field, mark in fields.items()
        if mark
    }
    of_client = {"Hello", *(kind.__name__ for kind in REQUESTS)}
    of_server = {place for place in optional if place[0] not in of_client}
    rare = {place for place in of_server if place[0] in ("Rules", "Settings")}
    assert of_server - left_out - rare == set()


def default_of(name: str, field: str) -> object:
    return SCHEMA["$defs"][name]["properties"][field]["default"]


def words_of(name: str, field: str) -> str:
    """The comment on a field."""
    body = TYPES.partition(f"export interface {name} {{\n")[2].partition("\n}")[0]
    found = re.search(rf"/\*\*((?:(?!\*/).)*)\*/\n  readonly {field}\?: ", body, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+(\* )?", " ", found[1])


# --- a bot from the page alone --------------------------------------------------------------


def first_cards(pile: str, count: int) -> str:
    """The first cards of a set, read from the left: what the page tells bots to pass."""
    taken = []
    for suit in pile.split("."):
        taken.append(suit[:count])
        count -= len(taken[-1])
    return ".".join(taken)


def reaction(update: dict[str, Any]) -> dict[str, Any] | None:
    """What the bot of docs/protocol.md asks when it sees an update; it knows no rules."""
    public, facts, mine = update["public"], update["facts"], update["mine"]
    seat, seal, ply = mine["seat"], public["seal"], facts.get("ply", 0)
    if seal and not seal["dealt"] and mine.get("entropy") is None:
        return {"type": "AddEntropy", "number": seal["number"], "entropy": "5" * 32}
    if not public["playing"]:
        return None
    if seat in facts.get("awaited", ()):
        match facts["phase"]:
            case "passing":
                cards = first_cards(mine["hand"], facts["pass_count"])
                return {"type": "Pass", "cards": cards, "ply": ply}
            case "playing":
                return {"type": "Play", "card": mine["legal"][0], "ply": ply}
            case _:
                return {"type": "Choose", "choice": None, "ply": ply}
    if facts.get("phase") == "dealing" and not public["seats"][seat].get("ready", False):
        return {"type": "SayReady", "ready": True}
    return None


@pytest.mark.parametrize("rules", ["players=6 limit=30", "players=4 decks=1 first_lead=two_clubs"])
def test_the_bot_of_the_page_plays_whole_games_and_is_never_refused(rules: str) -> None:
    async def main() -> int:
        async with House() as house:
            (ticket,) = await house.gather(settings(rules), 1)
            place = LocalClient(house.tables, ticket.table, ticket.person, adds_entropy=False)
            asked: set[bytes] = set()
            hands = 0
            async with place:
                house.drivers.drive([ticket.table])
                await place.ask(StartGame())
                async for update in place.updates():
                    told = json.loads(encode(update))
                    if told["facts"].get("phase") == "over":
                        return hands
                    command = reaction(told)
                    data = json.dumps({"type": "ask", "id": "a", "command": command}).encode()
                    if command is None or (command["type"] != "SayReady" and data in asked):
                        continue
                    asked.add(data)
                    hands += command["type"] == "AddEntropy"
                    try:
                        await place.ask(decode(data, ClientMessage).command)
                    except TableRefusal as refusal:  # a busy machine dealt before it could add
                        assert refusal.code is TableCode.NO_SUCH_DEAL  # noqa: PT017
            raise AssertionError("the game has an end")

    assert asyncio.run(main()) >= 1


# --- what is not taken ----------------------------------------------------------------------

VALUES: Final[dict[str, Any]] = {
    "cards": "A...2",
    "card": "SQ",
    "choice": "add",
    "settings": {"rules": {"players": 6}, "clock": {"card": 20}},
    "entropy": "0" * 32,
    "name": "Ana",
    "level": "steady",
    "ready": True,
    "muted": False,
    "table": "t",
    "token": "x",
    "log": "x",
    "key": "0" * 64,
    "words": {"type": "phrase", "phrase": "hello"},
    "id": "a",
}
"""A value for each field of a command; any other is a number."""


def example(kind: type[msgspec.Struct]) -> dict[str, Any]:
    fields = {name: VALUES.get(name, 0) for name in kind.__struct_fields__}
    return {"type": kind.__struct_config__.tag} | fields


def wrapped(kind: type[msgspec.Struct], value: dict[str, Any]) -> dict[str, Any]:
    """As it is sent: a command stands in an ``Ask``."""
    if kind in get_args(PersonCommand):
        return {"type": "ask", "id": "a", "command": value}
    return value


def refusal(message: object) -> str:
    with pytest.raises(msgspec.ValidationError) as caught:
        decode(json.dumps(message).encode(), ClientMessage)
    return str(caught.value)


ASKED: Final = [*get_args(PersonCommand), Hello, Say, Ping]
FIELDS: Final = [(kind, field) for kind in ASKED for field in kind.__struct_fields__]


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_what_a_client_may_send_is_taken(kind: type[msgspec.Struct]) -> None:
    message = wrapped(kind, example(kind))
    assert [*faults(message, {"$ref": "#/$defs/ClientMessage"})] == []
    decode(json.dumps(message).encode(), ClientMessage)


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_an_unknown_field_is_refused_by_name(kind: type[msgspec.Struct]) -> None:
    message = wrapped(kind, example(kind) | {"colour": "red"})
    assert "`colour`" in refusal(message)
    assert [*faults(message, {"$ref": "#/$defs/ClientMessage"})] != []


@pytest.mark.parametrize(
    ("kind", "field"), FIELDS, ids=[f"{kind.__name__}.{field}" for kind, field in FIELDS]
)
def test_a_wrong_type_is_refused_by_name(kind: type[msgspec.Struct], field: str) -> None:
    message = wrapped(kind, example(kind) | {field: []})
    assert re.search(rf"\.{field}`$", refusal(message))
    assert [*faults(message, {"$ref": "#/$defs/ClientMessage"})] != []


NEEDED: Final = [(kind, field) for kind, field in FIELDS if kind is not Hello or field == "table"]


@pytest.mark.parametrize(
    ("kind", "field"), NEEDED, ids=[f"{kind.__name__}.{field}" for kind, field in NEEDED]
)
def test_a_missing_field_is_refused_by_name(kind: type[msgspec.Struct], field: str) -> None:
    whole = example(kind)
    del whole[field]
    message = wrapped(kind, whole)
    assert f"`{field}`" in refusal(message)
    assert [*faults(message, {"$ref": "#/$defs/ClientMessage"})] != []


@pytest.mark.parametrize("text", ["", "x" * 65, "a\0", "\u00e9", "\n"], ids=repr)
@pytest.mark.parametrize("field", ["table", "token", "id"])
def test_a_word_that_no_store_would_take_as_a_name_is_refused(field: str, text: str) -> None:
    asked = {"type": "ask", "id": "a", "command": {"type": "Leave"}}
    message = (asked if field == "id" else {"type": "hello", "table": "t"}) | {field: text}
    assert f"`$.{field}`" in refusal(message)
    assert [*faults(message, {"$ref": "#/$defs/ClientMessage"})] != []


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ({"type": "ask", "command": {"type": "Leave"}}, "`id`"),
        ({"type": "ask", "id": "a"}, "`command`"),
        ({"type": "ask", "id": 1, "command": {"type": "Leave"}}, "$.id"),
        ({"type": "ask", "id": "a", "command": {"type": "Fly"}}, "'Fly'"),
        ({"type": "ask", "id": "a", "command": {"type": "Tick", "seed": "00"}}, "'Tick'"),
        ({"type": "ask", "id": "a", "command": {"type": "Come", "name": "x"}}, "'Come'"),
        ({"type": "tell"}, "'tell'"),
        ({}, "`type`"),
    ],
    ids=["no id", "no command", "id", "Fly", "the server's", "a stranger's", "tell", "no type"],
)
def test_what_is_no_message_is_refused(message: object, named: str) -> None:
    assert named in refusal(message)
    assert [*faults(message, {"$ref": "#/$defs/ClientMessage"})] != []


# --- over HTTP ------------------------------------------------------------------------------

BODIES: Final[list[Any]] = [
    NewTable("Ana"),
    NewTable("Ana", "classic players=8", cookie=True),
    NewGame("Ana", "classic players=8", "casual", cookie=True, token="x" * 22),
    NewPerson("Ana"),
    NewPerson("Ana", sit=False, program=True, cookie=True, token="x" * 22),
    NewDevice("secret"),
    NewDevice("secret", cookie=True),
    Welcomed("t", 3, "token"),
    Welcomed("t", 3, None),
    Invitation("t", "BCDFGH", "/t/t", "http://hearts.example/t/t", near=False),
    Invitation("t", None, "/t/t", "http://127.0.0.1:8000/t/t", near=True),
]


@pytest.mark.parametrize("body", BODIES, ids=repr)
def test_a_body_fits_the_schema_and_reads_back_as_itself(body: msgspec.Struct) -> None:
    kind, data = type(body), encode(body)
    assert [*faults(json.loads(data), {"$ref": f"#/$defs/{kind.__name__}"})] == []
    assert decode(data, kind) == body
    assert [*INTERFACES[kind.__name__]] == [*kind.__struct_fields__]


@pytest.mark.parametrize(
    ("kind", "body", "named"),
    [
        (NewTable, {}, "`name`"),
        (NewPerson, {"name": "Ana", "colour": "red"}, "`colour`"),
        (NewPerson, {"name": "Ana", "token": "short"}, "`$.token`"),
        (NewDevice, {"secret": None}, "`$.secret`"),
    ],
    ids=["missing", "unknown", "short token", "null"],
)
def test_what_is_no_body_is_refused_by_name(
    kind: type[msgspec.Struct], body: dict[str, Any], named: str
) -> None:
    with pytest.raises(msgspec.ValidationError, match=re.escape(named)):
        decode(json.dumps(body).encode(), kind)
    assert [*faults(body, {"$ref": f"#/$defs/{kind.__name__}"})] != []


@pytest.mark.parametrize("code", [*Code, *TableCode, *WireCode], ids=str)
def test_a_refusal_comes_back_as_what_was_raised(code: Code | TableCode | WireCode) -> None:
    refusal = refusal_of(Refused("a", str(code), {"wait": 3}))
    assert (refusal.code, refusal.details) == (code, {"wait": 3})
    kinds = {Code: RuleViolation, TableCode: TableRefusal, WireCode: WireRefusal}
    assert type(refusal) is kinds[type(code)]


def test_a_refusal_of_a_newer_server_is_named() -> None:
    with pytest.raises(ValueError, match="unknown refusal: MUST_SING"):
        refusal_of(Refused("a", "MUST_SING"))


def test_a_client_may_leave_out_what_has_a_default() -> None:
    asked = b'{"type":"ask","id":"a","command":{"type":"ChangeSettings","settings":%s}}'
    told = asked % b'{"rules":{"players":7},"clock":{"card":20}}'
    assert [*faults(json.loads(told), {"$ref": "#/$defs/ClientMessage"})] == []
    message = decode(told, ClientMessage)
    assert message.command.settings == Settings(Rules(players=7), clock=Clock(20, 90))
    assert decode(b'{"type":"hello","table":"t"}', ClientMessage) == Hello("t", PROTOCOL, None)


def test_a_client_may_write_out_what_the_server_leaves_out() -> None:
    update = Update((), *played_view())
    short = json.loads(encode(update))
    long = short | {"facts": {"ply": 0, "broken": False, "winner": None} | short["facts"]}
    assert decode(json.dumps(long).encode(), ServerMessage) == update


def played_view() -> tuple[Any, Any, Any]:
    _sent, received = played()
    last = received[-1]
    assert isinstance(last, Update)
    return last.public, last.facts, last.mine


def test_a_card_travels_by_its_name() -> None:
    asked = encode(Ask("a", Play(Card.SQ, 3)))
    assert asked == b'{"type":"ask","id":"a","command":{"type":"Play","card":"SQ","ply":3}}'
    assert Cards.of("SQ SQ C2").notation == "QQ...2"
