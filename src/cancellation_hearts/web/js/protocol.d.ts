// Every message of protocol 1 between a table and whoever sits there.
// Made by tools/protocol from wire.py; do not edit. docs/protocol.md explains it.
//
// A field with ? may be missing, and then has the value that its comment names.
// Seats and people are numbers from 0, moments are milliseconds since 1970.

/** What a client may send. */
export type ClientMessage = Hello | Ask | Say | Ping;

/** What a client is sent. */
export type ServerMessage = Welcome | Update | Heard | Done | Refused | Bye | Pong;

/** What a person may ask; the wire carries exactly these. */
export type PersonCommand =
  | Pass
  | Play
  | Choose
  | TakeSeat
  | StandUp
  | Leave
  | InviteDevice
  | SayReady
  | AddEntropy
  | Reclaim
  | LetBotPlay
  | GiveTime
  | Pause
  | Resume
  | Rename
  | TakeHost
  | ChangeSettings
  | AddBot
  | FreeSeat
  | SwapSeats
  | StartGame
  | StopGame
  | Mute
  | Remove
  | MakeHost;

/** What a table's log holds. */
export type Event =
  | MatchBegun
  | Dealt
  | PassChosen
  | CardsPassed
  | PlayBegun
  | CardPlayed
  | TrickTaken
  | TrickVoided
  | KittyTaken
  | DealRevealed
  | DealCounted
  | MoonShot
  | MoonChosen
  | DealScored
  | MatchEnded
  | TableOpened
  | SettingsChanged
  | PersonCame
  | DeviceInvited
  | DeviceMoved
  | PersonRenamed
  | PersonMuted
  | PersonLeft
  | PersonRemoved
  | ConnectionMade
  | ConnectionLost
  | ServerRestarted
  | HostChanged
  | SeatTaken
  | SeatFreed
  | SeatsSwapped
  | BotSeated
  | SeatLeft
  | SeatHandedOver
  | SeatReclaimed
  | ClockExpired
  | TimeGiven
  | Paused
  | Resumed
  | ReadySaid
  | GameStarted
  | GameStopped
  | SeedCommitted
  | EntropyAdded
  | SeedRevealed;

export type PassWay = "left" | "right" | "across" | "none";

export type MoonChoice = "add" | "subtract";

export type Words = SayPhrase | ShowEmote | SayText | Nudge;

export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "thank_you"
  | "sorry"
  | "oops"
  | "nice_twin"
  | "not_the_queen"
  | "one_moment"
  | "back_again"
  | "good_game"
  | "good_bye";

export type Emote = "clap" | "laugh" | "cry" | "wow" | "heart" | "moon" | "think" | "sweat";

/** Connected; not connected, which is nobody's fault; gone on purpose; sent away by the host. */
export type Status = "here" | "away" | "left" | "removed";

/**
 * Why somebody is away: they have not been connected yet; their program closed the connection; it
 * broke off; it answered no ping; it took nothing of what it was sent; it polled and came no more;
 * it said too much, or what nobody could read; another device went on; the server stopped.
 */
export type Cause =
  | "new"
  | "closed"
  | "broken"
  | "silent"
  | "slow"
  | "idle"
  | "refused"
  | "moved"
  | "stopped";

/**
 * Why a bot plays a seat: it was given the seat; its owner left, lost the connection, let the clock
 * run out twice, or asked for it.
 */
export type Reason = "invited" | "left" | "lost" | "late" | "asked";

/**
 * A set of cards in record notation: the ranks of spades, hearts, diamonds and clubs, high to low,
 * with dots between; two copies of a card stand twice. `AAKT7.QJ2..A5`; the empty set is `...`.
 */
export type Cards = string;

/**
 * What the reader knows of a pile: its cards, as in `Cards`, or how many lie face down, as a number
 * in digits (`17`). It is face down exactly if there is no dot in it.
 */
export type Pile = string;

/** The first message: which table, who I am, and what I have seen of it. */
export interface Hello {
  readonly type: "hello";
  /** The name of the table. */
  readonly table: string;
  /** The protocol that the client speaks. May be left out by a client: `1`. */
  readonly protocol?: number;
  /**
   * The secret by which the table knows me; null: I only watch. May be left out by a client:
   * `null`.
   */
  readonly token?: string | null;
  /** The last version that I hold; null: nothing yet. May be left out by a client: `null`. */
  readonly since?: number | null;
  /**
   * The last saying that I heard; null: tell me the last of them. May be left out by a client:
   * `null`.
   */
  readonly heard?: number | null;
  /**
   * The log of which that is a version, as the last `Welcome` said. May be left out by a client:
   * `null`.
   */
  readonly log?: string | null;
}

/** A command. Sent again with the same `id` it is not carried out twice. */
export interface Ask {
  readonly type: "ask";
  /** 1 to 64 printable signs of ASCII that this person uses for no other command at this table. */
  readonly id: string;
  readonly command: PersonCommand;
}

/** Choose the cards to give away; the choice may change until the last seat has chosen. */
export interface Pass {
  readonly type: "Pass";
  readonly cards: Cards;
  readonly ply: number;
}

/** Play a card. */
export interface Play {
  readonly type: "Play";
  readonly card: Card;
  readonly ply: number;
}

/** A kind of card, named suit first as in bridge records: `Card.SQ` is written `"SQ"`. */
export type Card =
  | "C2" | "C3" | "C4" | "C5" | "C6" | "C7" | "C8" | "C9" | "CT" | "CJ" | "CQ" | "CK" | "CA"
  | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D8" | "D9" | "DT" | "DJ" | "DQ" | "DK" | "DA"
  | "H2" | "H3" | "H4" | "H5" | "H6" | "H7" | "H8" | "H9" | "HT" | "HJ" | "HQ" | "HK" | "HA"
  | "S2" | "S3" | "S4" | "S5" | "S6" | "S7" | "S8" | "S9" | "ST" | "SJ" | "SQ" | "SK" | "SA";

