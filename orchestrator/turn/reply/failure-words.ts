import type { Locale } from "#shared/contracts/names.ts";
import { AfterEffectError } from "../../ports/domain-client.ts";
import { RunTakenError } from "../../ports/stores.ts";
import { phrases } from "./phrases.ts";

/**
 * Why a turn has no answer, as people are told it where no status says so: never that nothing was done when something may
 * have been. `text` is the message, where it says something by itself.
 */
export function failureWords(error: unknown, locale: Locale, text = ""): string {
  const say = phrases(locale);
  if (error instanceof AfterEffectError) return say.afterEffect(error.run_id ?? "");
  return error instanceof RunTakenError ? say.interrupted(text) : say.internal;
}
