"""The full-screen game, played with keys on a screen of a given size."""

import asyncio
import re
from random import Random

import pytest
from rich.color import ColorType

from cancellation_hearts.client import Client, LocalClient
from cancellation_hearts.core import (
    Card,
    Cards,
    Command,
    MoonChoice,
    Phase,
    Rules,
    Suit,
    View,
    legal_plays,
)
from cancellation_hearts.core import observe as observe_match
from cancellation_hearts.core.events import CardPlayed, Event, TrickTaken
from cancellation_hearts.core.legal import refusal
from cancellation_hearts.core.shuffle import first_dealer, numbered_key
from cancellation_hearts.i18n import refusal_text, words
from cancellation_hearts.service.thinking import Inline
from cancellation_hearts.table import fold, observe
from cancellation_hearts.table.commands import Play, StartGame
from cancellation_hearts.tui.app import TableApp, steps
from cancellation_hearts.tui.desk import Desk
from cancellation_hearts.tui.settings import Settings
from tests.service import people
from tests.strategies import walk
from tests.tui.playing import FAST, ME, Full, Game, Seat, new_game, seated


@pytest.mark.parametrize("players", [6, 11])
def test_a_whole_game_is_played_with_keys(players: int) -> None:
    async def story(seat: Seat) -> None:
        assert "Pass 3 to Ana" in seat.text
        await seat.pass_first()
        await seat.play_hand(Random(1))
        assert "Hand 1 is over" in seat.text
        assert "as dealt" in seat.text
        await seat.answer("enter")
        assert "The game is over" in seat.text
        assert "★" in seat.text
        assert all(len(line) <= 80 for line in seat.lines)
        await seat.press("q")

    app = seated(story, new_game(f"players={players} limit=1"))
    assert app.return_value == "over"


def test_another_game_can_follow_and_the_deal_moves_on() -> None:
    first = first_dealer(numbered_key(1, game=1, hand=1, players=6), players=6)

    async def story(seat: Seat) -> None:
        assert seat.app.match.dealer == first
        await seat.play_hand(Random(1))
        await seat.answer("enter")
        await seat.answer("n")
        assert seat.app.match.totals == (0,) * 6
        assert seat.app.match.dealer == (first + 1) % 6
        assert "Hand 1" in seat.lines[0]
        held = len(seat.hand())
        await seat.play(seat.legal()[0])
        assert len(seat.hand()) == held - 1

    seated(story, new_game("players=6 limit=1 pass_cycle=none"))


def test_the_table_shows_everything_at_a_glance() -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        for _trick in range(4):
            await seat.play(seat.legal()[0])
        text, deal = seat.text, seat.app.match.deal
        assert deal is not None
        assert deal.trick is not None
        assert re.search(r"Hand 1 · pass ◀ left to Ana · hearts (not )?broken · trick 5 of 9", text)
        assert "ends at 150" in text
        for name in ("Ana bot", "Jo bot", "You"):
            assert name in text
        if deal.trick.led is not None:
            assert "led: " in text
            assert "so far with" in text
            assert "▶1" in text
        assert "to play" in text
        assert re.search("points? at stake", text)
        assert ("kitty: 5 cards" in text) == (deal.kitty_owner is None)
        assert "Your turn" in text

    seated(story, new_game("players=11", seed=5))


def test_the_seats_stand_clockwise_like_a_horseshoe() -> None:
    async def story(seat: Seat) -> None:
        lines = seat.lines
        at = {
            name: (x, y)
            for name in ("Ana", "Ben", "Cy", "Di", "Gus", "Hal", "Ivy", "Jo")
            for y, line in enumerate(lines[1:])
            if (x := line.find(f"{name} bot")) >= 0
        }
        assert at["Ana"][1] > at["Ben"][1] > at["Cy"][1] > at["Di"][1]
        assert at["Di"][0] < at["Gus"][0]
        assert at["Gus"][1] < at["Hal"][1] < at["Ivy"][1] < at["Jo"][1]

    seated(story, new_game("players=11"))


def test_a_wrong_card_is_refused_with_the_rules_words_and_stays() -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        while not (wrong := [card for card in seat.hand() if card not in seat.legal()]):
            await seat.play(seat.legal()[0])
        view = seat.app.match
        violation = refusal(view, ME, wrong[0])
        assert violation is not None
        await seat.name(wrong[0])
        await seat.press("enter")
        assert refusal_text(violation, words()) in seat.text
        await seat.press("enter", "space", "enter")
        assert wrong[0] in seat.hand()
        assert seat.app.match == view
        await seat.press("left")
        assert refusal_text(violation, words()) not in seat.text

    seated(story, new_game("players=6", seed=3))


