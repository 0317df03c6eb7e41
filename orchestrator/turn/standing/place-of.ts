import type { Schedule } from "#shared/contracts/schedule.ts";

/** Where it is told, as it is seen from a conversation. */
export function placeOf(
  { tell }: Pick<Schedule, "tell">,
  { key }: { readonly key: { readonly session_id: string } },
): "here" | "telegram" | "inbox" {
  if (tell.channel === INBOX) return "inbox";
  const isHere = tell.place !== undefined && tell.session_id === key.session_id;
  return tell.channel === TELEGRAM && !isHere ? "telegram" : "here";
}

/** A place to tell that waits until the user looks. */
export const INBOX = "inbox";
const TELEGRAM = "telegram";
