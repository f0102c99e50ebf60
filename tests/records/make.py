"""Makes the golden records. From the project's folder: ``python tests/records/make.py``.

Every ``.chn`` file of this folder is written anew, byte for byte the same each time and with every
Python: what looks like chance is SHA-256 of the file's name and a counter. (Only ``bug-*.chn`` come
from elsewhere: games that once showed a bug.) Situations are reached in three ways:

    stacked     the cards are laid so that it must come about, and dealt by ``order_of``
    searched    one deal after the other is tried until it does
    arranged    a hand is played first, and then the limit or the totals to start from are chosen;
                that is possible because nobody here looks at the totals while playing

A file is named after what it shows. ``OPTION-value.chn`` is a game in which the value of the option
mattered: under the default the same commands are refused or lead to something else. (Two options
only forbid: there the default would have allowed a card that the option took away.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from cancellation_hearts.core import (
    OPTIONS,
    PRESETS,
    BeginMatch,
    Card,
    Cards,
    ChooseMoon,
    Command,
    Deal,
    DealCards,
    Event,
    Match,
    MoonChoice,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    RuleViolation,
    Suit,
    decide,
    fold,
    legal_plays,
    pack,
    trick_winner,
)
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.events import DealScored, KittyTaken, MoonShot
from cancellation_hearts.core.rules import LARGEST, PLAYERS
from cancellation_hearts.core.shuffle import (
    commitment,
    deal_key,
    numbered_seed,
    order_of,
    shuffled_pack,
)
from cancellation_hearts.record import Fair, Record, record_of, write

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("Ana", "Ben", "bot:steady", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim")

T = TypeVar("T")


class Luck:
    """What looks like chance and follows from a few words."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._drawn = 0

    def key(self) -> bytes:
        """The next 32 bytes."""
        self._drawn += 1
        return sha256(f"{self._words}/{self._drawn}".encode()).digest()

    def number(self, below: int) -> int:
        return int.from_bytes(self.key()) % below

    def choice(self, items: Sequence[T]) -> T:
        return items[self.number(len(items))]

    def sample(self, items: Iterable[T], size: int) -> list[T]:
        rest = list(items)
        return [rest.pop(self.number(len(rest))) for _ in range(size)]


# ------------------------------------------------------------------------------ playing a game