def test_a_card_that_is_not_held_is_refused_by_name() -> None:
    async def story(seat: Seat) -> None:
        missing = next(card for card in Card if card not in seat.hand())
        await seat.name(missing)
        assert "you do not hold the" in seat.text

    seated(story, new_game("players=11"))


def test_passing_lifts_three_and_shows_what_came() -> None:
    async def story(seat: Seat) -> None:
        hand = seat.app.desk.cards
        await seat.press("enter", "right", "enter")
        assert "Lift 1 more card" in seat.text
        await seat.press("p")
        assert "Lift 1 more card" in seat.text
        await seat.press("right", "right", "enter")
        assert "Ready to pass" in seat.text
        await seat.press("right", "space")
        assert "3 cards are lifted already" in seat.text
        await seat.press("escape")
        assert seat.app.desk.lifted == ()
        await seat.press("home", "space", "space", "space", "right", "space", "right", "space")
        assert seat.app.desk.lifted == hand[:3]
        await seat.press("enter")
        await seat.asked()
        view = seat.app.match
        assert view.deal is not None
        assert view.deal.passes is not None
        assert view.deal.passes[ME] == Cards.of(hand[:3])
        assert seat.text.count("new") >= 3
        await seat.play(seat.legal()[0])
        assert "new" not in seat.text

    seated(story, new_game("players=6"))


class Slow(Inline):
    """Bots that think until they are allowed to answer."""

    def __init__(self) -> None:
        self.may = asyncio.Event()

    async def command(self, bot: str, seed: int, view: View) -> Command:
        await self.may.wait()
        return await super().command(bot, seed, view)


def test_a_pass_waits_for_the_bots_and_can_be_taken_back() -> None:
    slow = Slow()

    async def story(seat: Seat) -> None:
        assert "ready" not in seat.text
        hand = seat.app.desk.cards
        await seat.press("enter", "right", "enter", "right", "enter", "p")
        await seat.until(lambda: "Waiting for Ana, Ben" in seat.text)
        await seat.press("escape")
        await seat.until(lambda: "Lift 3 more cards" in seat.text)
        await seat.press("end", "enter", "left", "enter", "left", "enter", "p")
        await seat.until(lambda: "Waiting for Ana, Ben" in seat.text)
        slow.may.set()
        await seat.asked()
        deal = seat.app.match.current
        assert deal.passes is not None
        assert deal.passes[ME] == Cards.of(hand[-3:])

    seated(story, Game(Rules(players=11), thinkers=slow))


def test_cards_that_were_given_before_a_stop_lie_lifted_and_can_be_taken_back() -> None:
    """Twins, too: both lie lifted."""
    rules = Rules(players=8)
    seen = 0
    for number in range(40):
        for step in walk(rules, Random(number)):
            view = observe_match(step.after, ME)
            choice = view.deal.choices[ME] if view.deal and view.deal.choices else None
            if not isinstance(choice, Cards):
                continue
            desk = Desk(view, words())
            assert desk.given
            assert Cards.of(desk.lifted) == choice
            desk.put_back()
            assert desk.passing
            assert desk.lifted == ()
            seen += len(set(choice)) < rules.pass_count
    assert seen


def test_whoever_is_ready_shows_it() -> None:
    async def story(seat: Seat) -> None:
        await seat.until(lambda: "ready" in seat.text)

    seated(story, new_game("players=11"))


def moon_game(rules: str) -> Game:
    """A game in which seat 0 has just shot the moon and is asked."""
    for number in range(500):
        events: list[Event] = []
        for step in walk(Rules.read(rules), Random(number), story="moon"):
            events += step.events
            if step.after.phase is Phase.MOON and step.after.turn == ME:
                return new_game(rules, events=events)
            if step.after.phase in (Phase.MOON, Phase.OVER):
                break
    raise AssertionError("nobody shot the moon from seat 0")


@pytest.mark.parametrize(("key", "choice"), [("a", "add"), ("s", "subtract")])
def test_the_moon_is_asked_for_with_what_each_choice_leads_to(key: str, choice: MoonChoice) -> None:
    async def story(seat: Seat) -> None:
        assert "You have shot the moon: all 52 points!" in seat.text
        assert "add: 26 to everybody else's total" in seat.text
        assert "subtract: 26 off your total" in seat.text
        await seat.press("escape", "x")
        assert seat.app.match.phase is Phase.MOON
        await seat.press(key)
        await seat.until(lambda: seat.app.match.phase is not Phase.MOON)
        deal = seat.app.match.deal
        assert deal is not None
        assert deal.moon_choice == choice
        await seat.asked()
        assert "☾ You" in seat.text

    seated(story, moon_game("players=6"))


