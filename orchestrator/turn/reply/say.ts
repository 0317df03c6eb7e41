import type { DoubtReason } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { AfterEffectError } from "../../ports/domain-client.ts";
import { RunTakenError } from "../../ports/stores.ts";

/** Why something is held, by the message that says so. */
const HELD = {
  negated: "refused",
  asked_about: "no_request",
  reported: "no_request",
  supposed: "no_request",
  conditional: "conditional",
  deferred: "deferred",
  recurring: "recurring",
  addressed: "addressed",
  ambiguous_scope: "ambiguous_scope",
  corrected: "strange",
  excepted: "strange",
  limited: "strange",
  unread: "strange",
  compound: "strange",
  strange: "strange",
  spelling: "strange",
} as const satisfies Record<DoubtReason, string>;

/** Why nothing was done, and how to ask so that something is. */
export const sayHeld = (reason: DoubtReason, words: string, locale: Locale): string =>
  sayIn("replies", locale)(`held.${HELD[reason]}`, { words });

/** To whom something goes; "" is who asks. The second is a sentence. */
export function toWhom(name: string, locale: Locale): string {
  const say = sayIn("replies", locale);
  return name === "" ? say("to_you") : say("to_whom", { name });
}
export function goesTo(name: string, locale: Locale): string {
  const say = sayIn("replies", locale);
  return name === "" ? say("goes_to_you") : say("goes_to", { name });
}

/**
 * Why a turn has no answer, as people are told it where no status says so: never that nothing was done when something may
 * have been. `text` is the message, where it says something by itself.
 */
export function failureWords(error: unknown, locale: Locale, text = ""): string {
  const say = sayIn("replies", locale);
  if (error instanceof AfterEffectError) {
    const { run_id: run = "" } = error;
    return run === "" ? say("after_effect") : say("after_effect_of_run", { run });
  }
  return error instanceof RunTakenError ? sayInterrupted(text, locale) : say("internal");
}

/** No one knows what became of a message; its words are "" where they mean nothing alone. */
export function sayInterrupted(text: string, locale: Locale): string {
  const say = sayIn("replies", locale);
  return text === "" ? say("interrupted_answer") : say("interrupted", { text });
}
