"""The list of unwanted words: read from a file, and asked wherever somebody writes something."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cancellation_hearts.service.tables import Tables
from cancellation_hearts.service.talk import Talk
from cancellation_hearts.service.unwanted import UnreadableError, our_words, words_of
from cancellation_hearts.store import MemoryBroker, MemoryStore
from cancellation_hearts.table import ByPerson, TableCode, TableRefusal
from cancellation_hearts.table.commands import Rename
from cancellation_hearts.table.talk import SayText
from cancellation_hearts.table.unwanted import Unwanted
from tests.service.people import settings


def tables(*words: str) -> Tables:
    return Tables(MemoryStore(), MemoryBroker(), unwanted=Unwanted(words))


def test_a_rude_name_is_refused_wherever_one_is_given() -> None:
    async def main() -> None:
        hall = tables("twat")
        rules = settings("players=6")
        table = (await hall.open(rules, "Ana")).table
        version = (await hall.table(table)).version
        for giving in (
            hall.open(rules, "Twat"),
            hall.come(table, "Ben the twat"),
            hall.execute(table, ByPerson(0), Rename(0, "TWAT")),
        ):
            with pytest.raises(TableRefusal) as refused:
                await giving
            assert refused.value.code == TableCode.BAD_NAME
            assert refused.value.details == {"problem": "rude"}
        assert (await hall.table(table)).version == version
        await hall.come(table, "Wristwatch")
        await hall.execute(table, ByPerson(1), Rename(1, "Twatt"))

    asyncio.run(main())


def test_a_rude_text_is_heard_by_nobody() -> None:
    async def main() -> None:
        hall = tables("twat")
        table = (await hall.open(settings("players=6", chat=True), "Ana")).table
        talk = Talk(hall)
        with pytest.raises(TableRefusal) as refused:
            await talk.say(table, 0, SayText("such a\u202e t\u200dwat"))
        assert refused.value.code == TableCode.RUDE
        await talk.say(table, 0, SayText("my wristwatch"))
        assert [saying.words for saying in await talk.heard(table)] == [SayText("my wristwatch")]

    asyncio.run(main())


def test_where_no_list_is_given_everything_passes() -> None:
    async def main() -> None:
        hall = Tables(MemoryStore(), MemoryBroker())
        assert (await hall.open(settings("players=6"), "Twat")).person == 0

    asyncio.run(main())


@pytest.mark.parametrize(
    "name",
    [
        "Scunthorpe",
        "wristwatch",
        "Dick",
        "Fanny",
        "Shitake",
        "Cockburn",
        "Hitchcock",
        "Kurt",
        "Kurvaitis",
        "Putavičius",
        "Buang",
        "Nazira",
        "ສົມສີ",
        "ຫີນ",
    ],
)
def test_innocent_names_pass_the_list_of_ours(name: str) -> None:
    assert not our_words().in_text(name)


@pytest.mark.parametrize("name", ["Fuck you", "kurva", "YAWA", "ໂຄຍ", "Sh1t"])
def test_the_list_of_ours_has_words_of_four_languages(name: str) -> None:
    assert our_words().in_text(name)


def test_a_file_has_one_word_a_line_and_remarks(tmp_path: Path) -> None:
    file = tmp_path / "words"
    file.write_bytes("\ufeff# ours\r\n\r\nmoon # a remark\r\n  Šūdas \r\n".encode())
    words = words_of(file)
    assert [words.in_text(text) for text in ("Moon", "šūdas", "remark", "ours")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "words: No such file or directory"),
        (b"caf\xe9", "words: expected text in UTF-8"),
        (b"moon\n\ntwo words\n", "words, line 3: expected one word, of letters only"),
    ],
)
def test_a_list_that_cannot_be_used_says_why(
    tmp_path: Path, content: bytes | None, problem: str
) -> None:
    file = tmp_path / "words"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UnreadableError, match=problem):
        words_of(file)
