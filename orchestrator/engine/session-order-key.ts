import type { SessionKey } from "../ports/stores.ts";

/** The key of what happens in a session one after another. Other processes know it too: its shape stays. */
export const sessionOrderKey = ({ user_id, session_id }: SessionKey): string =>
  `${user_id}\n${session_id}`;
