"""What commands lead to, and how they are refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cancellation_hearts.core import (
    BeginMatch,
    Card,
    Cards,
    ChooseMoon,
    Code,
    Command,
    DealCards,
    Match,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    RuleViolation,
    decide,
    fold,
    legal_plays,
    observe,
    pack,
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
from cancellation_hearts.core.rules import MoonChoice
from tests.strategies import almost_a_moon, events_of, play, position, walk

SIX = Rules(players=6)
ORDER = tuple(pack(2))


def after(match: Match | None, *commands: Command) -> Match:
    for command in commands:
        events = decide(match, command)
        match = fold(None, events) if match is None else fold(match, events)
    assert match is not None
    return match


def refused(match: Match | None, command: Command) -> tuple[Code, dict[str, Any]]:
    with pytest.raises(RuleViolation) as caught:
        decide(match, command)
    return caught.value.code, caught.value.details


def begun(
    rules: str = "players=6", dealer: int = 5, totals: tuple[int, ...] | None = None
) -> Match:
    return after(None, BeginMatch(Rules.parse(rules), dealer, totals))


def passing(rules: str = "players=6") -> Match:
    """Seat 0 holds both copies of C2, of C8 and of CA, and others."""
    order = [card for start in range(0, 52, 6) for card in list(Card)[start : start + 6] * 2]
    return after(begun(rules), DealCards(tuple(order)))


# ------------------------------------------------------------------------------------ begin


def test_a_match_begins_with_everybody_at_0() -> None:
    assert decide(None, BeginMatch(SIX, 2)) == (MatchBegun(SIX, 2, (0,) * 6),)


def test_a_match_may_go_on_from_other_totals() -> None:
    totals = (5, 0, -3, 12, 7, 9)
    assert decide(None, BeginMatch(SIX, 2, totals)) == (MatchBegun(SIX, 2, totals),)


def test_a_match_begins_once() -> None:
    assert refused(begun(), BeginMatch(SIX, 2)) == (Code.MATCH_HAS_BEGUN, {})


def test_there_is_one_starting_total_a_seat() -> None:
    assert refused(None, BeginMatch(SIX, 2, (0,) * 5)) == (
        Code.WRONG_TOTALS,
        {"players": 6, "got": 5},
    )


@pytest.mark.parametrize("dealer", [-1, 6])
def test_the_dealer_sits_at_the_table(dealer: int) -> None:
    assert refused(None, BeginMatch(SIX, dealer)) == (
        Code.NO_SUCH_SEAT,
        {"seat": dealer, "players": 6},
    )


@pytest.mark.parametrize(
    "command",
    [DealCards(ORDER), PassCards(0, Cards()), PlayCard(0, Card.C2), ChooseMoon(0, None)],
    ids=lambda command: type(command).__name__,
)
def test_nothing_can_happen_before_a_match(command: Command) -> None:
    assert refused(None, command) == (Code.NO_MATCH, {})


def test_nobody_decides_who_does_not_know_everything() -> None:
    for seat in (0, None):
        with pytest.raises(TypeError, match="View"):
            decide(observe(begun(), seat), DealCards(ORDER))


# ------------------------------------------------------------------------------------- deal


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    (dealt,) = decide(begun(dealer=1), DealCards(ORDER))
    assert isinstance(dealt, Dealt)
    assert (dealt.number, dealt.dealer) == (1, 1)
    assert dealt.hands[2] == Cards.of(ORDER[0:102:6])
    assert dealt.hands[1] == Cards.of(ORDER[5:102:6])
    assert dealt.kitty == Cards.of("SA SA")


def test_a_deal_that_comes_out_even_has_no_kitty() -> None:
    (dealt,) = decide(begun("players=8"), DealCards(ORDER))
    assert isinstance(dealt, Dealt)
    assert dealt.kitty is None


def test_a_hand_without_passing_goes_straight_on() -> None:
    dealt, play_begun = decide(begun("players=6 pass_cycle=none"), DealCards(ORDER))
    assert isinstance(dealt, Dealt)
    assert play_begun == PlayBegun(0)


@pytest.mark.parametrize(
    ("order", "got"),
    [
        (ORDER[:-1], 103),
        ((*ORDER[:-1], Card.C2), 104),
        (tuple(pack(1)), 52),
        ((*ORDER, Card.C2), 105),
        ((), 0),
    ],
    ids=["a card short", "a third copy", "one pack", "a card more", "nothing"],
)
def test_only_the_exact_pack_is_dealt(order: tuple[Card, ...], got: int) -> None:
    assert refused(begun(), DealCards(order)) == (Code.WRONG_PACK, {"expected": 104, "got": got})


def test_one_pack_is_not_dealt_from_two() -> None:
    match = begun("players=4 decks=1", dealer=3)
    assert refused(match, DealCards(ORDER)) == (Code.WRONG_PACK, {"expected": 52, "got": 104})
    twice = (*tuple(pack(1))[:-1], Card.C2)
    assert refused(match, DealCards(twice)) == (Code.WRONG_PACK, {"expected": 52, "got": 52})


def test_no_hand_is_dealt_into_another() -> None:
    assert refused(passing(), DealCards(ORDER)) == (Code.WRONG_PHASE, {"phase": "passing"})


def test_the_deal_moves_one_seat_left_each_hand() -> None:
    match = begun("players=4 decks=1 pass_cycle=none limit=1000", dealer=3)
    rng = Random(1)
    for number, dealer in [(1, 3), (2, 0), (3, 1)]:
        match = after(match, DealCards(tuple(rng.sample(list(Card), 52))))
        assert match.deal is not None
        assert (match.deal.number, match.deal.dealer) == (number, dealer)
        while match.phase is Phase.PLAYING:
            assert match.turn is not None
            legal = legal_plays(match, match.turn)
            match = after(match, PlayCard(match.turn, next(iter(legal))))
        assert match.phase is Phase.DEALING


# ------------------------------------------------------------------------------------- pass


def test_a_choice_is_kept_until_everybody_has_chosen() -> None:
    match = passing()
    chosen = Cards.of("C2 C2 C8")
    assert decide(match, PassCards(0, chosen)) == (PassChosen(0, chosen),)
    match = after(match, PassCards(0, chosen))
    assert match.deal is not None
    assert chosen <= match.deal.hands[0]  # type: ignore[operator] # the whole match hides nothing
    assert match.deal.choices[:2] == (chosen, None)


def test_a_choice_may_change_until_the_last_seats() -> None:
    match = after(passing(), PassCards(0, Cards.of("C2 C2 C8")), PassCards(0, Cards.of("C8 C8 CA")))
    assert match.deal is not None
    assert match.deal.choices[0] == Cards.of("C8 C8 CA")
    assert match.phase is Phase.PASSING


def test_the_last_choice_exchanges_all_passes_at_once() -> None:
    match = passing()
    assert match.deal is not None
    choices = [Cards.of(list(hand)[:3]) for hand in match.deal.hands if isinstance(hand, Cards)]
    for seat in range(5):
        match = after(match, PassCards(seat, choices[seat]))
    events = decide(match, PassCards(5, choices[5]))
    assert events == (PassChosen(5, choices[5]), CardsPassed(1, tuple(choices)), PlayBegun(0))
    before, match = match.deal, fold(match, events)
    assert before is not None
    assert match.deal is not None
    assert match.deal.hands[1] == before.hands[1] - choices[1] + choices[0]
    assert match.deal.hands[0] == before.hands[0] - choices[0] + choices[5]


@pytest.mark.parametrize("cards", ["C2 C2", "C2 C2 C8 C8", ""])
def test_exactly_so_many_cards_are_passed(cards: str) -> None:
    assert refused(passing(), PassCards(0, Cards.of(cards))) == (
        Code.PASS_COUNT,
        {"expected": 3, "got": len(cards.split())},
    )
    with pytest.raises(RuleViolation):
        decide(passing("players=6 pass_count=2"), PassCards(0, Cards.of("C2 C2 C8")))


def test_only_cards_in_hand_are_passed() -> None:
    assert refused(passing(), PassCards(0, Cards.of("C2 C3 C4"))) == (
        Code.NOT_IN_HAND,
        {"card": "C3"},
    )


def test_a_card_held_once_is_not_passed_twice() -> None:
    match = after(begun(), DealCards(ORDER))
    assert match.deal is not None
    hand = match.deal.hands[0]
    assert isinstance(hand, Cards)
    once = next(card for card in hand if hand.count(card) == 1)
    other = next(card for card in hand if card is not once)
    code, details = refused(match, PassCards(0, Cards.of([once, once, other])))
    assert (code, details) == (Code.NOT_IN_HAND, {"card": once})


def test_nobody_passes_from_a_seat_that_is_not_there() -> None:
    assert refused(passing(), PassCards(6, Cards.of("C2 C2 C8"))) == (
        Code.NO_SUCH_SEAT,
        {"seat": 6, "players": 6},
    )


def test_nobody_passes_on_a_hand_without_passing() -> None:
    match = after(begun("players=6 pass_cycle=none"), DealCards(ORDER))
    assert refused(match, PassCards(0, Cards.of("C2 C2 C8"))) == (
        Code.WRONG_PHASE,
        {"phase": "playing"},
    )


# ------------------------------------------------------------------------------------- play


def test_a_card_in_the_middle_of_a_trick_is_only_played() -> None:
    match = position("players=6", "CK D2", "C3 D3", "C4", "C5", "C6", "C7")
    assert events_of(match, "CK C3") == (CardPlayed(0, Card.CK), CardPlayed(1, Card.C3))


def test_the_winner_takes_the_trick_and_leads_next() -> None:
    match = position("players=6", "C3 D2", "CK D3", "C4 D4", "C5 D5", "C6 D6", "C7 D7")
    cards = "C3 CK C4 C5 C6 C7"
    assert events_of(match, cards)[-1] == TrickTaken(1, Cards.of(cards))
    assert play(match, cards).turn == 1


def test_the_first_taker_takes_the_kitty_too() -> None:
    match = position("players=6", "C3 D2", "CK D9", "C4 D4", "C5 D5", "C6 D6", "C7 D7", kitty="HA")
    events = events_of(match, "C3 CK C4 C5 C6 C7")
    assert events[-1] == KittyTaken(1, Cards.of("HA"))
    second = events_of(fold(match, events), "D9 D4 D5 D6 D7 D2")
    assert not any(isinstance(event, KittyTaken) for event in second)


def test_after_a_void_trick_the_same_player_leads_again() -> None:
    match = position("players=6", "CK D2", "CK D3", "C4 D4", "C4 D5", "C6 D6", "C7 D7", kitty="HA")
    events = events_of(match, "CK CK C4 C4 C6 C7")
    assert events[-1] == TrickVoided(0)
    match = fold(match, events)
    assert match.turn == 0
    assert match.deal is not None
    assert match.deal.kitty_owner is None
    assert match.deal.set_aside == Cards.of("CK CK C4 C4 C6 C7")


def test_or_the_player_on_the_left_of_the_leader() -> None:
    match = position(
        "players=6 void_leader=left", "CK D2", "CK D3", "C4 D4", "C4 D5", "C6 D6", "C7 D7"
    )
    assert events_of(match, "CK CK C4 C4 C6 C7")[-1] == TrickVoided(1)


def test_the_next_taker_takes_what_was_set_aside_and_the_kitty() -> None:
    match = position("players=6", "CK D2", "CK D3", "C4 D4", "C4 D5", "C6 D6", "C7 D7", kitty="HA")
    events = events_of(match, "CK CK C4 C4 C6 C7 D2 D3 D4 D5 D6 D7")
    taken = Cards.of("CK CK C4 C4 C6 C7 D2 D3 D4 D5 D6 D7")
    assert events[13:15] == (TrickTaken(5, taken), KittyTaken(5, Cards.of("HA")))


def test_a_void_last_trick_goes_to_nobody() -> None:
    match = position("players=6", "CK", "CK", "C4", "C4", "C6", "C7", kitty="HA")
    events = events_of(match, "CK CK C4 C4 C6 C7")
    assert events[6] == TrickVoided(None)
    assert events[8] == DealCounted((0,) * 6, 52)


def test_or_to_its_leader_with_all_that_waits() -> None:
    match = position("players=6 last_void=leader", "CK", "CK", "C4", "C4", "C6", "C7", kitty="HA")
    events = events_of(match, "CK CK C4 C4 C6 C7")
    assert events[6:8] == (
        TrickTaken(0, Cards.of("CK CK C4 C4 C6 C7")),
        KittyTaken(0, Cards.of("HA")),
    )
    assert events[9] == DealCounted((1, 0, 0, 0, 0, 0), 51)


def test_a_void_trick_before_the_last_never_goes_to_its_leader() -> None:
    hands = ("CK D2", "CK D3", "C4 D4", "C4 D5", "C6 D6", "C7 D7")
    match = position("players=6 last_void=leader", *hands)
    assert events_of(match, "CK CK C4 C4 C6 C7")[-1] == TrickVoided(0)


def test_the_last_card_tells_the_whole_end_of_the_hand() -> None:
    hands = ("CK", "SQ", "C4", "C5", "C6", "C7")
    match = position("players=6 limit=13", *hands, kitty="D2")
    dealt = tuple(Cards.of(hand) for hand in hands)
    assert events_of(match, "CK SQ C4 C5 C6 C7")[5:] == (
        CardPlayed(5, Card.C7),
        TrickTaken(0, Cards.of("CK SQ C4 C5 C6 C7")),
        KittyTaken(0, Cards.of("D2")),
        DealRevealed(dealt, None, Cards.of("D2")),
        DealCounted((13, 0, 0, 0, 0, 0), 39),
        DealScored((13, 0, 0, 0, 0, 0), (13, 0, 0, 0, 0, 0)),
        MatchEnded((1, 2, 3, 4, 5)),
    )


def test_what_changed_is_told_after_all_options() -> None:
    match = position("players=6 no_trick_bonus=5 score_floor=0", "CK", "SQ", "C4", "C5", "C6", "C7")
    scored = events_of(match, "CK SQ C4 C5 C6 C7")[-1]
    assert scored == DealScored((13, 0, 0, 0, 0, 0), (13, 0, 0, 0, 0, 0))


def test_a_refused_play_says_why() -> None:
    match = position("players=6", "CK D2", "C3 D3", "C4", "C5", "C6", "C7")
    assert refused(match, PlayCard(1, Card.C3)) == (Code.NOT_YOUR_TURN, {"turn": 0})
    assert refused(match, PlayCard(0, Card.SA)) == (Code.NOT_IN_HAND, {"card": "SA"})
    assert refused(match, PlayCard(6, Card.C3)) == (Code.NO_SUCH_SEAT, {"seat": 6, "players": 6})
    assert refused(play(match, "CK"), PlayCard(1, Card.D3)) == (
        Code.MUST_FOLLOW_SUIT,
        {"suit": "C"},
    )


def test_nobody_plays_while_cards_are_passed_or_before_a_deal() -> None:
    assert refused(passing(), PlayCard(0, Card.C2)) == (Code.WRONG_PHASE, {"phase": "passing"})
    assert refused(begun(), PlayCard(0, Card.C2)) == (Code.WRONG_PHASE, {"phase": "dealing"})


# ------------------------------------------------------------------------------------- moon


ONE_PACK = "players=4 decks=1 limit=100"


def shot(totals: tuple[int, ...] = (0,) * 4) -> Match:
    """Seat 0 has shot the moon and is asked."""
    return play(*almost_a_moon(ONE_PACK, totals))


def test_a_shooter_is_asked_before_the_hand_is_scored() -> None:
    events = events_of(*almost_a_moon(ONE_PACK))
    assert events[-2:] == (DealCounted((26, 0, 0, 0), 0), MoonShot(0))
    assert shot().phase is Phase.MOON
    assert shot().turn == 0


@pytest.mark.parametrize(
    ("choice", "changes"), [("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0))]
)
def test_the_shooter_chooses(choice: MoonChoice, changes: tuple[int, ...]) -> None:
    assert decide(shot(), ChooseMoon(0, choice)) == (
        MoonChosen(0, choice),
        DealScored(changes, changes),
    )


def test_no_answer_is_the_default_choice() -> None:
    assert decide(shot(), ChooseMoon(0, None))[0] == MoonChosen(0, "add")
    behind = shot(totals=(90, 0, 0, 0))
    assert decide(behind, ChooseMoon(0, None))[0] == MoonChosen(0, "subtract")


def test_a_choice_can_end_the_match() -> None:
    match = shot(totals=(0, 80, 0, 0))
    assert decide(match, ChooseMoon(0, "add"))[-1] == MatchEnded((0,))
    assert isinstance(decide(match, ChooseMoon(0, "subtract"))[-1], DealScored)


@pytest.mark.parametrize(
    ("choice", "changes"), [("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0))]
)
def test_the_rules_may_have_chosen(choice: MoonChoice, changes: tuple[int, ...]) -> None:
    events = events_of(*almost_a_moon(f"{ONE_PACK} moon_choice={choice}"))
    assert events[-3:] == (
        MoonShot(0),
        MoonChosen(0, choice),
        DealScored(changes, changes),
    )


def test_only_the_shooter_chooses() -> None:
    match = shot()
    assert refused(match, ChooseMoon(1, "add")) == (Code.NOT_THE_SHOOTER, {"shooter": 0})
    assert refused(match, ChooseMoon(4, "add")) == (Code.NO_SUCH_SEAT, {"seat": 4, "players": 4})


def test_there_is_no_third_choice() -> None:
    choice: Any = "keep"
    assert refused(shot(), ChooseMoon(0, choice)) == (Code.NO_SUCH_CHOICE, {"got": "keep"})


def test_nobody_chooses_without_a_moon() -> None:
    assert refused(begun(), ChooseMoon(0, "add")) == (Code.WRONG_PHASE, {"phase": "dealing"})
    match, _cards = almost_a_moon(ONE_PACK)
    assert refused(match, ChooseMoon(0, "add")) == (Code.WRONG_PHASE, {"phase": "playing"})


def test_a_choice_is_made_once() -> None:
    match = after(shot(), ChooseMoon(0, "add"))
    assert refused(match, ChooseMoon(0, "add")) == (Code.WRONG_PHASE, {"phase": "dealing"})


# --------------------------------------------------------------------------------- refusals


def test_a_refusal_is_a_code_with_its_details() -> None:
    refusal = RuleViolation(Code.PASS_COUNT, expected=3, got=2)
    assert str(refusal) == "PASS_COUNT (expected=3, got=2)"
    assert str(RuleViolation(Code.NO_MATCH)) == "NO_MATCH"
    assert isinstance(refusal, ValueError)


@pytest.mark.parametrize("rules", ["players=6", "players=6 score_floor=0 bonus_card=DJ"])
def test_the_changes_are_what_the_totals_changed_by(rules: str) -> None:
    scored = [
        (step.before, event)
        for seed in range(12)
        for step in walk(Rules.parse(rules), Random(seed), hands=3)
        for event in step.events
        if isinstance(event, DealScored)
    ]
    assert any(any(before.totals) for before, _event in scored if before is not None)
    for before, event in scored:
        assert before is not None
        expected = zip(before.totals, event.changes, strict=True)
        assert event.totals == tuple(total + change for total, change in expected)
