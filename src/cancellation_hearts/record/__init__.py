"""Games as text: the ``.chn`` record, which can be mailed, compared, replayed and checked.

parse(text)     -> records      generous: see docs/record.md
write(records)  -> text         canonical: the same record, the same bytes
replay(record)  -> events       deciding everything again; raises Difference
record_of(events, ...) -> record
"""

from cancellation_hearts.record.parse import RecordError, parse
from cancellation_hearts.record.record import (
    Fair,
    Hand,
    Record,
    record_of,
    without_open_hand,
    write,
)
from cancellation_hearts.record.replay import Difference, Summary, check, replay, replay_file

__all__ = [
    "Difference",
    "Fair",
    "Hand",
    "Record",
    "RecordError",
    "Summary",
    "check",
    "parse",
    "record_of",
    "replay",
    "replay_file",
    "without_open_hand",
    "write",
]
