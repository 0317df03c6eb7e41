import type { Locale } from "#shared/contracts/names.ts";
import { detectLocale } from "./detect-locale.ts";
import type { GoalModel } from "./goal-model.ts";
import { tokens } from "./text.ts";

const MOST_WORDS = 60;

/**
 * Tells the language of a text: by the languages themselves, then by which one's examples use its words
 * ("maiores altas"). undefined when neither tells.
 */
export function buildLocaleDetector(
  goals: readonly GoalModel[],
): (text: string) => Locale | undefined {
  const counts = new Map<string, { "pt-BR": number; en: number }>();
  for (const { examples } of goals)
    for (const { words, marks, locale } of examples)
      words.forEach(({ word }, at) => {
        // Names are the same in both languages.
        if (marks.some(({ from, to }) => at >= from && at < to)) return;
        const count = counts.get(word) ?? { "pt-BR": 0, en: 0 };
        count[locale]++;
        counts.set(word, count);
      });
  return (text) => {
    const told = detectLocale(text);
    if (told !== undefined) return told;
    let balance = 0;
    for (const { word } of tokens(text, MOST_WORDS)) {
      const count = counts.get(word);
      if (count !== undefined) balance += Math.sign(count["pt-BR"] - count.en);
    }
    return balance === 0 ? undefined : balance > 0 ? "pt-BR" : "en";
  };
}
