import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList } from "#shared/language/words.ts";
import {
  COURTESY,
  MODIFIERS,
  type ModifierClass,
  type ModifierLexicon,
  type Phrases,
} from "./modifier-lexicon.ts";

const dashed = (name: string): string => name.replaceAll("_", "-");

/** Every language's words around requests. */
export const MODIFIER_LEXICONS: Readonly<Record<Locale, ModifierLexicon>> = byLocale((locale) => {
  const found: Partial<Record<ModifierClass, Phrases>> = {};
  for (const name of COURTESY) found[name] = wordList(`courtesy.${dashed(name)}`, locale);
  for (const name of MODIFIERS) found[name] = wordList(`modifiers.${dashed(name)}`, locale);
  return found as ModifierLexicon;
});
