"""Faults that other Hearts programs really had, as trials of the core, each under its row's id.

Left to the parts that they speak of:

    bots           B29 B48 B49 B50 B52 B54 B56 B58 B59 B61 B63; the bots' share of B01 B02 B11
    table, server  B30f (draw for the deal) B30i (seeds over restarts) B40 B41 B44 B65 B67 B68 B70
                   B71 B73 B74; the timeout's share of B02, the human's of B11
    browser        B21 (marks); what B04 B06 B15 B16 B33 B39 put on the screen
    documents      B16 (the table sheet) B23 (copies need not be played together) B72

House rules that are not offered: B30b (no passing of high spades), B30h (jokers), B45 (claims),
B57 (teams), the exact-score bonuses of B44.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from msgspec.structs import asdict

from cancellation_hearts.core import (
    OPTIONS,
    BeginMatch,
    Card,
    Cards,
    ChooseMoon,
    Code,
    DealCards,
    Match,
    MoonChoice,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    RuleViolation,
    Suit,
    Trick,
    decide,
    fold,
    hearts_broken,
    legal_plays,
    pack,
    points_so_far,
    redact,
    trick_winner,
)
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.events import (
    CardPlayed,
    Dealt,
    MatchBegun,
    MoonChosen,
    MoonShot,
    PlayBegun,
    TrickTaken,
)
from cancellation_hearts.core.rules import PassWay
from cancellation_hearts.core.score import Count, match_winners, new_totals
from cancellation_hearts.core.shuffle import (
    deal_key,
    numbered_seed,
    order_of,
    shuffled_pack,
)
from tests.conftest import scale
from tests.strategies import almost_a_moon, events_of, play, position, walk

PLAYERS = range(6, 12)
PLAIN = ["C9", "C8", "C7", "C6", "C5"]
"""A card for everybody else."""


def cards_of(names: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names.split())


def legal(match: Match) -> list[str]:
    assert match.turn is not None
    return list(map(str, legal_plays(match, match.turn)))


def dealt_by(rules: Rules, hands: list[Cards], kitty: Cards, dealer: int = 0) -> Match:
    """A match whose first hand is dealt so."""
    match = fold(None, decide(None, BeginMatch(rules, dealer)))
    return fold(match, decide(match, DealCards(order_of(hands, kitty, dealer=dealer))))


def hands_with(rules: Rules, kitty: Cards, held: dict[int, str] | None = None) -> list[Cards]:
    """Random hands next to this kitty, in which some seats hold certain cards."""
    rest = list(pack(rules.decks) - kitty)
    hands: list[list[Card]] = [[] for _ in range(rules.players)]
    for seat, names in (held or {}).items():
        for card in cards_of(names):
            rest.remove(card)
            hands[seat].append(card)
    Random(str(rules)).shuffle(rest)
    for hand in hands:
        while len(hand) < rules.hand_size:
            hand.append(rest.pop())
    return [Cards.of(hand) for hand in hands]


@pytest.mark.parametrize(
    ("points", "allowed"), [("if_forced", ["DK"]), ("allowed", ["DK", "H5", "SQ"])]
)
def test_b01_no_points_on_trick_1_where_the_house_says_so(points: str, allowed: list[str]) -> None:
    match = position(f"players=6 first_trick_points={points}", "C2", "DK SQ H5")
    assert legal(play(match, "C2")) == allowed


@pytest.mark.parametrize("points", ["if_forced", "allowed"])
def test_b02_a_hand_of_nothing_but_points_may_play_any_of_them(points: str) -> None:
    hand = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA H2 H3 SQ SQ"
    rules = f"players=6 first_trick_points={points}"
    following = play(position(rules, "C2", hand), "C2")
    assert legal_plays(following, 1) == Cards.of(hand)
    leading = position(rules, hand)
    assert legal_plays(leading, 0) == Cards.of(hand)
    for card in set(Cards.of(hand)):
        assert decide(following, PlayCard(1, card))
        assert decide(leading, PlayCard(0, card))


@pytest.mark.parametrize("first_lead", ["two_clubs", "any_club"])
@pytest.mark.parametrize("players", [6, 7, 9, 10, 11])
def test_b04_with_both_two_of_clubs_in_the_kitty_the_dealers_left_leads(
    players: int, first_lead: str
) -> None:
    rules = Rules.parse(f"players={players} first_lead={first_lead} pass_cycle=none")
    other = ["DK", "D3", "DA", "D5"][: rules.kitty_size - 2]
    kitty = Cards.of(" ".join(["C2", "C2", *other]))
    hands = hands_with(rules, kitty)
    match = fold(None, decide(None, BeginMatch(rules, players - 1)))
    events = decide(match, DealCards(order_of(hands, kitty, dealer=players - 1)))
    assert legal(fold(match, events)) == [str(card) for card in hands[0] if card.points == 0]
    for seat in (None, *range(players)):
        assert redact(events[-1], seat) == PlayBegun(0)


def test_b05_a_heart_breaks_hearts_and_a_low_spade_does_not() -> None:
    hands = ("D5 D2", "D6 S2", "D7 S3", "H7 C3", "D8 S4", "D9 C4 H4")
    match = play(position("players=6", *hands), "D5 D6 D7 H7 D8 D9")
    assert legal(match) == ["C4", "H4"]
    hands = ("D5 D2", "D6 C9", "S2 C8", "S3 C3", "S4 C7", "D9 C4 H4")
    match = play(position("players=6", *hands), "D5 D6 S2 S3 S4 D9")
    assert legal(match) == ["C4"]


def test_b06_a_leader_with_only_hearts_leads_one_and_breaks_them() -> None:
    match = play(position("players=6", "CA H4 H6", *PLAIN), f"CA {' '.join(PLAIN)}")
    assert match.deal is not None
    assert not hearts_broken(match.deal, match.rules)
    assert legal(match) == ["H4", "H6"]
    match = play(match, "H4")
    assert match.deal is not None
    assert hearts_broken(match.deal, match.rules)


@pytest.mark.parametrize("first_lead", ["dealer_left", "two_clubs"])
def test_b07_in_mid_hand_the_two_of_clubs_is_an_ordinary_card(first_lead: str) -> None:
    rules = f"players=6 first_lead={first_lead} break_cards=none"
    match = play(position(rules, "CA H3", "C9 C2 H9", *PLAIN[1:]), "CA C9 C8 C7 C6 C5 H3")
    assert legal(match) == ["H9"]


def test_b08_whoever_is_out_of_the_led_suit_may_play_any_card() -> None:
    match = play(position("players=6", "CA D3", "C9 C2 S4 SQ H9", *PLAIN[1:]), "CA C9 C8 C7 C6 C5")
    assert legal(play(match, "D3")) == ["C2", "H9", "S4", "SQ"]


def test_b09_a_card_that_is_not_held_is_refused_and_nothing_changes() -> None:
    match = play(position("players=6", "H3", "H6", "C5 C6 C7 C8 C9 H8 S8 SK SA"), "H3 H6")
    before = encode(match)
    with pytest.raises(RuleViolation) as caught:
        decide(match, PlayCard(2, Card.H3))
    assert (caught.value.code, caught.value.details) == (Code.NOT_IN_HAND, {"card": "H3"})
    assert encode(match) == before


@pytest.mark.parametrize("players", PLAYERS)
def test_b11_nobody_ever_reneges(players: int) -> None:
    rng = Random(f"B11 {players}")
    cards = list(pack(2))
    for _ in range(scale(500, 100_000)):
        led, *held = rng.sample(cards, rng.randint(2, 18))
        table = play(position(f"players={players}", str(led), " ".join(held)), str(led))
        can_follow = [card for card in held if card.suit is led.suit]
        assert set(legal_plays(table, 1)) == set(can_follow or held)
        card = rng.choice(held)
        if can_follow and card.suit is not led.suit:
            with pytest.raises(RuleViolation, match="MUST_FOLLOW_SUIT"):
                decide(table, PlayCard(1, card))
        else:
            assert decide(table, PlayCard(1, card))


@pytest.mark.parametrize("players", PLAYERS)
def test_b11_nobody_reneges_in_a_whole_hand(players: int) -> None:
    rng = Random(f"B11, whole hands {players}")
    for _ in range(scale(10, 1_000)):
        for step in walk(Rules(players=players), rng):
            if not isinstance(step.command, PlayCard):
                continue
            deal = step.before.deal if step.before is not None else None
            assert deal is not None
            assert deal.trick is not None
            hand, led = deal.hands[step.command.seat], deal.trick.led
            assert isinstance(hand, Cards)
            if led is not None and hand.only(led.suit.mask):
                assert step.command.card.suit is led.suit


def test_b12_the_turn_goes_to_the_winner_and_on_from_there() -> None:
    hands = ["C2 D2", "C3 D3", "C4 D4", "C5 D5", "CA D6", "C6 D7", "C7 D8"]
    match = play(position("players=7", *hands), "C2 C3 C4 C5 CA C6 C7")
    turns = [match.turn]
    for card in ["D6", "D7", "D8", "D2", "D3", "D4"]:
        match = play(match, card)
        turns.append(match.turn)
    assert turns == [4, 5, 6, 0, 1, 2, 3]


@pytest.mark.parametrize("players", PLAYERS)
def test_b13_the_winner_moves_with_the_leader(players: int) -> None:
    cards = cards_of("C5 CQ D3 CA CA C7 S2 S3 S4 S5 S6")[:players]
    rules = Rules(players=players)
    winners = [trick_winner(Trick(leader, cards), rules) for leader in range(players)]
    assert winners == [(leader + 1) % players for leader in range(players)]


def test_b14_an_ace_is_high_unless_it_met_its_twin() -> None:
    rules = Rules(players=6)
    assert trick_winner(Trick(0, cards_of("C5 CK CA C2 C3 C4")), rules) == 2
    assert trick_winner(Trick(0, cards_of("CA CA CK C5 C2 C3")), rules) == 2


@pytest.mark.parametrize(
    ("last_void", "points", "uncollected"), [("uncollected", 0, 26), ("leader", 26, 0)]
)
def test_b15_points_in_a_void_last_trick_are_accounted_for(
    last_void: str, points: int, uncollected: int
) -> None:
    rules = f"players=8 last_void={last_void}"
    hearts = [card for card in pack(2) if card.suit is Suit.HEARTS]
    hands = ["D5 CA", "D5 C3", "SQ C4", "SQ C5", "C4 C6", "C9 C7", "CK C8"]
    match = position(rules, *hands, " ".join(["S2", "C2", *hearts]), leader=7)
    # That seat 7 has taken all hearts is put on record without playing it out.
    match = fold(match, [CardPlayed(7, card) for card in hearts])
    match = fold(match, [TrickTaken(7, Cards.of(hearts))])
    match = play(match, "C2 CA C3 C4 C5 C6 C7 C8")
    match = play(match, "D5 D5 SQ SQ C4 C9 CK S2")
    assert match.deal is not None
    assert match.deal.points == (points, *(0,) * 6, 26)
    assert match.deal.uncollected == uncollected
    assert sum(match.deal.points) + uncollected == 52


def test_b16_a_log_keeps_every_rule_it_was_played_by() -> None:
    rules = Rules.parse("players=6 limit=100")
    written = json.loads(encode(MatchBegun(rules, 0, (0,) * 6)))
    assert set(written["rules"]) == {option.name for option in OPTIONS}
    assert written["rules"] == json.loads(json.dumps(asdict(rules)))


def test_b20_two_equal_cards_in_one_hand_stay_there() -> None:
    rules = Rules.parse("players=6 first_lead=two_clubs pass_cycle=none")
    kitty = Cards.of("D9 DT")
    match = dealt_by(rules, hands_with(rules, kitty, {3: "C2 C2 D5"}), kitty)
    assert match.turn == 3
    assert legal(match) == ["C2", "C2"]
    assert len(set(legal(match))) == 1
    match = play(match, "C2")
    assert match.deal is not None
    assert Card.C2 in match.deal.hands[3]  # type: ignore[operator] # the whole match hides nothing


def test_b20_the_second_two_of_clubs_is_an_ordinary_card() -> None:
    rules = "players=6 first_lead=two_clubs"
    match = position(rules, "C2 C2 D5", "S3 C3", "S4 C4", "S5 C5", "S6 C6", "S7 C7")
    match = play(match, "C2 C3 C4 C5 C6 C7")
    assert match.turn == 5
    match = play(match, "S7")
    assert legal(match) == ["C2", "D5"]


def test_b20_passing_may_bring_the_two_together() -> None:
    rules = Rules.parse("players=6 first_lead=two_clubs pass_cycle=left")
    kitty = Cards.of("D9 DT")
    match = dealt_by(rules, hands_with(rules, kitty, {1: "C2 D5 D6", 2: "C2 D7"}), kitty)
    assert match.deal is not None
    for seat, hand in enumerate(match.deal.hands):
        assert isinstance(hand, Cards)
        given = Cards.of([card for card in hand if card is not Card.C2][:3])
        if seat == 1:
            given = Cards.of("C2 D5 D6")
        match = fold(match, decide(match, PassCards(seat, given)))
    assert match.turn == 2
    assert legal(match) == ["C2", "C2"]


def test_b24_cards_of_one_rank_do_not_cancel() -> None:
    trick = Trick(0, cards_of("H9 D9 C9 S9 H2 H3"))
    for void_rule in ("two_pairs", "no_led_card"):
        assert trick_winner(trick, Rules.parse(f"players=6 void_rule={void_rule}")) == 0


L, R, N = 1, -1, 0
PASS_TABLE: dict[tuple[PassWay, ...], list[int | str]] = {
    ("left", "right"): [L, R, L, R, L, R, L, R, L, R, L, R, L, R, L, R],
    ("left", "right", "across", "none"): [L, R, "A", N, L, R, "A", N, L, R, "A", N, L, R, "A", N],
    ("left", "right", "across"): [L, R, "A", L, R, "A", L, R, "A", L, R, "A", L, R, "A", L],
    ("left",): [L] * 16,
    ("right",): [R] * 16,
    ("across",): ["A"] * 16,
    ("none",): [N] * 16,
}
ACROSS = {6: 3, 7: 3, 8: 4, 9: 4, 10: 5, 11: 5}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("cycle", PASS_TABLE, ids=",".join)
def test_b25_cards_go_where_the_table_says(cycle: tuple[PassWay, ...], players: int) -> None:
    rules = Rules(players=players, pass_cycle=cycle)
    for number, step in enumerate(PASS_TABLE[cycle], start=1):
        offset = rules.pass_offset(number)
        assert offset == (ACROSS[players] if step == "A" else step)
        targets = [(seat + offset) % players for seat in range(players)]
        assert sorted(targets) == list(range(players))
        assert all((seat == target) == (step == N) for seat, target in enumerate(targets))


@pytest.mark.parametrize("way", ["left", "right", "across", "none"])
def test_b26_every_way_of_passing_moves_the_cards(way: PassWay) -> None:
    rules = Rules(players=7, pass_cycle=(way,))
    *_, last = (step for step in walk(rules, Random(way)) if not isinstance(step.command, PlayCard))
    deal = last.after.deal
    assert deal is not None
    if way == "none":
        assert (deal.passes, deal.hands) == (None, deal.dealt)
        return
    assert deal.passes is not None
    for seat in range(7):
        source = (seat - {"left": 1, "right": -1, "across": 3}[way]) % 7
        assert deal.hands[seat] == deal.dealt[seat] - deal.passes[seat] + deal.passes[source]


@pytest.mark.parametrize("count", [0, 2, 4])
def test_b27_too_few_or_too_many_cards_are_not_passed(count: int) -> None:
    rules, kitty = Rules(players=6), Cards.of("D9 DT")
    match = dealt_by(rules, hands_with(rules, kitty), kitty)
    assert match.deal is not None
    hand = match.deal.hands[0]
    assert isinstance(hand, Cards)
    with pytest.raises(RuleViolation) as caught:
        decide(match, PassCards(0, Cards.of(list(hand)[:count])))
    assert (caught.value.code, caught.value.details) == (
        Code.PASS_COUNT,
        {"expected": 3, "got": count},
    )


def test_b30c_on_a_hand_without_passing_the_two_of_clubs_leads_too() -> None:
    rules = Rules.parse("players=6 first_lead=two_clubs pass_cycle=none")
    kitty = Cards.of("C2 DT")
    match = dealt_by(rules, hands_with(rules, kitty, {5: "C2"}), kitty)
    assert match.turn == 5
    assert legal(match) == ["C2"]


def test_b30g_every_match_is_dealt_from_the_exact_pack() -> None:
    for game in range(20):
        rules = Rules(players=(6, 11, 7)[game % 3])
        key = deal_key(numbered_seed(30, game=game + 1, hand=1), [None] * rules.players)
        match = fold(None, decide(None, BeginMatch(rules, 0)))
        (dealt,) = decide(match, DealCards(shuffled_pack(key, decks=2)))
        assert isinstance(dealt, Dealt)
        together = Cards() if dealt.kitty is None else dealt.kitty
        for hand in dealt.hands:
            assert len(hand) == rules.hand_size
            together += hand
        assert together == pack(2)


@pytest.mark.parametrize("value", [26, 52])
@pytest.mark.parametrize("choice", ["add", "subtract"])
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "fixed"])
def test_b33_a_moon_counts_once_and_the_log_says_how(
    value: int,
    choice: MoonChoice,
    asked: bool,  # noqa: FBT001 - a column of the table
) -> None:
    fixed = "ask" if asked else choice
    rules = f"players=6 moon_value={value} moon_choice={fixed} limit=1000"
    match, cards = almost_a_moon(rules, totals=(20,) * 6)
    events = events_of(match, cards)
    match = fold(match, events)
    if asked:
        assert match.totals == (20,) * 6  # nothing is added trick by trick
        chosen = decide(match, ChooseMoon(0, choice))
        events, match = events + chosen, fold(match, chosen)
    moons: dict[MoonChoice, tuple[int, ...]] = {
        "add": (20, *(20 + value,) * 5),
        "subtract": (20 - value, *(20,) * 5),
    }
    assert match.totals == moons[choice]
    assert MoonShot(0) in events
    assert MoonChosen(0, choice) in events


@pytest.mark.parametrize("decks", [1, 2])
def test_b34_no_bonus_for_taking_no_trick_is_paid_on_a_moon_hand(decks: int) -> None:
    rules = f"players=6 decks={decks} no_trick_bonus=5 moon_choice=add limit=1000"
    match = play(*almost_a_moon(rules, totals=(20,) * 6))
    assert match.totals == (20, *(46,) * 5)
    ordinary = Count((26 * decks, *(0,) * 5), (0,) * 6, (1, *(0,) * 5))
    totals = new_totals((20,) * 6, ordinary, Rules.parse(rules))
    assert totals == (20 + 26 * decks, *(15,) * 5)


# What a seat's total changes by for taking these cards: no bonus card, DJ, DT.
SCORE_TABLE = {
    "S2 DA CK": (0, 0, 0),
    "H2": (1, 1, 1),
    "HA": (1, 1, 1),
    "H2 H2": (2, 2, 2),
    "SQ": (13, 13, 13),
    "SQ SQ": (26, 26, 26),
    "SK SA": (0, 0, 0),
    "DJ": (0, -10, 0),
    "DJ DJ": (0, -20, 0),
    "DT": (0, 0, -10),
    "DT DT": (0, 0, -20),
    "DJ DT": (0, -10, -10),
    "SQ DJ H9": (14, 4, 14),
    "SQ SQ DJ DJ DT": (26, 6, 16),
    "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA": (13, 13, 13),
    "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA SQ": (26, 26, 26),
}


@pytest.mark.parametrize(("column", "bonus_card"), [(0, "none"), (1, "DJ"), (2, "DT")])
@pytest.mark.parametrize("cards", SCORE_TABLE)
def test_b35_cards_score_what_the_table_says(cards: str, column: int, bonus_card: str) -> None:
    match = after_taking(f"players=6 bonus_card={bonus_card}", cards)
    assert match.totals == (SCORE_TABLE[cards][column], 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    "option",
    [
        "moon_value=52",
        "moon_choice=add",
        "void_rule=no_led_card",
        "last_void=leader",
        "break_cards=none",
        "no_trick_bonus=5",
        "score_floor=0",
    ],
)
def test_b35_other_options_leave_the_value_of_cards_alone(option: str) -> None:
    match = after_taking(f"players=6 bonus_card=DJ {option}", "SQ DJ H9")
    assert match.totals[0] == 4


def after_taking(rules: str, cards: str) -> Match:
    """A hand scored after seat 0 took these cards and seat 5 a trick without points.

    That seat 0 took them is put on record without playing it out.
    """
    taken = Cards.of(cards)
    match = position(rules, " ".join([*taken, "C2"]), "C3", "C4", "C5", "C6", "C7")
    match = fold(match, [CardPlayed(0, card) for card in taken])
    match = fold(match, [TrickTaken(0, taken)])
    return play(match, "C2 C3 C4 C5 C6 C7")


def test_b36_a_queen_of_spades_alone_is_13() -> None:
    match = play(position("players=6", "SA", "SQ", "S2", "S3", "S4", "S5"), "SA SQ S2 S3 S4 S5")
    assert match.deal is not None
    assert match.deal.points == (13, 0, 0, 0, 0, 0)


def test_b39_equal_lowest_totals_share_the_win_or_play_on() -> None:
    totals = (100, 48, 70, 48, 60, 90)
    assert match_winners(totals, Rules.parse("players=6 limit=100")) == (1, 3)
    extra = Rules.parse("players=6 limit=100 tie_break=extra_hand")
    assert match_winners(totals, extra) is None
    assert match_winners((100, 47, 70, 48, 60, 90), extra) == (1,)


def test_b43_a_hand_is_played_out_after_the_last_point() -> None:
    for seed in range(20):
        done: list[int] = []
        for step in walk(Rules(players=8, limit=1000), Random(seed), story="moon"):
            deal = step.after.deal
            if deal is not None and sum(points_so_far(deal)) == 52:
                done.append(len(deal.tricks))
                assert (step.after.phase is Phase.PLAYING) == (len(deal.tricks) < 13)
        if done and done[0] <= 9:
            assert done[-1] == 13
            return
    pytest.fail("in no hand were all points taken by trick 9")
