import type { Entities, EntityValue } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";

/** What the user's own words mean for an entity, read without a model; undefined: nothing. */
export type ReadWords = (entity: string, words: string) => EntityValue | undefined;

/** One entry of a form. */
export type Entry = { name: string; value: string };

type Scalar = Extract<EntityValue, string | number>;

/**
 * The entities of a form that a model filled in, and what is wrong with it, in sentences for the model.
 * Shape: a listed value must be one of the list, letter by letter; everything else must be the user's own
 *        words, and means what these words mean without a model
 */
export function readEntities(
  entries: readonly Entry[],
  schemas: Readonly<Record<string, EntitySchema>>,
  text: string,
  read: ReadWords,
): { entities: Entities; faults: string[] } {
  const found = new Map<string, EntityValue>();
  const faults: string[] = [];
  for (const { name, value } of entries) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined) {
      faults.push(`"${name}" is no entity of this goal`);
      continue;
    }
    const one = readOne(name, value, schema, text, read);
    if ("fault" in one) faults.push(one.fault);
    else if (!add(found, name, one.value, schema)) faults.push(`${name} takes one value only`);
  }
  return { entities: Object.fromEntries(found), faults };
}

function readOne(
  name: string,
  value: string,
  schema: EntitySchema,
  text: string,
  read: ReadWords,
): { value: EntityValue } | { fault: string } {
  const { type, values = [] } = schema;
  if (type === "enum")
    return values.includes(value) ? { value } : { fault: `${name} must be one of its values` };
  if (type === "boolean")
    return value === "true" || value === "false"
      ? { value: value === "true" }
      : { fault: `${name} must be true or false` };
  const said = quoteIn(text, value);
  if (said === undefined)
    return { fault: `${name} must be copied from the message, word for word, or left out` };
  const meant = read(name, said);
  return meant === undefined
    ? { fault: `${name}: these words are no ${type}; copy those that are, or leave it out` }
    : { value: meant };
}

/** A second value makes a list where the entity may have several; the same again changes nothing. */
function add(
  found: Map<string, EntityValue>,
  name: string,
  value: EntityValue,
  { multiple, capability_map }: EntitySchema,
): boolean {
  const known = found.get(name);
  if (known === undefined) found.set(name, value);
  else {
    const all = [known, value].flat();
    const distinct = all.filter((one, at) => all.indexOf(one) === at);
    if (distinct.length === 1) return true;
    if (!multiple && capability_map === undefined) return false;
    const list = distinct.filter((one): one is Scalar => typeof one !== "boolean");
    if (list.length < distinct.length) return false;
    found.set(name, list);
  }
  return true;
}

/**
 * The user's own letters for a value that a model gives back, or undefined when the user did not say it.
 * Case, accents, width and white space are not compared; whole words are.
 * Cost:  one pass over the text for each try
 */
export function quoteIn(text: string, value: string): string | undefined {
  const wanted = folded(value).letters.trim();
  if (wanted === "") return undefined;
  const { letters, origins } = folded(text);
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isInsideWord(letters, at) || isInsideWord(letters, end)) continue;
    return text.slice(origins[at], origins[end] ?? text.length).trim();
  }
  return undefined;
}

type Folded = {
  letters: string;
  /** For each letter, where it stands in the text. */
  origins: number[];
};

function folded(text: string): Folded {
  let letters = "";
  const origins: number[] = [];
  let at = 0;
  for (const point of text) {
    for (const letter of plain(point)) {
      // White space of any kind and length is one blank.
      if (letter === " " && letters.endsWith(" ")) continue;
      letters += letter;
      for (let unit = 0; unit < letter.length; unit++) origins.push(at);
    }
    at += point.length;
  }
  return { letters, origins };
}

/** Nothing for what cannot be seen: marks on letters, and signs that only steer how text is shown. */
const plain = (point: string): string =>
  foldLetters(point)
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ");

const WORD = /[\p{L}\p{N}]/u;

/** Letters on both sides of a place: it is no end of a word. */
const isInsideWord = (letters: string, at: number): boolean =>
  WORD.test(letters.slice(at - 1, at)) && WORD.test(letters.slice(at, at + 1));
