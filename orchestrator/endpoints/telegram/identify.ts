import type { SessionKey } from "../../ports/stores.ts";
import type { Place } from "./read-message.ts";
import type { KnownUser } from "./settings.ts";

/**
 * Whose words these are and in which session. In a group a question belongs to the chat and the person; a
 * private chat may share its session with the same user's other channels.
 * Shape:  `telegram:42` and `telegram:42`; in a group `telegram:42` and `telegram:-100:42`
 */
export function identify(
  { chat_id, is_group }: Place,
  speaker: number,
  users: ReadonlyMap<string, KnownUser>,
): SessionKey {
  const known = users.get(String(speaker));
  const user_id = known?.user_id ?? `telegram:${speaker}`;
  if (is_group) return { user_id, session_id: `telegram:${chat_id}:${speaker}` };
  return { user_id, session_id: known?.session_id ?? `telegram:${chat_id}` };
}
