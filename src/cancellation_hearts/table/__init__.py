"""The table: where people sit, around the match. The same three functions as in the core.

    decide (table, actor, command, at=now) -> events    refuses with TableRefusal or RuleViolation
    evolve (table, recorded)               -> table     records facts, with their moments
    observe(table, person)                 -> view      what that person may know; redact for events
    deadline(table)                        -> moment    when to send a Tick, if nothing comes before

No clock, no chance, no input or output: moments and seeds come in with the commands.
"""

from cancellation_hearts.table.clock import deadline
from cancellation_hearts.table.commands import (
    Act,
    Actor,
    ByBot,
    ByPerson,
    ByServer,
    PersonCommand,
    Stranger,
    TableCommand,
)
from cancellation_hearts.table.decide import decide
from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.events import Event, Recorded, Told
from cancellation_hearts.table.evolve import evolve, fold
from cancellation_hearts.table.observe import observe, redact
from cancellation_hearts.table.state import Clock, Person, Seat, Settings, Table, TableView

__all__ = [
    "Act",
    "Actor",
    "ByBot",
    "ByPerson",
    "ByServer",
    "Clock",
    "Event",
    "Person",
    "PersonCommand",
    "Recorded",
    "Seat",
    "Settings",
    "Stranger",
    "Table",
    "TableCode",
    "TableCommand",
    "TableRefusal",
    "TableView",
    "Told",
    "deadline",
    "decide",
    "evolve",
    "fold",
    "observe",
    "redact",
]
