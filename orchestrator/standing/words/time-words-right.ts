import { MONTHS, NAMED_DAYS, WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { isCommonWord } from "../../understanding/lexicons/common-words.ts";
import { slipsBetween } from "../../understanding/spelling/slips.ts";
import type { Token } from "../../understanding/text.ts";

/** Shorter words are too near to others. */
const SHORTEST = 6;
/** Two slips are taken back in words that are so long. */
const LONG = 8;

const FURTHER: Readonly<Record<Locale, string>> = {
  "pt-BR": "lembra lembre lembrete minutos minuto semana quarta quinta",
  en: "remind reminder minutes minute evening morning afternoon tonight midnight weekday",
};
const named = [...MONTHS.keys(), ...WEEKDAYS.keys(), ...NAMED_DAYS.map(([phrase]) => phrase[0])]
  .filter((word) => word !== undefined)
  .filter((word) => word.length >= SHORTEST);
const known = (locale: Locale): readonly string[] => [
  ...new Set([...named, ...FURTHER[locale].split(" ")]),
];
const WORDS: Readonly<Record<Locale, readonly string[]>> = {
  "pt-BR": known("pt-BR"),
  en: known("en"),
};
const ALL = new Set(Object.values(WORDS).flat());
/** As people write them in haste. */
const SHORT = new Map(
  Object.entries({ qd: "quando", qnd: "quando", amh: "amanha", amnh: "amanha", tmr: "tomorrow" }),
);
const seen = new Map<string, string>();
const MOST_SEEN = 5000;

/** Words with slips in words of time put right: "tommorow", "quitna". What may be another word stays. */
export function timeWordsRight(words: readonly Token[], locale: Locale): readonly Token[] {
  return words.map((token) => {
    const right = SHORT.get(token.word) ?? rightOf(token.word, locale);
    return right === token.word ? token : { ...token, word: right };
  });
}

function rightOf(word: string, locale: Locale): string {
  if (word.length < SHORTEST - 1 || ALL.has(word) || !/^[a-z]+$/.test(word)) return word;
  const key = `${locale} ${word}`;
  const before = seen.get(key);
  if (before !== undefined) return before;
  const right = isCommonWord(word) ? word : (nearest(word, WORDS[locale]) ?? word);
  if (seen.size < MOST_SEEN) seen.set(key, right);
  return right;
}

/** Letters that are missing, doubled or have changed places, and no other letters at its edges. */
function nearest(word: string, among: readonly string[]): string | undefined {
  let best: { meant: string; cost: number } | undefined;
  for (const meant of among) {
    if (meant[0] !== word[0]) continue;
    const most = meant.length >= LONG ? 2 : 1;
    const slips = slipsBetween(word, meant, most);
    if (slips === undefined || slips.atAnEdge || slips.cost > 0.95 * most) continue;
    if (best === undefined || slips.cost < best.cost) best = { meant, cost: slips.cost };
  }
  return best?.meant;
}
