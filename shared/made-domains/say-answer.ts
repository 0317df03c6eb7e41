import { isJsonObject, ownValue } from "../contracts/json.ts";
import { inLocale, type Locale } from "../contracts/names.ts";
import { sentencesIn } from "../messages/messages.ts";
import { sayIn } from "../messages/say.ts";
import { visibleText } from "../plain-text/clean-text.ts";
import { fieldLabel, wordsOf } from "./grammar/nouns.ts";
import type { Told } from "./overlay.ts";

const MOST_VALUE = 300;
const MOST_CELL = 60;
const MOST_LINES = 20;
const MOST_COLUMNS = 6;
/** Of one thing. */
const MOST_FIELDS = 12;

const saidIn = (locale: Locale) => sayIn("made-domains", locale);

/** To whom something is told. */
type Telling = {
  locale: Locale;
  timeZone?: string | undefined;
  /** Who asked changed nothing, and wants to know what there is. */
  isRead: boolean;
};

/** An answer of a service in words: by the overlay's, else the fields that matter, of a list as a table. All of it is outside text. */
export function sayAnswer(result: unknown, told: Told, telling: Telling): string {
  const { locale, isRead } = telling;
  const say = saidIn(locale);
  const text = told.text && inLocale(told.text, locale);
  const whole = text === undefined ? unwrapped(result) : result;
  const list = told.items === undefined ? whole : into(result, told.items);
  const head = text === undefined ? [] : [filled(text, result)];
  if (!Array.isArray(list)) {
    const lines = head.length > 0 ? head : thingLines(list, telling);
    return lines.join("\n").trim() || (isRead ? say("none") : say("done"));
  }
  if (list.length === 0) {
    const none = told.none && inLocale(told.none, locale);
    return none ?? (isRead || told.items !== undefined ? say("none") : say("done"));
  }
  const line = told.line && inLocale(told.line, locale);
  if (line === undefined)
    return [...head.flatMap((told) => [told, ""]), ...listLines(list, telling)].join("\n");
  const lines = list.slice(0, MOST_LINES).map((item) => filled(line, item));
  return [...head, ...lines, ...leftOf(list, telling)].join("\n");
}

/** What an answer is about, without what is only around it: its one list, or the one object that it holds. */
function unwrapped(result: unknown): unknown {
  if (!isJsonObject(result) || isThing(result)) return result;
  const inner = Object.values(result).filter((each) => typeof each === "object" && each !== null);
  const lists = inner.filter(Array.isArray);
  if (lists.length === 1) return lists[0];
  const [only] = inner;
  return inner.length === 1 && fieldsOf(result).length <= 1 ? unwrapped(only) : result;
}

const leftOf = (list: readonly unknown[], { locale }: Telling): string[] =>
  list.length > MOST_LINES ? [saidIn(locale)("more", { count: list.length - MOST_LINES })] : [];

/** One thing: a line for each field, and a table for each list beside them. */
function thingLines(thing: unknown, telling: Telling): string[] {
  if (!isJsonObject(thing))
    return thing === null || thing === undefined ? [] : [shown(thing, MOST_VALUE)];
  const fields = fieldsOf(thing);
  const titles = columnsOf([fields], MOST_FIELDS);
  const lines = titles.flatMap((title) =>
    fields
      .filter(({ name }) => name === title)
      .map((field) => `${label(title, telling)}: ${toldValue(field, telling, MOST_VALUE)}`),
  );
  if (lines.length > 0) return lines;
  return Object.entries(thing).flatMap(([name, list]) =>
    Array.isArray(list) && list.length > 0
      ? [`${label(name, telling)}:`, "", ...listLines(list, telling), ""]
      : [],
  );
}

