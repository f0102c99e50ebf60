"""What a reader may know of a table, and what is told when that changes."""

from __future__ import annotations

from typing import Final

import pytest

from cancellation_hearts.core import Cards, Hidden, Phase
from cancellation_hearts.table import (
    ByPerson,
    ByServer,
    Stranger,
    Table,
    TableCommand,
    TableView,
    Told,
    decide,
    evolve,
    observe,
    redact,
)
from cancellation_hearts.table.commands import (
    ChangeSettings,
    Come,
    Connected,
    FreeSeat,
    LetBotPlay,
    Remove,
    StandUp,
    SwapSeats,
    TakeSeat,
)
from cancellation_hearts.table.events import PersonCame, Refreshed
from tests.table.test_host import settings_for
from tests.table.walks import key, open_table, play_on, recorded, run, started, with_people

ANA: Final = ByPerson(0)
BEN: Final = ByPerson(1)


def watched() -> Table:
    """Ana and Ben sit, Cy watches."""
    table = run(with_people(open_table(), "Ben"), Stranger(), Come("Cy", key(2), sit=False))
    return run(table, ByServer(), Connected(2, connected=True))


def playing() -> Table:
    return play_on(started(watched()), until=Phase.PLAYING)


def told(
    table: Table, actor: ByPerson | Stranger, command: TableCommand, person: int | None
) -> list[Told]:
    """What a reader is told of what a command leads to."""
    messages = []
    for item in recorded(table, decide(table, actor, command, at=table.at), table.at):
        messages.append(redact(table, item, person))
        table = evolve(table, item)
    return messages


def test_a_view_tells_whose_it_is_and_which_seat_is_theirs() -> None:
    table = playing()
    assert [(observe(table, at).me, observe(table, at).seat) for at in (None, 1, 2)] == [
        (None, None),
        (1, 1),
        (2, None),
    ]


@pytest.mark.parametrize(("person", "own"), [(None, None), (0, 0), (1, 1), (2, None)])
def test_a_hand_is_shown_to_the_owner_of_its_seat_alone(
    person: int | None, own: int | None
) -> None:
    view = observe(playing(), person).match
    assert view is not None
    shown = [at for at, hand in enumerate(view.current.hands) if isinstance(hand, Cards)]
    assert shown == ([] if own is None else [own])


def test_the_owner_of_a_seat_that_a_bot_holds_goes_on_seeing_its_hand() -> None:
    view = observe(run(playing(), BEN, LetBotPlay(1)), 1).match
    assert view is not None
    assert isinstance(view.current.hands[1], Cards)


def test_who_was_removed_reads_as_a_stranger_does() -> None:
    table = run(playing(), ANA, Remove(1))
    assert observe(table, 1) == observe(table, None)


def test_nobody_is_shown_a_key() -> None:
    table = watched()
    assert {person.key for person in observe(table, 0).people} == {None}
    events = [message.event for message in told(table, Stranger(), Come("Di", key(3)), 0)]
    assert events[0] == PersonCame(3, "Di", None)


@pytest.mark.parametrize("person", [-1, 3])
def test_a_person_who_never_came_has_no_view(person: int) -> None:
    with pytest.raises(ValueError, match="no person"):
        observe(watched(), person)


def test_a_view_cannot_be_observed_again() -> None:
    with pytest.raises(TypeError, match="observed already"):
        observe(observe(watched(), 1), 1)


@pytest.mark.parametrize(
    ("game", "actor", "command", "reader"),
    [
        (True, BEN, StandUp(), 1),
        (True, ByPerson(2), TakeSeat(4), 2),
        (True, ANA, FreeSeat(1), 1),
        (True, ANA, Remove(2), 2),
        (True, Stranger(), Come("Di", key(3), sit=False), 3),
        (False, ANA, SwapSeats(0, 1), 1),
        (False, BEN, TakeSeat(5), 1),
        (False, BEN, StandUp(), 1),
    ],
)
def test_when_a_readers_seat_changes_they_are_told_the_whole_new_view(
    actor: ByPerson | Stranger, command: TableCommand, reader: int, *, game: bool
) -> None:
    table = playing() if game else watched()
    after = run(table, actor, command)
    *_, last = told(table, actor, command, reader)
    assert last.event == Refreshed(observe(after, reader))
    others = told(table, actor, command, None)
    assert not any(isinstance(message.event, Refreshed) for message in others)


def test_a_seat_that_moves_because_another_goes_brings_a_new_view() -> None:
    table = run(watched(), ANA, ChangeSettings(settings_for(7)))
    table = run(table, BEN, TakeSeat(6))
    (message,) = told(table, ANA, ChangeSettings(settings_for(6)), 1)
    assert isinstance(message.event, Refreshed)
    assert message.event.view.seat == 5


def test_a_hand_that_somebody_leaves_is_hidden_from_them_again() -> None:
    table = run(playing(), BEN, StandUp())
    view = observe(table, 1)
    assert isinstance(view, TableView)
    assert view.match is not None
    assert view.match.current.hands[1] == Hidden(17)
