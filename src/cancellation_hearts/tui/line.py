"""A person at a terminal: the game line by line, against players that are programs.

Every prompt takes a card or a word and answers a wrong one by saying what was expected; nothing is
lost by it. ``?`` lists the words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from queue import SimpleQueue
from typing import Final

from cancellation_hearts import core
from cancellation_hearts.bots import command_of
from cancellation_hearts.core import (
    Card,
    Cards,
    Event,
    MoonChoice,
    Rules,
    View,
    legal_plays,
    refusal,
)
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.core.rules import MOON_CHOICES
from cancellation_hearts.i18n import Words, option_meaning, refusal_text
from cancellation_hearts.i18n.catalogue import N_
from cancellation_hearts.service.drivers import act_of
from cancellation_hearts.table import PersonCommand, TableView, evolve
from cancellation_hearts.table.commands import SayReady
from cancellation_hearts.tui.asking import pass_problem, what_if
from cancellation_hearts.tui.reading import read_card
from cancellation_hearts.tui.telling import Teller, hand_picture
from cancellation_hearts.wire import Update

HELP: Final = (
    N_("a card: sq, qs, ♠q or 10h; the suits are s h d c"),
    N_("h or enter: your hand and the table"),
    N_("l: the last trick"),
    N_("s: the score"),
    N_("r: the rules of this table"),
    N_("q: quit"),
)
PATIENCE: Final = 1.0
"""Seconds until it is tried again to go on to a hand that could not be kept."""


class Quit(Exception):
    """The person wants to stop."""


class Person:
    """A player who is asked at a prompt and told what happens.

    ``ask`` shows a prompt and returns a line (``EOFError`` at the end of input); ``say`` shows one.
    """

    def __init__(
        self,
        seat: int,
        rules: Rules,
        names: Sequence[str],
        words: Words,
        *,
        ask: Callable[[str], str],
        say: Callable[[str], None],
    ) -> None:
        """Sit down; ``names`` are everybody's, seat 0 first."""
        self._seat = seat
        self._names = tuple(names)
        self._words = words
        self._teller = Teller(rules, names, words, me=seat)
        self._ask = ask
        self._say = say

    def tell(self, event: Event, view: View) -> None:
        """Show what happened."""
        self._lines(self._teller.tell(event, view))

    def choose_pass(self, view: View) -> Cards:
        """Ask which cards to give away."""
        rules = view.rules
        number = 1 if view.deal is None else view.deal.number
        target = self._names[(self._seat + rules.pass_offset(number)) % rules.players]
        way = option_meaning("pass_cycle", (rules.pass_way(number),), self._words)
        told = self._words.gettext("Pass {n} cards to {name} ({way})")
        prompt = told.format(n=rules.pass_count, name=target, way=way) + " > "
        self._show(view)
        while True:
            words = self._answer(prompt, view)
            cards = [read_card(word) for word in words]
            wrong = [word for word, card in zip(words, cards, strict=True) if card is None]
            if wrong:
                self._no_card(wrong[0], "sa sk h10")
                continue
            given = [card for card in cards if card is not None]
            problem = pass_problem(view, given, self._words)
            if problem is None:
                return Cards.of(given)
            self._say(f"   {problem}")

    def choose_card(self, view: View) -> Card:
        """Ask which card to play."""
        self._show(view)
        while True:
            words = self._answer(self._words.gettext("Your card") + " > ", view)
            card = read_card("".join(words))
            if card is None:
                self._no_card(" ".join(words), "sq")
                continue
            violation = refusal(view, self._seat, card)
            if violation is None:
                return card
            self._say(f"   {refusal_text(violation, self._words)}")

    def choose_moon(self, view: View) -> MoonChoice | None:
        """Ask what the moon shall mean, telling what each choice leads to."""
        for choice in MOON_CHOICES:
            self._say(f"   {what_if(view, choice, self._teller)}")
        while True:
            prompt = self._words.gettext("Add or subtract? (add, subtract)")
            word = "".join(self._answer(prompt + " > ", view)).lower()
            for choice in MOON_CHOICES:
                if word and choice.startswith(word):
                    return choice
            self._say("   " + self._words.gettext("write add or subtract"))

    def _no_card(self, typed: str, example: str) -> None:
        told = self._words.gettext("{typed} is no card; write for example: {example}")
        self._say("   " + told.format(typed=repr(typed), example=example))

    def _answer(self, prompt: str, view: View) -> list[str]:
        """The words of the next line that is an answer; the others are dealt with here."""
        while True:
            try:
                line = self._ask(prompt).replace(",", " ").strip()
            except EOFError:
                raise Quit from None
            match line.lower():
                case "q" | "quit" | "exit":
                    raise Quit
                case "" | "h" | "hand":
                    self._show(view)
                case "?" | "help":
                    self._lines(f"   {self._words.gettext(line)}" for line in HELP)
                case "s" | "score":
                    self._lines(self._teller.score(view))
                case "l" | "last":
                    self._last_trick(view)
                case "r" | "rules":
                    self._lines(self._teller.rules_told())
                case _:
                    return line.split()

    def _show(self, view: View) -> None:
        """The table and the own hand, with what may be played."""
        if view.deal is None:
            return
        self._say("")
        self._lines(self._teller.standing(view.deal))
        hand = view.deal.hands[self._seat]
        words = self._words
        self._say(words.gettext("Your hand:") + "  " + hand_picture(hand, words))
        legal = legal_plays(view, self._seat)
        if legal and legal != hand:
            self._say(words.gettext("May play:") + "   " + hand_picture(legal, words))

    def _last_trick(self, view: View) -> None:
        if view.deal is None or not view.deal.tricks:
            self._say("   " + self._words.gettext("no trick has been played in this hand"))
            return
        trick = view.deal.tricks[-1]
        self._lines(self._teller.trick(trick, number=len(view.deal.tricks)))
        nobody = self._words.gettext("nobody")
        taker = nobody if trick.taker is None else self._teller.name(trick.taker)
        self._say(f"   → {taker}")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)


