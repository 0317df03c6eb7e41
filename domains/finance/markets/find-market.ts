import type { Locale } from "#shared/contracts/names.ts";
import { fold } from "../fold.ts";
import { type Market, marketByCode } from "./markets.ts";

/** Words for the markets whose movers are known, by country code. The first of each language is how it is called. */
const names: Readonly<
  Record<string, Readonly<Record<Locale, readonly [string, ...string[]]>> & { of: string }>
> = {
  BR: {
    "pt-BR": ["Brasil", "B3", "bovespa", "ibovespa", "ibov", "bolsa brasileira", "brasileiras"],
    en: ["Brazil", "Brazilian", "Sao Paulo", "B3", "BR"],
    of: "do Brasil",
  },
  US: {
    "pt-BR": [
      "Estados Unidos",
      "EUA",
      "bolsa americana",
      "americanas",
      "bolsa de Nova York",
      "Nova York",
      "Nova Iorque",
      "Wall Street",
      "NYSE",
      "Nasdaq",
      "Dow Jones",
      "S&P 500",
    ],
    en: [
      "United States",
      "US",
      "USA",
      "U.S.",
      "U.S.A.",
      "America",
      "American",
      "New York",
      "S&P",
      "SP500",
    ],
    of: "dos Estados Unidos",
  },
  SE: {
    "pt-BR": ["Suécia", "suecas", "bolsa sueca", "Estocolmo", "OMX", "OMX Estocolmo"],
    en: ["Sweden", "Swedish", "Stockholm", "OMX Stockholm", "OMXS30", "Nasdaq Stockholm", "SE"],
    of: "da Suécia",
  },
};

const byWord = new Map(
  Object.entries(names).flatMap(([code, { "pt-BR": pt, en }]) =>
    [...pt, ...en].map((word) => [fold(word), code] as const),
  ),
);

/** What may stand around a market's name without changing it: "o mercado brasileiro", "the US stock market". */
const FILLER =
  /^(?:(?:o|a|os|as|no|na|do|da|dos|das|de|em|the|in|of|on|from|mercado|bolsa|acoes|stocks|stock|market|exchange) )+|(?: (?:stock|stocks|market|markets|exchange|mercado|bolsa|hoje|today))+$/g;

/** Adjectives that only make sense once the filler is gone: "mercado brasileiro" leaves "brasileiro". */
const ADJECTIVES = new Map([
  ["brasileiro", "BR"],
  ["brasileira", "BR"],
  ["brasileiros", "BR"],
  ["americano", "US"],
  ["americana", "US"],
  ["americanos", "US"],
  ["norte-americano", "US"],
  ["norte-americana", "US"],
  ["sueco", "SE"],
  ["sueca", "SE"],
]);

/** The market that a person names, in either language; undefined for one whose movers are not known. */
export function findMarket(text: string): Market | undefined {
  const whole = fold(text);
  const bare = whole.replace(FILLER, "").trim();
  const code = byWord.get(whole) ?? byWord.get(bare) ?? ADJECTIVES.get(bare);
  return code === undefined ? undefined : marketByCode(code);
}

/** How the market is called, "Brasil". */
export const marketName = (market: Market, locale: Locale): string =>
  names[market.market]?.[locale][0] ?? market.market;

/** How the market is called after a noun: "do Brasil", "of Brazil". */
export const ofMarket = (market: Market, locale: Locale): string =>
  locale === "en"
    ? `in ${market.market === "US" ? "the " : ""}${marketName(market, "en")}`
    : (names[market.market]?.of ?? market.market);

/** Every market whose movers are known, as people call them. */
export const knownMarketNames = (locale: Locale): string[] =>
  Object.values(names).map((name) => name[locale][0]);
