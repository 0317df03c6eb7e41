import fc from "fast-check";
import { expect, it } from "vitest";
import { knownSample } from "../data/known-sample.fixture.ts";
import type { MarketData } from "../data/market-data.ts";
import { foldedAliases } from "./aliases.ts";
import { knownSymbols } from "./names.ts";
import { resolveSymbol } from "./resolve-symbol.ts";

const never = new AbortController().signal;
const sample = knownSample();

/** A short picture of a resolution: "=X" is certain, "X|Y" is asked, "~X" is asked as a guess, "" is nothing. */
async function picture(text: string, data: Pick<MarketData, "search"> = sample): Promise<string> {
  const resolution = await resolveSymbol(text, data, never);
  switch (resolution.kind) {
    case "one":
      return `=${resolution.symbol}`;
    case "none":
      return "";
    case "several":
      return resolution.candidates.map((match) => match.symbol).join("|");
    case "similar":
      return `~${resolution.candidates.map((match) => match.symbol).join("|")}`;
  }
}

it.each([
  ["Nordea", "=NDA-SE.ST"],
  ["petrobras", "PETR3.SA|PETR4.SA"],
  ["a petro", "PETR3.SA|PETR4.SA"],
  ["PETR4", "=PETR4.SA"],
  ["petr4", "=PETR4.SA"],
  ["PETR 4", "=PETR4.SA"],
  ["PETR4.SA", "=PETR4.SA"],
  ["Petrobras PN", "=PETR4.SA"],
  ["petrobras ordinária", "=PETR3.SA"],
  ["vale", "=VALE3.SA"],
  ["VALE", "=VALE3.SA"],
  ["ações da Vale", "=VALE3.SA"],
  ["itau", "=ITUB4.SA"],
  ["Itaú", "=ITUB4.SA"],
  ["ITAÚ UNIBANCO", "=ITUB4.SA"],
  ["bradesco", "BBDC3.SA|BBDC4.SA"],
  ["bb", "=BBAS3.SA"],
  ["o Banco do Brasil", "=BBAS3.SA"],
  ["magalu", "=MGLU3.SA"],
  ["nubank", "NU|ROXO34.SA"],
  ["the Apple stock", "=AAPL"],
  ["google", "=GOOGL"],
  ["h&m", "=HM-B.ST"],
  ["volvo", "VOLV-B.ST|VOLCAR-B.ST"],
  ["VOLV-B", "=VOLV-B.ST"],
  ["volv b", "=VOLV-B.ST"],
  ["nda-fi", "=NDA-FI.HE"],
  ["F", "=F"],
  ["IBOV", "=^BVSP"],
  ["EMBR3", "=EMBJ3.SA"],
  ["“Ambev”?", "=ABEV3.SA"],
  ["santander", "SANB11.SA|SAN"],
  ["SAN", "=SAN"],
])("%s is %s", async (text, expected) => expect(await picture(text)).toBe(expected));

it.each([
  ["petrobas", "~PETR3.SA|PETR4.SA"],
  ["vlae", "~VALE3.SA"],
  ["aple", "~AAPL"],
  ["PETR44", "~PETR4.SA"],
  ["amb", "~ABEV3.SA"],
])("%s is asked about, never assumed: %s", async (text, expected) =>
  expect(await picture(text)).toBe(expected),
);

it.each([
  ["nordeia", "Nordea"],
  ["magazine luisaa", "Magazine Luiza ON"],
  ["microsfot", "Microsoft"],
])("one clear slip in a name is put right, and said: %s is %s", async (text, meant) =>
  expect(await resolveSymbol(text, sample, never)).toMatchObject({ kind: "one", meant }),
);

it.each(["", "  ", "?", "xyzzy", "banana split", "a", "$(rm -rf)", "__proto__", "constructor"])(
  "%j is nothing",
  async (text) => expect(await picture(text)).toBe(""),
);

it("takes what a search finds by its name or ticker, and asks about the rest", async () => {
  const finding = (...matches: [symbol: string, name: string][]) => ({
    search: async () => ({
      matches: matches.map(([symbol, name]) => ({ symbol, name })),
      source: { provider: "test", sample: false, as_of: "2026-10-30" },
    }),
  });
  const heineken = ["HEIA.AS", "Heineken N.V."] as [string, string];
  expect(await picture("heineken", finding(heineken))).toBe("=HEIA.AS");
  expect(await picture("heineken", finding(heineken, ["HEINY", "Heineken ADR"]))).toBe(
    "HEIA.AS|HEINY",
  );
  expect(await picture("heia", finding(heineken, ["X", "Heiag"]))).toBe("=HEIA.AS");
  expect(await picture("cervejaria holandesa", finding(heineken))).toBe("~HEIA.AS");
});

it("passes on that the search cannot answer", async () => {
  const search = () => Promise.reject(new Error("no network"));
  await expect(resolveSymbol("scania", { search }, never)).rejects.toThrow("no network");
  expect(await picture("vale", { search })).toBe("=VALE3.SA");
});

it("every alias leads to symbols that the sample knows", () => {
  const known = new Set([...knownSymbols, "^BVSP", "^GSPC", "^IXIC", "^DJI", "^OMX"]);
  for (const [alias, symbols] of foldedAliases)
    for (const symbol of symbols) expect(known, `${alias} -> ${symbol}`).toContain(symbol);
});

it("no text whatever is answered with a certain symbol unless it names it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 40 }), async (text) => {
      const resolution = await resolveSymbol(text, { search: noFinds }, never);
      if (resolution.kind === "one") expect(text.trim()).not.toBe("");
    }),
  );
});

const noFinds: MarketData["search"] = async () => ({
  matches: [],
  source: { provider: "test", sample: false, as_of: "2026-10-30" },
});
