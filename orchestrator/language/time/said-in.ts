import type { Locale } from "#shared/contracts/names.ts";
import { type Token, tokens } from "../text.ts";
import { TIME_LEXICONS } from "./lexicons.ts";
import type { Said } from "./piece.ts";

/** For what is read alike on every day. */
const SOME_DAY: Said["here"] = { date: "2026-01-01", time: "12:00", weekday: 4 };

/** A text as it is read for words of time. */
export const saidIn = (
  text: string,
  locale: Locale,
  here: Said["here"] = SOME_DAY,
  words: readonly Token[] = tokens(text),
): Said => ({ text, words, locale, here, lexicon: TIME_LEXICONS[locale], today: () => undefined });
