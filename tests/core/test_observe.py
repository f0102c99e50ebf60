"""Who may know what, and what the type checker does about it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import cancellation_hearts.core
from cancellation_hearts.core import (
    Card,
    Cards,
    Event,
    Hidden,
    Knowledge,
    Match,
    Rules,
    View,
    evolve,
    fold,
    observe,
    redact,
    view_of,
)
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    KittyTaken,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.state import Deal

BEGUN = MatchBegun(Rules(players=6), 5, (0,) * 6)
HANDS = tuple(
    Cards.of(hand)
    for hand in (
        "C2 C3 C4 C5",
        "D2 D3 D4 D5",
        "H2 H3 H4 H5",
        "S2 S3 S4 S5",
        "CA CK CQ CJ",
        "DA DK DQ DJ",
    )
)
PASSES = tuple(Cards.of(list(hand)[:3]) for hand in HANDS)
DEALT = Dealt(1, 5, HANDS, Cards.of("SQ H9"))


def seen_by(match: Match, seat: int | None) -> Deal:
    deal = observe(match, seat).deal
    assert deal is not None
    return deal


def seats_that_see(*piles: Knowledge | None) -> list[int]:
    return [seat for seat, pile in enumerate(piles) if isinstance(pile, Cards)]


# --------------------------------------------------------------------------------- the state


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    deal = seen_by(fold(None, [BEGUN, DEALT]), 1)
    hidden = Hidden(4)
    assert deal.hands == (hidden, HANDS[1], hidden, hidden, hidden, hidden)
    assert deal.dealt == deal.hands
    assert deal.kitty == Hidden(2)


def test_a_spectator_sees_no_cards_but_those_played() -> None:
    match = fold(None, [BEGUN, DEALT, PlayBegun(0), CardPlayed(0, Card.C2)])
    deal = seen_by(match, None)
    assert seats_that_see(*deal.hands, *deal.dealt, deal.kitty) == []
    assert deal.trick is not None
    assert deal.trick.cards == (Card.C2,)
    assert deal.hands[0] == Hidden(3)


def test_a_view_has_a_seat_and_all_that_is_public() -> None:
    match = fold(None, [BEGUN, DEALT])
    view = observe(match, 3)
    assert type(view) is View
    assert (view.seat, view.rules, view.dealer, view.totals) == (3, BEGUN.rules, 5, (0,) * 6)


def test_before_the_first_deal_there_is_nothing_to_hide() -> None:
    assert observe(evolve(None, BEGUN), None).deal is None


def test_a_choice_is_seen_by_its_chooser_alone() -> None:
    match = fold(None, [BEGUN, DEALT, PassChosen(2, PASSES[2])])
    assert seen_by(match, 2).choices[2] == PASSES[2]
    for seat in (0, 1, 3, None):
        assert seen_by(match, seat).choices == (None, None, Hidden(3), None, None, None)


def test_a_passed_set_is_seen_by_its_giver_and_its_receiver() -> None:
    match = fold(None, [BEGUN, DEALT, CardsPassed(1, PASSES), PlayBegun(0)])
    for seat in range(6):
        passes = seen_by(match, seat).passes
        assert passes is not None
        assert seats_that_see(*passes) == sorted([seat, (seat - 1) % 6])
    passes = seen_by(match, None).passes
    assert passes is not None
    assert seats_that_see(*passes) == []


def test_the_kitty_is_seen_by_its_taker_alone() -> None:
    taken = fold(None, [BEGUN, DEALT, PlayBegun(0), KittyTaken(4, Cards.of("SQ H9"))])
    assert seen_by(taken, 4).kitty == Cards.of("SQ H9")
    for seat in (0, 5, None):
        assert seen_by(taken, seat).kitty == Hidden(2)
        assert seen_by(taken, seat).kitty_owner == 4


def test_after_the_last_trick_everybody_sees_everything() -> None:
    revealed = DealRevealed(HANDS, PASSES, DEALT.kitty)
    match = fold(None, [BEGUN, DEALT, CardsPassed(1, PASSES), revealed])
    deal = match.deal
    assert deal is not None
    for seat in (0, 3, None):
        seen = seen_by(match, seat)
        assert (seen.dealt, seen.passes, seen.kitty) == (deal.dealt, deal.passes, deal.kitty)


def test_a_deal_without_a_kitty_has_nothing_hidden_there() -> None:
    match = fold(None, [BEGUN, Dealt(1, 5, HANDS, None)])
    assert seen_by(match, 0).kitty is None


def test_nobody_observes_from_a_seat_that_is_not_there() -> None:
    for seat in (-1, 6):
        with pytest.raises(ValueError, match=f"no seat {seat}"):
            observe(evolve(None, BEGUN), seat)


def test_a_view_is_not_observed_again() -> None:
    with pytest.raises(TypeError, match="already"):
        observe(observe(evolve(None, BEGUN), 0), 0)


# -------------------------------------------------------------------------------- the events


def test_redacted_events_hide_what_the_table_says() -> None:
    everybody: list[Event] = [
        BEGUN,
        PlayBegun(0),
        CardPlayed(0, Card.C2),
        TrickTaken(3, Cards.of("C2 SQ")),
        TrickVoided(2),
        TrickVoided(None),
        DealRevealed(HANDS, PASSES, Cards.of("SQ H9")),
        DealRevealed(HANDS, None, None),
        DealCounted((0, 0, 26, 0, 0, 0), 26),
        MoonShot(2),
        MoonChosen(2, "add"),
        DealScored((26, 26, 0, 26, 26, 26), (26, 26, 0, 26, 26, 26)),
        MatchEnded((2,)),
    ]
    for event in everybody:
        for seat in (0, 5, None):
            assert redact(event, seat) == event


def test_a_redacted_deal_shows_a_seat_its_hand_and_nobody_the_kitty() -> None:
    hidden = Hidden(4)
    hands = (hidden, hidden, HANDS[2], hidden, hidden, hidden)
    assert redact(DEALT, 2) == Dealt(1, 5, hands, Hidden(2))
    assert redact(DEALT, None) == Dealt(1, 5, (hidden,) * 6, Hidden(2))
    assert redact(Dealt(1, 5, HANDS, None), 2) == Dealt(1, 5, hands, None)


def test_a_redacted_choice_shows_the_chooser_its_cards() -> None:
    event = PassChosen(2, PASSES[2])
    assert redact(event, 2) == event
    assert redact(event, 1) == redact(event, None) == PassChosen(2, Hidden(3))


def test_a_redacted_exchange_shows_giver_and_receiver_their_sets() -> None:
    event = CardsPassed(-1, PASSES)
    hidden = Hidden(3)
    assert redact(event, 0) == CardsPassed(-1, (PASSES[0], PASSES[1], *(hidden,) * 4))
    assert redact(event, None) == CardsPassed(-1, (hidden,) * 6)


def test_a_redacted_kitty_shows_itself_to_the_taker() -> None:
    event = KittyTaken(4, Cards.of("SQ H9"))
    assert redact(event, 4) == event
    assert redact(event, 0) == redact(event, None) == KittyTaken(4, Hidden(2))


# --------------------------------------------------------------------------------- the fold


def test_a_view_is_made_of_redacted_events() -> None:
    events: list[Event] = [BEGUN, DEALT, PassChosen(2, PASSES[2])]
    told = [redact(event, 2) for event in events]
    assert view_of(told, 2) == observe(fold(None, events), 2)


def test_without_events_there_is_no_view() -> None:
    with pytest.raises(ValueError, match="no events"):
        view_of([], 0)


def test_a_view_begins_with_the_match() -> None:
    with pytest.raises(ValueError, match="begins with MatchBegun"):
        view_of([DEALT], 0)


# --------------------------------------------------------------------------- the type checker

BOT: Final = """
from cancellation_hearts.core import Card, Match, View, observe