class LineGame:
    """A person's game at a table, told and asked line by line until it is over.

    ``news`` brings what the table tells, as it comes, and sentences about what went wrong;
    ``request`` asks the table for something, waits until it is kept, and returns the version.
    """

    def __init__(
        self,
        first: Update,
        person: Person,
        words: Words,
        *,
        news: SimpleQueue[Update | str | Exception],
        request: Callable[[PersonCommand], int],
        say: Callable[[str], None],
    ) -> None:
        """``first``: how everything stands when the person sits down."""
        self.view: TableView = first.view
        """The table as far as it has been told."""
        self._person = person
        self._words = words
        self._news = news
        self._request = request
        self._say = say
        self._granted = 0
        self._wrong = ""

    def play(self) -> None:
        """Until the game is over; ``Quit`` if the person has enough."""
        while True:
            if self._news.empty() and self.view.version >= self._granted:
                if not self.view.playing:
                    return
                self._act()
            self._hear(self._news.get())

    def _hear(self, news: Update | str | Exception) -> None:
        """Tell what has happened."""
        if isinstance(news, Exception):
            raise news
        if isinstance(news, str):
            if news != self._wrong:  # it is tried again and again
                self._wrong = news
                self._say(news)
            return
        self._wrong = ""
        view = self.view if news.events else news.view
        for told in news.events:
            view = evolve(view, told)
            if isinstance(told.event, core.Event) and view.match is not None:
                self._person.tell(told.event, view.match)
        self.view = view

    def _act(self) -> None:
        """Do what the table waits for, if it waits for the person."""
        view, match, seat = self.view, self.view.match, self.view.seat
        if match is None or seat is None:
            return
        if view.between_hands:
            if not view.seats[seat].ready:
                while not self._granted_to(SayReady(ready=True)):
                    time.sleep(PATIENCE)
        elif seat in view.awaited:
            while not self._granted_to(act_of(command_of(self._person, match), view.ply)):
                pass

    def _granted_to(self, command: PersonCommand) -> bool:
        """Ask the table for something; what it refuses is told."""
        try:
            self._granted = self._request(command)
        except Refusal as refusal:
            self._say(f"   {refusal_text(refusal, self._words)}")
            while not self._news.empty():
                self._hear(self._news.get())
            return False
        return True
