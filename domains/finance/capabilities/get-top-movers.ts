import { type Locale, locales } from "#shared/contracts/names.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import type { Direction, Quote } from "../data/market-data.ts";
import { type Market, marketByCode } from "../markets/markets.ts";
import { named } from "../symbols/names.ts";
import { list, price, signedPercent, withWarning, words } from "../words.ts";
import { type Finance, isOtherTime, quoteResult, textParam } from "./finance.ts";

const DEFAULT_LIMIT = 5;

/** The market meant by someone who names none. */
const usualMarket: Readonly<Record<Locale, string>> = { "pt-BR": "Brasil", en: "US" };

/** The shares of a market that rose, or fell, most on its last day. */
export const getTopMovers =
  (finance: Finance, direction: Direction): Handler =>
  async (params, call) => {
    const { signal, locale } = call;
    const said = textParam(params, "market_text");
    const market = findMarket(said ?? usualMarket[locale]);
    if (market === undefined)
      return failure({ code: "UNKNOWN_MARKET", explanation: notKnown(said ?? "", locale) });
    const limit = Number(params["limit"] ?? DEFAULT_LIMIT);
    const { quotes, among, source } = await finance.data.movers(
      { market: market.market, direction, limit },
      signal,
    );
    const text = [
      ...(isOtherTime(params, call) ? [onlyLatest(locale)] : []),
      heading(
        { direction, market, among, isUsual: said === undefined, none: quotes.length === 0 },
        locale,
      ),
      ...quotes.map((quote, at) => row(quote, at + 1, locale)),
    ].join("\n");
    const { market: code, exchange, timezone, currency } = market;
    return success({
      result: {
        market: code,
        direction,
        movers: quotes.map(quoteResult),
        among,
        source,
        _market_context: { market: code, exchange, timezone, currency },
      },
      explanation: withWarning(text, source, locale),
    });
  };

function notKnown(market: string, locale: Locale): string {
  const known = list(knownMarketNames(locale), locale);
  return words(locale)("unknown_market", { market, known });
}

const onlyLatest = (locale: Locale): string => words(locale)("latest_only");

type Heading = {
  direction: Direction;
  market: Market;
  among: number | null;
  isUsual: boolean;
  none: boolean;
};

function heading({ direction, market, among, isUsual, none }: Heading, locale: Locale): string {
  const say = words(locale);
  const notes = [
    ...(among === null ? [] : [say("among", { count: among })]),
    ...(isUsual ? [say("usual_market")] : []),
  ];
  const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return say(`${none ? "none" : "top"}.${direction}`, {
    in_market: ofMarket(market, locale),
    note,
  });
}

const row = (quote: Quote, place: number, locale: Locale): string =>
  `${place}. ${named(quote)}: ${signedPercent(quote.change_percent, locale)}, ${price(quote.price, quote, locale)}`;

/** The markets whose movers are known, by country code. */
const CODES = ["BR", "US", "SE"] as const;
const isKnown = (code: string): code is (typeof CODES)[number] =>
  CODES.some((known) => known === code);

/** What else they are called, in either language. */
const OTHERS: Readonly<Record<(typeof CODES)[number], readonly string[]>> = {
  BR: [
    ...["B3", "BR", "bovespa", "ibovespa", "ibov", "São Paulo"],
    ...["brasileiro", "brasileira", "brasileiros", "brasileiras", "brazilian"],
  ],
  US: [
    ...["EUA", "US", "U.S.", "USA", "U.S.A.", "America", "América", "american"],
    ...["americano", "americana", "americanos", "americanas"],
    ...["norte-americano", "norte-americana", "norte-americanas"],
    ...["Nova York", "Nova Iorque", "New York", "Wall Street", "NYSE", "Nasdaq", "Dow Jones"],
    ...["S&P", "S&P 500", "SP500"],
  ],
  SE: [
    ...["OMX", "OMXS30", "Estocolmo", "Stockholm", "OMX Stockholm", "OMX Estocolmo"],
    ...["Nasdaq Stockholm", "SE", "swedish", "sueco", "sueca", "suecos", "suecas"],
  ],
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
  CODES.flatMap((code) =>
    [...locales.map((locale) => words(locale)(`markets.${code}`)), ...OTHERS[code]].map(
      (name) => [bare(name), code] as const,
    ),
  ),
);

/** The market that a person names, in either language; undefined for one whose movers are not known. */
export function findMarket(text: string): Market | undefined {
  const code = byName.get(bare(text));
  return code === undefined ? undefined : marketByCode(code);
}

/** How the market is called after a noun: "do Brasil", "in Brazil". */
export const ofMarket = ({ market }: Market, locale: Locale): string =>
  isKnown(market) ? words(locale)(`in_market.${market}`) : market;

/** Every market whose movers are known, as people call them. */
export const knownMarketNames = (locale: Locale): string[] =>
  CODES.map((code) => words(locale)(`markets.${code}`));
