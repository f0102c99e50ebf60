"""Whatever is read: a complaint with its place, or games in which every outcome follows.

*Never a wrong game*: what passes the check is judged again by ``tests/oracle.py``, which derives
every outcome from the cards alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cancellation_hearts.core import Cards, Rules, pack
from cancellation_hearts.record import (
    Difference,
    Fair,
    Record,
    RecordError,
    check,
    parse,
    record_of,
    replay,
    write,
)
from cancellation_hearts.record.record import RESERVED
from tests.conftest import scale
from tests.record.games import GAME, GOLDEN, commands_of, golden, line, recount
from tests.strategies import rules_sets, seeds, walk

many = settings(max_examples=scale(200, 5000))
few = settings(max_examples=scale(50, 1000))


def complaint(
    reader: Callable[[str | bytes], object], data: str | bytes
) -> RecordError | Difference | None:
    """What a reader objects to, if anything; any other exception is an error of the program."""
    try:
        reader(data)
    except (RecordError, Difference) as problem:
        return problem
    return None


def judge(data: str | bytes) -> tuple[Record, ...] | None:
    """Read and check; the games if they pass, None if a complaint with a place says why not."""
    unread, refused = complaint(parse, data), complaint(check, data)
    if isinstance(unread, RecordError):
        assert refused is not None
        assert_place(data, unread.line, unread.column)
        # A game before the one that does not read may be wrong.
        assert str(refused) == str(unread) or 1 <= refused.line < unread.line
        return None
    records = parse(data)
    assert parse(write(records)) == records
    if refused is not None:
        assert isinstance(refused, Difference)
        assert refused.expected != refused.found
        assert_place(data, refused.line, 1)
        return None
    for record in records:
        assert_right(record)
    return records


def assert_place(data: str | bytes, number: int, column: int) -> None:
    """The place lies within the text, or just behind it."""
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    lines = [*text.split("\n"), ""]
    assert 1 <= number <= len(lines)
    assert 1 <= column <= len(lines[number - 1]) + 2


def assert_right(record: Record) -> None:
    """Every outcome of a game that passed follows from its cards."""
    for hand in record.hands:
        assert sum(hand.deal, hand.kitty) == pack(record.rules.decks)
    assert recount(record) == record
    fairs = [hand.fair for hand in record.hands]
    told = replay(record)
    assert record_of(told, players=record.players, tags=record.tags, fairs=fairs) == record


# ---------------------------------------------------------------------------- anything at all


@many
@given(st.binary(max_size=300))
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"\xff" + GAME.encode())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    judge(data)


@many
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    judge(text)


PARTS: Final = sorted({part for name in GOLDEN for part in golden(name).split("\n")})
WORDS: Final = sorted({word for part in PARTS for word in part.split(" ") if len(word) < 12})


@many
@given(st.lists(st.sampled_from(PARTS), max_size=12))
def test_lines_of_records_in_any_order_are_read_or_refused(lines: list[str]) -> None:
    judge("\n".join(lines))


@many
@given(st.integers(0, 22), st.lists(st.sampled_from(WORDS), max_size=8), st.integers(0, 22))
def test_a_game_with_a_line_of_any_words_is_read_or_refused(
    before: int, words: list[str], after: int
) -> None:
    lines = GAME.split("\n")
    judge("\n".join([*lines[:before], " ".join(words), *lines[after:]]))


# ------------------------------------------------------------------------------ mutated records

Mutation = Callable[[str, int, int, str], str]
"""Changes a text at two places, perhaps with a letter."""


def _in_lines(change: Callable[[list[str], int, int, str], None], parting: str) -> Mutation:
    """A mutation of the list of lines, or of words."""

    def mutate(text: str, one: int, other: int, letter: str) -> str:
        parts = text.split(parting)
        change(parts, one % len(parts), other % len(parts), letter)
        return parting.join(parts)

    return mutate


def _delete(parts: list[str], one: int, _other: int, _letter: str) -> None:
    del parts[one]


def _double(parts: list[str], one: int, _other: int, _letter: str) -> None:
    parts.insert(one, parts[one])


def _swap(parts: list[str], one: int, other: int, _letter: str) -> None:
    parts[one], parts[other] = parts[other], parts[one]


def _copy(parts: list[str], one: int, other: int, _letter: str) -> None:
    parts[one] = parts[other]


def _move(parts: list[str], one: int, other: int, _letter: str) -> None:
    parts.insert(other, parts.pop(one))


def _replace(parts: list[str], one: int, other: int, _letter: str) -> None:
    parts[one] = WORDS[(one * 7919 + other) % len(WORDS)]


def _comment(parts: list[str], one: int, _other: int, letter: str) -> None:
    parts.insert(one, f"# {letter}")


def _swap_within(parts: list[str], one: int, other: int, _letter: str) -> None:
    """Two words of a line change places."""
    words = parts[one].split(" ")
    _swap(words, other % len(words), other // 7 % len(words), "")
    parts[one] = " ".join(words)


def _copy_within(parts: list[str], one: int, other: int, _letter: str) -> None:
    """A word of a line stands there twice, the second time instead of another."""
    words = parts[one].split(" ")
    _copy(words, other % len(words), other // 7 % len(words), "")
    parts[one] = " ".join(words)


def _insert(text: str, one: int, _other: int, letter: str) -> str:
    at = one % (len(text) + 1)
    return text[:at] + letter + text[at:]


def _put(text: str, one: int, _other: int, letter: str) -> str:
    at = one % (len(text) + 1)
    return text[:at] + letter + text[at + 1 :]


def _cut(text: str, one: int, _other: int, _letter: str) -> str:
    return text[: one % (len(text) + 1)]


def _windows(text: str, _one: int, _other: int, _letter: str) -> str:
    return text.replace("\n", " \r\n")


def _rename(text: str, one: int, _other: int, letter: str) -> str:
    names = ["Ana", "Ben", "Di", "Eve", "Flo"]
    return text.replace(f'"{names[one % 5]}"', f'"{letter}"')


def _number(text: str, one: int, other: int, _letter: str) -> str:
    digits = [at for at, char in enumerate(text) if char in "0123456789"] or [0]
    at = digits[one % len(digits)]
    return text[:at] + str(other % 10) + text[at + 1 :]


MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(_in_lines(change, "\n") for change in (_delete, _double, _swap, _copy, _move, _comment)),
    *(_in_lines(change, "\n") for change in (_swap_within, _copy_within)),
    *(_in_lines(change, " ") for change in (_delete, _double, _swap, _copy, _move, _replace)),
    _insert,
    _put,
    _cut,
    _windows,
    _rename,
    _number,
)
places = st.integers(0, 2**16)
letters = st.sampled_from([*' \n\t#"\\.-=x09AKQSHDC[]:', "\ufeff", "\u2028", "ª", "ຄ", "é"])
changes = st.tuples(st.sampled_from(MUTATIONS), places, places, st.one_of(letters, st.characters()))


def substance(record: Record) -> Record:
    """The game without what is free: names, tags, and what was said of the shuffle."""
    hands = tuple(replace(hand, fair=None) for hand in record.hands)
    return replace(record, players=("",) * record.rules.players, tags=(), hands=hands)


@many
@given(
    st.sampled_from([name for name in GOLDEN if name != "two_games"]),
    st.lists(changes, min_size=1, max_size=3),
)
def test_a_mutated_record_is_refused_or_right(
    name: str, mutations: list[tuple[Mutation, int, int, str]]
) -> None:
    text = golden(name)
    for mutate, one, other, letter in mutations:
        text = mutate(text, one, other, letter)
    (before,) = parse(golden(name))
    for record in judge(text) or ():
        if list(commands_of(record)) == list(commands_of(before)):
            assert substance(record) == substance(before)


@many
@given(
    st.sampled_from(list(GOLDEN)),
    st.lists(st.tuples(places, st.integers(1, 255)), min_size=1, max_size=3),
)
def test_a_record_with_wrong_bytes_is_refused_or_right(
    name: str, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(GOLDEN[name].read_bytes())
    for at, bits in flips:
        data[at % len(data)] ^= bits
    judge(bytes(data))


@few
@given(st.sampled_from(list(GOLDEN)), st.sampled_from(list(GOLDEN)), places)
def test_files_put_together_hold_the_games_of_both(first: str, second: str, at: int) -> None:
    together = golden(first) + "\ufeff" + golden(second)
    assert judge(together) == parse(golden(first)) + parse(golden(second))
    judge(together[: at % len(together)])


STEP: Final = scale(11, 1)
"""Every so many changes are tried."""


def test_a_game_with_any_other_letter_is_refused_or_right() -> None:
    """Each letter of the small game is left out, doubled, and changed for others."""
    texts = [
        GAME[:at] + instead + GAME[at + 1 :]
        for at, letter in enumerate(GAME)
        for instead in ("", letter * 2, *" \n09xAKTSH.-")
        if instead != letter
    ]
    before = substance(parse(GAME)[0])
    for text in texts[::STEP]:
        for record in judge(text) or ():
            if list(commands_of(record)) == list(commands_of(before)):
                assert substance(record) == before


def outcomes(text: str) -> Iterator[tuple[int, str]]:
    """Every outcome that a text states, made wrong: the line's number and the whole text."""
    lines = text.split("\n")
    players = parse(text)[0].rules.players
    for index, before in enumerate(lines):
        for after in wrong(before, players):
            yield index + 1, "\n".join([*lines[:index], after, *lines[index + 1 :]])


