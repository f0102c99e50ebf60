"""What lies before the person: the hand in order, a cursor, lifted cards, and what was refused.

It turns keys into acts: the first Enter lifts a card, the second plays it; passing lifts as
many as are passed. A card that the rules refuse is not lifted, and the reason stays until the next
key.
"""

from __future__ import annotations

from collections.abc import Sequence

from cancellation_hearts.core import (
    Card,
    Cards,
    Phase,
    View,
    legal_plays,
    refusal,
)
from cancellation_hearts.core.picture import card_picture
from cancellation_hearts.i18n import Words, card_name, refusal_text, suit_name
from cancellation_hearts.table import Act
from cancellation_hearts.table.commands import Pass, Play
from cancellation_hearts.tui.asking import is_passing, own_hand
from cancellation_hearts.tui.hand import ORDER, Fan, in_order


class Desk:
    """One person's place at the table."""

    def __init__(self, view: View, words: Words, *, base: int = 0) -> None:
        """Sit down before a view of one's own seat; ``base``: see ``Table``."""
        self._words = words
        self._base = base
        self._lifted: tuple[int, ...] = ()
        self.cursor = 0
        self.refused: str | None = None
        """Why the last key did nothing, if it was so."""
        self.given = False
        """Whether the lifted cards are on their way, and the others are still choosing."""
        self.view = view
        self.cards: tuple[Card, ...] = in_order(own_hand(view))
        chosen = _choice(view)
        if chosen is not None:  # before the program was stopped, while others were still choosing
            self.given, self._lifted = True, _places(chosen, self.cards)
        self._to_playable()

    def see(self, view: View, *, base: int = 0) -> None:
        """Something has happened: keep the cursor on its card, and lifted what can still lie so.

        When it becomes the person's turn the cursor goes to a card that may be played.
        """
        waited, self._base = self.playing, base
        cards = in_order(own_hand(view))
        if cards != self.cards or view.phase is not self.view.phase:
            here = self.card
            if here is not None and here in cards:
                self.cursor = cards.index(here)
            self._lifted, self.given = (), False
        self.view, self.cards = view, cards
        self.cursor = min(self.cursor, max(0, len(cards) - 1))
        if not waited:
            self._to_playable()

    def _to_playable(self) -> None:
        """If it is the person's turn: the cursor stands on a card that may be played."""
        if self.playing and self.view.seat is not None:
            legal = legal_plays(self.view, self.view.seat)
            if self.card is None or self.card not in legal:
                self.cursor = next(i for i, card in enumerate(self.cards) if card in legal)

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        return self.cards[self.cursor] if self.cursor < len(self.cards) else None

    @property
    def lifted(self) -> tuple[Card, ...]:
        """The lifted cards, in the order in which they were lifted."""
        return tuple(self.cards[index] for index in self._lifted)

    @property
    def passing(self) -> bool:
        """Whether cards to pass are asked for."""
        return is_passing(self.view) and not self.given

    @property
    def playing(self) -> bool:
        """Whether a card to play is asked for."""
        return self.view.phase is Phase.PLAYING and self.view.turn == self.view.seat

    @property
    def full(self) -> bool:
        """Whether as many cards are lifted as are asked for."""
        return len(self._lifted) == (self.view.rules.pass_count if self.passing else 1)

    def move(self, step: int) -> None:
        """Move the cursor along the hand, round its ends."""
        self.refused = None
        if self.cards:
            self.cursor = (self.cursor + step) % len(self.cards)

    def to_suit(self, step: int) -> None:
        """Move the cursor to the first card of another suit that is held."""
        self.refused = None
        here = self.card
        if here is None:
            return
        held = [suit for suit in ORDER if any(card.suit is suit for card in self.cards)]
        suit = held[(held.index(here.suit) + step) % len(held)]
        self.cursor = next(i for i, card in enumerate(self.cards) if card.suit is suit)

    def jump(self, card: Card) -> None:
        """Move the cursor to a card that was named; a second time to its twin."""
        self.refused = None
        found = [index for index, held in enumerate(self.cards) if held is card]
        if not found:
            told = self._words.gettext("you do not hold the {card}")
            self.refused = told.format(card=card_name(card, self._words))
            return
        free = [i for i in found if i not in self._lifted and i != self.cursor]
        self.cursor = free[0] if free else found[0]

    def put_back(self) -> None:
        """Nothing is lifted any more, nor given away."""
        self.refused = None
        self._lifted, self.given = (), False

    def toggle(self) -> None:
        """Lift the card under the cursor, or put it back."""
        self.refused = None
        if self.cursor in self._lifted:
            self._lifted = tuple(index for index in self._lifted if index != self.cursor)
        elif self.passing:
            self._lift_to_pass()
        elif self.playing:
            self._lift_to_play()

    def enter(self, *, one_step: bool = False) -> Act | None:
        """What Enter does: lift, or give the act that the lifted cards stand for."""
        self.refused = None
        if self.passing:
            if self.full:
                self.given = True
                return Pass(Cards.of(self.lifted), self._base + self.view.ply)
            self.toggle()
        elif self.playing:
            if self.cursor not in self._lifted:
                self._lift_to_play()
                if not (one_step and self._lifted):
                    return None
            (card,) = self.lifted
            return Play(card, self._base + self.view.ply)
        return None

    def click(self, index: int, *, one_step: bool = False) -> Act | None:
        """A card was clicked: lift it or put it back; one that is lifted to be played is played."""
        self.cursor = index
        if self.passing:
            self.toggle()
            return None
        return self.enter(one_step=one_step)

    def _lift_to_pass(self) -> None:
        if self.full:
            told = self._words.gettext("{n} cards are lifted already; put one back first")
            self.refused = told.format(n=self.view.rules.pass_count)
        elif self.card is not None:
            self._lifted = (*self._lifted, self.cursor)

    def _lift_to_play(self) -> None:
        card, seat = self.card, self.view.seat
        if card is None or seat is None:
            return
        violation = refusal(self.view, seat, card)
        if violation is None:
            self._lifted = (self.cursor,)
        else:
            self.refused = refusal_text(violation, self._words)

    # --- what is to be seen -----------------------------------------------------------------

    def fan(self) -> Fan:
        """The hand as it is drawn."""
        view, legal = self.view, None
        if self.playing and view.seat is not None:
            playable = legal_plays(view, view.seat)
            legal = frozenset(i for i, card in enumerate(self.cards) if card in playable)
        return Fan(
            cards=self.cards,
            size=view.rules.hand_size,
            legal=legal,
            lifted=self._lifted,
            cursor=self.cursor,
            new=self._new(),
        )

    def _new(self) -> frozenset[int]:
        """The cards that were passed to the person, until the first one is played."""
        view = self.view
        deal = view.deal
        if deal is None or deal.passes is None or deal.offset is None or view.seat is None:
            return frozenset()
        received = deal.passes[(view.seat - deal.offset) % view.rules.players]
        if not isinstance(received, Cards) or len(self.cards) < view.rules.hand_size:
            return frozenset()
        return frozenset(_places(received, self.cards))

    def task(self) -> str:
        """What is asked for, in a sentence; empty while nothing is."""
        words, view = self._words, self.view
        if self.passing:
            missing = view.rules.pass_count - len(self._lifted)
            if missing:
                told = words.ngettext("Lift {n} more card", "Lift {n} more cards", missing)
                return told.format(n=missing)
            return words.gettext("Ready to pass")
        if not self.playing or view.deal is None or view.deal.trick is None:
            return ""
        led = view.deal.trick.led
        if led is None:
            return words.gettext("Your turn: lead a card")
        suit = f"{led.suit.symbol} {suit_name(led.suit, words)}"
        if any(card.suit is led.suit for card in self.cards):
            return words.gettext("Your turn: follow {suit}").format(suit=suit)
        return words.gettext("Your turn: you have no {suit}").format(suit=suit)

    def action(self) -> str:
        """What Enter would do now."""
        words, card = self._words, self.card
        if card is None or not (self.passing or self.playing):
            return ""
        if self.passing and self.full:
            cards = " ".join(map(card_picture, self.lifted))
            return words.gettext("Enter: pass {cards}").format(cards=cards)
        if self.playing and self.cursor in self._lifted:
            return words.gettext("Enter: play {card}").format(card=card_picture(card))
        if self.cursor in self._lifted:
            return words.gettext("Enter: put back {card}").format(card=card_picture(card))
        return words.gettext("Enter: lift {card}").format(card=card_picture(card))


def _choice(view: View) -> Cards | None:
    """The cards that the view's seat has chosen to pass, while others are still choosing."""
    if view.deal is None or not view.deal.choices or view.seat is None:
        return None
    choice = view.deal.choices[view.seat]
    return choice if isinstance(choice, Cards) else None


def _places(cards: Cards, hand: Sequence[Card]) -> tuple[int, ...]:
    """Where the cards of a set lie in a hand that holds them; twins have places of their own."""
    places: list[int] = []
    for card in cards:
        places.append(next(i for i, c in enumerate(hand) if c is card and i not in places))
    return tuple(places)
