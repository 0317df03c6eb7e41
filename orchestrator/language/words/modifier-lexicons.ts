import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { COURTESY, MODIFIERS, type ModifierLexicon } from "./modifier-lexicon.ts";

/** Every language's words around requests. */
export const MODIFIER_LEXICONS: Readonly<Record<Locale, ModifierLexicon>> = byLocale((locale) => ({
  ...classesOf(COURTESY, (name) => wordList(`courtesy.${name}`, locale)),
  ...classesOf(MODIFIERS, (name) => wordList(`modifiers.${name}`, locale)),
}));
