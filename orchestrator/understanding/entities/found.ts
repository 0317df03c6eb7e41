import type { Entities, EntityValue } from "#shared/contracts/intent.ts";

/** How certain a value is by the way it was found. */
export const CERTAINTY = {
  /** A known word, synonym or listed value. */
  known: 0.99,
  /** A number, date or address in its own form. */
  typed: 0.99,
  /** The words that a template leaves for it, where it takes anything. */
  open: 0.99,
  /** A code that looks like known ones. */
  code: 0.98,
  /** Free words in a place where the examples have this entity: they make the goal no less certain. */
  context: 1,
  /** The same, of an entity whose values the author wrote down: none of them, so that it is asked about. */
  unlisted: 0.93,
  /** Free words that a template leaves for it: the template says how certain it is. */
  free: 1,
  /** Free words that only resemble what the examples mark. */
  guess: 0.88,
  /** Free words that are none of the values that the author wrote down. */
  stranger: 0.85,
  /** The likelier of two that the words leave open. */
  likelier: 0.88,
  /** Several values where one was wanted. */
  ambiguous: 0.7,
} as const;
export type FoundBy = keyof typeof CERTAINTY;

/** Values that are what they are, whatever stands in them or around them. */
export const READ: ReadonlySet<FoundBy> = new Set(["known", "typed", "code", "likelier"]);

/** An entity's value in a sentence. */
export type FoundEntity = {
  readonly entity: string;
  readonly value: EntityValue;
  /** Words it stands in: first, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly by: FoundBy;
  /** A template left it words up to here; a quotation ends before them, and they ask for something by themselves. */
  readonly left?: number;
};

/** The values alone; entity names come from a manifest and are own keys. */
export const entitiesOf = (found: readonly FoundEntity[]): Entities =>
  Object.fromEntries(found.map(({ entity, value }) => [entity, value]));