def test_sheets_open_and_close_and_the_game_stands_still() -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        await seat.play(seat.legal()[0])
        await seat.play(seat.legal()[0])
        before = seat.app.match
        for key, title in (
            ("l", "The last trick"),
            ("s", "Hand by hand"),
            ("t", "This hand"),
            ("r", "The rules of this table"),
            ("?", "Help"),
            ("c", "Settings"),
        ):
            await seat.press(key)
            await seat.until(lambda: len(seat.app.screen_stack) > 1)
            assert title in seat.text
            await seat.press("down", "pagedown", "up")
            await seat.press("escape")
            await seat.until(lambda: len(seat.app.screen_stack) == 1)
        assert seat.app.match == before
        assert seat.playing

    seated(story, new_game("players=6", seed=3))


def test_the_last_trick_tells_who_played_what_what_cancelled_and_who_took_it() -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        deal = seat.app.match.deal
        while deal is None or not deal.tricks or not deal.tricks[-1].pile.two:
            await seat.play(seat.legal()[0])
            deal = seat.app.match.deal
        await seat.press("l")
        text = seat.text
        assert text.count("✕ cancelled") >= 2
        assert "cancel\n" in text or "cancel " in text
        assert "takes" in text

    seated(story, new_game("players=11", seed=5))


def test_the_score_sheet_has_totals_their_course_and_the_history() -> None:
    async def story(seat: Seat) -> None:
        for _hand in range(2):
            await seat.play_hand(Random(2))
            assert "is over" in seat.text
            await seat.answer("enter")
        await seat.press("s")
        await seat.until(lambda: "Hand by hand" in seat.text)
        text = seat.text
        assert re.search("[▁▂▃▄▅▆▇█]{2}", text)
        for total in seat.app.match.totals:
            assert str(total) in text
        assert "The game ends when a total reaches 150" in text

    seated(story, new_game("players=6 pass_cycle=none", seed=4))


def test_the_window_may_change_its_size_while_playing() -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        before = seat.app.match
        for width, height in ((60, 20), (120, 40), (100, 30), (200, 60), (80, 24)):
            await seat.resize(width, height)
            assert all(len(line) <= width for line in seat.lines)
            assert "You" in seat.text
            assert "Your turn" in seat.text
            assert all(f"{name} " in seat.text for name in ("Ana", "Flo", "Jo"))
        await seat.resize(120, 40)
        assert "Last trick" in seat.text
        await seat.resize(59, 20)
        assert "The table needs 60 × 20 signs" in seat.text
        await seat.resize(60, 20)
        assert seat.app.match == before
        await seat.play(seat.legal()[0])

    seated(story, new_game("players=11", seed=6))


@pytest.mark.parametrize(
    ("players", "size"), [(11, (60, 20)), (6, (80, 24)), (11, (120, 40))], ids=str
)
def test_no_hidden_card_is_on_the_screen_before_the_hand_is_open(
    players: int, size: tuple[int, int]
) -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        rng = Random(players)
        while seat.playing:
            for key in rng.choice(("", "l", "t", "")):
                await seat.press(key)
                await seat.until(lambda: len(seat.app.screen_stack) > 1)
            deal = seat.app.match.deal
            assert deal is not None
            open_cards = [*seat.hand(), Card.SQ]  # the help and the settings name the queen
            for pile in (*deal.dealt, *(deal.passes or ()), deal.kitty):
                open_cards += pile if isinstance(pile, Cards) else []
            for trick in (*deal.tricks, deal.trick):
                open_cards += [] if trick is None else trick.cards
            assert seat.cards_shown() <= set(open_cards)
            if len(seat.app.screen_stack) > 1:
                await seat.press("escape")
                await seat.until(lambda: len(seat.app.screen_stack) == 1)
            await seat.play(rng.choice(seat.legal()))
        assert "as dealt" in seat.text

    seated(story, new_game(f"players={players}", seed=players), size=size)


def test_no_colour_means_no_colour_and_everything_is_still_told() -> None:
    async def story(seat: Seat) -> None:
        await seat.pass_first()
        await seat.play(seat.legal()[0])
        for row in seat.segments:
            for segment in row:
                style = segment.style
                for colour in (style.color, style.bgcolor) if style is not None else ():
                    assert colour is None or colour.type is ColorType.DEFAULT
        text = seat.text
        assert "┏" in text  # the cursor has a thick edge
        assert "Your turn" in text
        await seat.press("c")
        await seat.until(lambda: "no colours" in seat.text)

    seated(story, new_game("players=6"), settings=Settings(speed="instant", colours="none"))


