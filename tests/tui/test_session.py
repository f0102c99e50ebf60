"""A game that is kept: its text, and that it goes on as if it had never stopped."""

import contextlib
import re
from random import Random

import pytest

from cancellation_hearts.core import Cards, Command, PassCards, Phase, PlayCard, Rules, legal_plays
from cancellation_hearts.core.commands import ChooseMoon
from cancellation_hearts.i18n import words
from cancellation_hearts.record import check, parse
from cancellation_hearts.tui.asking import own_hand
from cancellation_hearts.tui.session import (
    ME,
    SaveError,
    Session,
    Table,
    restore,
    standing_told,
)


def session(rules: str = "players=6 limit=30", seed: int = 3) -> Session:
    parsed = Rules.read(rules)
    return Session(Table(parsed, "Ona", ("random",) * parsed.players, seed))


def move(game: Session, rng: Random) -> Command:
    """What comes next, the person's choices included."""
    if not game.waits:
        return game.next_command()
    match game.phase:
        case Phase.PASSING:
            hand = list(own_hand(game.view))
            return PassCards(ME, Cards.of(rng.sample(hand, game.rules.pass_count)))
        case Phase.PLAYING:
            return PlayCard(ME, rng.choice(list(legal_plays(game.view, ME))))
        case _:
            return ChooseMoon(ME, "add")


@pytest.mark.parametrize("rules", ["players=6 limit=30", "players=11 limit=20 pass_cycle=none"])
def test_a_game_restored_at_any_moment_goes_on_identically(rules: str) -> None:
    game, rng = session(rules), Random(1)
    while not game.over:
        text = game.kept()
        again = restore(text.encode())
        assert again.kept() == text
        assert again.names == game.names
        if game.view.deal is None or game.view.deal.choices == ():
            assert again.view == game.view
            assert again.waits == game.waits
            if not game.waits:
                assert again.next_command() == game.next_command()
        game.run(move(game, rng))
    with pytest.raises(SaveError, match="this game is over"):
        restore(game.kept().encode())


def test_bots_that_had_chosen_their_passes_choose_the_same_again() -> None:
    game = session()
    while not game.waits:
        game.run(game.next_command())
    again = restore(game.kept().encode())
    while not again.waits:
        again.run(again.next_command())
    given = PassCards(ME, Cards.of(list(own_hand(game.view))[:3]))
    assert again.run(given) == game.run(given)
    assert again.kept() == game.kept()


def test_a_kept_game_is_a_record_that_passes_the_check() -> None:
    game, rng = session(), Random(2)
    for _move in range(100):
        game.run(move(game, rng))
    assert check(game.kept()).games == 1
    (record,) = parse(game.kept())
    assert record.players == ("Ona", *("bot:random",) * 5)
    assert dict(record.tags) == {"Kept": "1", "Seed": "3", "Game": "1", "Dealer": "2"} | dict(
        record.tags[3:]
    )


def test_the_person_is_told_only_what_it_may_know() -> None:
    game = session()
    while not game.waits:
        for told in game.run(game.next_command()):
            assert told.view.seat == ME
    assert [told.view for told in game.story()][-1] == game.view
    deal = game.view.deal
    assert deal is not None
    assert [isinstance(hand, Cards) for hand in deal.dealt] == [True] + [False] * 5


def test_the_next_game_has_other_cards_and_the_deal_moves_on() -> None:
    game, rng = session("players=6 limit=1"), Random(1)
    while not game.over:
        game.run(move(game, rng))
    again = game.again()
    assert again.view.dealer == (game.view.dealer + 1) % 6
    again.run(again.next_command())
    assert again.view.totals == (0,) * 6
    assert own_hand(again.view) != game.history()[0].deal[ME]
    assert restore(again.kept().encode()).table.game == 2


def test_nobody_else_moves_while_the_person_is_asked() -> None:
    game = session()
    while not game.waits:
        game.run(game.next_command())
    with pytest.raises(ValueError, match="waits for the person"):
        game.next_command()


def test_where_a_game_stands_is_told_in_a_few_words() -> None:
    game = session()
    assert standing_told(game.view, words()) == (
        "6 players · hand 1 is about to be dealt · you have 0"
    )
    game.run(game.next_command())
    assert standing_told(game.view, words()) == "6 players · hand 1, passing · you have 0"


@pytest.mark.parametrize(
    ("pattern", "instead", "line", "problem"),
    [
        (r"\[Kept .*\]\n", "", 1, "it has no tag Kept"),
        (r"Kept .1.", 'Kept "2"', 2, "expected Kept '1', not '2'"),
        (r"Seed .3.", 'Seed "x"', 3, "Seed is a whole number"),
        (r"Game .1.", 'Game "7"', 10, "does not follow from the Seed"),
        (r'"Ona"', '"bot:random"', 7, "the first player is a person"),
        (r"bot:random", "bot:nobody", 7, "no bot is called 'nobody'"),
        (r"(deal )\S+", r"\1AKQ...", 10, "cards of seat 0"),
        (r"1\. (\d)", "1. 9", 13, "expected a seat"),
        (r"\[Winners -\]", "", None, "here the file ends"),
        (r"\Z", '\n[Format "chn 1"]', None, "here the file ends"),
    ],
)
def test_what_is_wrong_with_a_kept_game_is_said_with_its_line(
    pattern: str, instead: str, line: int | None, problem: str
) -> None:
    game, rng = session(), Random(1)
    for _move in range(40):
        game.run(move(game, rng))
    damaged = re.sub(pattern, instead, game.kept(), count=1)
    assert damaged != game.kept()
    with pytest.raises(SaveError) as caught:
        restore(damaged.encode())
    assert problem in caught.value.problem
    if line is not None:
        assert caught.value.line == line


def test_whatever_bytes_a_file_holds_the_answer_is_a_game_or_a_complaint() -> None:
    game, rng = session(), Random(1)
    for _move in range(60):
        game.run(move(game, rng))
    text = game.kept().encode()
    for number in range(300):
        chance = Random(number)
        damaged = bytearray(text)
        for _byte in range(chance.randint(1, 3)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.randint(0, 2)] = bytes(
                chance.choices(range(256), k=chance.randint(0, 2))
            )
        with contextlib.suppress(SaveError):  # anything else fails the test
            restore(bytes(damaged))
