import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, phraseList } from "#shared/language/words.ts";

/** What a person says to the conversation itself, in any catalogue. */
export const controls = [
  "cancel",
  "help",
  "repeat",
  "again",
  "undo",
  "greet",
  "thank",
  "redo",
  "recall",
] as const;
export type Control = (typeof controls)[number];

/** Whole sentences, folded, courtesy taken away. */
export const controlSentences = (control: Control): Readonly<Record<Locale, readonly string[]>> =>
  byLocale((locale) => phraseList(`control.${control}`, locale));
