import type { PauseReason, SkipReason, UnseenReason } from "#shared/contracts/schedule.ts";
import type { AskReason } from "../language/time/reading.ts";

/** Every sentence about standing requests. */
export type StandingWords = {
  readonly asks: Readonly<Record<AskReason, (words: string) => string>>;
  readonly remindOfWhat: string;
  readonly tellOfWhat: string;
  readonly whatToDo: (what: string, when: string) => string;
  readonly lacks: (what: string) => string;
  readonly cannotWatch: (what: string) => string;
  readonly alreadyTrue: (value: string) => string;
  readonly statement: (what: string, when: string) => string;
  readonly nowOption: string;
  readonly nextTimeOption: string;
  readonly whereToTell: string;
  readonly confirm: (
    what: string,
    when: string,
    until: string,
    effects: string,
    isOnce: boolean,
  ) => string;
  readonly eachTime: (effects: string) => string;
  readonly itsResult: string;
  readonly asksEachTime: string;
  readonly made: (what: string, when: string) => string;
  readonly watching: (what: string, when: string, often: string) => string;
  readonly band: (percent: string) => string;
  readonly next: (instants: string) => string;
  readonly skips: (days: string) => string;
  readonly ifLate: Readonly<Record<"do" | "skip", string>>;
  readonly ends: (until: string, byDefault: boolean) => string;
  /** Where it is told: here, on a channel, or in the list. */
  readonly toldAt: Readonly<Record<"here" | "telegram" | "inbox", string>>;
  readonly zone: (zone: string) => string;
  readonly howToUndo: string;
  readonly stale: string;
  readonly tooMany: (most: number) => string;
  readonly reminder: (text: string) => string;
  readonly reminderLate: (text: string, time: string) => string;
  readonly late: (time: string, answer: string) => string;
  readonly watched: (what: string, condition: string, value: string) => string;
  readonly skipped: Readonly<
    Record<SkipReason, (what: string, time: string, count: number) => string>
  >;
  readonly paused: Readonly<Record<PauseReason, (what: string, detail: string) => string>>;
  readonly noneStanding: string;
  readonly list: (count: number) => string;
  readonly item: (place: number, what: string, when: string, next: string, state: string) => string;
  readonly until: (time: string) => string;
  readonly isPaused: (until: string) => string;
  readonly stopped: (until: string) => string;
  readonly nextAt: (time: string) => string;
  readonly whichOne: string;
  readonly notFound: string;
  /** Of one that does not stand any more. */
  readonly isOver: Readonly<Record<"done" | "cancelled", (what: string, when: string) => string>>;
  /** What was not to be touched. */
  readonly stays: (what: string, when: string) => string;
  readonly cancelled: (what: string, when: string) => string;
  readonly pausedNow: (what: string, until: string) => string;
  readonly resumed: (what: string, next: string, when: string) => string;
  readonly postponed: (what: string, time: string) => string;
  readonly postponeHow: string;
  /** To the word that it was done. */
  readonly done: (what: string) => string;
  /** Of several at once, each in a line. */
  readonly allOf: Readonly<Record<"cancel" | "pause", (count: number, lines: string) => string>>;
  readonly andMore: (count: number) => string;
  readonly restore: (what: string) => string;
  readonly cancelAgain: (what: string) => string;
  readonly changed: (what: string, when: string) => string;
  readonly changeHow: string;
  /** Of a watch that was changed to what is so already. */
  readonly waitsForNext: (value: string) => string;
  readonly undone: (what: string) => string;
  readonly undoneBack: (what: string, when: string) => string;
  readonly putBack: (what: string, when: string) => string;
  readonly whyNothing: string;
  readonly ticks: Readonly<
    Record<
      "fired" | "late" | "partial" | "failed" | "running",
      (what: string, time: string) => string
    >
  >;
  /** What was to be told is still here. */
  readonly notDelivered: (channel: string) => string;
  readonly neverDue: (what: string, next: string) => string;
  /** A watch that has not fired. */
  readonly notYet: (what: string, condition: string, last: string) => string;
  readonly unseenSince: Readonly<Record<UnseenReason, (time: string) => string>>;
  readonly wasLast: string;
  readonly notByInstruction: string;
  readonly changedMeanwhile: string;
  readonly notThere: (what: string, domain: string) => string;
  readonly telegram: string;
  /** `typed`: the name as it is typed in a terminal. */
  readonly notLinked: (name: string, typed: string) => string;
  readonly notSentTo: (name: string) => string;
  readonly toMe: string;
  readonly holiday: (what: string, when: string, day: string) => string;
  readonly notItsDay: (what: string, when: string, day: string) => string;
  readonly inbox: string;
};
