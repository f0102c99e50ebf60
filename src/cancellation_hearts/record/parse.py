"""Reading ``.chn``: lines in, records out; every complaint has a line and a column.

Reading is generous where that costs no meaning (line ends, a byte order mark, empty lines, spaces
at line ends, ``#`` comments, the order of options) and strict everywhere else. It looks at the
*form* only: counts, numbers, order of lines. Whether the game could have been played like this is
``replay``'s question; the places kept here let it name a line.

    text -> _Lines (numbered, cleaned)  -> _game -> _hand -> _trick
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NoReturn, TypeAlias

import msgspec

from cancellation_hearts.core.cards import Card, Cards, NotationError
from cancellation_hearts.core.rules import (
    LARGEST,
    MOON_CHOICES,
    PASS_WAYS,
    MoonChoice,
    PassWay,
    Rules,
    RulesError,
)
from cancellation_hearts.core.trick import Trick
from cancellation_hearts.record.record import RESERVED, TAG_NAME, Fair, Hand, Record, unwritable

Place: TypeAlias = tuple[int, str, int]
"""A line of a game: hand number (0: none), item (``"deal"``, ``"trick"`` ...), trick number."""


class RecordError(ValueError):
    """Text that is no record: says where (from 1) and what was expected."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        """``line`` and ``column`` count from 1."""
        super().__init__(line, column, problem)
        self.line = line
        self.column = column
        self.problem = problem

    def __str__(self) -> str:
        """One line that names the place."""
        return f"line {self.line}, column {self.column}: {self.problem}"


class Located(msgspec.Struct, frozen=True):
    """A record, and the number of the line on which each of its items stood."""

    record: Record
    lines: dict[Place, int]


def parse(data: str | bytes) -> tuple[Record, ...]:
    """The games of a file, in order.

    Raises ``RecordError`` for text that is not one game or more.
    """
    return tuple(located.record for located in parse_located(data))


def parse_located(data: str | bytes) -> Iterator[Located]:
    """The games of a file one by one, each with the places of its lines."""
    lines = _Lines(data)
    if lines.at_end:
        lines.fail('expected [Format "chn 1"]')
    while not lines.at_end:
        yield _game(lines)


class _Word(msgspec.Struct, frozen=True):
    """A word of a line and the column where it begins."""

    text: str
    column: int


class _Lines:
    """The lines that count, one current; the one place that knows where we are."""

    def __init__(self, data: str | bytes) -> None:
        text = data if isinstance(data, str) else _decoded(data)
        self._lines = list(_cleaned(text))
        unended = bool(text) and not text.endswith("\n")
        self._end = text.count("\n") + unended + 1
        self._next = 0

    @property
    def at_end(self) -> bool:
        """Whether no line is left."""
        return self._next == len(self._lines)

    @property
    def number(self) -> int:
        """The current line's number in the file; one past the last at the end."""
        return self._end if self.at_end else self._lines[self._next][0]

    @property
    def text(self) -> str:
        """The current line; empty at the end."""
        return "" if self.at_end else self._lines[self._next][1]

    def advance(self) -> None:
        """Go on to the next line."""
        self._next += 1

    def fail(self, problem: str, column: int = 1) -> NoReturn:
        """Complain about the current line."""
        if self.at_end:
            problem += "; here the file ends"
        raise RecordError(self.number, column, problem)

    def words(self, text: str | None = None, column: int = 1) -> list[_Word]:
        """The words of the current line, or of its part from a column on: one space parts them."""
        words = []
        for word in (self.text if text is None else text).split(" "):
            if not word:
                self.fail("one space stands between words, not more", column)
            words.append(_Word(word, column))
            column += len(word) + 1
        return words


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").split("\n")
        column = len(_unmarked(before[-1])) + 1
        problem = f"not UTF-8: byte {data[error.start]:#04x}"
        raise RecordError(len(before), column, problem) from None


def _cleaned(text: str) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(text.split("\n"), start=1):
        line = _unmarked(raw.removesuffix("\r")).rstrip(" ")
        if not line or line.startswith("#"):
            continue
        if bad := unwritable(line):
            raise RecordError(number, line.index(bad) + 1, f"a control character: {bad!r}")
        yield number, line


def _unmarked(line: str) -> str:
    """The line without a byte order mark: files put one after the other bring theirs along."""
    return line.removeprefix("\ufeff")


