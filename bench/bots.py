"""The ladder of bots: each against the one below it, and each against somebody who shoots the moon.

    .venv/bin/python bench/bots.py [--players 6 8 11] [--deals 300] [--seed 1]

Prints

- the payoff of each bot among bots one rung lower (bots/duplicate.py: points gained on the mean of
  the others; the same deals with the hero in every seat; 95 % intervals over deals), under both
  void rules, and how many hands were moons;
- microseconds of CPU a decision, the median and the slowest of a hundred, forced plays included;
- how often tables of each bot stop a scripted player who goes for the moon with a strong hand.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

from cancellation_hearts.bots import Bot
from cancellation_hearts.bots.base import BOTS, command_of
from cancellation_hearts.bots.duplicate import Estimate, duplicate, estimate, play_hand
from cancellation_hearts.bots.simple import own_hand
from cancellation_hearts.core import (
    BeginMatch,
    Card,
    Cards,
    DealCards,
    Match,
    MoonChoice,
    Phase,
    Rules,
    View,
    decide,
    fold,
    legal_plays,
    live_cards,
    observe,
    pack,
)
from cancellation_hearts.core.shuffle import order_of

LADDER = list(BOTS)


# ------------------------------------------------------------------------------- the shooter


class Shooter:
    """Goes for the moon, come what may: wins what it can, and gives no point away."""

    def choose_pass(self, view: View) -> Cards:
        """Its lowest cards, hearts first."""
        hand = sorted(own_hand(view), key=lambda card: (card.rank, card.points == 0))
        return Cards.of(hand[: view.rules.pass_count])

    def choose_card(self, view: View) -> Card:
        """Lead the highest; win as high as it can; else throw away the lowest without points."""
        assert view.seat is not None
        assert view.deal is not None
        assert view.deal.trick is not None
        legal = list(Cards(legal_plays(view, view.seat).one))
        trick = view.deal.trick
        held = own_hand(view)
        if trick.led is None:
            return max(legal, key=lambda card: (card.rank, held.count(card), card.kind))
        live = live_cards(trick)
        best = max((card.rank for card in live), default=0)
        winning = [
            card
            for card in legal
            if card.suit is trick.led.suit and card.rank > best and card not in trick.cards
        ]
        if winning:
            return max(winning, key=lambda card: card.rank)
        return min(legal, key=lambda card: (card.points, card.rank, card.kind))

    def choose_moon(self, _view: View) -> MoonChoice | None:
        """Whatever."""
        return None


def shooters_deal(rules: Rules, seed: int) -> tuple[Card, ...]:
    """A deal in which seat 0 leads and can hope: three cards of four are tens and higher."""
    rng = Random(f"moon {seed}")
    deck = list(pack(rules.decks))
    rng.shuffle(deck)
    high = [card for card in deck if card.rank >= 10]
    strong = (3 * rules.hand_size + 3) // 4
    hand = high[:strong]
    rest = list(pack(rules.decks) - Cards.of(hand))
    rng.shuffle(rest)
    size = rules.hand_size
    hand += rest[: size - strong]
    rest = rest[size - strong :]
    others = [rest[at * size : (at + 1) * size] for at in range(rules.players - 1)]
    kitty = rest[(rules.players - 1) * size :]
    hands = [Cards.of(cards) for cards in (hand, *others)]
    return order_of(hands, Cards.of(kitty), dealer=rules.players - 1)


def moons(rules: Rules, field: Callable[[int], Bot], seeds: range) -> int:
    """How many of these hands the shooter brings home against a table of such bots."""
    shot = 0
    for seed in seeds:
        bots = [Shooter(), *(field(seed * 100 + seat) for seat in range(1, rules.players))]
        match = fold(None, decide(None, BeginMatch(rules, rules.players - 1)))
        match = fold(match, decide(match, DealCards(shooters_deal(rules, seed))))
        while match.phase is Phase.PLAYING:
            assert match.turn is not None
            view = observe(match, match.turn)
            match = fold(match, decide(match, command_of(bots[match.turn], view)))
        assert match.deal is not None
        shot += match.deal.shooter == 0
    return shot


# --------------------------------------------------------------------------------- measuring


class Clocked:
    """A bot with a stop-watch."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        """``times`` collects the seconds of each choice of a card."""
        self._bot, self._times = bot, times

    def choose_pass(self, view: View) -> Cards:
        """As the bot says."""
        return self._bot.choose_pass(view)

    def choose_card(self, view: View) -> Card:
        """As the bot says, on the clock."""
        begin = time.process_time()
        card = self._bot.choose_card(view)
        self._times.append(time.process_time() - begin)
        return card

    def choose_moon(self, view: View) -> MoonChoice | None:
        """As the bot says."""
        return self._bot.choose_moon(view)


def hands_of(rules: Rules, maker: Callable[[int], Bot], deals: range, seed: int) -> Iterator[Match]:
    """Hands of a table of one kind of bot."""
    for deal in deals:
        bots = [maker(deal * 100 + seat) for seat in range(rules.players)]
        yield play_hand(rules, bots, deal=deal, seed=seed)


def speed(rules: Rules, maker: Callable[[int], Bot], hands: int) -> tuple[float, float]:
    """Microseconds of CPU a decision: median and 99th percentile."""
    times: list[float] = []
    for _match in hands_of(
        rules, lambda seed: Clocked(maker(seed), times), deals=range(hands), seed=3
    ):
        pass
    return 1e6 * statistics.median(times), 1e6 * statistics.quantiles(times, n=100)[98]


def rung(rules: Rules, upper: str, lower: str, deals: int, seed: int) -> Estimate:
    """The payoff of a bot among bots one rung lower."""
    return estimate(list(duplicate(rules, BOTS[upper], BOTS[lower], deals=range(deals), seed=seed)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[6, 8, 11])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    pairs = list(zip(LADDER[1:], LADDER[:-1], strict=True))
    print(f"payoff, {args.deals} deals with the hero in every seat, 95 % intervals")
    print(f"{'players':8}{'void_rule':13}" + "".join(f"{f'{a} among {b}':26}" for a, b in pairs))
    for players in args.players:
        for void_rule in ("two_pairs", "no_led_card"):
            rules = Rules.parse(f"players={players} void_rule={void_rule}")
            found = [rung(rules, upper, lower, args.deals, args.seed) for upper, lower in pairs]
            print(
                f"{players:<8}{void_rule:13}" + "".join(f"{one!s:26}" for one in found), flush=True
            )
    print("\na table of one kind, the default rules: void tricks, moons, microseconds a decision")
    for players in args.players:
        rules = Rules(players=players)
        for name in LADDER:
            played = list(hands_of(rules, BOTS[name], range(args.deals), args.seed))
            tricks = [trick for match in played if match.deal for trick in match.deal.tricks]
            void = sum(trick.taker is None for trick in tricks) / len(tricks)
            shot = sum(
                match.deal is not None and match.deal.shooter is not None for match in played
            )
            median, slowest = speed(rules, BOTS[name], hands=10)
            print(
                f"{players:<8}{name:8} void {void:6.1%}   moons {shot / len(played):5.1%}   "
                f"median {median:4.0f}, 99 of 100 under {slowest:4.0f}",
                flush=True,
            )
    hands = args.deals
    print(f"\nmoons stopped, of {hands} hands in which a strong hand goes for it, no passing")
    for code in (
        "players=6 pass_cycle=none",
        "players=8 pass_cycle=none",
        "hearts pass_cycle=none",
    ):
        rules = Rules.read(code)
        for name in LADDER:
            stopped = 1 - moons(rules, BOTS[name], range(hands)) / hands
            margin = 1.96 * (stopped * (1 - stopped) / hands) ** 0.5
            print(f"{code:28}{name:8} stopped {stopped:6.1%} ± {margin:.1%}", flush=True)


if __name__ == "__main__":
    main()
