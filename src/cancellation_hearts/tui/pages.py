"""What the sheets say: the last trick, the score, the rules, the log, the hand that is over, help.

A page is a function of a width that yields lines, so that it can be laid anew in another window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from rich.cells import cell_len

from cancellation_hearts.core import OPTIONS, Cards, View
from cancellation_hearts.core.picture import card_picture
from cancellation_hearts.core.rules import MOON_CHOICES
from cancellation_hearts.i18n import OPTION_MEANINGS, Words, option_meaning
from cancellation_hearts.i18n.catalogue import N_
from cancellation_hearts.record.record import Hand
from cancellation_hearts.tui.asking import what_if
from cancellation_hearts.tui.canvas import Line, sentence, suited
from cancellation_hearts.tui.cells import fitting, flush_left, flush_right, widest, wrap
from cancellation_hearts.tui.scores import hand_by_hand, notes, reasons, standings
from cancellation_hearts.tui.settings import Settings
from cancellation_hearts.tui.story import story
from cancellation_hearts.tui.telling import Teller

Page: TypeAlias = Callable[[int], Iterable[Line]]

KEYS: Final = (
    ("← →", N_("move along the hand")),
    ("↑ ↓", N_("jump to another suit")),
    ("Enter", N_("lift the card; again: play it")),
    (N_("space"), N_("lift the card, or put it back")),
    ("s q", N_("two letters name a card and jump to it: suit, then rank (or the other way round)")),
    ("p", N_("pass the lifted cards")),
    ("Esc", N_("put everything back, close a page")),
    ("l", N_("the last trick")),
    ("s", N_("the score sheet")),
    ("t", N_("everything that happened in this hand")),
    ("r", N_("the rules of this table")),
    ("c", N_("colours, suit letters, speed and other settings")),
    ("w", N_("talk to the others and see who is here, at a table far away")),
    ("q", N_("quit; the game is kept")),
)
"""The keys and what they do."""

BRIEF: Final = (
    N_("Follow the suit that was led if you can. Hearts cost 1 point each, a queen of spades 13."),
    N_("Identical cards in a trick cancel: neither wins. The highest card left in the suit does."),
    N_("Who wins a trick takes its points and whatever was set aside before. Low totals win."),
)
"""The game in three sentences."""


def empty() -> Line:
    """A line with nothing in it."""
    return [("", "ink")]


def heading(text: str) -> Line:
    """The title of a part of a page."""
    return [(text, "star bold")]


def paragraphs(text: str, width: int, *, style: str = "ink", indent: str = "") -> Iterator[Line]:
    """A text in lines, cards coloured; further lines are indented."""
    lines = [text] if cell_len(text) <= width else wrap(text, width - len(indent))
    for row, line in enumerate(lines):
        yield [(indent if row else "", style), *suited(line, style)]


def last_trick(view: View, teller: Teller, *, brief: bool = False) -> Page:
    """Who played what to the last complete trick, what cancelled, who took it."""

    def page(width: int) -> Iterator[Line]:
        deal = view.deal
        if deal is None or not deal.tricks:
            yield from paragraphs(
                teller.words.gettext("no trick has been played in this hand"), width
            )
            return
        trick, words = deal.tricks[-1], teller.words
        players = teller.rules.players
        names = teller.name_cells
        for index, card in enumerate(trick.cards):
            seat = trick.seat(index, players=players)
            marks: list[Line] = []
            if card.bit & trick.pile.two:
                marks.append([("✕ " + words.gettext("cancelled"), "stamp")])
            if seat == trick.taker:
                marks.append([("★ " + words.gettext("takes the trick"), "star bold")])
            if not index:
                marks.append([("▶ " + words.gettext("led"), "ink-2")])
            said = [span for mark in marks for span in (*mark, ("  ", "ink"))]
            yield [
                (f"{index + 1:3}  ", "ink-2"),
                *suited(card_picture(card), "bold"),
                (f"  {flush_left(fitting(teller.label(seat), names), names)}  ", "ink"),
                *said,
            ]
        if not brief:
            yield empty()
            for told in teller.cancels(trick):
                yield [("✕ ", "stamp"), *suited(told, "stamp")]
        yield from paragraphs(sentence(teller.outcome(deal)), width, style="ink bold")

    return page


def score(view: View, history: Sequence[Hand], teller: Teller) -> Page:
    """Standings with the course of the totals, then the history of hands."""

    def page(width: int) -> Iterator[Line]:
        words = teller.words
        yield from standings(view, history, teller, width)
        yield empty()
        ends = words.gettext("The game ends when a total reaches {limit}; the lowest wins.")
        yield from paragraphs(ends.format(limit=view.rules.limit), width, style="ink-2")
        yield empty()
        yield heading(words.gettext("Hand by hand"))
        yield from hand_by_hand(view, history, teller, width)

    return page


def rules_told(view: View, words: Words) -> Page:
    """Every option of the table in a line, those that are not the usual ones marked."""

    def page(width: int) -> Iterator[Line]:
        rules = view.rules
        yield [(f"{rules}", "ink-2")]
        cards = words.gettext("{n} cards each, {kitty} left over for the kitty")
        yield from paragraphs(cards.format(n=rules.hand_size, kitty=rules.kitty_size), width)
        yield empty()
        for option in OPTIONS:
            value = getattr(rules, option.name)
            unusual = option.name != "players" and value != option.default
            meaning = option_meaning(option.name, value, words)
            question = words.gettext(OPTION_MEANINGS[option.name])
            mark = "★ " if unusual else "  "
            style = "ink bold" if unusual else "ink"
            if cell_len(question) + cell_len(meaning) + 5 <= width:
                yield [(mark, "star"), (f"{question}: ", "ink-2"), (meaning, style)]
            else:
                for row, line in enumerate(wrap(f"{question}:", width - 2)):
                    yield [("  " if row else mark, "star"), (line, "ink-2")]
                for line in wrap(meaning, width - 6):
                    yield [(f"      {line}", style)]
        yield empty()
        yield [("★ ", "star"), (words.gettext("differs from the usual rules"), "ink-2")]

    return page


def log(view: View, teller: Teller) -> Page:
    """Everything that has been told of the hand."""

    def page(width: int) -> Iterator[Line]:
        words = teller.words
        narrow = Teller(teller.rules, teller.names, words, me=teller.me, width=width)
        lines = [line for event, after in story(view) for line in narrow.tell(event, after)]
        if not lines:
            yield [(words.gettext("nothing has happened yet"), "ink-2")]
        for line in lines:
            if line:
                yield from paragraphs(line, width, indent="    ")

    return page


def helping(words: Words) -> Page:
    """The keys, and the game in three sentences."""

    def page(width: int) -> Iterator[Line]:
        for told in BRIEF:
            yield from paragraphs(words.gettext(told), width)
        yield empty()
        names = [words.gettext(key) if key == "space" else key for key, _meaning in KEYS]
        column = widest(names, least=8)
        for name, (_key, meaning) in zip(names, KEYS, strict=True):
            for row, text in enumerate(wrap(words.gettext(meaning), width - column - 2)):
                yield [
                    (flush_right("" if row else name, column) + "  ", "star bold"),
                    (text, "ink"),
                ]

    return page


def hand_over(view: View, history: Sequence[Hand], teller: Teller) -> Page:
    """All hands as dealt, the passes, what was captured and where the totals stand."""

    def page(width: int) -> Iterator[Line]:
        deal, words = view.deal, teller.words
        if deal is None or deal.points is None or deal.changes is None:
            return
        names = teller.name_cells
        passed = deal.passes is not None
        heads = [words.gettext("points"), words.gettext("counts"), words.gettext("total")]
        column = widest(heads, least=4) + 1
        given_width = 12 if passed else 0
        dealt_width = width - names - 2 - given_width - 3 * column
        wide = dealt_width >= teller.rules.hand_size + 7
        head = " " * (names + 2)
        if wide:
            head += flush_left(words.gettext("as dealt"), dealt_width)
            head += flush_left(words.gettext("passed"), given_width) if passed else ""
        yield [(head + "".join(flush_right(head, column) for head in heads), "ink-2")]
        if not wide:
            under = words.gettext("as dealt → passed") if passed else words.gettext("as dealt")
            yield [(f"  {under}", "ink-2")]
        for seat in range(teller.rules.players):
            mine = seat == teller.me
            style = "ink bold" if mine else "ink"
            given = "" if deal.passes is None else str(deal.passes[seat])
            numbers: Line = [
                (f"{deal.points[seat]:>{column}}", style),
                (f"{f'{deal.changes[seat]:+}':>{column}}", style),
                (f"{view.totals[seat]:>{column}}", "ink bold"),
            ]
            dealt = str(deal.dealt[seat])
            named = (f"{flush_left(fitting(teller.label(seat), names), names)}  ", style)
            if wide:
                yield [
                    named,
                    *suited(f"{dealt:{dealt_width}}", "ink"),
                    *suited(f"{given:{given_width}}", "ink-2"),
                    *numbers,
                ]
            else:
                yield [named, *numbers]
                arrow = f"  → {given}" if given else ""
                yield [("  ", "ink"), *suited(dealt, "ink"), *suited(arrow, "ink-2")]
        yield empty()
        yield from _rest(view, history, teller, width)

    return page


def _rest(view: View, history: Sequence[Hand], teller: Teller, width: int) -> Iterator[Line]:
    """The kitty, what nobody collected, the moon, and what options did."""
    deal, words = view.deal, teller.words
    if deal is None:
        return
    if isinstance(deal.kitty, Cards):
        cards = words.gettext("kitty: {cards}").format(cards=deal.kitty)
        if deal.kitty_owner is None:
            told = words.gettext("{cards}, nobody took it").format(cards=cards)
        elif deal.kitty_owner == teller.me:
            told = words.gettext("{cards}, you took it").format(cards=cards)
        else:
            told = words.gettext("{cards}, {name} took it").format(
                cards=cards, name=teller.names[deal.kitty_owner]
            )
        yield from paragraphs(told, width)
    told_notes = list(notes(history[-1], view, teller)) if history else []
    for note in (*told_notes, *reasons(view, teller)):
        yield from paragraphs(note, width, style="star")


def game_over(view: View, history: Sequence[Hand], teller: Teller) -> Page:
    """Who has won, and how it came to that."""

    def page(width: int) -> Iterator[Line]:
        assert view.winners is not None  # of the phase
        for line in wrap(teller.won(view.winners, view.totals), width - 2):
            yield [("★ ", "star bold"), (line, "star bold")]
        yield empty()
        yield from standings(view, history, teller, width, scored=True)
        yield empty()
        yield heading(teller.words.gettext("Hand by hand"))
        yield from hand_by_hand(view, history, teller, width)

    return page


def moon(view: View, teller: Teller) -> Page:
    """The shooter's choice, with what each choice leads to."""

    def page(width: int) -> Iterator[Line]:
        words = teller.words
        told = words.gettext("You have shot the moon: all {n} points! What shall it mean?")
        yield from paragraphs(told.format(n=view.rules.all_points), width, style="ink bold")
        yield empty()
        for key, choice in zip("as", MOON_CHOICES, strict=True):
            for row, line in enumerate(wrap(what_if(view, choice, teller), width - 4)):
                yield [(f"{' ' if row else key}   ", "star bold"), (line, "ink")]
            yield empty()
        totals = words.gettext("Totals:")
        parts = (f"{teller.name(seat)} {total}" for seat, total in enumerate(view.totals))
        yield from paragraphs(f"{totals} {' · '.join(parts)}", width, style="ink-2", indent="   ")

    return page