# --- a game ---------------------------------------------------------------------------------


def _game(lines: _Lines) -> Located:
    places: dict[Place, int] = {}
    _format(lines)
    tags: dict[str, str] = {}
    while (name := _bracket_name(lines)) not in RESERVED:
        if name in tags:
            lines.fail(f"tag {name} stands twice", 2)
        (tags[name],) = _bracket_values(lines, name, count=1)
    rules = _rules_line(lines)
    places[0, "players", 0] = lines.number
    players = _players(lines, rules)
    start = _start(lines, rules)
    hands: list[Hand] = []
    while _bracket_name(lines) == "Hand":
        if hands and hands[-1].totals is None:
            lines.fail(f"hand {len(hands)} is not finished; only the last hand of a game may be")
        hands.append(_hand(lines, rules, len(hands) + 1, places))
    places[0, "winners", 0] = lines.number
    winners = _winners(lines, rules)
    record = Record(rules, players, start, tuple(hands), winners, tuple(tags.items()))
    return Located(record, places)


def _format(lines: _Lines) -> None:
    if _bracket_name(lines) != "Format":
        lines.fail('expected [Format "chn 1"]')
    (version,) = _bracket_values(lines, "Format", count=1, advance=False)
    if version != "chn 1":
        lines.fail(f'this program reads "chn 1", not "{version}"', len("[Format ") + 1)
    lines.advance()


def _bracket_name(lines: _Lines) -> str:
    """The name after ``[``; an error if the line is not of that form."""
    if not lines.text.startswith("["):
        lines.fail("expected a line in brackets, such as [Winners -]")
    name = TAG_NAME.match(lines.text, 1)
    if name is None:
        lines.fail("a name begins with a capital letter, then letters and digits", 2)
    return name.group()


def _bracket_values(
    lines: _Lines, name: str, *, count: int, advance: bool = True
) -> tuple[str, ...]:
    """The quoted values of ``[Name "a" "b"]``."""
    text = lines.text
    position = 1 + len(name)
    values = []
    while text[position : position + 1] == " ":
        value, position = _quoted(lines, position + 1)
        values.append(value)
    if text[position:] != "]":
        lines.fail("expected ] at the end of the line", position + 1)
    if len(values) != count:
        lines.fail(f"{name} has {count} values in quotes, not {len(values)}", 2)
    if advance:
        lines.advance()
    return tuple(values)


def _quoted(lines: _Lines, position: int) -> tuple[str, int]:
    """The value whose opening quote stands at an offset, and the offset after its closing one."""
    text = lines.text
    if text[position : position + 1] != '"':
        lines.fail('expected a value in quotes: "', position + 1)
    chars: list[str] = []
    at = position + 1
    while at < len(text):
        char = text[at]
        if char == '"':
            return "".join(chars), at + 1
        if char == "\\":
            at += 1
            char = text[at : at + 1]
            if char not in ('"', "\\"):
                lines.fail('after \\ stands " or \\', at + 1)
        chars.append(char)
        at += 1
    lines.fail("the quote is not closed", position + 1)


def _rules_line(lines: _Lines) -> Rules:
    if _bracket_name(lines) != "Rules":
        lines.fail('expected [Rules "players=..."]')
    (code,) = _bracket_values(lines, "Rules", count=1, advance=False)
    start = len('[Rules "') + 1
    try:
        rules = Rules.parse(code)
    except RulesError as error:
        lines.fail(str(error), start + error.position)
    lines.words(code, start)  # What a person types may have more spaces; a record has not.
    lines.advance()
    return rules


def _players(lines: _Lines, rules: Rules) -> tuple[str, ...]:
    if _bracket_name(lines) != "Players":
        lines.fail('expected [Players "..." ...]')
    return _bracket_values(lines, "Players", count=rules.players)


def _start(lines: _Lines, rules: Rules) -> tuple[int, ...]:
    if _bracket_name(lines) != "Start":
        return (0,) * rules.players
    return _seat_numbers(lines, _bracket_words(lines, "Start"), rules)


def _bracket_words(lines: _Lines, name: str) -> list[_Word]:
    """The words of ``[Name word ...]`` after the name."""
    words = lines.words()
    last = words[-1]
    if not last.text.endswith("]"):
        lines.fail("expected ] at the end of the line", len(lines.text) + 1)
    words[-1] = _Word(last.text[:-1], last.column)
    if words[0].text != f"[{name}":
        lines.fail(f"expected a space after {name}", len(name) + 2)
    return words[1:]


