import { ask, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { fold } from "#shared/plain-text/fold.ts";
import type { Match } from "../data/market-data.ts";
import { marketOfSymbol } from "../markets/markets.ts";
import { symbolsOfAlias } from "../symbols/aliases.ts";
import { labelOf, nameOfSymbol, symbolOfTicker } from "../symbols/names.ts";
import { misspelt } from "../symbols/resolve-symbol.ts";
import { say, withWarning } from "../words/format.ts";
import { type Finance, textParam } from "./finance.ts";
import { symbolNotFound } from "./find-symbol.ts";

const MAX_FOUND = 8;

/** The symbols of a company, or of companies whose name holds the words. */
export const searchSymbol =
  ({ data }: Finance): Handler =>
  async (params, { signal, locale }) => {
    const text = textParam(params, "query_text") ?? textParam(params, "query");
    if (text === undefined)
      return ask({
        missing_param: "query_text",
        explanation: say(locale, {
          "pt-BR": "De qual empresa você quer o código?",
          en: "Which company's symbol do you want?",
        }),
      });
    const { matches, source } = await data.search(
      { text: text.slice(0, 200), limit: MAX_FOUND },
      signal,
    );
    const known = [...symbolsOfAlias(text), symbolOfTicker(text)]
      .filter((symbol) => symbol !== undefined)
      .map((symbol) => matches.find((match) => match.symbol === symbol) ?? matchOf(symbol));
    const found = distinct([...known, ...matches]);
    const near = found.length > 0 ? [] : misspelt(fold(text)).map(matchOf);
    const all = [...found, ...near].slice(0, MAX_FOUND);
    if (all.length === 0) return symbolNotFound(text, locale, source);
    const heading =
      near.length > 0
        ? say(locale, {
            "pt-BR": `Não encontrei “${text}”. Parecidos:`,
            en: `I could not find “${text}”. Similar ones:`,
          })
        : say(locale, { "pt-BR": `Códigos para “${text}”:`, en: `Symbols for “${text}”:` });
    const lines = all.map((match) => `- ${labelOf(match, locale)}${where(match)}`);
    return success({
      result: {
        query: text,
        candidates: all.map((match) => ({ label: labelOf(match, locale), ...match })),
        source,
      },
      explanation: withWarning([heading, ...lines].join("\n"), source, locale),
    });
  };

const matchOf = (symbol: string): Match => {
  const exchange = marketOfSymbol(symbol)?.exchange;
  return {
    symbol,
    name: nameOfSymbol(symbol) ?? symbol,
    ...(exchange === undefined ? {} : { exchange }),
  };
};

/** Each symbol once, where it first stands. */
const distinct = (matches: readonly Match[]): Match[] =>
  matches.filter(({ symbol }, at) => matches.findIndex((one) => one.symbol === symbol) === at);

/** The exchange, where the label does not say it already. */
const where = ({ symbol, exchange }: Match): string =>
  exchange === undefined || nameOfSymbol(symbol) === undefined ? "" : ` (${exchange})`;
