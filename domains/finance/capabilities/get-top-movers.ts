import type { Locale } from "#shared/contracts/names.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Direction, Quote } from "../data/market-data.ts";
import { findMarket, knownMarketNames, ofMarket } from "../markets/find-market.ts";
import type { Market } from "../markets/markets.ts";
import { named } from "../symbols/names.ts";
import { list, price, say, signedPercent } from "../words/format.ts";
import { withWarning } from "../words/source-note.ts";
import { type Finance, isOtherTime, textParam } from "./finance.ts";
import { quoteResult } from "./quote-result.ts";

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
  return say(locale, {
    "pt-BR": `Não conheço o mercado “${market}”. Sei as altas e baixas destes: ${known}.`,
    en: `I don't know the market “${market}”. I know the movers of these: ${known}.`,
  });
}

const onlyLatest = (locale: Locale): string =>
  say(locale, {
    "pt-BR": "Só sei as altas e baixas do último pregão, e não as de outro período:",
    en: "I only know the movers of the latest session, not those of another period:",
  });

type Heading = {
  direction: Direction;
  market: Market;
  among: number | null;
  isUsual: boolean;
  none: boolean;
};

function heading({ direction, market, among, isUsual, none }: Heading, locale: Locale): string {
  const rose = direction === "gainers";
  const of = ofMarket(market, locale);
  const notes = [
    ...(among === null
      ? []
      : [say(locale, { "pt-BR": `entre ${among} ações`, en: `among ${among} stocks` })]),
    ...(isUsual
      ? [
          say(locale, {
            "pt-BR": "o mercado que acompanho por padrão",
            en: "the market I follow by default",
          }),
        ]
      : []),
  ];
  const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  if (none)
    return say(locale, {
      "pt-BR": `Nenhuma ação ${of} ${rose ? "subiu" : "caiu"} no dia${note}.`,
      en: `No stock ${of} ${rose ? "rose" : "fell"} on the day${note}.`,
    });
  return say(locale, {
    "pt-BR": `Maiores ${rose ? "altas" : "baixas"} ${of}${note}:`,
    en: `Top ${rose ? "gainers" : "losers"} ${of}${note}:`,
  });
}

const row = (quote: Quote, place: number, locale: Locale): string =>
  `${place}. ${named(quote)}: ${signedPercent(quote.change_percent, locale)}, ${price(quote.price, quote, locale)}`;