def _winners(lines: _Lines, rules: Rules) -> tuple[int, ...] | None:
    if _bracket_name(lines) != "Winners":
        lines.fail("expected [Hand ...] or [Winners ...]")
    words = _bracket_words(lines, "Winners")
    if not words:
        lines.fail("expected the winning seats, or - for a game that is not finished", 9)
    winners = None
    if [word.text for word in words] != ["-"]:
        winners = tuple(_seat(lines, word, rules) for word in words)
        if list(winners) != sorted(set(winners)):
            lines.fail("the winning seats stand in order, each once", words[0].column)
    lines.advance()
    return winners


# --- a hand ---------------------------------------------------------------------------------


def _hand(lines: _Lines, rules: Rules, number: int, places: dict[Place, int]) -> Hand:
    places[number, "hand", 0] = lines.number
    dealer = _hand_head(lines, rules, number)

    def keyed(key: str, *, needed: bool = False) -> list[_Word] | None:
        """The words after a keyword, if the current line begins with it; note its place."""
        if lines.text != key and not lines.text.startswith(key + " "):
            if needed:
                lines.fail(f"expected {key} ...")
            return None
        places[number, key, 0] = lines.number
        return lines.words()[1:]

    deal = _sets(lines, keyed("deal", needed=True) or [], rules)
    lines.advance()
    (kitty,) = _sets(lines, keyed("kitty", needed=True) or [], rules, count=1)
    lines.advance()
    words = keyed("fair")
    fair = None if words is None else _fair(lines, words, rules)
    words = keyed("pass")
    way, passes = (None, ()) if words is None else _pass(lines, words, rules)
    tricks: list[Trick] = []
    if way is not None:
        while re.match(r"[0-9]", lines.text) and (
            not tricks or tricks[-1].is_complete(players=rules.players)
        ):
            places[number, "trick", len(tricks) + 1] = lines.number
            tricks.append(_trick(lines, rules, len(tricks) + 1))
    moon = points = totals = None
    if len(tricks) == rules.hand_size and tricks[-1].is_complete(players=rules.players):
        places[number, "end", 0] = lines.number
        words = keyed("moon")
        moon = None if words is None else _moon(lines, words, rules)
        words = keyed("points", needed=moon is not None)
        if words is not None:
            points = _seat_numbers(lines, words, rules)
            totals = _seat_numbers(lines, keyed("totals", needed=True) or [], rules)
    if not lines.text.startswith("["):
        lines.fail(f"expected {_expected_next(way, tricks, rules, scored=totals is not None)}")
    return Hand(dealer, deal, kitty, fair, way, passes, tuple(tricks), moon, points, totals)


def _expected_next(way: PassWay | None, tricks: list[Trick], rules: Rules, *, scored: bool) -> str:
    """What could have stood on a line that is none of it."""
    if way is None:
        return "pass ... or the end of the hand"
    if tricks and not tricks[-1].is_complete(players=rules.players):
        return "the end of the hand after a trick that is not complete"
    if len(tricks) < rules.hand_size:
        return f"trick {len(tricks) + 1} or the end of the hand"
    return "the end of the hand" if scored else "moon ..., points ... or the end of the hand"


def _hand_head(lines: _Lines, rules: Rules, number: int) -> int:
    words = _bracket_words(lines, "Hand")
    if len(words) != 2 or not words[1].text.startswith("dealer="):
        lines.fail(f"expected [Hand {number} dealer=...]")
    if words[0].text != str(number):
        lines.fail(f"expected hand {number}, not {words[0].text[:20]}", words[0].column)
    seat = words[1].text.removeprefix("dealer=")
    dealer = _seat(lines, _Word(seat, words[1].column + len("dealer=")), rules)
    lines.advance()
    return dealer


def _sets(
    lines: _Lines, words: list[_Word], rules: Rules, *, count: int | None = None
) -> tuple[Cards, ...]:
    expected = rules.players if count is None else count
    if len(words) != expected:
        lines.fail(f"expected {expected} sets of cards, not {len(words)}")
    piles = []
    for word in words:
        try:
            piles.append(Cards.parse(word.text))
        except NotationError as error:
            lines.fail(str(error), word.column + error.position)
    return tuple(piles)


