"""What happens at a table, told in lines of text.

A ``Teller`` listens to events with the view after each, and says what a person wants to hear: the
cards of a trick as they fall, what cancelled, who took what. It tells a whole record, or one
seat's side of it, from the same events; what the view does not show, it cannot say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cancellation_hearts.core import (
    Card,
    Cards,
    Event,
    Knowledge,
    Match,
    Rules,
    Suit,
    Trick,
    hearts_broken,
    live_cards,
    points_so_far,
)
from cancellation_hearts.core.events import (
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    KittyTaken,
    MatchEnded,
    MoonChosen,
    MoonShot,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.picture import card_picture
from cancellation_hearts.core.state import Deal

WIDTH = 78


def distinct_names(players: Sequence[str]) -> tuple[str, ...]:
    """Names that tell seats apart: programs and namesakes get their seat's number.

    >>> distinct_names(["Ana", "bot:steady", "bot:steady", "Eve", "Eve"])
    ('Ana', 'bot 1', 'bot 2', 'Eve 3', 'Eve 4')
    """
    return tuple(
        f"bot {seat}"
        if name.startswith("bot:")
        else (name if players.count(name) == 1 else f"{name} {seat}")
        for seat, name in enumerate(players)
    )


def hand_picture(cards: Knowledge) -> str:
    """A hand with its cards apart: ``♠ A K T   ♥ Q 7   ♣ 5``."""
    if not isinstance(cards, Cards):
        return f"{len(cards)} cards face down"
    groups = (
        f"{suit.symbol} " + " ".join(str(card)[1] for card in reversed(list(cards.only(suit.mask))))
        for suit in reversed(Suit)
        if cards.only(suit.mask)
    )
    return "   ".join(groups) or "no cards"


def plural(number: int, one: str, many: str) -> str:
    """``1 card``, ``2 cards``."""
    return f"{number} {one if number == 1 else many}"


class Teller:
    """Tells one game; ``names`` are the players', seat 0 first.

    ``me``: the seat that is told as *you*, if any.
    """

    def __init__(self, rules: Rules, names: Sequence[str], *, me: int | None = None) -> None:
        """Nothing has been told yet."""
        self.rules = rules
        self.me = me
        self.names = tuple(names)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return "you" if seat == self.me else self.names[seat]

    def _does(self, seat: int, verb: str) -> str:
        """``you take`` or ``Ana takes``, at the beginning of a sentence."""
        if seat == self.me:
            return f"You {verb}"
        return f"{self.names[seat]} {verb}{'es' if verb.endswith('s') else 's'}"

    def tell(self, event: Event, after: Match) -> Iterator[str]:
        """The lines about an event; ``after`` is the match or view once it has happened."""
        deal = after.deal
        if deal is None:
            return
        match event:
            case Dealt():
                yield from self._dealt(deal)
            case CardsPassed():
                yield from self._passed(deal)
            case TrickTaken(seat, cards):
                yield from self.trick(deal.tricks[-1], number=len(deal.tricks))
                points = _seen_points(cards)
                what = f"{plural(len(cards), 'card', 'cards')}, {plural(points, 'point', 'points')}"
                yield f"   → {self._does(seat, 'take')} {what}"
            case TrickVoided(next_leader):
                yield from self.trick(deal.tricks[-1], number=len(deal.tricks))
                pile = deal.set_aside
                waits = "stays uncollected" if next_leader is None else "set aside"
                what = f"{len(pile)} cards, {plural(pile.points, 'point', 'points')} {waits}"
                leads = "" if next_leader is None else f"; {self._does(next_leader, 'lead')}"
                yield f"   ✕ nobody takes it: {what}{leads}"
            case KittyTaken(seat, cards):
                shown = f": {cards}" if isinstance(cards, Cards) else ", face down"
                yield f"   + with the kitty, {plural(len(cards), 'card', 'cards')}{shown}"
            case DealRevealed():
                yield from self._revealed(deal)
            case DealCounted(points, uncollected):
                yield ""
                yield from self._by_seat("Captured: ", points)
                if uncollected:
                    yield f"Uncollected: {plural(uncollected, 'point', 'points')} for nobody"
            case MoonShot(seat):
                yield f"☾ {self._does(seat, 'shoot')} the moon: all {self.rules.all_points} points!"
            case MoonChosen(seat, choice):
                verb, where = ("add", "to everybody else's total")
                if choice == "subtract":
                    verb, where = ("take", "off the own total")
                yield f"☾ {self._does(seat, verb)} {self.rules.moon_value} {where}"
            case DealScored(_changes, totals):
                yield from self._by_seat("Totals:   ", totals)
            case MatchEnded(winners):
                yield ""
                yield f"★ {self.won(winners, after.totals)}"
            case _:  # the rest is told with the trick, or by the prompt
                return

    def won(self, winners: Sequence[int], totals: Sequence[int]) -> str:
        """Who wins, and with what total."""
        who = " and ".join(self.name(seat) for seat in winners)
        verb = "win" if len(winners) > 1 or winners == (self.me,) else "wins"
        return f"{who[:1].upper()}{who[1:]} {verb} with {totals[winners[0]]}"

    def trick(self, trick: Trick, *, number: int) -> Iterator[str]:
        """A trick: seats and cards in order of play, cancelled ones between crosses."""
        cancelled = trick.pile.two
        parts = []
        for index, card in enumerate(trick.cards):
            shown = card_picture(card)
            if card.bit & cancelled:
                shown = f"×{shown}×"
            parts.append(f"{self.name(trick.seat(index, players=self.rules.players))} {shown}")
        yield from wrapped(f"{number:2}. ", parts)

    def standing(self, deal: Deal) -> Iterator[str]:
        """The open trick and what is at stake: who wins now, what waits."""
        trick = deal.trick
        if trick is None:
            return
        if trick.cards:
            yield from self.trick(trick, number=len(deal.tricks) + 1)
            yield f"    {self._winning(trick)}"
        notes = []
        if pile := deal.set_aside:
            notes.append(f"set aside {len(pile)} cards, {plural(pile.points, 'point', 'points')}")
        if deal.kitty is not None and deal.kitty_owner is None:
            notes.append(f"kitty {plural(len(deal.kitty), 'card', 'cards')}")
        notes.append("hearts broken" if hearts_broken(deal, self.rules) else "hearts not broken")
        yield f"    [{' · '.join(notes)}]"

    def score(self, match: Match) -> Iterator[str]:
        """Totals and the points taken so far in this hand (the kitty's are nobody's business)."""
        points = (0,) * self.rules.players if match.deal is None else points_so_far(match.deal)
        yield "   total  this hand"
        for seat, name in enumerate(self.names):
            yield f"{match.totals[seat]:8}{points[seat]:11}  {'you' if seat == self.me else name}"

    def _winning(self, trick: Trick) -> str:
        pairs = Cards(trick.pile.two)
        cancels = f"{', '.join(f'{card_picture(c)}={card_picture(c)}' for c in pairs)} cancel; "
        told = cancels if pairs else ""
        live = live_cards(trick)
        if self.rules.void_rule == "two_pairs" and len(pairs) >= 2:
            return f"{told}two pairs: nobody takes this trick"
        if not live:
            return f"{told}no live card: nobody takes it so far"
        best = list(live)[-1]
        seat = trick.seat(trick.cards.index(best), players=self.rules.players)
        return f"{told}{self._does(seat, 'win')} so far with {card_picture(best)}"

    def _dealt(self, deal: Deal) -> Iterator[str]:
        way = self.rules.pass_way(deal.number)
        passing = "no passing" if way == "none" else f"pass {self.rules.pass_count} {way}"
        yield ""
        head = f"── Hand {deal.number} · {self._does(deal.dealer, 'deal')} · {passing} "
        yield head + "─" * max(0, WIDTH - len(head))
        yield from self._hands(deal, deal.dealt)

    def _hands(self, deal: Deal, hands: Sequence[Knowledge]) -> Iterator[str]:
        """The hands that lie open here, and the kitty."""
        width = max(map(len, self.names))
        known = [seat for seat, hand in enumerate(hands) if isinstance(hand, Cards)]
        if known == [self.me]:  # a person at the table sees the hand at the prompt
            return
        for seat in known:
            yield f"   {self.name(seat):{width}}  {hands[seat]}"
        if deal.kitty is not None:
            yield f"   {'kitty':{width}}  {deal.kitty}"

    def _passed(self, deal: Deal) -> Iterator[str]:
        if deal.passes is None or deal.offset is None:
            return
        for giver, cards in enumerate(deal.passes):
            if isinstance(cards, Cards):
                taker = (giver + deal.offset) % self.rules.players
                yield f"   {self._does(giver, 'pass')} {cards} to {self.name(taker)}"

    def _revealed(self, deal: Deal) -> Iterator[str]:
        """All hands as dealt: told only to somebody who has not seen them before."""
        if self.me is not None:
            yield ""
            yield "As dealt:"
            yield from self._hands(deal, deal.dealt)
            if deal.passes is not None:
                passes = (f"{self.name(seat)} {cards}" for seat, cards in enumerate(deal.passes))
                yield from wrapped("Passed: ", list(passes))

    def _by_seat(self, head: str, numbers: Sequence[int]) -> Iterator[str]:
        parts = [f"{self.name(seat)} {number}" for seat, number in enumerate(numbers)]
        yield from wrapped(head, parts, gap=" · ")


def _seen_points(cards: Knowledge) -> int:
    return cards.points if isinstance(cards, Cards) else 0


def wrapped(head: str, parts: Sequence[str], *, gap: str = "  ") -> Iterator[str]:
    """The parts in lines no wider than the page, none broken; further lines are indented."""
    line = head
    for part, first in zip_longest(parts, [True]):
        joined = part if first else gap + part
        if len(line) + len(joined) > WIDTH and not first:
            yield line
            line, joined = " " * len(head), part
        line += joined
    yield line


def read_card(text: str) -> Card | None:
    """The card that a person typed: ``SQ``, ``qs``, ``♠Q``, ``10h``; None if it is none.

    >>> [read_card(word) for word in ("sq", "QS", "♠q", "10h", "h10", "x")]
    [Card.SQ, Card.SQ, Card.SQ, Card.HT, Card.HT, None]
    """
    word = text.upper().replace("10", "T")
    for suit in Suit:
        word = word.replace(suit.symbol, suit)
    for name in (word, word[::-1]):
        if name in Card.__members__:
            return Card(name)
    return None
