"""The random bot, the questions a bot is asked, and the game that asks them."""

from random import Random

import pytest

from cancellation_hearts.bots import BOTS, Game, command_of, new_bot
from cancellation_hearts.bots.simple import RandomBot, own_hand
from cancellation_hearts.core import (
    Cards,
    ChooseMoon,
    Event,
    Match,
    MoonChoice,
    Phase,
    PlayCard,
    Rules,
    View,
    decide,
    legal_plays,
    observe,
    view_of,
)
from cancellation_hearts.core.shuffle import deal_key, numbered_seed
from tests.strategies import walk


def game(rules: Rules, *, seed: int = 1) -> Game:
    def key_of(hand: int) -> bytes:
        return deal_key(numbered_seed(seed, game=1, hand=hand), (None,) * rules.players)

    bots = [RandomBot(seed * 100 + seat) for seat in range(rules.players)]
    return Game(rules, bots, dealer=0, key_of=key_of)


def moments(rules: Rules, seed: int) -> list[Match]:
    """The matches of a random game that wait for somebody at the table."""
    return [
        step.before
        for step in walk(rules, Random(seed), hands=2)
        if step.before is not None and step.before.phase is not Phase.DEALING
    ]


def test_every_level_is_known_by_its_name() -> None:
    for name in BOTS:
        assert repr(new_bot(name, seed=1)).endswith("(seed=1)")
    with pytest.raises(ValueError, match=r"no bot is called 'nobody'; there are .*random"):
        new_bot("nobody", seed=1)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", [6, 8, 11])
def test_a_bot_answers_legally_and_the_same_again(name: str, players: int) -> None:
    for match in moments(Rules(players=players, limit=30), players):
        waiting = range(players) if match.phase is Phase.PASSING else [match.turn]
        for seat in waiting:
            if seat is None:
                continue
            view = observe(match, seat)
            command = command_of(new_bot(name, seed=5), view)
            assert command == command_of(new_bot(name, seed=5), view)
            assert decide(match, command)


def test_another_seed_plays_another_game() -> None:
    matches = moments(Rules(players=6, limit=20), 1)
    views = [observe(match, match.turn) for match in matches if match.phase is Phase.PLAYING]
    one = [command_of(RandomBot(1), view) for view in views]
    two = [command_of(RandomBot(2), view) for view in views]
    assert one != two


def test_the_random_bot_plays_every_legal_card() -> None:
    matches = moments(Rules(players=6, limit=20), 1)
    view = next(
        observe(match, match.turn)
        for match in matches
        if match.turn is not None and len(set(legal_plays(match, match.turn))) > 3
    )
    assert view.seat is not None
    seen = {RandomBot(seed).choose_card(view) for seed in range(300)}
    assert seen == set(legal_plays(view, view.seat))


def test_a_bot_is_not_asked_out_of_turn() -> None:
    match = next(m for m in moments(Rules(players=6, limit=20), 1) if m.phase is Phase.PLAYING)
    assert match.turn is not None
    other = observe(match, (match.turn + 1) % 6)
    with pytest.raises(ValueError, match="waits for something else than seat"):
        command_of(RandomBot(1), other)
    with pytest.raises(ValueError, match="waits for something else than seat None"):
        command_of(RandomBot(1), observe(match, None))


def test_a_spectator_has_no_hand() -> None:
    match = next(m for m in moments(Rules(players=6, limit=20), 1) if m.phase is Phase.PLAYING)
    with pytest.raises(ValueError, match="no hand of its own"):
        own_hand(observe(match, None))
    assert isinstance(own_hand(observe(match, 2)), Cards)


def test_a_game_needs_as_many_players_as_its_rules_say() -> None:
    with pytest.raises(ValueError, match="7 seats, but 6 players"):
        Game(Rules(players=7), [RandomBot(1)] * 6, dealer=0, key_of=lambda _hand: bytes(32))


def test_a_game_ends_with_winners_and_is_its_events() -> None:
    played = game(Rules(players=7, limit=40))
    *_before, match = played.play()
    assert match.phase is Phase.OVER
    again = game(Rules(players=7, limit=40))
    for _match in again.play():
        pass
    assert again.events == played.events


def test_a_player_who_listens_is_told_what_its_seat_may_know() -> None:
    heard: list[tuple[Event, View]] = []

    class Listener(RandomBot):
        def tell(self, event: Event, view: View) -> None:
            heard.append((event, view))

    rules = Rules(players=6, limit=20)
    listener = Listener(seed=9)
    quiet = [RandomBot(seat) for seat in range(1, 6)]
    with_listener = Game(
        rules, [listener, *quiet], dealer=0, key_of=lambda hand: bytes([hand] * 32)
    )
    *_before, match = with_listener.play()
    assert len(heard) == len(with_listener.events)
    assert view_of([event for event, _view in heard], 0) == heard[-1][1]
    assert heard[-1][1] == observe(match, 0)


@pytest.mark.parametrize("choice", ["add", "subtract", None])
def test_the_shooter_is_asked_for_a_choice(choice: MoonChoice | None) -> None:
    class Shooter(RandomBot):
        def choose_moon(self, _view: View) -> MoonChoice | None:
            return choice

    match = next(
        step.after
        for seed in range(100)
        for step in walk(Rules(players=6), Random(seed), story="moon")
        if step.after.phase is Phase.MOON
    )
    assert match.turn is not None
    command = command_of(Shooter(1), observe(match, match.turn))
    assert command == ChooseMoon(match.turn, choice)
    assert not isinstance(command, PlayCard)
