/** Whose something is. */
export type Owner = { user_id: string };

/** One conversation of an owner. */
export type SessionKey = Owner & { session_id: string };

/** The key of what happens in a session one after another. Other processes know it too: its shape stays. */
export const sessionOrderKey = ({ user_id, session_id }: SessionKey): string =>
  `${user_id}\n${session_id}`;