class Table:
    """A match being played, with all that was said and done so far."""

    def __init__(self, rules: Rules, luck: Luck, start: tuple[int, ...] | None = None) -> None:
        self.rules = rules
        self.luck = luck
        self.begin = BeginMatch(rules, luck.number(rules.players), start)
        self.steps: list[tuple[Command, tuple[Event, ...]]] = []
        self.fairs: list[Fair | None] = []
        self.match = fold(None, decide(None, self.begin))

    @property
    def events(self) -> list[Event]:
        return [*decide(None, self.begin), *(event for step in self.steps for event in step[1])]

    def all(self, kind: type[T]) -> list[T]:
        """All events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def current(self) -> Deal:
        assert self.match.deal is not None
        return self.match.deal

    @property
    def is_over(self) -> bool:
        return self.match.phase is Phase.OVER

    @property
    def seats(self) -> list[int]:
        """From the next dealer's left around to the dealer."""
        players = self.rules.players
        return [(self.match.next_dealer + 1 + step) % players for step in range(players)]

    def do(self, command: Command) -> None:
        events = decide(self.match, command)
        self.match = fold(self.match, events)
        self.steps.append((command, events))

    def deal(self, order: Sequence[Card] | None = None, fair: Fair | None = None) -> None:
        """Deal from a pack in this order, or in any."""
        shuffled = shuffled_pack(self.luck.key(), decks=self.rules.decks)
        self.do(DealCards(tuple(order or shuffled)))
        self.fairs.append(fair)

    def exchange(self, given: Sequence[Cards] = ()) -> None:
        """Everybody passes these cards, or any."""
        for seat in range(self.rules.players if self.match.phase is Phase.PASSING else 0):
            hand = self.current.hands[seat]
            assert isinstance(hand, Cards)
            some = Cards.of(self.luck.sample(hand, self.rules.pass_count))
            self.do(PassCards(seat, given[seat] if given else some))

    def play(self, choose: Choose | None = None, *, plays: int = 1000) -> None:
        """Play the hand to its end, or so many cards of it."""
        for _ in range(plays):
            seat = self.match.turn
            if self.match.phase is not Phase.PLAYING or seat is None:
                break
            legal = legal_plays(self.match, seat)
            card = None if choose is None else choose(self.match, seat, legal)
            self.do(PlayCard(seat, card or self.luck.choice(list(legal))))

    def shoot(self, choice: MoonChoice | None) -> None:
        """Choose, if somebody is asked."""
        if self.match.phase is Phase.MOON and self.match.turn is not None:
            self.do(ChooseMoon(self.match.turn, choice))

    def deal_so(self, held: dict[int, Cards], kitty: Cards | None = None) -> None:
        """Deal and pass in such a way that these are hands in play; the others hold any cards."""
        size, players = self.rules.hand_size, self.rules.players
        fixed = kitty or Cards()
        rest = pack(self.rules.decks) - sum(held.values(), fixed)
        loose = self.luck.sample(rest, len(rest))
        piles = iter([Cards.of(loose[at : at + size]) for at in range(0, len(loose), size)])
        hands = [held[seat] if seat in held else next(piles) for seat in range(players)]
        offset = self.rules.pass_offset(self.match.next_number)
        passed = self.rules.pass_count if offset else 0
        received = [Cards.of(self.luck.sample(hand, passed)) for hand in hands]
        given = [received[(seat + offset) % players] for seat in range(players)]
        dealt = [hands[seat] - received[seat] + given[seat] for seat in range(players)]
        over = fixed + next(piles, Cards())
        self.deal(order_of(dealt, over, dealer=self.match.next_dealer))
        self.exchange(given)

    def record(self, names: Sequence[str] = NAMES, tags: Sequence[tuple[str, str]] = ()) -> Record:
        players = names[: self.rules.players]
        return record_of(self.events, players=players, tags=tags, fairs=self.fairs)


Choose: TypeAlias = Callable[[Match, int, Cards], Card | None]
"""Which of the legal cards a seat plays; None: any."""
Hand: TypeAlias = Callable[[Table], None]
"""Plays a hand at a table."""
Story: TypeAlias = Callable[[Luck], Table | None]
"""Plays a game, or finds that it comes to nothing."""
Start: TypeAlias = tuple[int, ...] | None
"""The totals that a game starts from."""


def played(rules: Rules, luck: Luck, hands: Sequence[Hand], start: Start = None) -> Table:
    """A game of these hands, or of as many as it takes to its end."""
    table = Table(rules, luck, start)
    for hand in hands:
        if not table.is_over:
            hand(table)
    return table


def game(code: str, *hands: Hand, start: Start = None) -> Story:
    """A game of these hands."""
    return lambda luck: played(Rules.read(code), luck, hands, start)


def finished(code: str, *hands: Hand) -> Story:
    """The game that these hands finish: with the limit that makes it so, if one does."""
    rules = Rules.read(code)

    def story(luck: Luck) -> Table | None:
        words = luck.key().hex()
        endless = played(replace(rules, limit=LARGEST), Luck(words), hands)
        *before, highest = [max(score.totals) for score in endless.all(DealScored)]
        if highest <= max([0, *before]):
            return None
        return played(replace(rules, limit=highest), Luck(words), hands)

    return story


def arranged(code: str, *hands: Hand, start: Callable[[Sequence[DealScored]], Start]) -> Story:
    """A game of these hands that starts from what ``start`` makes of the hands' scores."""
    rules = Rules.read(code)

    def story(luck: Luck) -> Table | None:
        words = luck.key().hex()
        endless = played(replace(rules, limit=LARGEST), Luck(words), hands)
        totals = start(endless.all(DealScored))
        return None if totals is None else played(rules, Luck(words), hands, totals)

    return story


# ------------------------------------------------------------------------------------- hands


def any_hand(table: Table) -> None:
    """A whole hand of anything."""
    table.deal()
    table.exchange()
    table.play()
    table.shoot(None)


