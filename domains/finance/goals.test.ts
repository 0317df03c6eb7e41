import { describe, expect, it } from "vitest";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { readPeriod } from "#shared/recognisers/period.ts";
import { examplesOf, goalFilesContract, readGoalFiles } from "#shared/testing/goal-files.ts";
import { findMarket } from "./capabilities/get-top-movers.ts";
import { phrases } from "./goals.fixture.ts";

const folder = new URL("goals/", import.meta.url);

const goals = readGoalFiles(folder);

/** A text is read as a period. */
const isRead = (text: string, locale: Locale): boolean =>
  readPeriod(text, { locale, today: () => "2026-10-30" }) !== undefined;

/** The words that the examples mark as `entity`, in any goal. */
const said = (entity: string, locale: Locale): string[] =>
  goals
    .flatMap((goal) => examplesOf(goal, locale))
    .flatMap((example) => parseExample(example).entities)
    .filter(({ name }) => name === entity)
    .map(({ value }) => value);

/** The words that the goals list beside `entity`. */
const known = (entity: string): string[] =>
  goals
    .flatMap((goal) => goal.entities_schema[entity] ?? [])
    .flatMap(({ synonyms = {} }) => Object.entries(synonyms).flat(2));

describe("finance goals", () => {
  goalFilesContract(folder);

  it.each(locales)("name periods that can be read in %s", (locale) => {
    const periods = said("period_text", locale);
    expect(periods).not.toEqual([]);
    expect(periods.filter((period) => !isRead(period, locale))).toEqual([]);
  });

  it("read every period of the manifest's list", () => {
    const list = loadManifest(new URL(".", import.meta.url)).lists["periods"];
    const entries = list !== undefined && "values" in list ? list.values : [];
    const periods = entries.flatMap((entry) => (typeof entry === "string" ? phrases(entry) : []));
    expect(periods.length).toBeGreaterThan(100);
    expect(periods.filter((period) => !isRead(period, "pt-BR"))).toEqual([]);
  });

  // People ask for markets abroad all the same; that they are not known is for the domain to say.
  it.each([
    ["pt-BR" as const, ["Japão", "México"]],
    ["en" as const, []],
  ])("name markets that the domain knows in %s, and abroad only %j", (locale, abroad) => {
    const markets = [...said("market_text", locale), ...known("market_text")];
    expect(markets).not.toEqual([]);
    expect(markets.filter((market) => findMarket(market) === undefined)).toEqual(abroad);
  });
});
