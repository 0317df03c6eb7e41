import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { AfterEffectError } from "../../ports/domain-client.ts";
import { RunTakenError } from "../../ports/stores.ts";

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
