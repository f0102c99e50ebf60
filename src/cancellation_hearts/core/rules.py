"""The rules of one match: which house rules are played, each a named option.

``Rules`` is a value. Its text form is the *table code* that players are shown and records carry:
``players`` first, then the options that differ from the default, in the order of this file.

>>> rules = Rules.parse("players=8 void_rule=no_led_card limit=100")
>>> rules.limit, rules.hand_size, rules.kitty_size, rules.pass_way(2)
(100, 13, 0, 'right')
>>> print(rules)
players=8 void_rule=no_led_card limit=100

``OPTIONS`` is the one table of names and values; parsing, checking, printing and the documents'
tests all read it. The ids in comments (A01 ...) are those of docs/rules.md.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, TypeAlias

import msgspec

PassWay: TypeAlias = Literal["left", "right", "across", "none"]
MoonChoice: TypeAlias = Literal["add", "subtract"]

MOON_CHOICES: Final[tuple[MoonChoice, ...]] = ("add", "subtract")
PASS_WAYS: Final[tuple[PassWay, ...]] = ("left", "right", "across", "none")
LARGEST: Final = 10**15
"""No number in a rule set or record is larger; a JSON number keeps it exact everywhere."""


class RulesError(ValueError):
    """A rule set that cannot be: names the option, the value, and what was expected."""

    def __init__(self, option: str, problem: str, position: int = 0) -> None:
        """``position``: where in the table code the option stands."""
        super().__init__(option, problem, position)
        self.option = option
        self.problem = problem
        self.position = position

    def __str__(self) -> str:
        """The option and what is wrong with it."""
        return f"{self.option}: {self.problem}"


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every option of the game; the defaults are the game of the oldest rule sheet.

    Raises ``RulesError`` for a value or a combination that is not offered.
    """

    players: int
    decks: Literal[2, 1] = 2  # A35
    void_rule: Literal["two_pairs", "no_led_card"] = "two_pairs"  # A01
    void_leader: Literal["same", "left"] = "same"  # A02
    last_void: Literal["uncollected", "leader"] = "uncollected"  # A07
    moon_value: Literal[26, 52] = 26  # A10
    moon_test: Literal["all_points", "all_collected"] = "all_points"  # A08
    moon_choice: Literal["ask", "add", "subtract"] = "ask"  # A11
    first_trick_points: Literal["allowed", "if_forced"] = "allowed"  # A17
    first_lead: Literal["dealer_left", "two_clubs", "any_club"] = "dealer_left"  # A26
    break_cards: Literal["heart_or_queen", "heart_only", "none"] = "heart_or_queen"  # A18
    bare_queen: Literal["must_lead", "may_lead_hearts"] = "must_lead"  # A16
    pass_count: Literal[3, 2] = 3  # A20
    pass_cycle: tuple[PassWay, ...] = ("left", "right")  # A21
    limit: int = 150  # A29
    tie_break: Literal["shared", "extra_hand"] = "shared"  # A27
    score_floor: Literal[0] | None = None  # A12
    bonus_card: Literal["DJ", "DT"] | None = None
    no_trick_bonus: Literal[0, 5] = 0

    def __post_init__(self) -> None:
        """Check every option, then how they go together."""
        for option in OPTIONS:
            option.check(getattr(self, option.name))
        fewest, most = PLAYERS[self.decks]
        if not fewest <= self.players <= most:
            packs = "two packs" if self.decks == 2 else "one pack"
            raise RulesError(
                "players",
                f"{packs} (decks={self.decks}) seat {fewest} to {most}, not {self.players}",
            )

    @staticmethod
    def parse(code: str) -> Rules:
        """Read a table code: ``name=value`` words in any order, defaults may be written out."""
        return _rules(code, start=0, preset={}, players=None)

    @staticmethod
    def read(text: str, *, players: int | None = None, usual: int | None = None) -> Rules:
        """Read what a person types: a preset's name may stand first, ``players`` may be left out.

        ``players``: how many sit down, where the text does not say; a text that says another
        number is an error. Later words win over the preset. ``usual``: how many sit down where
        nothing says it, not even the preset.

        >>> print(Rules.read("classic limit=100", players=7))
        players=7 void_rule=no_led_card last_void=leader limit=100
        """
        usually = {} if usual is None else {"players": usual}
        first = re.match(r" *([^ =]+)(?= |$)", text)
        if first is None:
            return _rules(text, start=0, preset=usually, players=players)
        preset = PRESETS.get(first[1])
        if preset is None:
            known = ", ".join(PRESETS)
            raise RulesError(first[1][:40], f"no such preset; there are {known}", first.start(1))
        return _rules(text, start=first.end(), preset=usually | preset, players=players)

    def __str__(self) -> str:
        """The table code."""
        return " ".join(
            f"{option.name}={option.text(getattr(self, option.name))}"
            for option in OPTIONS
            if option.name == "players" or getattr(self, option.name) != option.default
        )

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat (A30)."""
        return 52 * self.decks // self.players

    @property
    def kitty_size(self) -> int:
        """Cards left over (A30)."""
        return 52 * self.decks % self.players

    @property
    def all_points(self) -> int:
        """Points in the packs: 26 each."""
        return 26 * self.decks

    def pass_way(self, number: int) -> PassWay:
        """Which way hand ``number`` (from 1) passes."""
        return self.pass_cycle[(number - 1) % len(self.pass_cycle)]

    def pass_offset(self, number: int) -> int:
        """How many seats to the left hand ``number`` passes: 1, -1, players // 2, or 0."""
        return {"left": 1, "right": -1, "across": self.players // 2, "none": 0}[
            self.pass_way(number)
        ]