/** Say what shooting the moon shall mean; null leaves it to the default (A11). */
export interface Choose {
  readonly type: "Choose";
  readonly choice: MoonChoice | null;
  readonly ply: number;
}

/** Sit down here, coming from another seat or none. */
export interface TakeSeat {
  readonly type: "TakeSeat";
  readonly seat: number;
}

/** Leave the seat, and watch. */
export interface StandUp {
  readonly type: "StandUp";
}

/** Leave the table. */
export interface Leave {
  readonly type: "Leave";
}

/**
 * Let the device that knows a secret go on in one's place; `key` is its SHA-256.
 *
 * Once, and for ten minutes.
 */
export interface InviteDevice {
  readonly type: "InviteDevice";
  readonly key: string;
}

/** Go on as far as I am concerned, or do not. */
export interface SayReady {
  readonly type: "SayReady";
  readonly ready: boolean;
}

/** Add 16 bytes (hexadecimal) to the chance of the deal of hand `number`. */
export interface AddEntropy {
  readonly type: "AddEntropy";
  readonly number: number;
  readonly entropy: string;
}

/** Take the seat back from the bot that holds it. Acting in the game does so, too. */
export interface Reclaim {
  readonly type: "Reclaim";
}

/** Let a bot hold a seat for its owner: one's own, or any as the host. */
export interface LetBotPlay {
  readonly type: "LetBotPlay";
  readonly seat: number;
}

/** Give a seat half a minute more. */
export interface GiveTime {
  readonly type: "GiveTime";
  readonly seat: number;
}

/** Stop the game for a while. */
export interface Pause {
  readonly type: "Pause";
}

/** Go on. */
export interface Resume {
  readonly type: "Resume";
}

/** Give oneself another name, or anybody as the host. */
export interface Rename {
  readonly type: "Rename";
  readonly person: number;
  readonly name: string;
}

/** Become the host: its owner at any time, others when the host is not here. */
export interface TakeHost {
  readonly type: "TakeHost";
}

/** Change the house rules at any time, the rules of the game between games. */
export interface ChangeSettings {
  readonly type: "ChangeSettings";
  readonly settings: Settings;
}

/** How the host wants the table: the rules of the game, and those of the house. */
export interface Settings {
  readonly rules: Rules;
  /** null: nobody is hurried. May be left out by a client: `null`. */
  readonly clock: Clock | null;
  /**
   * Seconds that a lost connection may last before a bot plays. May be left out by a client: `60`.
   */
  readonly grace: number;
  /**
   * Seconds between two hands, unless everybody is ready before; null: as long as it takes. May be
   * left out by a client: `30`.
   */
  readonly rest: number | null;
  /**
   * Whether bots fill the free seats at the start, and hold those of people who are away. May be
   * left out by a client: `true`.
   */
  readonly bots: boolean;
  /** Which bot that is. May be left out by a client: `"steady"`. */
  readonly level: string;
  /**
   * Whether somebody who comes late may take over a bot's seat, with its score. May be left out by
   * a client: `true`.
   */
  readonly latecomers: boolean;
  /**
   * Whether people may write what they like to each other. May be left out by a client: `false`.
   */
  readonly chat: boolean;
  /** Whether somebody may come only to watch. May be left out by a client: `true`. */
  readonly spectators: boolean;
}

/** Every option of the game; the defaults are the game of the oldest rule sheet. */
export interface Rules {
  readonly players: number;
  /** May be left out by a client: `2`. */
  readonly decks: 1 | 2;
  /** May be left out by a client: `"two_pairs"`. */
  readonly void_rule: "no_led_card" | "two_pairs";
  /** May be left out by a client: `"same"`. */
  readonly void_leader: "left" | "same";
  /** May be left out by a client: `"uncollected"`. */
  readonly last_void: "leader" | "uncollected";
  /** May be left out by a client: `26`. */
  readonly moon_value: 26 | 52;
  /** May be left out by a client: `"all_points"`. */
  readonly moon_test: "all_collected" | "all_points";
  /** May be left out by a client: `"ask"`. */
  readonly moon_choice: "add" | "ask" | "subtract";
  /** May be left out by a client: `"allowed"`. */
  readonly first_trick_points: "allowed" | "if_forced";
  /** May be left out by a client: `"dealer_left"`. */
  readonly first_lead: "any_club" | "dealer_left" | "two_clubs";
  /** May be left out by a client: `"heart_or_queen"`. */
  readonly break_cards: "heart_only" | "heart_or_queen" | "none";
  /** May be left out by a client: `"must_lead"`. */
  readonly bare_queen: "may_lead_hearts" | "must_lead";
  /** May be left out by a client: `3`. */
  readonly pass_count: 2 | 3;
  /** May be left out by a client: `["left", "right"]`. */
  readonly pass_cycle: readonly PassWay[];
  /** May be left out by a client: `150`. */
  readonly limit: number;
  /** May be left out by a client: `"shared"`. */
  readonly tie_break: "extra_hand" | "shared";
  /** May be left out by a client: `null`. */
  readonly score_floor: 0 | null;
  /** May be left out by a client: `null`. */
  readonly bonus_card: "DJ" | "DT" | null;
  /** May be left out by a client: `0`. */
  readonly no_trick_bonus: 0 | 5;
}

/** How long a person may think, in seconds: about a card (or a moon), and about a pass. */
export interface Clock {
  /** May be left out by a client: `30`. */
  readonly card: number;
  /** May be left out by a client: `90`. */
  readonly passing: number;
}

/** Give a free seat to a bot, or a bot's seat to another one. */
export interface AddBot {
  readonly type: "AddBot";
  readonly seat: number;
  readonly level: string;
}

/** Take a seat from whoever has it; in a game a bot goes on, and anybody may take over. */
export interface FreeSeat {
  readonly type: "FreeSeat";
  readonly seat: number;
}