def test_letters_stand_for_suits_and_ascii_for_signs() -> None:
    async def letters(seat: Seat) -> None:
        assert not set("♠♥♦♣") & set(seat.text)
        assert re.search(r"│[SHDC][2-9TJQKA]", seat.text)

    seated(letters, new_game("players=6"), settings=Settings(speed="instant", suits="letters"))

    async def ascii_only(seat: Seat) -> None:
        await seat.pass_first()
        await seat.play(seat.legal()[0])
        assert seat.text.isascii()
        assert seat.text.count("?") == 1  # the key
        await seat.press("s")
        await seat.until(lambda: len(seat.app.screen_stack) > 1)
        assert seat.text.isascii()

    seated(ascii_only, new_game("players=11"), settings=Settings(speed="instant", plain_signs=True))


def test_settings_change_at_once() -> None:
    async def story(seat: Seat) -> None:
        await seat.press("c")
        await seat.until(lambda: "four colours" in seat.text)
        await seat.press("c")
        await seat.until(lambda: "two colours" in seat.text)
        await seat.press("u")
        await seat.until(lambda: "S H D C" in seat.text)
        await seat.press("v")
        await seat.until(lambda: "slow" in seat.text)
        await seat.press("e")
        await seat.until(lambda: "plays at once" in seat.text)
        await seat.press("f", "b")
        await seat.until(lambda: seat.app.settings.bell)
        await seat.press("escape")
        await seat.until(lambda: len(seat.app.screen_stack) == 1)
        assert seat.app.settings == Settings(
            speed="slow", colours="two", suits="letters", forced=True, one_step=True, bell=True
        )
        assert not set("♠♥♦♣") & set(seat.text)

    seated(story, new_game("players=6"))


def test_a_complete_trick_is_held_and_a_key_goes_on() -> None:
    async def story(seat: Seat) -> None:
        await seat.name(seat.legal()[0])
        await seat.press("enter", "enter")
        for _card in range(12):  # Enter: faster; then it is held
            await seat.press("enter")
            if seat.app.held:
                break
        await seat.until(lambda: seat.app.held)
        assert "Enter: go on" in seat.text
        assert "take" in seat.text
        await seat.press("enter")
        assert not seat.app.held

    slow = Settings(speed="slow")
    seated(story, new_game("players=6 pass_cycle=none", seed=2), settings=slow)


def test_one_step_plays_at_once_and_an_only_card_plays_itself() -> None:
    async def story(seat: Seat) -> None:
        held = len(seat.hand())
        await seat.name(seat.legal()[0])
        await seat.press("enter")
        await seat.until(lambda: len(seat.hand()) < held)
        while True:
            await seat.asked()
            if not seat.playing:
                break
            legal = seat.legal()
            forced = len(set(legal)) == 1 and legal[0] is not Card.SQ and len(seat.hand()) > 1
            assert not forced
            await seat.name(legal[0])
            await seat.press("enter")
            await seat.until(lambda: seat.app.asked)

    settings = Settings(speed="instant", one_step=True, forced=True)
    seated(story, new_game("players=11 pass_cycle=none", seed=2), settings=settings)


def test_the_mouse_lifts_plays_and_presses() -> None:
    async def story(seat: Seat) -> None:
        legal = seat.legal()
        index = seat.app.desk.cards.index(legal[-1])
        pictures = seat.lines[-4:-1]
        column = {
            match.start(): match[0]
            for line in pictures
            for match in re.finditer("[♠♥♦♣][2-9TJQKA]", line)
        }
        x = sorted(column)[index]
        await seat.click("#hand", x, 3)
        assert seat.app.desk.lifted == (legal[-1],)
        held = len(seat.hand())
        await seat.click("#hand", x, 3)
        await seat.until(lambda: len(seat.hand()) == held - 1)
        await seat.asked()
        keys = seat.lines[-1]
        await seat.click("#keys", keys.index("rules"), 0)
        await seat.until(lambda: "The rules of this table" in seat.text)

    seated(story, new_game("players=11 pass_cycle=none", seed=2))


