"""A person at a terminal: the game line by line, against players that are programs.

Every prompt takes a card or a word and answers a wrong one by saying what was expected; nothing is
lost by it. ``?`` lists the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

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
from cancellation_hearts.core.score import count_deal, match_winners, new_totals
from cancellation_hearts.i18n import card_name, option_meaning, refusal_text
from cancellation_hearts.tui.telling import Teller, hand_picture, read_card

CHOICES: Final[tuple[MoonChoice, ...]] = ("add", "subtract")
HELP: Final = """\
   a card       sq, qs, ♠q or 10h; suits are s h d c
   h or enter   your hand and the table      l   the last trick
   s            the score                    r   the rules of this table
   q            quit"""


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
        *,
        ask: Callable[[str], str],
        say: Callable[[str], None],
    ) -> None:
        """Sit down; ``names`` are everybody's, seat 0 first."""
        self._seat = seat
        self._names = tuple(names)
        self._teller = Teller(rules, names, me=seat)
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
        prompt = f"Pass {rules.pass_count} cards to {target} ({rules.pass_way(number)}) > "
        self._show(view)
        while True:
            words = self._words(prompt, view)
            cards = [read_card(word) for word in words]
            wrong = [word for word, card in zip(words, cards, strict=True) if card is None]
            if wrong:
                self._say(f"   {wrong[0]!r} is no card; write for example: sa sk h10")
                continue
            problem = self._pass_problem(view, [card for card in cards if card is not None])
            if problem is None:
                return Cards.of([card for card in cards if card is not None])
            self._say(f"   {problem}")

    def choose_card(self, view: View) -> Card:
        """Ask which card to play."""
        self._show(view)
        while True:
            words = self._words("Your card > ", view)
            card = read_card("".join(words))
            if card is None:
                self._say(f"   {' '.join(words)!r} is no card; write for example: sq or 10h")
                continue
            violation = refusal(view, self._seat, card)
            if violation is None:
                return card
            self._say(f"   {refusal_text(violation)}")

    def choose_moon(self, view: View) -> MoonChoice | None:
        """Ask what the moon shall mean, telling what each choice leads to."""
        for choice in CHOICES:
            self._say(f"   {choice}: {self._what_if(view, choice)}")
        while True:
            word = "".join(self._words("Add or subtract? > ", view)).lower()
            for choice in CHOICES:
                if word and choice.startswith(word):
                    return choice
            self._say("   write add or subtract")

    def _what_if(self, view: View, choice: MoonChoice) -> str:
        """What a choice leads to: it can end the game, and somebody else may win it (A12)."""
        rules, deal = view.rules, view.deal
        assert deal is not None  # the moon has been shot in a deal
        count = count_deal(deal, rules)
        totals = new_totals(view.totals, count, rules, shooter=self._seat, choice=choice)
        where = "to everybody else" if choice == "add" else "off your total"
        winners = match_winners(totals, rules)
        if winners is None:
            outcome = f"you have {totals[self._seat]}, the game goes on"
        else:
            outcome = "the game ends: " + self._teller.won(winners, totals)
        return f"{rules.moon_value} {where}; {outcome}"

    def _pass_problem(self, view: View, cards: Sequence[Card]) -> str | None:
        count = view.rules.pass_count
        if len(cards) != count:
            return f"name {count} cards, not {len(cards)}"
        hand = Cards() if view.deal is None else view.deal.hands[self._seat]
        for card in cards:
            held = hand.count(card) if isinstance(hand, Cards) else 0
            if cards.count(card) > held:
                return (
                    f"you hold the {card_name(card)} {held} times"
                    if held
                    else (f"you do not hold the {card_name(card)}")
                )
        return None

    def _words(self, prompt: str, view: View) -> list[str]:
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
                    self._say(HELP)
                case "s" | "score":
                    self._lines(self._teller.score(view))
                case "l" | "last":
                    self._last_trick(view)
                case "r" | "rules":
                    self._rules(view.rules)
                case _:
                    return line.split()

    def _show(self, view: View) -> None:
        """The table and the own hand, with what may be played."""
        if view.deal is None:
            return
        self._say("")
        self._lines(self._teller.standing(view.deal))
        hand = view.deal.hands[self._seat]
        self._say(f"Your hand:  {hand_picture(hand)}")
        legal = legal_plays(view, self._seat)
        if legal and legal != hand:
            self._say(f"May play:   {hand_picture(legal)}")

    def _last_trick(self, view: View) -> None:
        if view.deal is None or not view.deal.tricks:
            self._say("   no trick has been played in this hand")
            return
        trick = view.deal.tricks[-1]
        self._lines(self._teller.trick(trick, number=len(view.deal.tricks)))
        taker = "nobody" if trick.taker is None else self._teller.name(trick.taker)
        self._say(f"   → {taker}")

    def _rules(self, rules: Rules) -> None:
        self._say(f"   {rules}")
        for word in str(rules).split():
            name = word.partition("=")[0]
            self._say(f"   {name}: {option_meaning(name, getattr(rules, name))}")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)