PLAYERS: Final = {2: (6, 11), 1: (3, 6)}  # A35
"""Fewest and most players by number of packs."""


class Option(msgspec.Struct, frozen=True):
    """A line of the table of options: its name and its values, the default first.

    ``values`` lists them; ``"number"`` is any whole number from 1, ``"ways"`` a list of pass ways.
    """

    name: str
    values: tuple[str | int | None, ...] | Literal["number", "ways"]

    @property
    def default(self) -> object:
        """The value that stands when nothing is said; for ``players`` there is none."""
        return _DEFAULTS.get(self.name)

    @property
    def expected(self) -> str:
        """What may stand here, for error messages and the help."""
        if self.name == "players":
            return "6 to 11 with two packs, 3 to 6 with one"
        if self.values == "number":
            return "a whole number from 1"
        if self.values == "ways":
            return f"a list of {', '.join(PASS_WAYS)}, joined by commas"
        return " or ".join(self.text(value) for value in self.values)

    def text(self, value: object) -> str:
        """A value as the table code writes it."""
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return "none" if value is None else str(value)

    def value(self, text: str) -> object:
        """The value that a text names; ``RulesError`` if it names none."""
        if self.values == "number":
            if re.fullmatch("[1-9][0-9]*", text, re.ASCII):
                if len(text) > len(str(LARGEST)) or int(text) > LARGEST:
                    raise RulesError(self.name, f"is at most {LARGEST}, not {text[:40]}")
                return int(text)
        elif self.values == "ways":
            return tuple(text.split(","))
        else:
            for value in self.values:
                if self.text(value) == text:
                    return value
        raise RulesError(self.name, f"expected {self.expected}, not {text[:40]!r}")

    def check(self, value: object) -> None:
        """Refuse a value that the option does not have (of the right type: ``True`` is no 1)."""
        if self.values == "number":
            good = type(value) is int and 1 <= value <= LARGEST
        elif self.values == "ways":
            good = (
                isinstance(value, tuple) and bool(value) and all(way in PASS_WAYS for way in value)
            )
        else:
            good = any(value == offered and type(value) is type(offered) for offered in self.values)
        if not good:
            raise RulesError(self.name, f"expected {self.expected}, not {self.text(value)[:40]!r}")


OPTIONS: Final = (
    Option("players", "number"),
    Option("decks", (2, 1)),
    Option("void_rule", ("two_pairs", "no_led_card")),
    Option("void_leader", ("same", "left")),
    Option("last_void", ("uncollected", "leader")),
    Option("moon_value", (26, 52)),
    Option("moon_test", ("all_points", "all_collected")),
    Option("moon_choice", ("ask", "add", "subtract")),
    Option("first_trick_points", ("allowed", "if_forced")),
    Option("first_lead", ("dealer_left", "two_clubs", "any_club")),
    Option("break_cards", ("heart_or_queen", "heart_only", "none")),
    Option("bare_queen", ("must_lead", "may_lead_hearts")),
    Option("pass_count", (3, 2)),
    Option("pass_cycle", "ways"),
    Option("limit", "number"),
    Option("tie_break", ("shared", "extra_hand")),
    Option("score_floor", (None, 0)),
    Option("bonus_card", (None, "DJ", "DT")),
    Option("no_trick_bonus", (0, 5)),
)

_BY_NAME: Final = {option.name: option for option in OPTIONS}
_DEFAULTS: Final = {
    field.name: field.default for field in msgspec.structs.fields(Rules) if not field.required
}

_CLASSIC: Final[dict[str, Any]] = {"void_rule": "no_led_card", "last_void": "leader"}
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "seed": {},
    "classic": _CLASSIC,
    "bicycle": _CLASSIC | {"pass_cycle": ("none",)},
    "no-blood": _CLASSIC | {"first_trick_points": "if_forced"},
    "guts": _CLASSIC | {"break_cards": "none"},
    "big-moon": _CLASSIC | {"moon_value": 52},
    "big-table": {"last_void": "leader", "void_leader": "left"},
    "hearts": {
        "players": 4,
        "decks": 1,
        "first_lead": "two_clubs",
        "first_trick_points": "if_forced",
        "pass_cycle": ("left", "right", "across", "none"),
        "limit": 100,
    },
}
"""Rule sets with a name: what each changes."""


def _rules(text: str, *, start: int, preset: dict[str, Any], players: int | None) -> Rules:
    """Read ``name=value`` words over a preset; every complaint carries its word's position."""
    said: dict[str, Any] = {}
    positions: dict[str, int] = {}
    for word in re.finditer(r"[^ ]+", text[start:]):
        name, equals, value = word.group().partition("=")
        position = start + word.start()
        option = _BY_NAME.get(name)
        if option is None:
            known = ", ".join(_BY_NAME)
            raise RulesError(name[:40], f"no such option; there are {known}", position)
        if not equals:
            raise RulesError(name, f"needs a value, {name}=...: {option.expected}", position)
        if name in said:
            raise RulesError(name, "stands twice", position)
        positions[name] = position
        try:
            said[name] = option.value(value)
        except RulesError as error:
            raise RulesError(name, error.problem, position) from None
    if players is not None and said.setdefault("players", players) != players:
        problem = f"the rules say {said['players']}, but {players} was asked for"
        raise RulesError("players", problem, positions["players"])
    values = preset | said
    if "players" not in values:
        raise RulesError("players", f"must stand: {_BY_NAME['players'].expected}")
    try:
        return Rules(**values)
    except RulesError as error:
        raise RulesError(error.option, error.problem, positions.get(error.option, 0)) from None
