import { isJsonObject } from "../contracts/json.ts";
import { sentencesIn } from "../messages/sentences.ts";
import { wordsOf } from "./grammar/nouns.ts";

type Plain = string | number | boolean;

/** What a field is to who reads it, in the order of a table. `kept`: when a program wrote it down. */
const KINDS = ["which", "name", "status", "date", "amount", "other", "kept"] as const;
type FieldKind = (typeof KINDS)[number];

/** A value of an answer that a few words can tell. */
export type Field = { name: string; kind: FieldKind; value: Plain; unit?: string };

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

const isPlain = (value: unknown): value is Plain =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "";

/** What of an object of an answer can be told, in its order: plain values, and what is inside of it by its name. */
export function fieldsOf(item: unknown): Field[] {
  if (!isJsonObject(item)) return [];
  const all = Object.entries(item).flatMap(([name, value]): Field[] => {
    const kind = kindOf(name);
    if (kind === undefined) return [];
    if (isPlain(value)) return [{ name, kind, value }];
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
export const isThing = (item: object): boolean =>
  Object.entries(item).some(
    ([name, value]) => isPlain(value) && ["which", "name"].includes(kindOf(name) ?? ""),
  );

/** The fields of several rows that matter most, in the order of a table: one of each kind before a second one. */
export function columnsOf(rows: readonly (readonly Field[])[], most: number): string[] {
  const seen = new Map(rows.flat().map(({ name, kind }) => [name, kind] as const));
  const ranked = KINDS.flatMap((kind) =>
    [...seen].filter(([, each]) => each === kind).map(([name], place) => ({ name, place })),
  );
  const chosen = ranked.toSorted((one, other) => Math.min(one.place, 1) - Math.min(other.place, 1));
  const kept = new Set(chosen.slice(0, most).map(({ name }) => name));
  return ranked.flatMap(({ name }) => (kept.has(name) ? [name] : []));
}