def moon_hand(choice: MoonChoice | None = None, *, answered: bool = True) -> Hand:
    """The seat that leads has the highest clubs there are, and so leads all the way."""

    def hand(table: Table) -> None:
        shooter = table.seats[0]
        clubs = sorted(pack(table.rules.decks).only(Suit.CLUBS.mask), key=lambda card: -card.rank)

        def choose(_match: Match, seat: int, legal: Cards) -> Card | None:
            return max(legal, key=lambda card: card.rank) if seat == shooter else None

        table.deal_so({shooter: Cards.of(clubs[: table.rules.hand_size])})
        table.play(choose)
        if answered:
            table.shoot(choice)

    return hand


def queen_and_hearts_hand(table: Table) -> None:
    """Trick 1 leaves the leader with hearts and one queen of spades, and it leads a heart."""
    leader = table.seats[0]

    def choose(match: Match, seat: int, legal: Cards) -> Card | None:
        assert match.deal is not None
        if match.deal.tricks:
            second = len(match.deal.tricks) == 1 and seat == leader
            return Card.HT if second and Card.HT in legal else None
        return min(legal, key=lambda card: card.points)

    table.deal_so(
        {leader: Cards.of("CA SQ H2 H4 H6 H8 HT HQ HA")}, kitty=Cards.of("CA C3 D5 D9 SJ")
    )
    table.play(choose)
    table.shoot(None)


def only_points_hand(table: Table) -> None:
    """The opening leader holds nothing but hearts and a queen of spades (A14)."""
    table.deal_so({table.seats[0]: Cards.of("SQ H2 H4 H6 H8 HT HQ HA HA")})
    table.play()
    table.shoot(None)


def no_two_of_clubs_hand(table: Table) -> None:
    """Both twos of clubs lie in the kitty (A26)."""
    table.deal_so({}, kitty=Cards.of("C2 C2 D4 S7 H9"))
    table.play()
    table.shoot(None)


