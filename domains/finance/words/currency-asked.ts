import type { Locale } from "#shared/contracts/names.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { say } from "./format.ts";

const names: readonly (readonly [words: string, currency: string])[] = [
  ["real|reais|brl", "BRL"],
  ["dolar|dolares|dollars?|usd", "USD"],
  ["euros?|eur", "EUR"],
  ["libras?|pounds?|gbp", "GBP"],
  ["coroas?(?: suecas?)?|kronor|sek", "SEK"],
  ["ienes?|yen|jpy", "JPY"],
];
const asked = names.map(
  ([words, currency]) => [new RegExp(`\\b(?:em|in|to|into) (?:${words})\\b`), currency] as const,
);

/**
 * A word about a price that was asked for in another currency than its own; undefined where none was.
 * Shape: "preço da vale em dólar", quoted in BRL, gives "A cotação é em BRL; não converto para outra moeda."
 */
export function currencyNote(
  sentence: string,
  { symbol, currency }: { symbol: string; currency: string },
  locale: Locale,
): string | undefined {
  const said = fold(sentence);
  const wanted = asked.find(([pattern]) => pattern.test(said))?.[1];
  if (wanted === undefined || wanted === currency || symbol.startsWith("^")) return undefined;
  return say(locale, {
    "pt-BR": `A cotação é em ${currency}; não converto para ${wanted}.`,
    en: `It is quoted in ${currency}; I do not convert to ${wanted}.`,
  });
}