def wrong(stated: str, players: int) -> Iterator[str]:
    """A line with one of its outcomes made wrong in each; none for a line without outcomes."""
    words = stated.split(" ")

    def instead(at: int, word: str) -> str:
        return " ".join([*words[:at], word, *words[at + 1 :]])

    if words[0] in ("points", "totals"):
        yield from (instead(at, str(int(words[at]) - 1)) for at in range(1, players + 1))
    elif words[0] == "[Hand" and words[1] != "1":
        dealer = int(words[2][len("dealer=") : -1])
        yield instead(2, f"dealer={(dealer + 1) % players}]")
    elif words[0] == "[Winners":
        yield from (f"[Winners {each}]" for each in ("0", "-", "1") if f"{each}]" != words[1])
    elif words[0] == "moon":
        yield instead(1, str((int(words[1]) + 1) % players))
    elif words[0].removesuffix(".").isdigit():
        leader = int(words[1].removesuffix(":"))
        yield instead(1, f"{(leader + 1) % players}:")
        if words[-1] == "x":
            yield " ".join([*words[:-1], "=", str(leader)])
        elif words[-2] == "=":
            yield " ".join([*words[:-2], "x"])
            yield instead(len(words) - 1, str((int(words[-1]) + 1) % players))


@pytest.mark.parametrize("name", GOLDEN)
def test_every_outcome_is_checked(name: str) -> None:
    """Wherever a golden record states an outcome, another one is refused in just that line."""
    for number, text in list(outcomes(golden(name)))[len(name) % STEP :: STEP]:
        with pytest.raises(Difference) as caught:
            check(text)
        assert caught.value.line == number, line(number, text)