/** Let two seats change places. */
export interface SwapSeats {
  readonly type: "SwapSeats";
  readonly one: number;
  readonly other: number;
}

/** Start a game, the first one or again. */
export interface StartGame {
  readonly type: "StartGame";
}

/** End the game that is going on. */
export interface StopGame {
  readonly type: "StopGame";
}

/** Silence somebody, or let them speak again. */
export interface Mute {
  readonly type: "Mute";
  readonly person: number;
  readonly muted: boolean;
}

/** Send somebody away for good. */
export interface Remove {
  readonly type: "Remove";
  readonly person: number;
}

/** Hand the table over to somebody else. */
export interface MakeHost {
  readonly type: "MakeHost";
  readonly person: number;
}

/**
 * Something to say to everybody at the table; answered like `Ask`.
 *
 * The version is that of the saying, which counts by itself.
 */
export interface Say {
  readonly type: "say";
  /** See `Ask`. */
  readonly id: string;
  readonly words: Words;
}

/** One of the phrases. */
export interface SayPhrase {
  readonly type: "phrase";
  readonly phrase: Phrase;
}

/** One of the emotes. */
export interface ShowEmote {
  readonly type: "emote";
  readonly emote: Emote;
}

/** Anything, where the host allows it. */
export interface SayText {
  readonly type: "text";
  readonly text: string;
}

/** It is your turn. */
export interface Nudge {
  readonly type: "nudge";
  readonly seat: number;
}

/** Are you there? */
export interface Ping {
  readonly type: "ping";
}

/** The answer to `Hello`; the first `Update` follows. */
export interface Welcome {
  readonly type: "welcome";
  readonly table: string;
  /** The protocol that the server speaks. */
  readonly protocol: number;
  /** Who I am at this table; null: a stranger, who only watches. */
  readonly person: number | null;
  /** Which log the versions count in: another one after a copy of it was put back. */
  readonly log: string;
}

/**
 * What happened, as far as the reader may know it, and how everything stands now.
 *
 * No events: this is where to start from, whatever was known before. `public` and `facts` are the
 * same for everybody at the table; `mine` is the reader's own (null: a stranger).
 */
export interface Update {
  readonly type: "update";
  /** What is new, in its order; the last one has the version of `public`. */
  readonly events: readonly Told[];
  readonly public: TableView;
  readonly facts: Facts;
  readonly mine: Private | null;
}

/** A recorded event, as it is told to one reader: its place in the row, its moment, itself. */
export interface Told {
  readonly version: number;
  readonly at: number;
  readonly event: Event | Refreshed;
}

/** A match began: its rules, who deals first, and the totals it starts from, one a seat. */
export interface MatchBegun {
  readonly type: "MatchBegun";
  readonly rules: Rules;
  readonly dealer: number;
  readonly totals: readonly number[];
}

/** Hand `number` (from 1) was dealt, one hand a seat; `kitty` is null if nothing is over. */
export interface Dealt {
  readonly type: "Dealt";
  readonly number: number;
  readonly dealer: number;
  readonly hands: readonly Pile[];
  readonly kitty: Pile | null;
}

/** A seat chose what to give away; the cards stay in its hand until everybody has chosen. */
export interface PassChosen {
  readonly type: "PassChosen";
  readonly seat: number;
  readonly cards: Pile;
}

/** All passes were exchanged at once: seat s gave `passes[s]` to seat (s + offset) mod n. */
export interface CardsPassed {
  readonly type: "CardsPassed";
  readonly offset: number;
  readonly passes: readonly Pile[];
}

/** Trick 1 is open and `leader` leads it: known to all, though hidden cards may decide it. */
export interface PlayBegun {
  readonly type: "PlayBegun";
  readonly leader: number;
}

/** A seat played a card, face up. */
export interface CardPlayed {
  readonly type: "CardPlayed";
  readonly seat: number;
  readonly card: Card;
}

/**
 * A seat took the trick with the set-aside pile: `cards` are all of these, all seen before.
 *
 * The taker leads next if there are cards left.
 */
export interface TrickTaken {
  readonly type: "TrickTaken";
  readonly seat: number;
  readonly cards: Pile;
}

/** Nobody took the trick; it was set aside. `next_leader` is null after the last trick. */
export interface TrickVoided {
  readonly type: "TrickVoided";
  readonly next_leader: number | null;
}

/** The first taker of a trick took the kitty, and alone saw it (A36). */
export interface KittyTaken {
  readonly type: "KittyTaken";
  readonly seat: number;
  readonly cards: Pile;
}

/** After the last trick everything was shown: hands as dealt, passes (null: none), kitty. */
export interface DealRevealed {
  readonly type: "DealRevealed";
  readonly hands: readonly Pile[];
  readonly passes: readonly Pile[] | null;
  readonly kitty: Pile | null;
}

/** The captured points were counted, one number a seat; `uncollected` went to nobody. */
export interface DealCounted {
  readonly type: "DealCounted";
  readonly points: readonly number[];
  readonly uncollected: number;
}

/** A seat shot the moon. */
export interface MoonShot {
  readonly type: "MoonShot";
  readonly seat: number;
}

/** What the moon means was chosen: by the shooter, by the rules, or by default. */
export interface MoonChosen {
  readonly type: "MoonChosen";
  readonly seat: number;
  readonly choice: MoonChoice;
}

/** The hand was scored: what each total changed by, all options applied, and the new totals. */
export interface DealScored {
  readonly type: "DealScored";
  readonly changes: readonly number[];
  readonly totals: readonly number[];
}

/** The match is over; equal lowest totals share the win. */
export interface MatchEnded {
  readonly type: "MatchEnded";
  readonly winners: readonly number[];
}

/** There is a table, with as many free seats as the rules say. */
export interface TableOpened {
  readonly type: "TableOpened";
  readonly settings: Settings;
}

/**
 * The host changed rules or house rules.
 *
 * `seats` has an entry for each seat there is now: which seat it was before; null: a new one.
 */
