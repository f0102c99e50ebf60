"""What a person makes of their redacted events is exactly what they may know of the table."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.table import Table, TableView, evolve, observe, redact
from tests.strategies import seeds
from tests.table.walks import evening, settings_of


@given(seed=seeds)
def test_evolving_a_view_equals_viewing_what_evolved(seed: int) -> None:
    rng = Random(seed)
    table: Table | None = None
    views: dict[int | None, TableView] = {}
    for step in evening(settings_of(rng), rng, steps=250):
        for recorded in step.events:  # between the events of one command too
            new = evolve(table, recorded)
            for person in (None, *range(len(new.people))):
                observed = observe(new, person)
                if person in views:
                    assert table is not None
                    assert evolve(views[person], redact(table, recorded, person)) == observed
                views[person] = observed
            table = new
        assert table == step.after
