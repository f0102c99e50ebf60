"""The core against its peer and its limits, all measured in this one run.

    .venv/bin/python bench/core.py

Prints, in CPU time on one core, medians of several rounds:

- plays a second of whole hands with every event decided and recorded, uniform over the distinct
  legal cards, as a ratio to the same loop over OpenSpiel's hearts in Python (aim: at least 0.1;
  the kernel is the fast one, this is the readable one);
- the fold of a whole hand's events (aim: under 1 ms) and of one seat's redacted events;
- what ``import cancellation_hearts`` takes (aim: under 150 ms), beside ``import json, asyncio``.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

import pyspiel

from cancellation_hearts import (
    BeginMatch,
    Cards,
    DealCards,
    Event,
    Match,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    decide,
    evolve,
    fold,
    legal_plays,
    redact,
    view_of,
)
from cancellation_hearts.core.shuffle import numbered_key, shuffled_pack

ROUNDS = 7


def hand(rules: Rules, rng: Random, *, seed: int) -> tuple[Match, list[Event], int]:
    """One whole hand: the match, its events, and how many cards were played."""
    key = numbered_key(seed, game=1, hand=1, players=rules.players)
    commands = [BeginMatch(rules, 0), DealCards(shuffled_pack(key, decks=rules.decks))]
    match: Match | None = None
    events: list[Event] = []
    for command in commands:
        for event in decide(match, command):
            match = evolve(match, event)
            events.append(event)
    assert match is not None
    plays = 0
    while match.phase in (Phase.PASSING, Phase.PLAYING):
        assert match.deal is not None
        if match.phase is Phase.PASSING:
            seat = sum(choice is not None for choice in match.deal.choices)
            cards = list(match.deal.hands[seat])  # type: ignore[call-overload] # the whole match
            decided = decide(match, PassCards(seat, Cards.of(rng.sample(cards, rules.pass_count))))
        else:
            assert match.turn is not None
            kinds = list(Cards(legal_plays(match, match.turn).one))
            decided = decide(match, PlayCard(match.turn, rng.choice(kinds)))
            plays += 1
        for event in decided:
            match = evolve(match, event)
            events.append(event)
    return match, events, plays


def core_plays(rules: Rules, hands: int) -> float:
    """Plays a CPU second of the core."""
    rng, plays = Random(1), 0
    begin = time.process_time()
    for seed in range(hands):
        plays += hand(rules, rng, seed=seed)[2]
    return plays / (time.process_time() - begin)


def openspiel_plays(hands: int) -> float:
    """The players' actions a CPU second of OpenSpiel's hearts, in a Python loop like ours.

    Its deal is 52 more actions of a chance player; they take time, as our shuffle does, but they
    are nobody's decisions and are not counted.
    """
    game, rng, plays = pyspiel.load_game("hearts"), Random(1), 0
    begin = time.process_time()
    for _ in range(hands):
        state = game.new_initial_state()
        while not state.is_terminal():
            plays += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return plays / (time.process_time() - begin)


def median(measure: Callable[[], float]) -> float:
    """The median of several rounds."""
    return statistics.median(measure() for _ in range(ROUNDS))


def milliseconds(action: Callable[[], object], *, times: int = 50) -> float:
    """CPU milliseconds of one call."""
    begin = time.process_time()
    for _ in range(times):
        action()
    return 1000 * (time.process_time() - begin) / times


def starting(code: str) -> float:
    """CPU milliseconds of a fresh interpreter that runs ``code``, less those of an idle one."""

    def seconds(what: str) -> float:
        script = f"import time\n{what}\nprint(time.process_time())"
        run = [sys.executable, "-c", script]
        done = subprocess.run(run, check=True, capture_output=True, text=True)  # noqa: S603 - ours
        return float(done.stdout)

    return 1000 * (seconds(code) - seconds("pass"))


def main() -> None:
    """Measure and print."""
    peer = median(lambda: openspiel_plays(20))
    print(f"OpenSpiel hearts, Python loop   {peer:10,.0f} actions/s    ratio 1")
    for code in ("hearts", "players=6", "players=8", "players=11"):
        rules = Rules.read(code)
        speed = median(lambda rules=rules: core_plays(rules, 8))
        name = f"core, {code}"
        print(f"{name:31} {speed:10,.0f} plays/s      ratio {speed / peer:.2f}")
    for players in (6, 11):
        _match, events, _plays = hand(Rules(players=players), Random(1), seed=1)
        whole = median(lambda events=events: milliseconds(lambda: fold(None, events)))
        seen = [redact(event, 0) for event in events]
        view = median(lambda seen=seen: milliseconds(lambda: view_of(seen, 0)))
        print(
            f"fold of a hand, {players:2} players ({len(events)} events)   "
            f"{whole:.2f} ms, a seat's view {view:.2f} ms   of 1 ms: {whole:.2f}"
        )
    ours = median(lambda: starting("import cancellation_hearts"))
    theirs = median(lambda: starting("import json, asyncio"))
    print(
        f"import cancellation_hearts      {ours:.0f} ms (json and asyncio: {theirs:.0f} ms)   "
        f"of 150 ms: {ours / 150:.2f}"
    )


if __name__ == "__main__":
    main()
