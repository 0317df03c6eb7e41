type Owner = { user_id: string };

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
