import type { Locale } from "#shared/contracts/names.ts";
import { EN_MODIFIERS } from "./en.ts";
import type { ModifierLexicon } from "./modifier-lexicon.ts";
import { PT_BR_MODIFIERS } from "./pt-BR.ts";

/** Every language's words around requests. */
export const MODIFIER_LEXICONS: Readonly<Record<Locale, ModifierLexicon>> = {
  "pt-BR": PT_BR_MODIFIERS,
  en: EN_MODIFIERS,
};
