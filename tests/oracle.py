"""Cancellation Hearts a second time, from the rule text alone (A.., R.. are its numbers), to judge
the engine by: lists of card strings, nothing clever, slow on purpose, so that slips differ."""
from collections.abc import Mapping, Sequence
from typing import Any

RANKS = "23456789TJQKA"


class Oracle:
    def __init__(self, options: Mapping[str, object], dealer: int,
                 totals: Sequence[int] | None = None) -> None:
        self.opt, self.n = dict[str, Any](options).get, int(str(options["players"]))
        self.start = {"any_club": "C", "two_clubs": "C2"}.get(self.opt("first_lead", ""), "")
        self.totals, self.points = list(totals or [0] * self.n), [0] * self.n
        self.turn: Any = None  # int | None
        self.shooter: int | None = None
        self.choice: str | None = None
        self._lay_out([[]] * self.n, [])
        self.phase, self.dealer, self.number, self.winners = "deal", dealer, 0, list[int]()

    def _lay_out(self, hands: Sequence[Sequence[str]], kitty: Sequence[str]) -> None:
        self.hands, self.won = [list(hand) for hand in hands], [list[str]() for _ in hands]
        self.kitty, self.set_aside, self.lost = list(kitty), list[str](), list[str]()
        self.trick, self.trick_count = list[tuple[int, str]](), [0] * self.n
        self.phase, self.broken, self.opening = "pass", False, True  # opening: still trick 1

    def deal(self, hands: Sequence[Sequence[str]], kitty: Sequence[str]) -> None:
        assert (self.phase, {*map(len, hands)}) == ("deal", {52 * self.opt("decks", 2) // self.n})
        self.dealer, self.number = (self.dealer + (self.number > 0)) % self.n, self.number + 1
        self._lay_out(hands, kitty)
        way = (self.opt("pass_cycle", ["left", "right"]) * self.number)[self.number - 1]
        self.step = {"left": 1, "right": -1, "across": self.n // 2, "none": 0}[way]
        if way == "none":
            self.exchange([[]] * self.n)

    def exchange(self, gifts: Sequence[Sequence[str]]) -> None:
        assert {self.phase, *map(len, gifts)} == {"pass", self.step and self.opt("pass_count", 3)}
        for seat, card in [(giver, card) for giver, gift in enumerate(gifts) for card in gift]:
            self.hands[seat].remove(card)
            self.hands[(seat + self.step) % self.n].append(card)
        self.phase, order = "play", [(self.dealer + 1 + s) % self.n for s in range(self.n)]  # A26
        self.turn = next((s for s in order if self.start and "C2" in self.hands[s]), order[0])

    def legal(self) -> list[str]:
        hand = [] if self.turn is None else sorted(self.hands[self.turn])
        fits = [card for card in hand if self.trick and card[0] == self.trick[0][1][0]] or hand
        safe = [card for card in fits if card[0] != "H" and card != "SQ"]
        if self.trick:  # R13, R14, A17
            return (self.opening and self.opt("first_trick_points") == "if_forced" and safe) or fits
        if self.opening:  # R12, A14, A26
            return [c for c in safe if "C2" in hand and c.startswith(self.start)] or safe or hand
        rest = [card for card in hand if card[0] != "H"]  # R18, R19, A16
        bare = rest == ["SQ"] and self.opt("bare_queen") == "may_lead_hearts"
        return hand if self.broken or bare or self.opt("break_cards") == "none" else rest or hand

    def play(self, card: str) -> None:
        assert card in self.legal()
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        breakers = {"heart_only": ["H"], "none": []}.get(self.opt("break_cards", ""), ["H", "SQ"])
        self.broken |= card in breakers or card[0] in breakers  # A18
        self.turn = (self.turn + 1) % self.n
        if len(self.trick) < self.n:
            return
        leader, cards, last = self.trick[0][0], [c for _, c in self.trick], not any(self.hands)
        led, pairs = cards[0][0], {c for c in cards if cards.count(c) > 1}  # R20
        live = [(RANKS.index(c[1]), s) for s, c in self.trick if c[0] == led and c not in pairs]
        void = not live or (len(pairs) > 1 and self.opt("void_rule") != "no_led_card")
        who = leader if void else max(live)[1]
        self.turn = (leader + 1) % self.n if void and self.opt("void_leader") == "left" else who
        self.set_aside, self.trick, self.opening = self.set_aside + cards, [], False
        if not void or (last and self.opt("last_void") == "leader"):
            self.won[who] += self.set_aside + self.kitty
            self.set_aside, self.kitty, self.trick_count[who] = [], [], self.trick_count[who] + 1
        if last:
            self.lost, self.set_aside, self.kitty = self.set_aside + self.kitty, [], []
            self.points = [sum(c[0] == "H" for c in w) + 13 * w.count("SQ") for w in self.won]
            taken = sum(self.points) if self.opt("moon_test") == "all_collected" else 0
            goal = taken or 26 * self.opt("decks", 2)  # A08
            self.shooter = self.points.index(goal) if goal in self.points else None
            self.phase, self.turn, self.choice = "moon", None, None
            if self.shooter is None or self.opt("moon_choice", "ask") != "ask":
                self.choose(None if self.shooter is None else self.opt("moon_choice"))

    def choose(self, choice: str | None) -> None:
        who, before, low, value = self.shooter, self.totals, [0], self.opt("moon_value", 26)
        for self.choice in [choice] if choice or who is None else ["add", "subtract"]:  # A11
            self.totals = []
            for seat in range(self.n):
                idle = 0 if self.trick_count[seat] else self.opt("no_trick_bonus", 0)
                moon = {"add": value * (seat != who), "subtract": -value * (seat == who)}
                total = before[seat] + moon.get(self.choice or "", self.points[seat] - idle)
                total -= 10 * self.won[seat].count(self.opt("bonus_card", ""))
                self.totals.append(total if self.opt("score_floor") is None else max(total, 0))
            low = [seat for seat in range(self.n) if self.totals[seat] == min(self.totals)]
            if low == [who]:
                break
        tied = len(low) > 1 and self.opt("tie_break") == "extra_hand"
        over = max(self.totals) >= self.opt("limit", 150) and not tied
        self.phase, self.winners = ("over", low) if over else ("deal", [])