export interface SettingsChanged {
  readonly type: "SettingsChanged";
  readonly settings: Settings;
  readonly seats: readonly (number | null)[];
}

/** Somebody came in, known by the SHA-256 of a secret (null where that is not told). */
export interface PersonCame {
  readonly type: "PersonCame";
  readonly person: number;
  readonly name: string;
  readonly key: string | null;
  /** Whether it is a bot from outside. */
  readonly program: boolean;
  /** SHA-256 of a secret of the device; null where there is none, or where that is not told. */
  readonly device: string | null;
}

/** Somebody wants to go on with another device; the key is told to nobody. */
export interface DeviceInvited {
  readonly type: "DeviceInvited";
  readonly person: number;
  readonly key: string | null;
  readonly until: number;
}

/** Another device goes on; the one before is no longer known. The key is told to nobody. */
export interface DeviceMoved {
  readonly type: "DeviceMoved";
  readonly person: number;
  readonly key: string | null;
}

/** Somebody has another name now. */
export interface PersonRenamed {
  readonly type: "PersonRenamed";
  readonly person: number;
  readonly name: string;
}

/** The host silenced somebody, or let them speak again. */
export interface PersonMuted {
  readonly type: "PersonMuted";
  readonly person: number;
  readonly muted: boolean;
}

/** Somebody left, on purpose. */
export interface PersonLeft {
  readonly type: "PersonLeft";
  readonly person: number;
}

/** The host sent somebody away. */
export interface PersonRemoved {
  readonly type: "PersonRemoved";
  readonly person: number;
}

/** Somebody is connected, again or for the first time. */
export interface ConnectionMade {
  readonly type: "ConnectionMade";
  readonly person: number;
}

/** Somebody is not connected any more; that is not leaving. */
export interface ConnectionLost {
  readonly type: "ConnectionLost";
  readonly person: number;
  /** How the last of their connections ended; null where that is not known. */
  readonly cause: Cause | null;
}

/** The server was down: nobody is connected, and every clock starts again. */
export interface ServerRestarted {
  readonly type: "ServerRestarted";
}

/** Somebody else decides about the table; `owner` may take that back. */
export interface HostChanged {
  readonly type: "HostChanged";
  readonly person: number;
  readonly owner: number;
}

/** Somebody sat down, perhaps in place of a bot, perhaps coming from another seat. */
export interface SeatTaken {
  readonly type: "SeatTaken";
  readonly seat: number;
  readonly person: number;
}

/** Nobody sits here any more. */
export interface SeatFreed {
  readonly type: "SeatFreed";
  readonly seat: number;
}

/** Whoever sat here sits there, and the other way round. */
export interface SeatsSwapped {
  readonly type: "SeatsSwapped";
  readonly one: number;
  readonly other: number;
}

/** The seat is a bot's own. */
export interface BotSeated {
  readonly type: "BotSeated";
  readonly seat: number;
  readonly level: string;
}

/** Its owner left a seat in the middle of a game; a bot goes on. */
export interface SeatLeft {
  readonly type: "SeatLeft";
  readonly seat: number;
  readonly level: string;
}

/** A bot holds the seat for its owner. */
export interface SeatHandedOver {
  readonly type: "SeatHandedOver";
  readonly seat: number;
  readonly level: string;
  readonly reason: Reason;
}

/** Its owner plays again. */
export interface SeatReclaimed {
  readonly type: "SeatReclaimed";
  readonly seat: number;
}

/** The owner thought for too long; a bot plays this one card (or pass, or moon). */
export interface ClockExpired {
  readonly type: "ClockExpired";
  readonly seat: number;
  readonly level: string;
}

/** Somebody gave a seat more time, in milliseconds. */
export interface TimeGiven {
  readonly type: "TimeGiven";
  readonly seat: number;
  readonly by: number;
  readonly time: number;
}

/** Somebody stopped the game for a while. */
export interface Paused {
  readonly type: "Paused";
  readonly by: number;
}

/** The game goes on; clocks stand as they stood. */
export interface Resumed {
  readonly type: "Resumed";
  readonly by: number;
}

/** The owner of a seat wants to go on, or does not yet. */
export interface ReadySaid {
  readonly type: "ReadySaid";
  readonly seat: number;
  readonly ready: boolean;
}

/** A game starts, the `game`-th at this table; its match begins with the first deal. */
export interface GameStarted {
  readonly type: "GameStarted";
  readonly game: number;
}

/** The host ended a game before its end. */
export interface GameStopped {
  readonly type: "GameStopped";
}

/** The next deal is promised; the seed itself is told to nobody before `SeedRevealed`. */
export interface SeedCommitted {
  readonly type: "SeedCommitted";
  readonly number: number;
  readonly commitment: string;
  readonly seed: string | null;
}

/** A seat added to the chance of the next deal; others are not shown what (`""`). */
export interface EntropyAdded {
  readonly type: "EntropyAdded";
  readonly seat: number;
  readonly entropy: string;
}

/** The hand is scored, and everybody may check its deal. */
export interface SeedRevealed {
  readonly type: "SeedRevealed";
  readonly number: number;
  readonly seed: string;
  readonly entropies: readonly (string | null)[];
}

/** Somebody's seat changed, and with it all that they may know: told to them, never kept. */
export interface Refreshed {
  readonly type: "Refreshed";
  readonly view: TableView;
}

/**
 * What one person may know of a table; `me` null is somebody who has not come in.
 *
 * Its match is a `View`. Made by `observe`, and kept up by `evolve` with redacted events.
 */
