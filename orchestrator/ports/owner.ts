/** Whose something is. */
export type Owner = { user_id: string };

/** One conversation of an owner. */
export type SessionKey = Owner & { session_id: string };
