import type { Locale } from "#shared/contracts/names.ts";
import { EN_TIME } from "./en.ts";
import type { TimeLexicon } from "./lexicon.ts";
import { PT_BR_TIME } from "./pt-BR.ts";

/** Every language's words of time. */
export const TIME_LEXICONS: Readonly<Record<Locale, TimeLexicon>> = {
  "pt-BR": PT_BR_TIME,
  en: EN_TIME,
};