export interface TableView {
  readonly type: "TableView";
  /** How many events have been recorded. */
  readonly version: number;
  /** When the last of them was. */
  readonly at: number;
  readonly settings: Settings;
  readonly people: readonly Person[];
  readonly seats: readonly Seat[];
  /** The person who decides about the table now. */
  readonly host: number;
  /** The person who may take that back at any time. */
  readonly owner: number;
  /** How many games have been started. */
  readonly games: number;
  /** Whether one of them is going on. */
  readonly playing: boolean;
  /** Who deals first in the next game; null: by lot (A23). */
  readonly dealer: number | null;
  /** Of the game that is going on, or of the last one. */
  readonly match: View | null;
  /** The promise of the deal that is being played, or comes next; null: nothing is promised. */
  readonly seal: Seal | null;
  /** Since when the game is paused; null: it is not. */
  readonly paused: number | null;
  /** When the last hand was scored. */
  readonly scored: number;
  /** What each hand of this game changed the totals by, hand after hand, one number a seat. */
  readonly sheet: readonly (readonly number[])[];
  /** The `ply` at which this game began. */
  readonly base: number;
  /** Whose view this is. */
  readonly me: number | null;
}

/** Somebody who came to the table; people are numbered in the order in which they came. */
export interface Person {
  readonly name: string;
  readonly status: Status;
  /** From when this is their status. */
  readonly since: number;
  /** Left out: `false`. */
  readonly muted?: boolean;
  /**
   * The seat whose hand they have seen in this game: in it they take no other one. Left out:
   * `null`.
   */
  readonly seen?: number | null;
  /** Whether they said to be a bot from outside, which everybody is told. Left out: `false`. */
  readonly program?: boolean;
  /** While they are away: why; null where that was not noted. Left out: `null`. */
  readonly cause?: Cause | null;
  /**
   * SHA-256 of the secret by which they are known, hexadecimal; null in views. Left out: `null`.
   */
  readonly key?: string | null;
  /**
   * SHA-256 of a secret by which another device may take their place; null in views. Left out:
   * `null`.
   */
  readonly invitation?: string | null;
  /** How long it may; 0 in views. Left out: `0`. */
  readonly until?: number;
  /** SHA-256 of a secret of the device with which they came; null in views. Left out: `null`. */
  readonly device?: string | null;
}

/**
 * A place at the table: whose it is (`person`), and the bot that plays it now, if one does.
 *
 * Neither: free. A bot only: a bot's own seat. Both: a bot holds the seat for its owner.
 */
export interface Seat {
  /** Left out: `null`. */
  readonly person?: number | null;
  /** Left out: `null`. */
  readonly bot?: string | null;
  /** Why a bot plays here. Left out: `null`. */
  readonly reason?: Reason | null;
  /** Whether the bot plays one card only, because the clock ran out. Left out: `false`. */
  readonly once?: boolean;
  /** How often in a row the clock did. Left out: `0`. */
  readonly misses?: number;
  /** Whether its owner wants to go on. Left out: `false`. */
  readonly ready?: boolean;
  /** From when its clock runs. Left out: `0`. */
  readonly since?: number;
}

/**
 * What one seat may know of a match; `seat` null is a spectator's.
 *
 * Made by `observe` and kept up by `evolve` with redacted events. `decide` refuses it.
 */
export interface View {
  readonly type: "View";
  readonly rules: Rules;
  /** Who dealt the current hand, or will deal the first. */
  readonly dealer: number;
  readonly totals: readonly number[];
  readonly deal: Deal | null;
  /** Once over: the seats that share the win. */
  readonly winners: readonly number[] | null;
  readonly seat: number | null;
}

/**
 * One hand of the match, from the deal to its score. One entry a seat in every tuple.
 *
 * There are no defaults: whoever builds a Deal, above all a redacted one, says what is in it.
 */
export interface Deal {
  /** From 1. */
  readonly number: number;
  readonly dealer: number;
  /** The hands as dealt, before passing. */
  readonly dealt: readonly Pile[];
  /** The cards left over (null: the deal came out even). Its owner's alone, even when taken. */
  readonly kitty: Pile | null;
  /** Who took the kitty. */
  readonly kitty_owner: number | null;
  /** The cards still in hand. */
  readonly hands: readonly Pile[];
  /** While passing: what each seat has chosen to give. Empty at any other time. */
  readonly choices: readonly (Pile | null)[];
  /** Once passed: seat s gave to seat (s + offset) mod n. */
  readonly offset: number | null;
  /** Once passed: what each seat gave. */
  readonly passes: readonly Pile[] | null;
  /** The complete tricks in order. */
  readonly tricks: readonly Trick[];
  /** The open trick. */
  readonly trick: Trick | null;
  /** Whether the last trick is over and everything lies open. */
  readonly revealed: boolean;
  /** Once counted: points captured. */
  readonly points: readonly number[] | null;
  /** Once counted: points that went to nobody. */
  readonly uncollected: number | null;
  readonly shooter: number | null;
  readonly moon_choice: MoonChoice | null;
  /** Once scored: what each total changed by. */
  readonly changes: readonly number[] | null;
}

/** Who led, the cards in order of play, and who took them: null while open, or if void. */
export interface Trick {
  readonly leader: number;
  readonly cards: readonly Card[];
  readonly taker: number | null;
}

/** The promise of a deal, see docs/fair-deal.md; bytes in hexadecimal. */
export interface Seal {
  /** Of the hand. */
  readonly number: number;
  readonly commitment: string;
  /** null where it may not be known yet. */
  readonly seed: string | null;
  /** What each seat added: null, nothing yet; in views `""` is something that is not shown. */
  readonly entropies: readonly (string | null)[];
  readonly at: number;
  readonly dealt: boolean;
}