def _fair(lines: _Lines, words: list[_Word], rules: Rules) -> Fair:
    if len(words) != 2 + rules.players:
        lines.fail(
            "expected fair, a commitment, a seed and one entropy a seat: "
            f"{2 + rules.players} words after it, not {len(words)}"
        )
    commitment, seed, *entropies = words
    fair = Fair(
        _hex(lines, commitment, 32),
        _secret(lines, seed, 32),
        tuple(_secret(lines, entropy, 16) for entropy in entropies),
    )
    lines.advance()
    return fair


def _hex(lines: _Lines, word: _Word, size: int, *, otherwise: str = "") -> bytes:
    if not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", word.text):
        lines.fail(f"expected {2 * size} hex digits in lower case{otherwise}", word.column)
    return bytes.fromhex(word.text)


def _secret(lines: _Lines, word: _Word, size: int) -> bytes | None:
    return None if word.text == "-" else _hex(lines, word, size, otherwise=" or -")


def _pass(lines: _Lines, words: list[_Word], rules: Rules) -> tuple[PassWay, tuple[Cards, ...]]:
    way = next((way for way in PASS_WAYS if words and words[0].text == way), None)
    if way is None:
        lines.fail("expected pass left, pass right, pass across or pass none")
    passes = _sets(lines, words[1:], rules, count=0 if way == "none" else None)
    lines.advance()
    return way, passes


def _trick(lines: _Lines, rules: Rules, number: int) -> Trick:
    if number > rules.hand_size:
        lines.fail(f"a hand has {rules.hand_size} tricks")
    words = lines.words()
    if words[0].text != f"{number}.":
        lines.fail(f"expected trick {number}., not {words[0].text[:20]}")
    if len(words) < 3 or not words[1].text.endswith(":"):
        lines.fail(f"expected {number}. LEADER: CARD ...", len(words[0].text) + 2)
    leader = _seat(lines, _Word(words[1].text[:-1], words[1].column), rules)
    outcome = 2 + rules.players
    cards = tuple(_card(lines, word) for word in words[2:outcome])
    taker = None
    if len(cards) == rules.players:
        taker = _outcome(lines, words[outcome:], rules)
    lines.advance()
    return Trick(leader, cards, taker)


def _outcome(lines: _Lines, words: list[_Word], rules: Rules) -> int | None:
    """What stands after a complete trick: ``= S`` or ``x``."""
    match [word.text for word in words]:
        case ["x"]:
            return None
        case ["=", _seat_text]:
            return _seat(lines, words[1], rules)
        case _:
            column = words[0].column if words else len(lines.text) + 2
            lines.fail("a complete trick ends with = and the seat that took it, or with x", column)


def _moon(lines: _Lines, words: list[_Word], rules: Rules) -> tuple[int, MoonChoice]:
    choice = next((choice for choice in MOON_CHOICES if words and words[-1].text == choice), None)
    if choice is None or len(words) != 2:
        lines.fail("expected moon, the shooter's seat, and add or subtract")
    shooter = _seat(lines, words[0], rules)
    lines.advance()
    return shooter, choice


def _seat_numbers(lines: _Lines, words: list[_Word], rules: Rules) -> tuple[int, ...]:
    if len(words) != rules.players:
        lines.fail(f"expected one number a seat: {rules.players}, not {len(words)}")
    numbers = tuple(_number(lines, word) for word in words)
    lines.advance()
    return numbers


# --- words ----------------------------------------------------------------------------------

_NUMBER: Final = re.compile("0|-?[1-9][0-9]{0,15}")


def _number(lines: _Lines, word: _Word) -> int:
    if not _NUMBER.fullmatch(word.text) or abs(int(word.text)) > LARGEST:
        problem = f"expected a whole number, at most {LARGEST}, not {word.text[:40]!r}"
        lines.fail(problem, word.column)
    return int(word.text)


def _seat(lines: _Lines, word: _Word, rules: Rules) -> int:
    if not re.fullmatch("0|[1-9][0-9]?", word.text) or int(word.text) >= rules.players:
        lines.fail(
            f"expected a seat, 0 to {rules.players - 1}, not {word.text[:40]!r}", word.column
        )
    return int(word.text)


def _card(lines: _Lines, word: _Word) -> Card:
    try:
        return Card(word.text)
    except ValueError:
        lines.fail(f"expected a card such as SQ or HT, not {word.text[:40]!r}", word.column)
