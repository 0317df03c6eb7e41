import type { Schedule } from "#shared/contracts/schedule.ts";
import { phrasesSaid } from "../../language/commands/subject-of.ts";
import type { StandingRequests } from "../turn-deps.ts";

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

/** The channel that the words name, of those that bring texts. */
export const channelNamed = (text: string, { channels }: StandingRequests): string | undefined =>
  channels().find((channel) => phrasesSaid(text, [channel]).length > 0);
