import type { Json } from "#shared/contracts/json.ts";

/** Something that a channel has to remember by itself: a delivery that it has taken, a chat that is closed to it. */
export type ChannelNote = {
  /** One account of one channel, `telegram:123456789`. */
  channel: string;
  kind: string;
  id: string;
  /** null: seen, and nothing is left to do. */
  note: Json;
  /** Epoch milliseconds; from then on it counts as forgotten. */
  expires_at: number;
};

/** What channels keep for themselves; it belongs to no user. */
export interface ChannelStore {
  /** True for exactly one caller: the id was not noted yet, or is forgotten. */
  claim(note: ChannelNote, now: number): Promise<boolean>;
  /** Replaces the note of this id. */
  put(note: ChannelNote): Promise<void>;
  /**
   * Compare and set: replaces a note that still says `was`, forgotten or not; false, and nothing is changed, where it
   * says something else. True for exactly one of those who read the same.
   */
  replace(was: Json, note: ChannelNote): Promise<boolean>;
  find(at: Pick<ChannelNote, "channel" | "kind" | "id">, now: number): Promise<Json | undefined>;
  /** The notes of a kind with something left to do. */
  open(at: Pick<ChannelNote, "channel" | "kind">, now: number): Promise<ChannelNote[]>;
  /** Drops what is forgotten. */
  sweep(now: number): Promise<void>;
}