/** One moment of a table, for everybody. Seats are numbers from 0; moments as in the table. */
export interface Facts {
  /** What the seats are called: by their people, and bots by names that nobody else has. */
  readonly names: readonly string[];
  /** What the match waits for; null: nothing has been dealt in this game. Left out: `null`. */
  readonly phase?: Phase | null;
  /** What an act has to name, to be meant for this moment. Left out: `0`. */
  readonly ply?: number;
  /** The seats without whose act the hand cannot go on. Left out: `[]`. */
  readonly awaited?: readonly number[];
  /** While passing: how many cards a seat gives away. Left out: `0`. */
  readonly pass_count?: number;
  /** While passing: how many seats to the left they go; below 0, to the right. Left out: `0`. */
  readonly pass_offset?: number;
  /**
   * The seats in the order in which they play to the open trick; it has cards of the first. Left
   * out: `[]`.
   */
  readonly order?: readonly number[];
  /** For each card of the open trick: whether its twin lies there, too. Left out: `[]`. */
  readonly cancelled?: readonly boolean[];
  /**
   * For each card of the open trick: who would have taken it as it lay then; null: nobody. Left
   * out: `[]`.
   */
  readonly course?: readonly (number | null)[];
  /** Who takes the open trick as it lies; null: nobody, or it has no card yet. Left out: `null`. */
  readonly winner?: number | null;
  /** Whether the open trick has cards, and is void as it lies. Left out: `false`. */
  readonly void?: boolean;
  /** Whether one more pair in the open trick makes it void for good. Left out: `false`. */
  readonly next_pair_voids?: boolean;
  /** Points on the open trick. Left out: `0`. */
  readonly stake?: number;
  /** What its taker gets beside the open trick. Left out: `{}`. */
  readonly pot?: Pot;
  /** Points that each seat is known to have taken in this hand. Left out: `[]`. */
  readonly taken?: readonly number[];
  /** By seat: what these points are, and in how many tricks they came. Left out: `[]`. */
  readonly hauls?: readonly Haul[];
  /** Once scored, by seat: of what the change of its total is made. Left out: `[]`. */
  readonly changes?: readonly Change[];
  /** Left out: `null`. */
  readonly last?: LastTrick | null;
  /** Whether hearts may be led. Left out: `false`. */
  readonly broken?: boolean;
  /** By seat: when its clock runs out. Left out: `{}`. */
  readonly deadlines?: Readonly<Partial<Record<number, number>>>;
  /** So many milliseconds before its end a clock is shown to be short. Left out: `5000`. */
  readonly warning?: number;
  /** By seat: when a bot takes over for somebody who is away. Left out: `{}`. */
  readonly losses?: Readonly<Partial<Record<number, number>>>;
  /** When the next hand is dealt, if nobody does anything. Left out: `null`. */
  readonly next_deal?: number | null;
}

/** What a match is waiting for. */
export type Phase =
  /** The next hand. */
  | "dealing"
  /** Every seat's choice of cards to give away. */
  | "passing"
  /** The card of the seat whose turn it is. */
  | "playing"
  /** The shooter's choice. */
  | "moon"
  /** Nothing more. */
  | "over";

/** What the taker of the open trick gets beside it. */
export interface Pot {
  /** How many lie in the set-aside pile. Left out: `0`. */
  readonly cards?: number;
  /** What these are worth. Left out: `0`. */
  readonly points?: number;
  /** How many cards the kitty has, while nobody has it. Left out: `0`. */
  readonly kitty?: number;
}

/** What a seat is known to have taken in this hand; with the kitty once that lies open. */
export interface Haul {
  /** Left out: `0`. */
  readonly tricks?: number;
  /** Left out: `0`. */
  readonly hearts?: number;
  /** Queens of spades. Left out: `0`. */
  readonly queens?: number;
  /** Bonus cards, where the house plays with one. Left out: `0`. */
  readonly bonus?: number;
}

/** Of what a hand's change of one total is made; all of it together is what it changed by. */
export interface Change {
  /** Left out: `0`. */
  readonly hearts?: number;
  /** For queens of spades. Left out: `0`. */
  readonly queens?: number;
  /** Below 0: for bonus cards. Left out: `0`. */
  readonly bonus?: number;
  /** Below 0: for not having taken a trick. Left out: `0`. */
  readonly no_tricks?: number;
  /** What a moon gives or takes in place of hearts and queens. Left out: `0`. */
  readonly moon?: number;
  /** What the total was lifted by, so as not to fall below the floor. Left out: `0`. */
  readonly floor?: number;
}

/** The last trick that is complete, for whoever looks back; also while the next one is open. */
export interface LastTrick {
  /** From 1, in this hand. */
  readonly number: number;
  /** The seats in the order in which they played. */
  readonly order: readonly number[];
  /** What they played, in the same order. */
  readonly cards: readonly Card[];
  /** For each card: whether its twin lay there, too. */
  readonly cancelled: readonly boolean[];
  /** Who took it; null: it was void. Left out: `null`. */
  readonly taker?: number | null;
  /**
   * On it, and on the set-aside tricks that went with it: what its taker got, or waits now. Left
   * out: `0`.
   */
  readonly points?: number;
  /** How many cards of set-aside tricks went with it, or wait with it. Left out: `0`. */
  readonly aside?: number;
  /** How many cards of the kitty went with it. Left out: `0`. */
  readonly kitty?: number;
}

/** One person's own. Piles are theirs or were; null where there is none. */
export interface Private {
  readonly person: number;
  /** The seat they own, whoever plays it now; null: they watch. Left out: `null`. */
  readonly seat?: number | null;
  /** The hand as it was dealt. Left out: `null`. */
  readonly dealt?: Pile | null;
  /** The cards still in it. Left out: `null`. */
  readonly hand?: Pile | null;
  /** While passing: what was chosen. Left out: `null`. */
  readonly choice?: Pile | null;
  /** Once passed: what was given. Left out: `null`. */
  readonly gave?: Pile | null;
  /** Once passed: what was received. Left out: `null`. */
  readonly got?: Pile | null;
  /** The kitty, if this seat took it. Left out: `null`. */
  readonly kitty?: Pile | null;
  /** What this seat added to the deal that is promised. Left out: `null`. */
  readonly entropy?: string | null;
  /**
   * In turn: the kinds of card that may be played, from C2 up to SA; never none. Left out: `[]`.
   */
  readonly legal?: readonly Card[];
  /** In turn: the other kinds in the hand, and why they may not be played. Left out: `{}`. */
  readonly refused?: Readonly<Partial<Record<Card, Code>>>;
  /**
   * To the host: the seats whose owners came from one browser, a group for each such browser.
   *
   * To nobody else: it is a hint and no proof, for a family may share a tablet, and whoever plays
   * two hands may use two browsers. What to make of it is for whoever can ask them. The devices
   * themselves are told to nobody. Left out: `[]`.
   */
  readonly same_device?: readonly (readonly number[])[];
}

