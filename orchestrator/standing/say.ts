import type { Locale } from "#shared/contracts/names.ts";
import { en } from "./say-en.ts";
import { pt } from "./say-pt-BR.ts";
import type { StandingWords } from "./standing-words.ts";

const WORDS: Readonly<Record<Locale, StandingWords>> = { "pt-BR": pt, en };
export const standingWords = (locale: Locale): StandingWords => WORDS[locale];