def blamed(trouble: str, page: Page) -> Page:
    """A page under the reason why the last answer came to nothing."""

    def blaming(width: int) -> Iterator[Line]:
        yield from paragraphs(trouble, width, style="stamp")
        yield empty()
        yield from page(width)

    return blaming


def kept_game(told: str, words: Words) -> Page:
    """A game that was kept, found at the beginning."""

    def page(width: int) -> Iterator[Line]:
        yield from paragraphs(words.gettext("A game of yours is kept:"), width)
        yield from paragraphs(told, width, style="ink bold")
        yield empty()
        new = words.gettext(
            "A new game does not touch it; play --resume goes on with the one played last."
        )
        yield from paragraphs(new, width, style="ink-2")

    return page


def settings_told(settings: Settings, words: Words) -> Page:
    """The settings as they are, and which key changes which."""
    named = {
        "slow": words.gettext("slow"),
        "normal": words.gettext("normal"),
        "fast": words.gettext("fast"),
        "instant": words.gettext("instant"),
        "four": words.gettext("four colours"),
        "two": words.gettext("two colours"),
        "none": words.gettext("no colours"),
        "symbols": "♠ ♥ ♦ ♣",
        "letters": "S H D C",
    }
    on, off = words.gettext("on"), words.gettext("off")
    steps = (
        words.gettext("plays at once")
        if settings.one_step
        else (words.gettext("lifts first, then plays"))
    )
    rows = (
        ("c", words.gettext("Colours"), named[settings.colours]),
        ("u", words.gettext("Signs of the suits"), named[settings.suits]),
        ("v", words.gettext("Speed of the others"), named[settings.speed]),
        ("e", words.gettext("Enter"), steps),
        (
            "f",
            words.gettext("An only legal card plays itself (not ♠Q, not the last card)"),
            on if settings.forced else off,
        ),
        ("b", words.gettext("The bell says that it is your turn"), on if settings.bell else off),
    )

    def page(width: int) -> Iterator[Line]:
        for key, what, value in rows:
            head: Line = [(f"{key}   ", "star bold")]
            if cell_len(what) + cell_len(value) + 6 <= width:
                yield [*head, *suited(f"{what}: ", "ink-2"), (value, "ink bold")]
                continue
            for row, line in enumerate(wrap(f"{what}:", width - 4)):
                yield [*([("    ", "ink")] if row else head), *suited(line, "ink-2")]
            yield [("    ", "ink"), (value, "ink bold")]

    return page
