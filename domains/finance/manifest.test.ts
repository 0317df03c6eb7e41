import { expect, it } from "vitest";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { fold } from "#shared/plain-text/fold.ts";
import { findMarket } from "./capabilities/get-top-movers.ts";
import { sampleMarketData } from "./data/sample.ts";
import { phrases } from "./goals.fixture.ts";
import { named, nameOfSymbol } from "./symbols/names.ts";
import { resolveSymbol } from "./symbols/resolve-symbol.ts";

const manifest = loadManifest(new URL(".", import.meta.url));
const never = new AbortController().signal;

function valuesOf(name: string): string[] {
  const list = manifest.lists[name];
  if (list === undefined || !("values" in list)) throw new Error(`no list ${name}`);
  return list.values.flatMap((value) =>
    typeof value === "string" ? value : name === "symbols" ? phrases(value.in) : value.in,
  );
}

it("every name in the list of symbols leads to a symbol, or to a question between some, without a search", async () => {
  const search = () => Promise.reject(new Error("searched"));
  for (const name of valuesOf("symbols")) {
    const { kind } = await resolveSymbol(name, { search }, never);
    expect(["one", "several"], name).toContain(kind);
  }
});

it("a listed name is called what it leads to, and one that leads to several is called nothing", async () => {
  const list = manifest.lists["symbols"];
  const search = () => Promise.reject(new Error("searched"));
  async function calledOf(words: string): Promise<string | undefined> {
    const found = await resolveSymbol(words, { search }, never);
    const name = found.kind === "one" ? nameOfSymbol(found.symbol) : undefined;
    if (found.kind !== "one" || name === undefined) return undefined;
    return found.symbol.startsWith("^") ? name : named({ name, symbol: found.symbol });
  }
  for (const value of list !== undefined && "values" in list ? list.values : []) {
    const entry = typeof value === "string" ? { in: value, out: undefined } : value;
    for (const name of phrases(entry.in)) expect(await calledOf(name), name).toBe(entry.out);
  }
});

it("every name of a whole exchange leads to its index", async () => {
  const search = () => Promise.reject(new Error("searched"));
  const names = valuesOf("whole_exchange").flatMap(phrases);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const resolution = await resolveSymbol(name, { search }, never);
    expect(resolution.kind === "one" && resolution.symbol.startsWith("^"), name).toBe(true);
  }
});

it.each(["petro", "vale", "itaú", "bb", "magalu", "nubank", "apple", "nordea", "PETR4", "NDA-SE"])(
  "%s is in the list of symbols",
  (name) => expect(valuesOf("symbols").map(fold)).toContain(fold(name)),
);

it("the list of markets begins with those whose movers are known; of the others it is said that they are not", () => {
  const names = valuesOf("markets");
  const firstAbroad = names.findIndex((name) => name.includes("Tóquio"));
  expect(firstAbroad).toBeGreaterThan(40);
  const isKnown = (name: string) => findMarket(name) !== undefined;
  expect(names.slice(0, firstAbroad).filter((name) => !isKnown(name))).toEqual([]);
  expect(names.slice(firstAbroad).filter(isKnown)).toEqual([]);
});

it("no list says a name twice", () => {
  for (const name of ["symbols", "markets"]) {
    const names = valuesOf(name).map(fold);
    expect(names.filter((each, at) => names.indexOf(each) !== at)).toEqual([]);
  }
});

it("every capability is a read with both languages and a described result", () => {
  for (const { capability, effect, description, result_schema } of manifest.capabilities) {
    expect(effect, capability).toBe("read");
    expect(Object.keys(description ?? {}).sort(), capability).toEqual(["en", "pt-BR"]);
    expect(result_schema?.required?.length, capability).toBeGreaterThan(0);
  }
});

it("the sample knows what the manifest's list knows", async () => {
  const resolved = await Promise.all(
    valuesOf("symbols").map((name) => resolveSymbol(name, sampleMarketData(), never)),
  );
  const symbols = resolved.flatMap((one) => (one.kind === "one" ? [one.symbol] : []));
  for (const symbol of new Set(symbols))
    expect((await sampleMarketData().quote({ symbols: [symbol] }, never)).quotes).toHaveLength(1);
});
