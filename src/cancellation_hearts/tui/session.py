"""One person's game against bots: whose move it is, what comes next, and the text that keeps it.

A session does no input and no output. Whoever shows the game asks ``next_command`` for the moves
that are not the person's, hands every command to ``run``, and shows what comes back:

    waits for the person?   no: run(next_command())   yes: run(what the person chose)

Everything but the person's own choices follows from one number: the deals from
``numbered_seed(seed, game, hand)`` as docs/fair-deal.md says, the bots' answers from their seeds
and their views. So a kept game needs no more than its record and a few tags, and goes on as if it
had never stopped. Bots pass before the person, whose pass is thus never half done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from cancellation_hearts.bots import Bot, command_of, new_bot
from cancellation_hearts.bots.base import seed_of
from cancellation_hearts.core import (
    BeginMatch,
    Command,
    DealCards,
    Event,
    Phase,
    Rules,
    View,
    decide,
    evolve,
    observe,
    redact,
)
from cancellation_hearts.core.events import Dealt, MatchBegun
from cancellation_hearts.core.shuffle import (
    deal_order,
    first_dealer,
    numbered_key,
    shuffled_pack,
)
from cancellation_hearts.i18n.catalogue import N_, Words
from cancellation_hearts.record import Record, record_of, replay, write
from cancellation_hearts.record.parse import Located, RecordError, parse_located
from cancellation_hearts.record.record import Hand
from cancellation_hearts.record.replay import Difference

ME: Final = 0
"""The person's seat."""
BOT_NAMES: Final = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo")
TAGS: Final = ("Kept", "Seed", "Game", "Dealer")
"""The tags of a kept game, beside those of any record; ``Kept`` is the version of this form."""
VERSION: Final = "1"


class SaveError(ValueError):
    """A kept game that cannot go on: ``line`` (from 1) and what is wrong, in English."""

    def __init__(self, line: int, problem: str) -> None:
        """``line``: where in the file."""
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class Table(msgspec.Struct, frozen=True):
    """Who plays what: all that a game follows from, but for the person's own choices."""

    rules: Rules
    name: str
    """The person's."""
    bots: tuple[str, ...]
    """What sits at each seat; the person's own entry is not looked at."""
    seed: int
    """Secret while a game is played: every deal follows from it."""
    game: int = 1
    """Which game in a row this is, from 1."""
    dealer: int | None = None
    """Who deals first; None: drawn from the first deal (A23)."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return (self.name, *BOT_NAMES)[: self.rules.players]

    @property
    def players(self) -> tuple[str, ...]:
        """The seats as a record names them."""
        return (self.name, *(f"bot:{bot}" for bot in self.bots[1:]))

    def key(self, hand: int) -> bytes:
        """The key from which a hand of this game is shuffled."""
        return numbered_key(self.seed, game=self.game, hand=hand, players=self.rules.players)


class Told(msgspec.Struct, frozen=True):
    """Something that happened, as far as the person may know it, and the person's view after it."""

    event: Event
    view: View


class Session:
    """A game from its beginning or from where it was kept."""

    def __init__(self, table: Table, events: Sequence[Event] = ()) -> None:
        """Sit down; ``events``: what has happened so far, from ``MatchBegun``.

        Raises ``ValueError`` for a bot that does not exist.
        """
        self.table = table
        self.names = table.names
        self._bots: dict[int, Bot] = {
            seat: new_bot(name, seed=seed_of(f"{table.seed}/{seat}"))
            for seat, name in enumerate(table.bots)
            if seat != ME
        }
        dealer = table.dealer
        if dealer is None:
            dealer = first_dealer(table.key(1), players=table.rules.players)
        if not events:
            events = decide(None, BeginMatch(table.rules, dealer))
        begun = events[0]
        assert isinstance(begun, MatchBegun)
        self._begun = begun
        self._finished: list[Hand] = []
        self._hand: list[Event] = []
        self._match = self._before = evolve(None, begun)
        for event in events[1:]:
            self._record(event)

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def view(self) -> View:
        """What the person may know."""
        return observe(self._match, ME)

    @property
    def phase(self) -> Phase:
        """What the game is waiting for."""
        return self._match.phase

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def asks(self) -> bool:
        """Whether the person may think about an answer now (bots may still be choosing theirs)."""
        return self.phase is Phase.PASSING or self._match.turn == ME

    @property
    def waits(self) -> bool:
        """Whether nothing can happen before the person answers."""
        if self.phase is Phase.PASSING:
            return self._bot_to_pass is None
        return self._match.turn == ME

    @property
    def _bot_to_pass(self) -> int | None:
        choices = () if self._match.deal is None else self._match.deal.choices
        return next((seat for seat, given in enumerate(choices) if seat != ME and not given), None)

    def next_command(self) -> Command:
        """The next move that is not the person's. Bots may think here; nothing is changed.

        Raises ``ValueError`` if the game waits for the person or is over.
        """
        match = self._match
        if self.over or self.waits:
            raise ValueError("the game waits for the person" if self.waits else "the game is over")
        if match.phase is Phase.DEALING:
            key = self.table.key(match.next_number)
            return DealCards(shuffled_pack(key, decks=match.rules.decks))
        seat = self._bot_to_pass if match.phase is Phase.PASSING else match.turn
        assert seat is not None
        return command_of(self._bots[seat], observe(match, seat))

    def run(self, command: Command) -> tuple[Told, ...]:
        """Carry out a command; raises ``RuleViolation`` and changes nothing if it is refused."""
        told = []
        for event in decide(self._match, command):
            self._record(event)
            told.append(Told(redact(event, ME), observe(self._match, ME)))
        return tuple(told)

    def again(self) -> Session:
        """The next game at this table: the deal moves on."""
        match = self._match
        dealer = match.dealer if match.deal is None else match.next_dealer
        return Session(replace(self.table, game=self.table.game + 1, dealer=dealer))

    def story(self) -> tuple[Told, ...]:
        """What has happened in the current hand, as far as the person may know it."""
        if self._match.deal is None:
            return ()
        match, told = self._before, []
        for event in self._hand:
            match = evolve(match, event)
            told.append(Told(redact(event, ME), observe(match, ME)))
        return tuple(told)

    def history(self) -> tuple[Hand, ...]:
        """The hands that have been scored, first to last."""
        return tuple(hand for hand in self._record_so_far().hands if hand.totals is not None)

    def record(self) -> Record:
        """The game so far, the open hand included: for its keeper, nobody else."""
        return self._record_so_far()

    def kept(self) -> str:
        """The text from which ``restore`` goes on. It tells everything: keep it private."""
        table = self.table
        values = (VERSION, str(table.seed), str(table.game), str(self._begun.dealer))
        return write([replace(self._record_so_far(), tags=tuple(zip(TAGS, values, strict=True)))])

    def _record(self, event: Event) -> None:
        if isinstance(event, Dealt) and self._hand:
            self._finished += self._hand_record().hands
            self._hand = []
        if isinstance(event, Dealt):
            self._before = self._match
        self._match = evolve(self._match, event)
        self._hand.append(event)

    def _hand_record(self) -> Record:
        """The current hand alone: what is finished need not be told again for each card."""
        if not self._hand:
            return record_of([self._begun], players=self.table.players)
        before = self._before
        begun = MatchBegun(before.rules, before.dealer, before.totals)
        return record_of([begun, *self._hand], players=self.table.players)

    def _record_so_far(self) -> Record:
        hand = self._hand_record()
        return replace(hand, start=self._begun.totals, hands=(*self._finished, *hand.hands))


