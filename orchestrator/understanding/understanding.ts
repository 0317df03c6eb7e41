import type {
  Alternative,
  Entities,
  EntityValue,
  FollowupRequest,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Training } from "./classifier/training.ts";

/** What the session knows when a sentence is said. */
export type SessionContext = {
  /** The language spoken so far; the sentence's own words come first. */
  locale?: Locale;
  /** The last goal that ran, for a sentence that says only another value. */
  lastFrame: GoalFrame | null;
  /** Epoch milliseconds and IANA zone; without them relative dates are not read. */
  now?: number;
  timezone?: string;
};

/** When a text is said, and in which language where it does not tell. */
export type Spoken = Omit<SessionContext, "lastFrame">;

export type Understood = {
  intent: IntentOutput;
  /** The language of the sentence, or of the session where the sentence does not tell. */
  locale: Locale;
  /** The best goals, at most 5, with calibrated confidence. */
  candidates: Alternative[];
};

/**
 * The goal that a sentence most likely means, with what its words alone make likely, best first. undefined: nothing is
 * known of its words, or not of this catalogue yet.
 */
export type ReadMeaning = (
  catalogue: Catalogue,
  text: string,
  byWords: readonly Alternative[],
) => Promise<Alternative | undefined>;

/** The values that a text gives to a goal; `known` where free words are none of them. */
export type ValuesFor = { readonly values: Entities; readonly known: boolean };

export interface Understanding {
  /** What a text means. Pure and synchronous. Cost: some tenths of a millisecond; a lookup when it was heard before */
  understand(text: string, hearing: SessionContext): Understood;
  /** The text read as if it were about this goal; undefined when the catalogue has no such goal. */
  frameOf(domain: string, goal: string, text: string, at?: Spoken): GoalFrame | undefined;
  /**
   * The text as the value of one entity; undefined when the entity cannot take it. `known`: it is a listed
   * value, an enum's word, or has the form of the type. Relative dates are only read where `at` says when it is.
   */
  valueOf(
    domain: string,
    goal: string,
    entity: string,
    text: string,
    at?: Spoken,
  ): { value: EntityValue; known: boolean } | undefined;
  /**
   * The text as values of a goal, one of them perhaps the free words of the entity that is asked for; undefined where
   * it says anything else. `known`: no free words are among them.
   */
  valuesFor(
    domain: string,
    goal: string,
    asked: string | undefined,
    text: string,
    at?: Spoken,
  ): ValuesFor | undefined;
  /**
   * What stands in a text beside the request for this goal: words that say something else, and what was done, is denied or
   * supposed. Empty: all of it asks for the goal.
   */
  besideGoal(domain: string, goal: string, text: string): readonly string[];
  /** What a text asks to be done afterwards, at its end, and the text before it. */
  followupsIn(text: string): { rest: string; followups: readonly FollowupRequest[] };
  /** What a goal does behind another one, asked for in these words; undefined where it offers no such thing. */
  followupOf(domain: string, goal: string, phrase: string): FollowupRequest | undefined;
  /** Templates that could not be used, each as a sentence. */
  readonly problems: readonly string[];
  /** What was learnt, as plain data: the same catalogue is built with it in a tenth of the time. */
  training(): Training;
  /** The training was given, not learnt. */
  readonly warm: boolean;
  /**
   * Goes by confidences that the catalogue's own sentences have moved, from now on: as `training` says, from
   * another process or for nearly the same sentences, or as a rehearsal does. training() has them then.
   * Cost: nothing with `training`; else about five times the training
   */
  calibrate(training?: Training): void;
}