/** Many things: a table where they have several fields, else a line for each. */
function listLines(list: readonly unknown[], telling: Telling): string[] {
  const rows = list.slice(0, MOST_LINES).map(fieldsOf);
  const titles = columnsOf(tellingOf(rows), MOST_COLUMNS);
  if (titles.length <= 1) {
    const texts = list.slice(0, MOST_LINES).map((item, at) => {
      const [field] = rows[at] ?? [];
      return field === undefined ? plainText(item) : toldValue(field, telling, MOST_VALUE);
    });
    return [...texts.map((text) => `- ${text}`), ...leftOf(list, telling)];
  }
  const cells = rows.map((row) =>
    titles.map((title) => {
      const field = row.find(({ name }) => name === title);
      return field === undefined ? "" : cellText(toldValue(field, telling, MOST_CELL));
    }),
  );
  const heads = titles.map((title) => cellText(label(title, telling)));
  const widths = heads.map((head, at) =>
    Math.max(3, ...[head, ...cells.map((row) => row[at] ?? "")].map((text) => [...text].length)),
  );
  const laid = (row: readonly string[], fill: string) =>
    `| ${row.map((text, at) => text + fill.repeat((widths[at] ?? 0) - [...text].length)).join(" | ")} |`;
  const table = [
    laid(heads, " "),
    laid(
      heads.map(() => ""),
      "-",
    ),
    ...cells.map((row) => laid(row, " ")),
  ];
  return [...table, ...leftOf(list, telling).flatMap((more) => ["", more])];
}

/** What would end a cell is written as Markdown has it. */
const cellText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|");

const label = (name: string, { locale }: Telling): string => visibleText(fieldLabel(name, locale));

const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** A value as people of a language write it: days and moments on their clock, amounts with what they are of. */
function toldValue({ value, kind, unit }: Field, telling: Telling, most: number): string {
  const { locale, timeZone } = telling;
  if (typeof value === "boolean") return saidIn(locale)(value ? "yes" : "no");
  if (typeof value === "number" && kind === "amount") return amountOf(value, unit, locale);
  if (typeof value === "string" && (DAY.test(value) || MOMENT.test(value))) {
    const isDay = DAY.test(value);
    const form: Intl.DateTimeFormatOptions = isDay
      ? { dateStyle: "short", timeZone: "UTC" }
      : { dateStyle: "short", timeStyle: "short", timeZone: timeZone ?? "UTC" };
    const at = Date.parse(value);
    if (!Number.isNaN(at)) return new Intl.DateTimeFormat(locale, form).format(at);
  }
  const text = shown(value, most);
  return unit === undefined ? text : `${text} ${shown(unit, most)}`;
}

function amountOf(value: number, unit: string | undefined, locale: Locale): string {
  const isCurrency = unit !== undefined && /^[A-Z]{3}$/.test(unit);
  const form = isCurrency ? { style: "currency" as const, currency: unit } : {};
  const told = new Intl.NumberFormat(locale, form).format(value).replace(/\s/g, " ");
  return isCurrency || unit === undefined ? told : `${told} ${shown(unit, MOST_CELL)}`;
}

/** Something that has no field that could be told. */
const plainText = (item: unknown): string =>
  typeof item === "object" && item !== null ? "…" : shown(item, MOST_VALUE);

/** The value at `data.items`; undefined where there is none. */
export const into = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>(ownValue, value);

/** A text with the values that it names. What is put in is never read again. */
const filled = (text: string, value: unknown): string =>
  text.replaceAll(/\{([\w-]+(?:\.[\w-]+)*)\}/g, (_name, path: string) =>
    shown(into(value, path), MOST_VALUE),
  );

/** A value as a few words on one line. */
function shown(value: unknown, most: number): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return visibleText(cut).replaceAll("\n", " ");
}

type Plain = string | number | boolean;

/** What a field is to who reads it, in the order of a table. `kept`: what a program keeps for itself. */
const KINDS = ["which", "name", "status", "date", "amount", "other", "kept"] as const;
type FieldKind = (typeof KINDS)[number];

/** A value of an answer that a few words can tell. */
type Field = { name: string; kind: FieldKind; value: Plain; unit?: string };

const data = sentencesIn("en", "draft");
const namesOf = (group: string) => new Set(data.get(`fields.${group}`)?.[0]?.split(" "));
const NAMED = KINDS.map((kind) => [kind, namesOf(kind)] as const);
const [UNITS, UNSAID, KEPT] = [namesOf("unit"), namesOf("unsaid"), namesOf("kept")];

