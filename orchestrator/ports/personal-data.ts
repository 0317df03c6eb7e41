import type { Owner } from "./owner.ts";

/** How much is kept of one user, of what people know by its name. */
export type KeptOfUser = { sessions: number; questions: number; runs: number; schedules: number };

/** Everything that is kept of one user, whatever it is about. */
export interface PersonalData {
  /**
   * Deletes it, all or nothing: conversations, questions, runs with their steps, usage, proposals, schedules, cached answers,
   * links to chats, and every link of others to where only this user reads. Nothing for a user nobody knows.
   */
  forget(owner: Owner): Promise<void>;
  /** Of what `forget` would delete. Deletes nothing. */
  count(owner: Owner): Promise<KeptOfUser>;
  /**
   * Deletes of every user what is over and was last changed before this moment: conversations, runs that neither run nor
   * wait, occurrences that have ended, schedules that are done or cancelled, and what a call of a model cost.
   */
  forgetBefore(epochMs: number): Promise<void>;
  /** Of what `forgetBefore` would delete: how many runs and conversations. Deletes nothing. */
  countBefore(epochMs: number): Promise<{ runs: number; conversations: number }>;
}

/** What someone has set for themselves, in every conversation. */
export type UserSettings = {
  /** IANA name; null: none. */
  readonly timezone: string | null;
};

export interface SettingsStore {
  /** undefined for someone who has set nothing. */
  find(owner: Owner): Promise<UserSettings | undefined>;
  /** Replaces what was set. */
  put(owner: Owner, settings: UserSettings): Promise<void>;
}
