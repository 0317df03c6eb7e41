import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import values from "./messages/values.json" with { type: "json" };
import type { NotSentCode } from "./telegram.ts";

export const words = loadMessages<typeof values>(new URL("./messages/", import.meta.url));
export type Words = ReturnType<typeof words>;

/** Every reason for which a message may stay here. */
export type Reason =
  | NotSentCode
  | "NO_TOKEN"
  | "NO_CHAT"
  | "NOT_YOURS"
  | "OTHER_CHANNEL"
  | "OUTCOME_UNKNOWN";
const isReason = (reason: string): reason is Reason => Object.hasOwn(values, `reasons.${reason}`);

/** To whom; `name` is "" for who asked. */
export const toWhom = (name: string, say: Words): string =>
  name === "" ? say("to_you") : say("to_name", { name });

/** As the end of a sentence. */
export function whyNotSent(reason: Reason, say: Words, detail = ""): string {
  const why = say(`reasons.${reason}`, { detail });
  return detail === "" ? why.replace(" ()", "") : why;
}

/** A kept message's reason in words; its details were only for the moment it happened. */
export const reasonInWords = (reason: string, say: Words): string =>
  isReason(reason) ? whyNotSent(reason, say) : reason;
