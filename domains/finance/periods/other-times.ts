import type { Locale } from "#shared/contracts/names.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { dayInSentence } from "./day-in-sentence.ts";

const STRETCH =
  /\b(?:semana|quinzena|mes|meses|bimestre|trimestre|semestre|ano|anos|decada|week|weeks|month|months|quarter|year|years|decade|ytd|mtd|(?:em|in|desde|since) (?:19|20)\d\d)\b|\b(?:ultimos|ultimas|last|past) \S+ (?:dias|pregoes|days|sessions)\b/;

/** True when a sentence speaks of another time than the latest session: "da semana", "de ontem", "in 2025". */
export const speaksOfOtherTimes = (sentence: string, locale: Locale): boolean =>
  STRETCH.test(fold(sentence)) || dayInSentence(sentence, locale) !== undefined;
