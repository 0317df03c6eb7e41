import { isDay, isPeriod, rangeOf } from "#shared/calendar/period.ts";
import { showRrule } from "#shared/calendar/show-days.ts";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { EntitySchema, Goal } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { addressesOfGoal, type Catalogue } from "./catalogue.ts";
import { entityIn, entityLabel } from "./described-in.ts";

/**
 * A value of an entity as people of a language write it: a day by its weekday, an amount with their marks, a choice by the
 * word that they would use. undefined: it is a text, or none that its type could have.
 */
export function valueInWords(
  value: Json,
  name: string,
  { entities_schema, hints }: Pick<Goal, "entities_schema" | "hints">,
  locale: Locale,
): string | undefined {
  const schema = ownValue(entities_schema, name);
  switch (schema?.type) {
    case "enum":
      return typeof value === "string" && schema.values?.includes(value) === true
        ? (saidAs(hints, name, value, locale) ?? calledIn(value, schema, locale))
        : undefined;
    case "boolean":
      return typeof value === "boolean" ? sayIn("values", locale)(value ? "yes" : "no") : undefined;
    case "integer":
      return typeof value === "number" ? String(value) : undefined;
    case "number":
    case "percent":
    case "money":
      return typeof value === "number" ? numbers[locale].format(value) : undefined;
    case "time":
      return typeof value === "string" && CLOCK.test(value) ? value : undefined;
    case "duration":
      return typeof value === "string" ? durationIn(value, locale) : undefined;
    case "recurrence":
      return typeof value === "string" ? showRrule(value, locale) : undefined;
    case "date":
    case "period":
      return typeof value === "string" ? periodIn(value, locale) : undefined;
    case "string":
    case "email":
    case "url":
    case "currency":
    case undefined:
      return undefined;
  }
}

/** How the first example of a goal in this language that has a value names it. */
function saidAs(
  { examples = {} }: Goal["hints"],
  name: string,
  value: string,
  locale: Locale,
): string | undefined {
  for (const example of examples[locale] ?? []) {
    const found = parseExample(example).entities.find(
      (each) => each.name === name && each.value === value,
    );
    if (found !== undefined) return found.said;
  }
  return undefined;
}

/** Manifests write the values of their enums as programs do. */
const VALUES_ARE_WRITTEN_IN: Locale = "en";

/**
 * A word people use for a value, where the manifest has one; a code such as HIGH is for domains. Manifests begin with
 * the Portuguese word, and name their values in English: there a value that is written as a word is that word.
 */
export const labelOf = (value: string, schema: EntitySchema, locale: Locale): string =>
  calledIn(value, schema, locale) ?? value;

function calledIn(
  value: string,
  { synonyms = {} }: EntitySchema,
  locale: Locale,
): string | undefined {
  if (locale === VALUES_ARE_WRITTEN_IN && /^[a-z][a-z ]*$/.test(value)) return value;
  return ownValue(synonyms, value)?.[0];
}

const CLOCK = /^\d\d:\d\d$/;
const DURATION = /^P(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/;
const UNITS = { Y: "year", M: "month", W: "week", D: "day", H: "hour", S: "second" } as const;

function durationIn(value: string, locale: Locale): string | undefined {
  if (!DURATION.test(value)) return undefined;
  const [days = "", hours = ""] = value.slice(1).split("T");
  const partsOf = (text: string, units: Readonly<Record<string, string>>) =>
    [...text.matchAll(/(\d+)([A-Z])/g)].map(([, count, letter = ""]) =>
      new Intl.NumberFormat(locale, {
        style: "unit",
        unit: units[letter] ?? "",
        unitDisplay: "long",
      }).format(Number(count)),
    );
  const parts = [...partsOf(days, UNITS), ...partsOf(hours, { ...UNITS, M: "minute" })];
  return parts.length === 0 ? undefined : lists[locale].format(parts);
}

/** An end that is open is three dots. */
const OPEN = "…";

function periodIn(value: string, locale: Locale): string | undefined {
  if (!isPeriod(value)) return undefined;
  if (isDay(value)) return days[locale].format(Date.parse(value));
  if (!value.includes("/")) {
    if (value.startsWith("P")) return durationIn(value, locale);
    return value.length === 4 ? value : months[locale].format(Date.parse(value));
  }
  // Both kinds of ends are days that stand in the value itself.
  const { from, to } = rangeOf(value, "2000-01-01") ?? {};
  const shown = (day: string | undefined) =>
    day === undefined ? OPEN : plainDays[locale].format(Date.parse(day));
  return `${shown(from)} – ${shown(to)}`;
}

type In<T> = Readonly<Record<Locale, T>>;
const inEach = <T>(make: (locale: Locale) => T): In<T> => ({
  "pt-BR": make("pt-BR"),
  en: make("en"),
});
const daysWith = (options: Intl.DateTimeFormatOptions) =>
  inEach((locale) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }));

const NUMERIC = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const days = daysWith({ weekday: "short", ...NUMERIC });
const plainDays = daysWith(NUMERIC);
const months = daysWith({ month: "long", year: "numeric" });
const numbers = inEach((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));
const lists = inEach((locale) => new Intl.ListFormat(locale, { type: "conjunction" }));

