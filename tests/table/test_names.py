"""What people may be called."""

from __future__ import annotations

import pytest

from cancellation_hearts.table import TableRefusal
from cancellation_hearts.table.names import LONGEST, clean_name, distinct_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria ", "Ana Maria"),
        ("Ana\u00a0Maria", "Ana Maria"),
        ("e\u0301va", "éva"),
        ("ສົມສີ", "ສົມສີ"),
        ("Scunthorpe", "Scunthorpe"),
        ("Robot: x", "Robot: x"),
        ("n" * LONGEST, "n" * LONGEST),
        ("ກ້" * LONGEST, "ກ້" * LONGEST),
        ("نا\u200cم", "نا\u200cم"),
        ("👩\u200d🌾", "👩\u200d🌾"),
    ],
)
def test_a_name_is_one_line_of_text_in_its_composed_form(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        (" \n\u2028", "empty"),
        ("\u200c\u200d", "empty"),
        ("n" * (LONGEST + 1), "long"),
        ("n" + "\u200d" * 80, "long"),
        ("\u0301a", "marks"),
        ("x\u0301\u0302\u0303\u0304", "marks"),
        ("a\u200b", "control"),
        ("a\u202eb", "control"),
        ("a\x00", "control"),
        ("a\ud800", "control"),
        ("\u3164", "control"),
        ("\u2800\u2800", "control"),
        ("bot:steady", "bot"),
        ("BOT: x", "bot"),
        ("\uff42\uff4f\uff54\uff1ax", "bot"),
        ("b\u200dot:x", "bot"),
        ("\u0432\u043e\u0442:x", "bot"),
    ],
)
def test_what_cannot_be_told_apart_or_read_is_no_name(text: str, problem: str) -> None:
    with pytest.raises(TableRefusal) as refused:
        clean_name(text)
    assert refused.value.details == {"problem": problem}


@pytest.mark.parametrize("other", ["\u0410\u0438a", "Bna", "Anna"])
def test_a_name_that_looks_different_gets_none(other: str) -> None:
    assert distinct_name("Ana", [other]) == "Ana"


@pytest.mark.parametrize(
    ("name", "other"),
    [("\u0410n\u0430", "Ana"), ("BEN", "\u0392\u0395\u039d"), ("B0b", "Bob"), ("Al", "A1")],
)
def test_letters_of_other_scripts_pass_for_nobody_else(name: str, other: str) -> None:
    assert distinct_name(name, [other]) == f"{name} 2"


@pytest.mark.parametrize("other", ["Ana", "ANA", "\uff21\uff4e\uff41", "a\u200dna"])
def test_a_name_that_looks_like_another_gets_a_number(other: str) -> None:
    assert distinct_name("Ana", ["Ben", other]) == "Ana 2"


def test_a_number_that_is_taken_is_passed_over() -> None:
    assert distinct_name("Ana", ["ana", "ana 2", "ANA 3"]) == "Ana 4"


def test_a_long_name_makes_room_for_its_number() -> None:
    name = "e\u0323\u0302x" * (LONGEST // 2)
    numbered = distinct_name(name, [name])
    assert numbered == clean_name(numbered)
    assert numbered.startswith(clean_name(name[:3]))


def test_no_space_is_left_before_the_number_but_one() -> None:
    name = "n" * 17 + " nn"
    assert distinct_name(name, [name]) == "n" * 17 + " 2"
