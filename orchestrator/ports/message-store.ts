import type { Json } from "#shared/contracts/json.ts";

/** Where messages have names of their own, and how long each is known there, milliseconds. */
export type MessagePlace = { channel: string; kind: string; keptMs: number };

/** A message that its sender may send again. */
export type NamedMessage = {
  /** What it is known by at its place: the sender's key, the number of an update. */
  id: string;
  /** Of all that it says: another one under the same name is another message. */
  digest: string;
  /** Of the run that it begins, if nobody was at it before. */
  run_id: string;
  /** Whose it is: what it was answered goes with them. Absent: nothing of an answer is kept. */
  user_id?: string;
  /** The message itself, kept until it is answered: for what no one sends again. */
  said?: Json;
};

/** The run that a message leads to, where that is not the one that it begins. */
export type LedTo = {
  run_id: string;
  /** `updated_at` of that run while it still waited for what the message says; null: it did not exist. */
  waited_at: number | null;
};

/** A message in the hands of the one process that carries it out. What it notes is durable when the promise resolves. */
export interface HeldMessage {
  /** Of the run that it begins: the same, whoever carries the message out. */
  readonly run_id: string;
  /** Someone was at it before, and no one knows how far they came. */
  readonly again: boolean;
  /** The question that it was taken as an answer to; undefined: to none, as far as it came. */
  readonly question: string | undefined;
  readonly ledTo: LedTo | undefined;
  /** It is about to be taken as the answer to this question. */
  uses(question: string): Promise<void>;
  leadsTo(to: LedTo): Promise<void>;
  /** What whoever sends it again is given; null: nothing is left of it but its name. */
  answered(answer: Json): Promise<void>;
  /** Nothing of it was begun: it counts as never sent. */
  forget(): Promise<void>;
  /** Whoever sees it next goes on with it. Never rejects: where the store is unavailable, it is written when that is back. */
  letGo(): Promise<void>;
}

export type TakenMessage =
  | { is: "ours"; message: HeldMessage }
  /** null: nothing is left of its answer, or its user was forgotten meanwhile. */
  | { is: "answered"; answer: Json }
  | { is: "under_way" }
  /** Its name belongs to a message that says something else. */
  | { is: "another" };

/** Who takes messages, and what it knows of others that do. */
export type Taker = { readonly name: string; isGone(name: string): Promise<boolean> };

/**
 * Every message that may come again, with what it began and what it was answered: each is in one hand at a time, and
 * that of a process that is gone, or has let go, is taken over with what it had noted.
 * Errors: StoreError; then nothing was taken
 */
export interface MessageStore {
  take(place: MessagePlace, message: NamedMessage, by: Taker): Promise<TakenMessage>;
  /** What was kept with `said` and is in no hand any more, in the order in which it was taken; each is given out once. */
  takeOver(
    place: MessagePlace,
    by: Taker,
  ): Promise<{ id: string; said: Json; message: HeldMessage }[]>;
}
