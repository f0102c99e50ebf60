"""Going on with another device: an invitation works once, and for ten minutes."""

from __future__ import annotations

from typing import Final

import pytest

from cancellation_hearts.core.codec import encode
from cancellation_hearts.table import (
    ByPerson,
    ByServer,
    Event,
    Recorded,
    Stranger,
    Table,
    TableCode,
    TableView,
    decide,
    observe,
    redact,
)
from cancellation_hearts.table.commands import (
    Come,
    Connected,
    InviteDevice,
    Leave,
    MoveDevice,
    Remove,
)
from cancellation_hearts.table.events import DeviceInvited, DeviceMoved, PersonCame
from cancellation_hearts.table.seating import INVITATION
from tests.table.walks import key, open_table, refused, run, started, with_people

ANA: Final = ByPerson(0)
BEN: Final = ByPerson(1)
SECRET: Final = key(77)
NEW: Final = key(78)
MOVE: Final = MoveDevice(SECRET, NEW)


def invited(*, others: tuple[str, ...] = ("Ben",)) -> Table:
    """Ben wants to go on with another device."""
    return run(with_people(open_table(), *others), BEN, InviteDevice(SECRET))


def test_the_invited_device_goes_on_in_place_of_the_one_before() -> None:
    before = started(invited())
    table = run(before, Stranger(), MOVE)
    assert table.seats == before.seats
    assert [person.key for person in table.people] == [key(0), NEW]
    assert refused(table, Stranger(), Come("Ben", NEW)).code is TableCode.KEY_IS_KNOWN


def test_an_invitation_works_once() -> None:
    table = run(invited(), Stranger(), MOVE)
    assert refused(table, Stranger(), MoveDevice(SECRET, key(79))).code is TableCode.NOT_INVITED


def test_an_invitation_lasts_ten_minutes() -> None:
    table = invited()
    last = table.at + INVITATION
    assert INVITATION == 600_000
    assert run(table, Stranger(), MOVE, at=last).people[1].key == NEW
    assert refused(table, Stranger(), MOVE, at=last + 1).code is TableCode.NOT_INVITED


def test_a_new_invitation_replaces_the_one_before() -> None:
    table = run(invited(), BEN, InviteDevice(key(80)))
    assert refused(table, Stranger(), MOVE).code is TableCode.NOT_INVITED
    assert run(table, Stranger(), MoveDevice(key(80), NEW)).people[1].key == NEW


@pytest.mark.parametrize(
    ("actor", "command", "code"),
    [(ANA, Remove(1), TableCode.REMOVED), (BEN, Leave(), TableCode.NO_SUCH_PERSON)],
    ids=["removed", "left"],
)
def test_who_is_gone_does_not_come_back_by_an_invitation(
    actor: ByPerson, command: Remove | Leave, code: TableCode
) -> None:
    table = run(invited(), actor, command)
    assert refused(table, Stranger(), MOVE).code is code


def test_a_device_of_somebody_who_was_sent_away_does_not_come_in_again() -> None:
    table = run(open_table(), Stranger(), Come("Ben", key(1), device=key(50)))
    again = run(table, Stranger(), Come("Cy", key(2), device=key(50)))
    assert len(again.people) == 3  # as long as nobody was sent away
    table = run(again, ANA, Remove(1))
    assert refused(table, Stranger(), Come("Di", key(3), device=key(50))).code is TableCode.REMOVED
    run(table, Stranger(), Come("Di", key(3), device=key(51)))
    run(table, Stranger(), Come("Di", key(3)))


def test_a_bot_from_outside_is_known_to_be_one_by_everybody() -> None:
    table = run(open_table(), Stranger(), Come("Robo", key(1), program=True))
    for reader in (None, 0, 1):
        people = observe(table, reader).people
        assert [person.program for person in people] == [False, True]


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_nobody_is_told_a_key_nor_until_when_it_works(reader: int | None) -> None:
    table = invited()
    until = table.people[1].until
    events: list[Event] = [
        DeviceInvited(1, SECRET, until),
        DeviceMoved(1, NEW),
        PersonCame(2, "Cy", key(2), device=key(50)),
    ]
    told = [
        encode(redact(table, Recorded(table.version + 1, table.at, event), reader))
        for event in events
    ]
    told += [encode(observe(table, reader))]
    for message in told:
        for secret in (SECRET, NEW, key(1), key(2), key(50), str(until)):
            assert secret.encode() not in message


def test_a_view_does_not_say_that_somebody_has_invited_a_device() -> None:
    assert isinstance(view := observe(invited(), 0), TableView)
    assert view.people[1] == observe(with_people(open_table(), "Ben"), 0).people[1]


def test_whoever_is_away_may_still_be_moved() -> None:
    table = run(invited(), ByServer(), Connected(1, connected=False))
    (event,) = decide(table, Stranger(), MOVE, at=table.at)
    assert event == DeviceMoved(1, NEW)
