"""The line game: a person at a prompt, right and wrong answers, and what is shown."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from cancellation_hearts.bots import Game
from cancellation_hearts.bots.simple import RandomBot
from cancellation_hearts.cli import main
from cancellation_hearts.core import Card, Cards, Match, Phase, Rules, View, legal_plays, observe
from cancellation_hearts.i18n import words
from cancellation_hearts.record import check, parse
from cancellation_hearts.tui.line import Person, Quit
from cancellation_hearts.tui.reading import read_card
from tests.strategies import walk

NAMES = ("You", "Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo")


class Desk:
    """A person's answers, and what the person was shown."""

    def __init__(self, rules: Rules, answers: Iterable[str]) -> None:
        self.shown: list[str] = []
        self._answers = iter(answers)
        self.person = Person(
            0, rules, NAMES[: rules.players], words(), ask=self._ask, say=self.shown.append
        )

    def _ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        answer = next(self._answers, None)
        if answer is None:
            raise EOFError
        return answer

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def waiting(rules: Rules, phase: Phase, *, seed: int = 1, leading: bool = False) -> View:
    """What seat 0 sees when it is asked for something."""
    matches = (
        step.after
        for number in range(seed, 500)
        for step in walk(rules, Random(number), story="moon" if phase is Phase.MOON else "random")
    )
    return next(observe(match, 0) for match in matches if asked(match, phase, leading=leading))


def asked(match: Match, phase: Phase, *, leading: bool) -> bool:
    if match.phase is not phase:
        return False
    deal = match.deal
    led = deal is not None and deal.trick is not None and bool(deal.trick.cards)
    return phase is Phase.PASSING or (match.turn == 0 and (leading or led or phase is Phase.MOON))


@pytest.mark.parametrize(
    ("typed", "card"),
    [("sq", "SQ"), ("QS", "SQ"), ("♠q", "SQ"), ("q♠", "SQ"), ("10h", "HT"), ("ht", "HT")],
)
def test_a_card_is_read_as_people_write_it(typed: str, card: str) -> None:
    assert read_card(typed) is Card(card)


@pytest.mark.parametrize("typed", ["", "s", "1h", "11h", "sqq", "♠", "queen", "ß", "s\x00", "İ"])
def test_what_is_no_card_is_none(typed: str) -> None:
    assert read_card(typed) is None


def test_passing_takes_three_cards_of_the_hand() -> None:
    view = waiting(Rules(players=7), Phase.PASSING)
    assert view.deal is not None
    hand = view.deal.hands[0]
    assert isinstance(hand, Cards)
    give = list(hand)[:3]
    missing = next(card for card in Card if card not in hand)
    twice = next(card for card in hand if hand.count(card) == 1)
    answers = [
        "sa",
        f"{give[0]} {give[1]} xx",
        f"{missing} {give[0]} {give[1]}",
        f"{twice} {twice} {give[0]}",
        "?",
        "s",
        "l",
        "r",
        "",
        ", ".join(give),
    ]
    desk = Desk(view.rules, answers)
    assert desk.person.choose_pass(view) == Cards.of(give)
    assert "name 3 cards, not 1" in desk.text
    assert "'xx' is no card" in desk.text
    assert "you do not hold the" in desk.text
    assert "once only" in desk.text
    assert "no trick has been played" in desk.text
    assert "players=7" in desk.text
    assert "Pass 3 cards to Ana (left)" in desk.text


def test_a_wrong_card_is_refused_with_the_rule_and_asked_again() -> None:
    view = waiting(Rules(players=6), Phase.PLAYING)
    assert view.deal is not None
    hand = view.deal.hands[0]
    assert isinstance(hand, Cards)
    legal = list(legal_plays(view, 0))
    wrong = [card for card in hand if card not in legal]
    assert wrong
    desk = Desk(view.rules, [wrong[0], "nothing", "h", legal[0]])
    assert desk.person.choose_card(view) is legal[0]
    assert "You must follow suit" in desk.text
    assert "'nothing' is no card" in desk.text
    assert desk.text.count("May play:") == 2