# --------------------------------------------------------------------------------- round trips

values = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=12)
tag_names = st.from_regex("[A-Z][A-Za-z0-9]{0,5}", fullmatch=True)
tag_lists = st.lists(
    st.tuples(tag_names.filter(lambda name: name not in RESERVED), values),
    max_size=3,
    unique_by=lambda tag: tag[0],
)


def fair_lines(players: int, *, secret: bool) -> st.SearchStrategy[Fair]:
    """What a fair line may hold, be it true or not."""
    seed = st.binary(min_size=32, max_size=32)
    entropy = st.none() | st.binary(min_size=16, max_size=16)
    entropies = st.lists(entropy, min_size=players, max_size=players)
    seeds_told = st.none() if secret else st.none() | seed
    return st.builds(Fair, seed, seeds_told, entropies.map(tuple))


@few
@given(rules=rules_sets(), seed=seeds, data=st.data(), tags=tag_lists)
def test_any_game_left_at_any_time_reads_back_and_replays(
    rules: Rules, seed: int, data: st.DataObject, tags: list[tuple[str, str]]
) -> None:
    steps = list(walk(rules, Random(seed), hands=2, story="mixed"))
    stop = data.draw(st.integers(1, len(steps)) | st.just(len(steps)), "steps")
    told = [event for step in steps[:stop] for event in step.events]
    names = data.draw(st.lists(values, min_size=rules.players, max_size=rules.players), "names")
    fairs = data.draw(st.lists(st.none() | fair_lines(rules.players, secret=True), max_size=2))
    record = record_of(told, players=names, tags=tags, fairs=fairs)
    text = write([record])
    assert parse(text) == (record,)
    assert write(parse(text)) == text
    assert judge(text) == (record,)


@few
@given(st.sampled_from(list(GOLDEN)), st.data())
def test_any_record_reads_back_whether_or_not_it_could_be_played(
    name: str, data: st.DataObject
) -> None:
    """Golden records with any cards, numbers and winners instead of their own."""
    record = parse(golden(name))[0]
    players = record.rules.players
    numbers = st.lists(st.integers(-(10**15), 10**15), min_size=players, max_size=players)
    piles = st.sets(st.sampled_from(list(pack(1))), max_size=5).map(Cards.of)
    hands = tuple(
        replace(
            hand,
            deal=tuple(data.draw(piles) for _ in range(players)),
            kitty=data.draw(piles),
            fair=data.draw(st.none() | fair_lines(players, secret=False)),
            points=hand.points and tuple(data.draw(numbers)),
            totals=hand.totals and tuple(data.draw(numbers)),
        )
        for hand in record.hands
    )
    winners = data.draw(st.none() | st.sets(st.integers(0, players - 1), min_size=1))
    made_up = replace(
        record,
        start=tuple(data.draw(numbers)),
        hands=hands,
        winners=None if winners is None else tuple(sorted(winners)),
    )
    assert parse(write([made_up])) == (made_up,)
    assert write(parse(write([made_up]))) == write([made_up])