/** Every reason for a refusal. The details that come with each stand behind it. */
export type Code =
  /** Nothing has begun yet. */
  | "NO_MATCH"
  /** A match begins once. */
  | "MATCH_HAS_BEGUN"
  /** `phase`: what the match is waiting for instead. */
  | "WRONG_PHASE"
  /** `seat`, `players`: seats are numbered from 0. */
  | "NO_SUCH_SEAT"
  /** `players`, `got`: one starting total a seat. */
  | "WRONG_TOTALS"
  /** `expected`, `got`: the order is not exactly the pack, card for card. */
  | "WRONG_PACK"
  /** `expected`, `got`: how many cards are passed. */
  | "PASS_COUNT"
  /** `card`: the first card that the seat does not hold, or not so often. */
  | "NOT_IN_HAND"
  /** `turn`: the seat whose turn it is. */
  | "NOT_YOUR_TURN"
  /** `suit`: the led suit, of which the seat holds a card. */
  | "MUST_FOLLOW_SUIT"
  /** The opening lead is fixed (`first_lead=two_clubs`). */
  | "MUST_LEAD_TWO_OF_CLUBS"
  /** The opening lead is a club (`first_lead=any_club`). */
  | "MUST_LEAD_A_CLUB"
  /** Trick 1 is not led with a heart or the queen of spades. */
  | "NO_POINTS_ON_OPENING_LEAD"
  /** Points may fall on trick 1 only when forced (`first_trick_points=if_forced`). */
  | "NO_POINTS_ON_FIRST_TRICK"
  /** Hearts may not be led yet. */
  | "HEARTS_NOT_BROKEN"
  /** `shooter`: who shot the moon and may choose. */
  | "NOT_THE_SHOOTER"
  /** `got`: neither add nor subtract. */
  | "NO_SUCH_CHOICE";

/** What people said: after `Welcome` the last of it, then whatever comes. */
export interface Heard {
  readonly type: "heard";
  readonly sayings: readonly Saying[];
}

/** What somebody said; versions count in the table's talk alone. */
export interface Saying {
  readonly version: number;
  readonly at: number;
  readonly person: number;
  readonly words: Words;
}

/** A command was granted, and is kept; `version` is that of its last event. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly version: number;
}

/** A command was not granted; nothing has changed. `id` null: it could not be read at all. */
export interface Refused {
  readonly type: "refused";
  readonly id: string | null;
  /** A `Code` of the game, a `TableCode`, or a `WireCode` of the door. */
  readonly code: string;
  readonly details: Readonly<Partial<Record<string, string | number>>>;
}

/** The connection ends. */
export interface Bye {
  readonly type: "bye";
  /** `restart`, `moved` (another device goes on) or `removed` (the host sent you away). */
  readonly reason: string;
  /** Come back after so many milliseconds; null: do not come back. */
  readonly retry: number | null;
}

/** I am here; `at` is the table's clock. */
export interface Pong {
  readonly type: "pong";
  readonly at: number;
}

/** Open a table and be its host. `rules` is a table code, such as `classic players=8`. */
export interface NewTable {
  readonly name: string;
  /** May be left out by a client: `"players=6"`. */
  readonly rules?: string;
  /**
   * Whether to be known by a cookie, as in a browser; else the answer has the token. May be left
   * out by a client: `false`.
   */
  readonly cookie?: boolean;
  /**
   * A secret of one's own choice: who asks again with it, because the answer got lost, gets the
   * same table. May be left out by a client: `null`.
   */
  readonly token?: string | null;
}

/** Open a table and begin to play at once, with bots on the other seats. */
export interface NewGame {
  readonly name: string;
  /** As for `NewTable`. May be left out by a client: `"players=6"`. */
  readonly rules?: string;
  /** Which bots. May be left out by a client: `"steady"`. */
  readonly level?: string;
  /**
   * Whether to be known by a cookie, as in a browser; else the answer has the token. May be left
   * out by a client: `false`.
   */
  readonly cookie?: boolean;
  /**
   * A secret of one's own choice: who asks again with it, by a second tap or because the answer got
   * lost, gets the same game. May be left out by a client: `null`.
   */
  readonly token?: string | null;
}

/** Come to a table. */
export interface NewPerson {
  readonly name: string;
  /**
   * Whether to sit down if there is a seat; else one watches. May be left out by a client: `true`.
   */
  readonly sit?: boolean;
  /** Whether this is a bot; everybody is told. May be left out by a client: `false`. */
  readonly program?: boolean;
  /**
   * Whether to be known by a cookie, as in a browser; else the answer has the token. May be left
   * out by a client: `false`.
   */
  readonly cookie?: boolean;
  /**
   * A secret of one's own choice: who asks again with it, because the answer got lost, gets the
   * same place. May be left out by a client: `null`.
   */
  readonly token?: string | null;
}

/** Go on here as somebody who invited this device; `secret` is from their link. */
export interface NewDevice {
  readonly secret: string;
  /**
   * Whether to be known by a cookie, as in a browser; else the answer has the token. May be left
   * out by a client: `false`.
   */
  readonly cookie?: boolean;
}

/** Who one is at a table, and the token that proves it (null: there is a cookie). */
export interface Welcomed {
  readonly table: string;
  readonly person: number;
  readonly token: string | null;
}

