import type { Locale } from "#shared/contracts/names.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import { type Market, marketByCode } from "./markets.ts";

type Names = Readonly<Record<Locale, string>> & {
  /** After a noun: "altas do Brasil", "gainers in Brazil" */
  of: Readonly<Record<Locale, string>>;
  /** What else it is called, in either language. */
  others: readonly string[];
};

/** The markets whose movers are known, by country code. */
const table: Readonly<Record<string, Names>> = {
  BR: {
    "pt-BR": "Brasil",
    en: "Brazil",
    of: { "pt-BR": "do Brasil", en: "in Brazil" },
    others: [
      ...["B3", "BR", "bovespa", "ibovespa", "ibov", "São Paulo"],
      ...["brasileiro", "brasileira", "brasileiros", "brasileiras", "brazilian"],
    ],
  },
  US: {
    "pt-BR": "Estados Unidos",
    en: "United States",
    of: { "pt-BR": "dos Estados Unidos", en: "in the United States" },
    others: [
      ...["EUA", "US", "U.S.", "USA", "U.S.A.", "America", "América", "american"],
      ...["americano", "americana", "americanos", "americanas"],
      ...["norte-americano", "norte-americana", "norte-americanas"],
      ...["Nova York", "Nova Iorque", "New York", "Wall Street", "NYSE", "Nasdaq", "Dow Jones"],
      ...["S&P", "S&P 500", "SP500"],
    ],
  },
  SE: {
    "pt-BR": "Suécia",
    en: "Sweden",
    of: { "pt-BR": "da Suécia", en: "in Sweden" },
    others: [
      ...["OMX", "OMXS30", "Estocolmo", "Stockholm", "OMX Stockholm", "OMX Estocolmo"],
      ...["Nasdaq Stockholm", "SE", "swedish", "sueco", "sueca", "suecos", "suecas"],
    ],
  },
};

/** Words that may stand with a market's name without changing it: "o mercado brasileiro", "the US stock market". */
const FILLER = new Set(
  "o a os as no na nos nas do da dos das de em the in of on from mercado mercados bolsa bolsas valores acoes papeis market markets stock stocks shares exchange exchanges hoje today".split(
    " ",
  ),
);

const bare = (text: string): string =>
  wordsOf(text)
    .filter((word) => !FILLER.has(word))
    .join(" ");

const byName = new Map(
  Object.entries(table).flatMap(([code, { "pt-BR": pt, en, others }]) =>
    [pt, en, ...others].map((name) => [bare(name), code] as const),
  ),
);

/** The market that a person names, in either language; undefined for one whose movers are not known. */
export function findMarket(text: string): Market | undefined {
  const code = byName.get(bare(text));
  return code === undefined ? undefined : marketByCode(code);
}

/** How the market is called after a noun: "do Brasil", "in Brazil". */
export const ofMarket = ({ market }: Market, locale: Locale): string =>
  table[market]?.of[locale] ?? market;

/** Every market whose movers are known, as people call them. */
export const knownMarketNames = (locale: Locale): string[] =>
  Object.values(table).map((names) => names[locale]);