def bot(view: View) -> Card:
    return Card.SQ


def honest(match: Match) -> Card:
    return bot(observe(match, 3))


def cheat(match: Match) -> Card:
    return bot(match)
"""


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says, by file, of a core with a new event, a new secret of the deal, and a bot."""
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    place = tmp_path_factory.mktemp("types")
    core = place / "cancellation_hearts" / "core"
    shutil.copytree(Path(cancellation_hearts.core.__file__).parent, core)
    (place / "cancellation_hearts" / "__init__.py").touch()
    (place / "cancellation_hearts" / "py.typed").touch()
    events = core / "events.py"
    source = events.read_text(encoding="utf-8")
    new_event = (
        "class CardShown(msgspec.Struct, frozen=True, tag=True):\n    card: Card\n\n\n"
        "Event: TypeAlias = (\n    CardShown\n    | "
    )
    assert source.count("Event: TypeAlias = (\n    ") == 1
    events.write_text(source.replace("Event: TypeAlias = (\n    ", new_event), encoding="utf-8")
    state = core / "state.py"
    source = state.read_text(encoding="utf-8")
    field = "    shooter: int | None\n"
    assert source.count(field) == 1
    state.write_text(source.replace(field, f"{field}    peeked: Knowledge\n"), encoding="utf-8")
    (place / "bot.py").write_text(BOT, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"]
    run = subprocess.run(
        [*mypy, "--cache-dir", str(place / "cache"), "-p", "cancellation_hearts.core", "-m", "bot"],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    found: dict[str, list[str]] = {}
    for line in run.stdout.splitlines():
        if ": error: " in line:
            where, what = line.split(": error: ", 1)
            found.setdefault(Path(where.split(":")[0]).name, []).append(what)
    return found


def test_nobody_is_told_of_a_new_event_before_somebody_decides_who(
    complaints: dict[str, list[str]],
) -> None:
    assert any("assert_never" in what and "CardShown" in what for what in complaints["observe.py"])


def test_a_new_event_is_not_recorded_before_somebody_decides_how(
    complaints: dict[str, list[str]],
) -> None:
    assert any("CardShown" in what for what in complaints["evolve.py"])


def test_nobody_observes_a_new_field_of_the_deal_before_somebody_decides_who(
    complaints: dict[str, list[str]],
) -> None:
    assert any('"peeked"' in what and '"Deal"' in what for what in complaints["observe.py"])


def test_a_bot_is_given_a_view_and_never_the_match(complaints: dict[str, list[str]]) -> None:
    assert complaints["bot.py"] == [
        'Argument 1 to "bot" has incompatible type "Match"; expected "View"  [arg-type]'
    ]


def test_the_type_checker_has_no_other_complaint(complaints: dict[str, list[str]]) -> None:
    assert sorted(complaints) == ["bot.py", "evolve.py", "observe.py"]
    assert [len(complaints[name]) for name in sorted(complaints)] == [1, 2, 2]


def test_what_is_public_stands_in_every_view_as_it_is() -> None:
    """Field by field: a grant that was forgotten would hide what all have seen."""
    events: list[Event] = [
        BEGUN,
        Dealt(1, 5, HANDS, Cards.of("SQ SQ")),
        CardsPassed(1, tuple(Cards.of([next(iter(hand))]) for hand in HANDS)),
        PlayBegun(0),
        CardPlayed(0, Card.C3),
        DealCounted((1, 2, 3, 4, 5, 6), 31),
        MoonShot(3),
        MoonChosen(3, "add"),
        DealScored((7, 8, 9, 10, 11, 12), (13, 14, 15, 16, 17, 18)),
        MatchEnded((2,)),
    ]
    match = fold(None, events)
    for seat in (None, 0, 4):
        view = observe(match, seat)
        assert (view.rules, view.dealer, view.totals) == (match.rules, 5, match.totals)
        assert view.winners == (2,)
        assert view.seat == seat
        assert view.deal is not None
        assert match.deal is not None
        public = "number dealer kitty_owner offset tricks trick revealed points uncollected"
        for name in [*public.split(), "shooter", "moon_choice", "changes"]:
            assert getattr(view.deal, name) == getattr(match.deal, name), name


def test_a_complaint_says_what_is_wrong() -> None:
    match = evolve(None, BEGUN)
    with pytest.raises(TypeError, match=r"^a View has been observed already$"):
        observe(observe(match, 0), 0)
    with pytest.raises(ValueError, match=r"^no events, no view$"):
        view_of([], 0)