def test_the_prompt_shows_the_trick_and_what_waits() -> None:
    view = waiting(Rules(players=6), Phase.PLAYING)
    desk = Desk(view.rules, ["q"])
    with pytest.raises(Quit):
        desk.person.choose_card(view)
    assert "so far with" in desk.text or "nobody takes" in desk.text
    assert "hearts" in desk.text
    assert "Your hand:" in desk.text


def test_the_moon_is_asked_for_with_what_each_choice_leads_to() -> None:
    view = waiting(Rules(players=6, limit=26), Phase.MOON)
    desk = Desk(view.rules, ["", "both", "sub"])
    assert desk.person.choose_moon(view) == "subtract"
    assert "add: 26 to everybody else's total; the game ends" in desk.text
    assert "subtract: 26 off your total" in desk.text
    assert "write add or subtract" in desk.text
    assert Desk(view.rules, ["A"]).person.choose_moon(view) == "add"


@pytest.mark.parametrize("answers", [[], ["q"], ["QUIT"], [" exit "]])
def test_a_person_can_leave_at_every_prompt(answers: list[str]) -> None:
    for phase in (Phase.PASSING, Phase.PLAYING, Phase.MOON):
        view = waiting(Rules(players=6), phase)
        person = Desk(view.rules, answers).person
        ask = {
            Phase.PASSING: person.choose_pass,
            Phase.PLAYING: person.choose_card,
            Phase.MOON: person.choose_moon,
        }[phase]
        with pytest.raises(Quit):
            ask(view)


class Typist:
    """Answers of somebody who plays any legal card, now and then after a slip of the finger."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.desk = Desk(rules, self._answers())
        self._bot = RandomBot(seed)
        self._view: View | None = None
        self._rng = Random(seed)

    def _answers(self) -> Iterator[str]:
        while True:
            view = self._view
            assert view is not None
            if self._rng.random() < 0.2:
                yield self._rng.choice(["zz", "", "?", "s", "l", "sa", "r", "♠", "\x1b[A"])
                continue
            match view.phase:
                case Phase.PASSING:
                    yield " ".join(self._bot.choose_pass(view)).lower()
                case Phase.PLAYING:
                    yield self._bot.choose_card(view)
                case _:
                    yield "add"

    def choose_pass(self, view: View) -> Cards:
        self._view = view
        return self.desk.person.choose_pass(view)

    def choose_card(self, view: View) -> Card:
        self._view = view
        return self.desk.person.choose_card(view)

    def choose_moon(self, view: View) -> "str | None":
        self._view = view
        return self.desk.person.choose_moon(view)

    def tell(self, event: object, view: View) -> None:
        self.desk.person.tell(event, view)  # type: ignore[arg-type] # passed on as it came


@pytest.mark.parametrize("players", [6, 9, 11])
def test_whole_games_are_played_and_nobody_elses_cards_are_shown(players: int) -> None:
    rules = Rules(players=players, limit=40)
    typist = Typist(rules, seed=players)
    others = [RandomBot(seat) for seat in range(1, players)]
    game = Game(
        rules,
        [typist, *others],  # type: ignore[list-item] # a Player, as Protocols go
        dealer=0,
        key_of=lambda hand: bytes([hand] * 32),
    )
    *_before, match = game.play()
    text = typist.desk.text
    assert match.phase is Phase.OVER
    assert "★" in text
    assert max(map(len, text.splitlines())) <= 80
    assert match.deal is not None
    first = text.partition("As dealt:")[0]
    dealt = next(event.hands for event in game.events if hasattr(event, "hands"))
    assert not any(str(hand) in first for hand in dealt[1:])


def test_play_quits_politely_at_the_end_of_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = iter(["", "s\n", "q\n"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(lines), raising=False)
    path = tmp_path / "a.chn"
    where = ["--data", str(tmp_path / "games"), "--record", str(path)]
    assert main(["play", "--seed", "1", "--name", "Ona", *where]) == 0
    out = capsys.readouterr().out
    assert "Until next time!" in out
    (record,) = parse(path.read_bytes())
    assert record.players[0] == "Ona"
    assert record.hands == ()  # the open hand stays secret
    assert check(path.read_bytes()).games == 1


@pytest.mark.parametrize("name", ["", "bot:me", "a\x07b", " "])
def test_play_refuses_a_name_that_no_record_can_hold(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--name", name])
    assert "expected a name that does not begin with bot:" in capsys.readouterr().err
