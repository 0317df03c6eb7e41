import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { fold } from "#shared/plain-text/fold.ts";
import type { Quote } from "../data/market-data.ts";
import { marketContext } from "../markets/markets.ts";
import { named } from "../symbols/names.ts";
import { type Resolution, resolveSymbol } from "../symbols/resolve-symbol.ts";
import { list, price, signedPercent, withWarning, words } from "../words.ts";
import { type Finance, isOtherTime, quoteResult } from "./finance.ts";
import { askWhich, exactSymbol, symbolNotFound } from "./find-symbol.ts";

/** The most shares that one answer can compare. */
const MAX_COMPARED = 10;

/** Two or more shares side by side, the one that rose most first. */
export const compareQuotes =
  (finance: Finance): Handler =>
  async (params, call) => {
    const { locale } = call;
    const names = namesIn(params).slice(0, MAX_COMPARED);
    if (names.length === 0)
      return ask({
        missing_param: "symbols_text",
        explanation: words(locale)("compare_what"),
      });
    const resolved = await Promise.all(names.map((name) => resolve(name, finance, call)));
    const question = askAboutFirst(names, resolved, locale);
    if (question !== undefined) return question;

    const missing = names.filter((_, at) => resolved[at]?.kind === "none");
    const symbols = [
      ...new Set(resolved.flatMap((one) => (one.kind === "one" ? [one.symbol] : []))),
    ];
    const [unknown] = missing;
    if (symbols.length === 0) return symbolNotFound(unknown ?? names.join(", "), locale);
    const { quotes, source } = await finance.data.quote({ symbols }, call.signal);
    missing.push(...symbols.filter((symbol) => quotes.every((quote) => quote.symbol !== symbol)));
    if (quotes.length < 2) return tooFew(quotes, missing, locale);

    const ranked = quotes.toSorted((a, b) => b.change_percent - a.change_percent);
    return success({
      result: {
        quotes: ranked.map((quote) => ({
          ...quoteResult(quote),
          _market_context: marketContext(quote),
        })),
        not_found: missing,
        source,
      },
      explanation: withWarning(
        [
          ...(isOtherTime(params, call) ? [onlyTheDay(locale)] : []),
          table(ranked, missing, locale),
        ].join("\n"),
        source,
        locale,
      ),
    });
  };

/** The chosen `symbols`, else the names in `symbols_text`: a list, or one text such as "PETR4, VALE3 e ITUB4". */
function namesIn(params: Record<string, unknown>): string[] {
  const given = params["symbols"] ?? params["symbols_text"];
  const texts = (Array.isArray(given) ? given : [given]).filter((one) => typeof one === "string");
  const names = texts.flatMap((text) =>
    // A name may hold "e" or "x" as a letter, so they only separate as words of their own.
    text.split(/\s*[,;/]\s*|\s+(?:e|and|com|with|contra|against|x|vs\.?|versus|ou|or)\s+/i),
  );
  const seen = new Map(
    names.filter((name) => name.trim() !== "").map((name) => [fold(name), name.trim()]),
  );
  return [...seen.values()];
}

async function resolve(name: string, { data }: Finance, { signal }: Call): Promise<Resolution> {
  const symbol = exactSymbol(name);
  return symbol === undefined ? resolveSymbol(name, data, signal) : { kind: "one", symbol };
}

/** A question about the first name that is not certain; each choice is the whole list, so that the answer goes on. */
function askAboutFirst(
  names: readonly string[],
  resolved: readonly Resolution[],
  locale: Locale,
): DomainOutput | undefined {
  for (const [at, resolution] of resolved.entries()) {
    if (!("candidates" in resolution)) continue;
    return askWhich(names[at] ?? "", resolution, locale, ({ symbol }) => ({
      symbols: resolved.map((one, other) => {
        if (other === at) return symbol;
        // In small letters what is still open is read as a name again, never as a symbol.
        return one.kind === "one" ? one.symbol : (names[other] ?? "").toLowerCase();
      }),
    }));
  }
  return undefined;
}

function tooFew(
  quotes: readonly Quote[],
  missing: readonly string[],
  locale: Locale,
): DomainOutput {
  const lost = missing.length === 0 ? "" : ` ${notFound(missing, locale)}`;
  const [only] = quotes;
  const say = words(locale);
  return failure({
    code: "NOTHING_TO_COMPARE",
    explanation:
      (only === undefined ? say("too_few") : say("only_one", { name: named(only) })) + lost,
  });
}

const onlyTheDay = (locale: Locale): string => words(locale)("compares_latest");

const notFound = (missing: readonly string[], locale: Locale): string =>
  words(locale)("missing", { names: list(missing, locale) });

function table(quotes: readonly Quote[], missing: readonly string[], locale: Locale): string {
  const say = words(locale);
  const head = say("compared");
  const rows = quotes.map(
    (quote) =>
      `- ${named(quote)}: ${price(quote.price, quote, locale)}, ${signedPercent(quote.change_percent, locale)}`,
  );
  const currencies = new Set(quotes.map((quote) => quote.currency));
  const note = currencies.size > 1 ? [say("currencies_differ")] : [];
  const lost = missing.length === 0 ? [] : [notFound(missing, locale)];
  return [head, ...rows, ...note, ...lost].join("\n");
}
