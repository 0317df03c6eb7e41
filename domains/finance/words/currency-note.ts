import type { Locale } from "#shared/contracts/names.ts";
import { say } from "./format.ts";

/**
 * A word about a price that was asked for in another currency than its own; undefined where none was.
 * Shape: USD for what is quoted in BRL gives "A cotação é em BRL; não converto para USD."
 */
export function currencyNote(
  wanted: string | undefined,
  { symbol, currency }: { symbol: string; currency: string },
  locale: Locale,
): string | undefined {
  if (wanted === undefined || wanted === currency || symbol.startsWith("^")) return undefined;
  return say(locale, {
    "pt-BR": `A cotação é em ${currency}; não converto para ${wanted}.`,
    en: `It is quoted in ${currency}; I do not convert to ${wanted}.`,
  });
}
