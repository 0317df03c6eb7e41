import type { Locale } from "#shared/contracts/names.ts";
import { AfterEffectError } from "../../ports/after-effect-error.ts";
import { phrases } from "./phrases.ts";

/** Why a turn has no answer, as people are told it where no status says so: never that nothing was done when something may have been. */
export const failureWords = (error: unknown, locale: Locale): string =>
  error instanceof AfterEffectError
    ? phrases(locale).afterEffect(error.run_id ?? "")
    : phrases(locale).internal;