def twins_hand(table: Table) -> None:
    """Neighbours have equal hands and play equal cards: no trick finds a taker (6 players)."""
    seats, size = table.seats, table.rules.hand_size
    cards = table.luck.sample(KINDS, len(KINDS))
    hands = [Cards.of(cards[at : at + size]) for at in range(0, 3 * size, size)]

    def choose(match: Match, seat: int, _legal: Cards) -> Card | None:
        assert match.deal is not None
        assert match.deal.trick is not None
        return match.deal.trick.cards[-1] if seats.index(seat) % 2 else None

    table.deal_so({seat: hands[place // 2] for place, seat in enumerate(seats)})
    table.play(choose)


def fair_hand(*entropies: str, secret: bool = False, plays: int = 1000) -> Hand:
    """A hand dealt from a seed that was committed to and from what the seats added."""

    def hand(table: Table) -> None:
        seed = numbered_seed(1, game=1, hand=table.match.next_number)
        added = [bytes.fromhex(text) if text else None for text in entropies]
        added += [None] * (table.rules.players - len(added))
        order = shuffled_pack(deal_key(seed, added), decks=table.rules.decks)
        table.deal(order, Fair(commitment(seed), None if secret else seed, tuple(added)))
        if plays:
            table.exchange()
        table.play(plays=plays)
        table.shoot(None)

    return hand


def part(*, plays: int = 0) -> Hand:
    """A hand that was left after so many plays."""

    def hand(table: Table) -> None:
        table.deal()
        table.exchange()
        table.play(plays=plays)

    return hand


def passing_hand(table: Table) -> None:
    """A hand in which some seats have chosen what to pass, and others have not."""
    table.deal()
    for seat in range(0, table.rules.players, 2):
        hand = table.current.hands[seat]
        assert isinstance(hand, Cards)
        table.do(PassCards(seat, Cards.of(list(hand)[: table.rules.pass_count])))


# --------------------------------------------------------------------------- games by their name

Maker: TypeAlias = Callable[[], Record | Sequence[Record]]
MAKERS: Final[dict[str, Maker]] = {}
"""What makes the games of each file, by its name without ``.chn``."""


def searched(name: str, story: Story, wanted: Callable[[Table], bool]) -> Table:
    """The first game of a story that is as wanted."""
    for number in range(1, 1000):
        table = story(Luck(f"{name} {number}"))
        if table is not None and wanted(table):
            return table
    raise LookupError(f"no game shows {name}")


def is_over(table: Table) -> bool:
    return table.is_over


def waits_for_the_moon(table: Table) -> bool:
    return table.match.phase is Phase.MOON


def anyhow(_table: Table) -> bool:
    return True


def add(name: str, story: Story, wanted: Callable[[Table], bool] = is_over) -> None:
    """The file of this name holds the first game of a story that is as wanted."""
    assert name not in MAKERS
    MAKERS[name] = lambda: searched(name, story, wanted).record()


def files() -> Iterator[tuple[str, bytes]]:
    """The name of every file and what is in it."""
    for name, make in MAKERS.items():
        made = make()
        yield f"{name}.chn", write([made] if isinstance(made, Record) else made).encode()


def main() -> None:
    for old in FOLDER.glob("*.chn"):
        if not old.name.startswith("bug-"):
            old.unlink()
    for name, data in files():
        (FOLDER / name).write_bytes(data)


# ------------------------------------------------------- for each option a game where it matters

FORBIDDING: Final = ("first_trick_points=if_forced", "break_cards=heart_only")
"""Options that only take cards away: what was played, the default would have allowed too."""


def matters(option: str, value: str) -> Callable[[Table], bool]:
    """Whether the same commands come to something else under the option's default."""
    default = next(each.default for each in OPTIONS if each.name == option)

    def test(table: Table) -> bool:
        rules = replace(table.rules, **{option: default})
        match = fold(None, decide(None, replace(table.begin, rules=rules)))
        for command, events in table.steps:
            if f"{option}={value}" in FORBIDDING and isinstance(command, PlayCard):
                bound = replace(match, rules=table.rules)
                if legal_plays(match, command.seat) != legal_plays(bound, command.seat):
                    return table.is_over
            try:
                again = decide(match, command)
            except RuleViolation:
                return table.is_over
            if again != events:
                return table.is_over
            match = fold(match, again)
        return False

    return test


def far_start(scores: Sequence[DealScored]) -> Start:
    """Totals so high that seat 0 reaches the largest limit to the point in the second hand."""
    first, second = (score.changes[0] for score in scores)
    return (LARGEST - first - second, *range(-3, 4)) if second > 0 else None


OPTION_GAMES: Final[dict[str, Story]] = {
    "decks-1": finished("players=6 decks=1", any_hand),
    "void_rule-no_led_card": finished("players=9 void_rule=no_led_card", any_hand),
    "void_leader-left": finished("players=9 void_leader=left", any_hand),
    "last_void-leader": finished("players=10 last_void=leader", any_hand),
    "moon_value-52": finished("players=6 moon_value=52", moon_hand("add")),
    "moon_test-all_collected": finished("players=11 moon_test=all_collected", moon_hand()),
    "moon_choice-add": finished("players=7 moon_choice=add", moon_hand()),
    "moon_choice-subtract": finished("players=8 moon_choice=subtract", moon_hand(), any_hand),
    "first_trick_points-if_forced": finished("players=9 first_trick_points=if_forced", any_hand),
    "first_lead-two_clubs": finished("players=6 first_lead=two_clubs", any_hand),
    "first_lead-any_club": finished("players=7 first_lead=any_club", any_hand),
    "break_cards-heart_only": finished("players=6 break_cards=heart_only", any_hand),
    "break_cards-none": finished("players=7 break_cards=none", any_hand),
    "bare_queen-may_lead_hearts": finished(
        "players=11 bare_queen=may_lead_hearts", queen_and_hearts_hand
    ),
    "pass_count-2": finished("players=10 pass_count=2", any_hand),
    "pass_cycle-left": finished("players=6 pass_cycle=left", any_hand, any_hand),
    "pass_cycle-right": finished("players=7 pass_cycle=right", any_hand),
    "pass_cycle-across": finished("players=9 pass_cycle=across", any_hand),
    "pass_cycle-none": finished("players=8 pass_cycle=none", any_hand),
    "pass_cycle-left,right,across,none": finished(
        "players=10 pass_cycle=left,right,across,none", *[any_hand] * 5
    ),
    "limit-1": game("players=11 limit=1", any_hand),
    f"limit-{LARGEST}": arranged(f"players=8 limit={LARGEST}", any_hand, any_hand, start=far_start),
    "tie_break-extra_hand": game("players=9 tie_break=extra_hand limit=10", any_hand, any_hand),
    "score_floor-0": finished("players=8 score_floor=0", moon_hand("subtract"), any_hand),
    "bonus_card-DJ": finished("players=8 bonus_card=DJ", any_hand),
    "bonus_card-DT": finished("players=9 bonus_card=DT", any_hand),
    "no_trick_bonus-5": finished("players=11 no_trick_bonus=5", any_hand),
}
for option_and_value, option_game in OPTION_GAMES.items():
    add(option_and_value, option_game, matters(*option_and_value.split("-", 1)))


# -------------------------------------------------------------------------- tables and presets

for decks, (fewest, most) in PLAYERS.items():
    for players in range(fewest, most + 1):
        packs = {2: "two_packs", 1: "one_pack"}[decks]
        add(f"{packs}-{players}", finished(f"players={players} decks={decks}", any_hand))


def near_the_limit(limit: int) -> Callable[[Sequence[DealScored]], Start]:
    """Totals that make this hand the last: its loser comes to the limit to the point."""

    def start(scores: Sequence[DealScored]) -> Start:
        gained = scores[-1].changes
        totals = [limit // 2 + 7 * seat for seat in range(len(gained))]
        loser = gained.index(max(gained))
        totals[loser] = limit - gained[loser]
        return tuple(totals)

    return start


for place, preset in enumerate(PRESETS):
    code = f"{preset} {'' if 'players' in PRESETS[preset] else f'players={6 + place % 6}'}"
    add(
        f"preset-{preset}",
        arranged(code, any_hand, start=near_the_limit(Rules.read(code).limit)),
    )


# ---------------------------------------------------------------------------------- accidents


def shot(table: Table) -> bool:
    return table.is_over and bool(table.all(MoonShot))


def low_without_the_shooter(scores: Sequence[DealScored]) -> Start:
    """Totals with which adding a moon would leave the shooter last."""
    return tuple(5 if change else 40 for change in scores[0].changes)


def left_points(table: Table) -> bool:
    """Whether two points or more lay in a void last trick."""
    trick = table.current.tricks[-1]
    return trick_winner(trick, table.rules) is None and trick.pile.points > 1


def piled_up(table: Table) -> bool:
    """Whether five tricks or more in a row were void before somebody took them."""
    takers = [trick.taker for trick in table.current.tricks]
    runs = [len(list(run)) for taker, run in groupby(takers) if taker is None]
    return max(runs, default=0) >= 5 and takers[-1] is not None


def with_points(table: Table) -> bool:
    """Whether two points or more were taken with the kitty."""
    kitties = [event.cards for event in table.all(KittyTaken)]
    return any(isinstance(cards, Cards) and cards.points > 1 for cards in kitties)


def nobody_took_anything(table: Table) -> bool:
    return all(trick.taker is None for trick in table.current.tricks)


def shared(table: Table) -> bool:
    return len(table.match.winners or ()) > 1


def all_over(table: Table) -> bool:
    return table.is_over and min(table.match.totals) >= table.rules.limit


def just_below(scores: Sequence[DealScored]) -> Start:
    """Totals below 20 from which everybody comes to 20 or more, if everybody takes points."""
    gained = scores[0].changes
    return tuple(min(19, 20 - change + seat) for seat, change in enumerate(gained))


add("moon-add_by_choice", game("players=6 limit=26", moon_hand("add")), shot)
add("moon-subtract_by_choice", finished("players=7", moon_hand("subtract"), any_hand), shot)
add("moon-add_by_default", game("players=8 limit=20", moon_hand(None)), shot)
add(
    "moon-subtract_by_default",
    arranged("players=9 limit=50", moon_hand(None), any_hand, start=low_without_the_shooter),
    shot,
)
add("moon-add_fixed", game("players=10 moon_choice=add limit=20", moon_hand()), shot)
add(
    "moon-subtract_fixed",
    finished("players=11 moon_choice=subtract", moon_hand(), any_hand),
    shot,
)
add("moon-with_bonus_card", finished("players=6 bonus_card=DJ", moon_hand("add")), shot)
add("moon-one_pack", finished("players=5 decks=1", moon_hand("add")), shot)

add("last_trick_void-uncollected", finished("players=11", any_hand), left_points)
add("last_trick_void-to_the_leader", finished("players=11 last_void=leader", any_hand), left_points)
add("void_tricks_in_a_row", finished("players=11", any_hand), piled_up)
add("kitty-with_points_taken", finished("players=7", any_hand), with_points)
add(
    "kitty-lost_with_a_void_last_trick",
    game("players=6 limit=9", twins_hand, start=(9, 0, 2, 0, 4, 5)),
    nobody_took_anything,
)
add("opening_lead-only_points_in_hand", finished("players=11", only_points_hand))
add(
    "two_clubs-both_in_the_kitty",
    finished("players=11 first_lead=two_clubs", no_two_of_clubs_hand),
)
add("tie-shared", finished("players=10", any_hand), shared)
add(
    "everybody_over_the_limit", arranged("players=6 limit=20", any_hand, start=just_below), all_over
)
add("start_totals", game("players=7 limit=60", any_hand, start=(-26, 0, 59, -1, 40, 7, 58)))

# ------------------------------------------------------------------------------- names and files

STRANGE_NAMES: Final = (
    "Rūta „Ąžuolė“ Šnekutė",
    'Žygis \\ "Kirtis"',
    "ນາງ ຄຳຫຼ້າ",
    "ທ້າວ ບຸນມີ ♥",
    "Inday Ñoña",
    "Dodong [Winners 0]",
    '"',
    "\\",
    "",
    "bot:random",
    "  # 1. 0: SQ  ",
)
TAGS: Final = (
    ("Date", "2026-11-30"),
    ("Event", 'Jo\'s \\ "Tuesday"'),
    ("Site", "Vilnius · ວຽງຈັນ · Sugbo"),
    ("Empty", ""),
    ("X", '[Rules \\"players=6\\"]'),
    ("Round2b", "  spaces  are  kept  "),
)


def names_and_tags() -> Record:
    name = "tags_and_names"
    return searched(name, finished("players=11", any_hand), is_over).record(STRANGE_NAMES, TAGS)


def two_games() -> Sequence[Record]:
    """The second is not finished, and at another table."""
    first = searched("two_games 1", finished("players=8", any_hand), is_over)
    second = searched("two_games 2", game("players=4 decks=1", part(plays=6)), anyhow)
    return [first.record(tags=[("Round", "1")]), second.record(tags=[("Round", "2")])]


MAKERS["tags_and_names"] = names_and_tags
MAKERS["two_games"] = two_games

# -------------------------------------------------------------------------------- fair deals

ENTROPIES: Final = [f"{seat:x}{seat + 1:x}" * 16 for seat in range(11)]

add("fair-everybody_added", finished("players=8", fair_hand(*ENTROPIES[:8])))
add(
    "fair-some_added",
    finished("players=7", fair_hand("", ENTROPIES[1], "", "0" * 32, ENTROPIES[4])),
)
add("fair-nobody_added", finished("players=5 decks=1", fair_hand()))
add(
    "fair-secret_yet",
    game("players=9", fair_hand(*ENTROPIES[:5]), fair_hand(*ENTROPIES[:9], secret=True, plays=21)),
    anyhow,
)

# --------------------------------------------------------------------------- unfinished games

add("unfinished-no_hand", game("players=6", start=(0, 12, 0, 0, 3, 37)), anyhow)
add("unfinished-after_kitty", game("players=7", passing_hand), anyhow)
add("unfinished-after_fair", game("players=8", fair_hand(secret=True, plays=0)), anyhow)
add("unfinished-after_pass_none", game("players=9 pass_cycle=none", part()), anyhow)
add("unfinished-after_pass", game("players=10", part()), anyhow)
add("unfinished-inside_a_trick", game("players=11", part(plays=37)), anyhow)
add("unfinished-after_a_trick", game("players=6", part(plays=30)), anyhow)
add("unfinished-moon_choice", game("players=7", moon_hand(answered=False)), waits_for_the_moon)
add("unfinished-after_a_hand", game("players=8", any_hand), anyhow)
add("unfinished-second_hand", game("players=6", any_hand, passing_hand), anyhow)


if __name__ == "__main__":
    main()
