"""The table of constants, and the tool that makes it."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from cancellation_hearts.bots.tuned import (
    CHANCES,
    TABLES,
    Constants,
    columns_of,
    constants_of,
    table_of,
)
from cancellation_hearts.core import Rules
from tests.strategies import TABLES as ALL_TABLES
from tests.strategies import random_rules

TOOL = Path(__file__).parents[2] / "tools" / "tune"


def tune() -> ModuleType:
    loader = SourceFileLoader("tune", str(TOOL))
    spec = spec_from_loader("tune", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", TABLES)
def test_a_column_has_every_constant_and_nothing_else(name: str) -> None:
    for column in columns_of(TABLES[name]).values():
        assert tuple(column) == Constants.__struct_fields__
        assert min(column.values()) >= 0
        assert max(column[chance] for chance in CHANCES) <= 1


@pytest.mark.parametrize("table", ALL_TABLES)
@pytest.mark.parametrize("void_rule", ["two_pairs", "no_led_card"])
def test_every_table_has_constants(table: tuple[int, int], void_rule: str) -> None:
    decks, players = table
    rules = Rules.parse(f"players={players} decks={decks} void_rule={void_rule}")
    columns = columns_of(TABLES[table_of(rules)])
    found = constants_of(rules)
    if players in columns:
        assert found == Constants(**columns[players])
    else:
        for name in Constants.__struct_fields__:
            values = [column[name] for column in columns.values()]
            assert min(values) <= getattr(found, name) <= max(values)


def test_the_tool_plays_as_the_core_does() -> None:
    tool = tune()
    rng = Random(1)
    for _ in range(12):
        tool.check(random_rules(rng), deals=1)


def test_the_same_seed_takes_the_same_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tune()
    rules = [Rules(players=11), Rules(players=10)]
    monkeypatch.setattr(tool, "DEALS_A_STRIDE", 2)
    one, two, other = (
        tool.walk(rules, strides=2, seed=seed, tell=lambda _line: None) for seed in (1, 1, 2)
    )
    assert one == two != other


def test_a_column_can_be_written_and_read_back() -> None:
    tool = tune()
    new = constants_of(Rules(players=7))
    text = tool.with_columns(TABLES["one_pack"], {6: new})
    assert columns_of(text)[6] == {
        name: pytest.approx(getattr(new, name), abs=0.005) for name in Constants.__struct_fields__
    }
    assert columns_of(text)[4] == columns_of(TABLES["one_pack"])[4]
