export type StandingVerb =
  | "list"
  | "cancel"
  | "pause"
  | "resume"
  | "postpone"
  | "change"
  | "show"
  | "why";

/** Something said to or about standing requests. */
export type StandingCommand = {
  readonly does: StandingVerb;
  /** The rest of the words: which ones are meant, until when, into what. */
  readonly rest: string;
  /** It names them as such, or as the one of a time. */
  readonly isNamed: boolean;
  /** By what they are called. */
  readonly hasNoun?: boolean;
  readonly all: boolean;
  /** It points, or says nothing at all: the one that was spoken of last. */
  readonly points: boolean;
  /** Whether it still stands is asked. */
  readonly still?: boolean;
  /** Whether it was told is asked. */
  readonly told?: boolean;
  /** Only what has rung just now is meant. */
  readonly rang?: boolean;
  /** Its own words, where others stand before it that only say why. */
  readonly said?: string;
  /** A list of so many, 0 of any number: only where it is what was spoken of. */
  readonly count?: number;
};