/**
 * The words of a capability's parameters, from the goals of its domain that lead to it: what they say of the entity of that
 * name, how a value of its type reads in this language, and how the only such goal is asked for. A parameter that no goal
 * describes is called by its name.
 */
export function paramWords(
  { domain, capability }: { domain: string; capability: string },
  catalogue: Catalogue,
  locale: Locale,
): ParamWords {
  const addresses = [capability, `${domain}.${capability}`];
  const goals = catalogue.goals
    .filter((goal) => goal.domain === domain)
    .filter(({ spec }) => addressesOfGoal(spec).some((address) => addresses.includes(address)))
    .map(({ spec }) => spec);
  const [only, other] = goals;
  const asked = other === undefined ? only?.question : undefined;
  const { properties = {} } = catalogue.capability(domain, capability)?.spec.params_schema ?? {};
  const holdsFiles = (name: string): boolean => {
    const schema = ownValue(properties, name);
    return (schema?.items ?? schema)?.format === "file";
  };
  return {
    question: asked && inLocale(asked, locale),
    label(name) {
      if (holdsFiles(name)) return sayIn("values", locale)("files");
      const described = goals
        .map(({ entities_schema: own }) => ownValue(own, name))
        .find((entity) => entityIn(entity, locale) !== undefined);
      return entityLabel(name, described, locale);
    },
    value(name, value) {
      const words = [value].flat().map((each: Json) => {
        if (holdsFiles(name)) return fileName(each);
        const [called] = goals.flatMap((goal) => valueInWords(each, name, goal, locale) ?? []);
        return called;
      });
      return words.every((word) => word !== undefined) ? words.join(", ") : undefined;
    },
  };
}

const fileName = (file: Json): string | undefined =>
  isJsonObject(file) && typeof file["name"] === "string" ? showValue(file["name"]) : undefined;

/** Longer texts are cut, and it is said how much is not shown. */
const MOST_CHARS = 1000;
/** What is not seen, or turns the text around it: controls, marks of direction, other kinds of line ends. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What people call a parameter and its values. */
export type ParamWords = {
  /** How the goal behind them is asked for, with {names} of theirs; undefined: it does not say. */
  question?: string | undefined;
  label(name: string): string;
  /** undefined: it is shown as it is. */
  value(name: string, value: Json): string | undefined;
};

const AS_THEY_ARE: ParamWords = { label: (name) => name, value: () => undefined };

/**
 * Parameters as someone is asked to agree to them: a line for each, and every value so that it cannot be
 * taken for anything else. A text is quoted, and what cannot be seen in it is spelled out, so that it can
 * neither end the question nor begin another. `words`: what the manifest calls them. What was said and what it means are
 * one line.
 */
export const showParams = (params: JsonObject, words: ParamWords = AS_THEY_ARE): string =>
  Object.entries(params)
    .filter(([name]) => !isMeaning(params, name, words))
    .map(([name, value]) => {
      const shown = words.value(name, value) ?? showValue(value);
      // No files at all are nothing to agree to.
      return shown === ""
        ? ""
        : `- ${words.label(name)}: ${withMeaning(shown, params, name, words)}`;
    })
    .filter((line) => line !== "")
    .join("\n");

/** A value in words, with what they mean behind them; undefined: it has none. */
export function shownIn(params: JsonObject, name: string, words: ParamWords): string | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  const said = words.value(name, value);
  if (said === undefined && typeof value !== "string") return undefined;
  return withMeaning(said ?? String(value), params, name, words);
}

function withMeaning(shown: string, params: JsonObject, name: string, words: ParamWords): string {
  const meaning = name.endsWith("_text") ? meaningOf(params, name.slice(0, -5), words) : undefined;
  return meaning === undefined ? shown : `${shown} (${meaning})`;
}

function meaningOf(params: JsonObject, name: string, words: ParamWords): string | undefined {
  const value = ownValue(params, name);
  return value === undefined ? undefined : words.value(name, value);
}

/** True where it stands beside the words that it was read from. */
const isMeaning = (params: JsonObject, name: string, words: ParamWords): boolean =>
  Object.hasOwn(params, `${name}_text`) && meaningOf(params, name, words) !== undefined;

/** Values, as they are said, that a question leaves out; the words and what they mean are one. */
export const leftOf = (
  said: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): (readonly [name: string, value: string])[] =>
  [...said].filter(
    ([name]) =>
      !said.has(`${name}_text`) && !used.has(name) && !used.has(name.replace(/_text$/, "")),
  );

/** A value as it stands in such a line. */
export function showValue(value: Json): string {
  const shown = spelledOut(JSON.stringify(isJsonObject(value) ? sorted(value) : value));
  if (shown.length <= MOST_CHARS) return shown;
  return `${shown.slice(0, MOST_CHARS)}… (+${shown.length - MOST_CHARS})`;
}

const sorted = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** JSON spells out what is below U+0020; the rest is left for us. */
const spelledOut = (text: string): string =>
  text.replace(UNSEEN, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