/** What a name says of its field: `dueAt` is a date. undefined: it is for programs. */
function kindOf(name: string): FieldKind | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (name.startsWith("_") || UNSAID.has(last)) return undefined;
  if (words.some((word) => KEPT.has(word))) return "kept";
  return NAMED.find(([, names]) => names.has(last))?.[0] ?? "other";
}

/** What only programs tell things apart by: long, in one piece, of letters and digits. */
const OPAQUE =
  /^(?=\S*\d)(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{12,}|(?=\S*[a-z])[\w-]{16,})$/i;
const isOpaque = (kind: FieldKind, value: Plain): boolean =>
  (kind === "which" || kind === "other") && OPAQUE.test(String(value));

const isPlain = (value: unknown): value is Plain =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "";

/** What of an object of an answer can be told, in its order: plain values, and what is inside of it by its name. */
function fieldsOf(item: unknown): Field[] {
  if (!isJsonObject(item)) return [];
  const all = Object.entries(item).flatMap(([name, value]): Field[] => {
    const kind = kindOf(name);
    if (kind === undefined) return [];
    if (isPlain(value)) return [{ name, kind: isOpaque(kind, value) ? "kept" : kind, value }];
    if (Array.isArray(value))
      return value.length > 0 && value.every(isPlain)
        ? [{ name, kind: "other", value: value.join(", ") }]
        : [];
    return insideOf(value).map((inner) => ({ ...inner, name }));
  });
  return withUnits(all, item);
}

/** What an object inside another one is called; an amount with what it is of. */
function insideOf(value: unknown): Field[] {
  const inner = isJsonObject(value)
    ? Object.entries(value).flatMap(([name, each]): Field[] => {
        const kind = kindOf(name);
        return kind !== undefined && isPlain(each) ? [{ name, kind, value: each }] : [];
      })
    : [];
  const amount = withUnits(inner, value).find(({ unit }) => unit !== undefined);
  if (amount !== undefined) return [amount];
  const called =
    inner.find(({ kind }) => kind === "name") ?? inner.find(({ kind }) => kind === "which");
  return called === undefined ? [] : [{ ...called, kind: "name" }];
}

/** Amounts with the currency that stands beside them, which is then no field of its own. */
function withUnits(fields: readonly Field[], item: unknown): Field[] {
  const unit = fields.find(({ name }) => UNITS.has(wordsOf(name).at(-1) ?? ""));
  if (unit === undefined || !isJsonObject(item) || !fields.some(({ kind }) => kind === "amount"))
    return [...fields];
  return fields
    .filter((field) => field !== unit)
    .map((field) => (field.kind === "amount" ? { ...field, unit: String(unit.value) } : field));
}

/** Something that has a number or a name of its own, and is no mere list of others. */
const isThing = (item: object): boolean =>
  Object.entries(item).some(
    ([name, value]) => isPlain(value) && ["which", "name"].includes(kindOf(name) ?? ""),
  );

/** Rows without what programs keep for themselves, where the rest tells enough to know them by. */
function tellingOf(rows: readonly (readonly Field[])[]): (readonly Field[])[] {
  const telling = rows.map((row) => row.filter(({ kind }) => kind !== "kept"));
  const named = new Set(telling.flat().map(({ name }) => name));
  const isKnown = telling.flat().some(({ kind }) => kind === "which" || kind === "name");
  return isKnown && named.size > 1 ? telling : [...rows];
}

/** The fields of several rows that matter most, in the order of a table: one of each kind before a second one. */
function columnsOf(rows: readonly (readonly Field[])[], most: number): string[] {
  const seen = new Map(rows.flat().map(({ name, kind }) => [name, kind] as const));
  const ranked = KINDS.flatMap((kind) =>
    [...seen]
      .filter(([, each]) => each === kind)
      .map(([name], place) => ({ name, rank: kind === "kept" ? 2 : Math.min(place, 1) })),
  );
  const chosen = ranked.toSorted((one, other) => one.rank - other.rank);
  const kept = new Set(chosen.slice(0, most).map(({ name }) => name));
  return ranked.flatMap(({ name }) => (kept.has(name) ? [name] : []));
}