/** What is told about a table at its door; nothing that those who just watch do not know. */
export interface Door {
  readonly table: string;
  /** The name of the host. */
  readonly host: string;
  /** The table code. */
  readonly rules: string;
  /** How many packs it is played with. */
  readonly decks: number;
  readonly seats: number;
  /** Seats that have nobody, not even a bot. */
  readonly free: number;
  /** Seats that have a bot and nobody else. */
  readonly bots: number;
  /** Whether a game is going on. */
  readonly playing: boolean;
  /** Whether the last game is over, and no other one has begun. */
  readonly over: boolean;
  /** Whether who comes now gets a free seat; */
  readonly sit: boolean;
  /** or, as there is none, a bot's. */
  readonly take_over: boolean;
  /** Whether one may come only to watch. */
  readonly watch: boolean;
  /** Who asks, if the table knows them; null: a stranger. */
  readonly me: Known | null;
}

/** Who one is already at a table to whose door one comes. */
export interface Known {
  readonly person: number;
  readonly name: string;
  /** The seat that one owns; null: one watches, or has left. */
  readonly seat: number | null;
}

/** How others come to a table. */
export interface Invitation {
  readonly table: string;
  /** Six letters to say aloud; null while no seat is free. */
  readonly code: string | null;
  /** Behind the server's address: the link. */
  readonly path: string;
  /** The whole of it, as others can follow it. */
  readonly link: string;
  /** Whether only this machine can: the server listens to nobody else. */
  readonly near: boolean;
}

/** Every reason. The details that come with each stand behind it. */
export type TableCode =
  /** There is no such table. */
  | "NO_TABLE"
  /** A table is opened once. */
  | "TABLE_IS_OPEN"
  /** Somebody of another kind may ask that: a person, a bot, the server. */
  | "NOT_YOURS_TO_ASK"
  /** `host`: only the host may. */
  | "HOST_ONLY"
  /** `person`: nobody here has this number, or they are gone. */
  | "NO_SUCH_PERSON"
  /** `seat`, `seats`: seats are numbered from 0. */
  | "NO_SUCH_TABLE_SEAT"
  /** Nobody here has this secret. */
  | "NOT_KNOWN"
  /** The host sent you away. */
  | "REMOVED"
  /** `most`: no more people can come. */
  | "TABLE_IS_FULL"
  /** There is no seat, and nobody may just watch. */
  | "NO_SPECTATORS"
  /** Somebody is known by this secret already. */
  | "KEY_IS_KNOWN"
  /** Nobody invites a device by this secret, or not any more. */
  | "NOT_INVITED"
  /** A key is 64 hexadecimal digits. */
  | "BAD_KEY"
  /**
   * `problem`: empty, long, marks (too many), control (or invisible), bot (reserved), rude (an
   * unwanted word).
   */
  | "BAD_NAME"
  /** You have no seat. */
  | "NOT_SEATED"
  /** `seat`: somebody sits there. */
  | "SEAT_IS_TAKEN"
  /** Nobody may take over a bot's seat in the middle of a game. */
  | "NO_LATECOMERS"
  /** In the middle of a game nobody changes seats. */
  | "SEATED_ALREADY"
  /** `free`: so many seats have nobody, and bots may not fill them. */
  | "SEATS_ARE_FREE"
  /** A game needs somebody to play it. */
  | "NOBODY_SITS_HERE"
  /** `people`, `seats`: more people sit here than there would be seats. */
  | "TOO_MANY_PEOPLE"
  /** `level`, `known`: no bot has this name. */
  | "NO_SUCH_BOT"
  /** Not in the middle of a game. */
  | "GAME_IS_ON"
  /** No game is going on. */
  | "NO_GAME"
  /** You do not play this seat now: a person took it back, or a bot does not hold it. */
  | "NOT_HELD"
  /** `ply`: the game has moved on to this moment. */
  | "STALE"
  /** Somebody paused the game. */
  | "GAME_IS_PAUSED"
  /** Nobody paused the game. */
  | "NOT_PAUSED"
  /** `seat`: no clock runs there. */
  | "NO_CLOCK"
  /** So much time has been given that no more can be. */
  | "ENOUGH_TIME"
  /** An entropy is 32 hexadecimal digits. */
  | "BAD_ENTROPY"
  /** `number`: this is not the hand whose deal is promised now. */
  | "NO_SUCH_DEAL"
  /** A seat adds to a deal once. */
  | "ENTROPY_IS_GIVEN"
  /** What is asked for is the case already, or nothing is due. */
  | "NOTHING_TO_DO"
  /** The host has silenced you. */
  | "MUTED"
  /** The host wants no free text; phrases and emotes are there. */
  | "NO_CHAT"
  /** `most`: there is nothing to read, or more signs than that. */
  | "BAD_TEXT"
  /** There is a word in it that is not wanted here. */
  | "RUDE"
  /** `wait`: so many seconds until you may speak, or nudge, again. */
  | "TOO_MUCH_TALK"
  /** What was asked could not be kept, and so did not happen. */
  | "STORE_FAILED"
  /** Others were quicker, again and again. */
  | "BUSY";

/** Why a message gets no further than the door. The details that come with each stand behind. */
export type WireCode =
  /** `problem`: what is wrong with it, and where. */
  | "BAD_MESSAGE"
  /** `protocol`: the one that is spoken here. */
  | "BAD_PROTOCOL"
  /** `origin`: a page from elsewhere may not speak for its reader. */
  | "BAD_ORIGIN"
  /** `most`: bytes. */
  | "TOO_LARGE"
  /** `wait`: so many seconds until there may be more. */
  | "TOO_MANY"
  /** No table that has a seat goes by this code. */
  | "NO_SUCH_CODE"
  /** There is nothing at this address. */
  | "NOT_FOUND"
  /** `reason`: the server is stopping, or cannot keep anything now. */
  | "NOT_READY"
  /** Something went wrong that should not; it has been noted. */
  | "BROKEN";