def restore(data: bytes) -> Session:
    """The game that ``Session.kept`` wrote; ``SaveError`` names the line that is wrong."""
    try:
        games = list(parse_located(data))
    except RecordError as error:
        raise SaveError(error.line, error.problem) from None
    if len(games) != 1:
        raise SaveError(1, f"one game is kept in a file, not {len(games)}")
    (game,) = games
    record, tags = game.record, _Tags(game.record, data)
    if tags.text("Kept") != VERSION:
        raise SaveError(tags.line("Kept"), f"expected Kept {VERSION!r}, not {tags.text('Kept')!r}")
    if record.winners is not None:
        raise SaveError(tags.line("Winners"), "this game is over")
    if not all(name.startswith("bot:") == (seat != ME) for seat, name in enumerate(record.players)):
        raise SaveError(tags.line("Players"), "the first player is a person, all others are bots")
    table = Table(
        record.rules,
        record.players[ME],
        tuple(name.removeprefix("bot:") for name in record.players),
        seed=tags.number("Seed"),
        game=tags.number("Game"),
        dealer=tags.number("Dealer"),
    )
    try:
        events = replay(record) if record.hands else ()
        session = Session(table, events)
    except Difference as difference:
        difference.line = game.lines[difference.place]
        raise SaveError(difference.line, str(difference).partition(": ")[2]) from None
    except ValueError as error:
        raise SaveError(tags.line("Players"), str(error)) from None
    _check_deals(table, game)
    return session


def _check_deals(table: Table, game: Located) -> None:
    """What has been dealt must follow from the seed, or what comes would not."""
    for number, hand in enumerate(game.record.hands, start=1):
        order = shuffled_pack(table.key(number), decks=table.rules.decks)
        dealt = deal_order(order, players=table.rules.players, dealer=hand.dealer)
        if dealt != (hand.deal, hand.kitty):
            line = game.lines[number, "deal", 0]
            raise SaveError(line, f"the deal of hand {number} does not follow from the Seed")


class _Tags:
    """The tags of a kept game, and on which lines they stand."""

    def __init__(self, record: Record, data: bytes) -> None:
        self._values = dict(record.tags)
        self._lines = data.decode("utf-8", "replace").splitlines()

    def text(self, name: str) -> str:
        if name not in self._values:
            raise SaveError(1, f"this is no kept game: it has no tag {name}")
        return self._values[name]

    def number(self, name: str) -> int:
        text = self.text(name)
        if not re.fullmatch("-?[0-9]{1,300}", text, re.ASCII):
            raise SaveError(self.line(name), f"{name} is a whole number, not {text[:40]!r}")
        return int(text)

    def line(self, name: str) -> int:
        begun = (n for n, line in enumerate(self._lines, 1) if line.startswith(f"[{name} "))
        return next(begun, 1)


STANDS: Final[dict[Phase, str]] = {
    Phase.DEALING: N_("hand {hand} is about to be dealt"),
    Phase.PASSING: N_("hand {hand}, passing"),
    Phase.PLAYING: N_("hand {hand}, trick {trick}"),
    Phase.MOON: N_("hand {hand}, the moon has been shot"),
    Phase.OVER: N_("the game is over"),
}


def standing_told(view: View, words: Words) -> str:
    """Where a game stands, in a few words: ``7 players · hand 3, trick 5 · you have 12``."""
    deal = view.deal
    hand = view.next_number if view.phase is Phase.DEALING or deal is None else deal.number
    parts = [
        words.gettext("{n} players").format(n=view.rules.players),
        words.gettext(STANDS[view.phase]).format(
            hand=hand, trick=1 if deal is None else len(deal.tricks) + 1
        ),
        words.gettext("you have {total}").format(total=view.totals[ME]),
    ]
    return " · ".join(parts)
