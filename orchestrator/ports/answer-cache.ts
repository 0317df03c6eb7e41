import type { Json } from "#shared/contracts/json.ts";

/** What an answer is kept as. `owner` is a user, or EVERYBODY for what is the same for all. */
export type CachePlace = { owner: string; kind: string };
export type CachedAnswer = CachePlace & {
  /** A digest of everything that the answer depends on. */
  key: string;
  answer: Json;
  /** Epoch milliseconds; from then on there is none. */
  expires_at: number;
};

/** No user's id: theirs are never empty. */
export const EVERYBODY = "";

/** Answers that need not be made again. Any of them may be lost at any time. */
export interface AnswerCache {
  /** undefined when there is none, or it has expired. Sees a `put` at the next flush. */
  find(at: CachePlace & { key: string }, now: number): Promise<Json | undefined>;
  /** Batched; replaces what was there. */
  put(answer: CachedAnswer): void;
  /** Forgets all of a kind, for one owner: also what was put a moment ago. */
  forget(place: CachePlace): Promise<void>;
  /** Drops what has expired. */
  sweep(now: number): Promise<void>;
}

/**
 * The memory that answers of domains take while runs are under way, for all runs together. A domain may answer a
 * megabyte, or a plan have a thousand small answers, and hundreds of those at once are more than a small machine has.
 */
export type AnswerRoom = { share(): AnswerShare };

/** What one run has of it, until it ends. */
export type AnswerShare = {
  /**
   * Room for so many bytes more; a promise when who `mayWait` has to wait for it. What was done is told whatever it takes: an
   * effect's answer does not wait.
   */
  take(bytes: number, mayWait: boolean): true | Promise<void>;
  end(): void;
};