def test_cursor_keys_move_among_cards_and_suits() -> None:
    async def story(seat: Seat) -> None:
        desk = seat.app.desk
        await seat.press("right", "right", "left")
        assert desk.cursor == 1
        await seat.press("end")
        assert desk.cursor == len(desk.cards) - 1
        await seat.press("right")
        assert desk.cursor == 0
        suits = list(dict.fromkeys(card.suit for card in desk.cards))
        assert suits == [suit for suit in reversed(Suit) if suit in suits]
        await seat.press("down")
        assert desk.card is not None
        assert desk.card.suit is suits[1]
        await seat.press("up", "up")
        assert desk.card.suit is suits[0] or desk.card.suit is suits[-1]
        await seat.press("s", "x")  # half a card that never becomes one: the score
        await seat.until(lambda: len(seat.app.screen_stack) == 2)

    seated(story, new_game("players=6"))


def test_what_could_not_be_kept_did_not_happen_and_can_be_tried_again() -> None:
    store = Full()
    sorry = "That could not be kept, and so it did not happen."

    async def refused(seat: Seat, *keys: str) -> None:
        store.full = True
        await seat.press(*keys)
        await seat.until(lambda: sorry in seat.text)
        store.full = False

    async def story(seat: Seat) -> None:
        await seat.press("enter", "right", "enter", "right", "enter")
        await refused(seat, "p")
        assert len(list(seat.app.desk.lifted)) == 3
        await seat.press("p")
        await seat.asked()
        card, held = seat.legal()[0], seat.hand()
        await seat.name(card)
        await refused(seat, "enter", "enter")
        assert seat.hand() == held
        assert list(seat.app.desk.lifted) == [card]
        await seat.press("enter")
        await seat.until(lambda: seat.hand() != held and seat.app.asked)
        await seat.play_hand(Random(1))
        await refused(seat, "enter")
        assert "Hand 1 is over" in seat.text
        await seat.answer("enter")
        assert "Hand 2" in seat.lines[0]

    seated(story, Game(Rules(players=11, limit=1000), store=store))


def test_what_is_shown_is_what_is_kept() -> None:
    game = new_game("players=6", seed=9)

    async def story(seat: Seat) -> None:
        await seat.pass_first()
        rng, moments = Random(3), 0
        while seat.playing:
            await seat.play(rng.choice(seat.legal()))
            view = seat.app.view
            assert view is not None
            kept = fold(None, (await game.log())[: view.version])
            assert kept is not None
            assert observe(kept, ME) == view
            moments += 1
        assert moments == 17

    seated(story, game)


def test_what_happens_at_a_stroke_is_one_step() -> None:
    """And each card that somebody plays is a step of its own."""

    async def main() -> None:
        game = new_game("players=11 pass_cycle=none limit=1", seed=2)
        async with game.house() as house, await game.seat(house) as client:
            async for update in client.updates():
                for step in steps(update.events):
                    _begun, *following = step
                    assert not any(isinstance(told.event, CardPlayed) for told in following)
                    assert sum(isinstance(told.event, TrickTaken) for told in step) <= 1
                assert [told for step in steps(update.events) for told in step] == [*update.events]
                match = update.view.match
                if match is not None and not update.view.playing:
                    return
                if match is not None and match.turn == ME and match.phase is Phase.PLAYING:
                    await client.ask(Play(next(iter(legal_plays(match, ME))), update.view.ply))

    asyncio.run(main())


@pytest.mark.parametrize(
    ("key", "ending"), [("q", "quit"), ("ctrl+d", "quit"), ("ctrl+q", "quit"), ("ctrl+c", "SIGINT")]
)
def test_quitting_ends_the_app(key: str, ending: str) -> None:
    async def story(seat: Seat) -> None:
        await seat.press(key)
        await seat.until(lambda: not seat.app.is_running)

    assert seated(story, new_game("players=6")).return_value == ending


def test_whoever_is_waited_for_and_away_is_told_with_the_cause() -> None:
    async def main() -> None:
        async with people.House() as house:
            tickets = await house.gather(people.settings("players=6", level="random"), 2)
            table = tickets[0].table
            async with LocalClient(house.tables, table, 0) as client:
                async with house.tables.session(table, 1) as ben:
                    await client.ask(StartGame())
                    ben.cause = "silent"

                async def sit() -> Client:
                    return client

                app = TableApp(words(), FAST, sit=sit)
                async with app.run_test(size=(80, 24)) as pilot:
                    seat = Seat(app, pilot)
                    await seat.asked()
                    await seat.press("enter", "right", "enter", "right", "enter", "p")
                    await seat.until(lambda: "P1 is away: no answer from" in seat.text)
                    async with house.tables.session(table, 1):  # and so it is not told of others
                        await seat.until(lambda: "Waiting for P1" in seat.text)
                        await seat.until(lambda: "away" not in seat.text)

    asyncio.run(main())
