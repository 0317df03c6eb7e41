import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Entities, EntityValue } from "#shared/contracts/intent.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { isSameText } from "../../language/is-same-text.ts";

/** What words mean for an entity, read without a model; undefined: nothing. */
export type ReadEntity = (entity: string, words: string) => EntityValue | undefined;

export type Annotated = {
  /** The sentence with its entities marked, as examples have them. */
  example: string;
  /** Entities with a value that no words of the sentence mean. */
  unmarked: string[];
};

type Scalar = string | number | boolean;
type Span = { start: number; end: number };
type Mark = Span & { name: string; value: string | undefined };

/** Nothing that people call something has more words. */
const MOST_WORDS = 8;
/** Signs of a mark itself. */
const MARK_SIGNS = /[[\]()]/;

/**
 * A sentence as an annotated example: for each value of an entity, the fewest words that mean it are marked.
 * Errors: undefined for a sentence that cannot be written as an example: it has brackets of its own
 * Cost:   up to eight readings a word for each value that does not stand there letter by letter
 */
export function annotate(
  text: string,
  entities: Entities,
  schemas: Readonly<Record<string, EntitySchema>>,
  read: ReadEntity,
): Annotated | undefined {
  if (MARK_SIGNS.test(text)) return undefined;
  const spans = spansOf(text);
  const marks: Mark[] = [];
  const unmarked = new Set<string>();
  for (const [name, value, schema] of valuesOf(entities, schemas)) {
    const free = spans.filter((span) => marks.every((mark) => isApart(mark, span)));
    const found =
      free.find(({ start, end }) => isSameText(text.slice(start, end), String(value))) ??
      free.find(({ start, end }) => means(read(name, text.slice(start, end)), value));
    if (found === undefined) unmarked.add(name);
    else marks.push({ ...found, name, value: schema.type === "enum" ? String(value) : undefined });
  }
  const example = withMarks(text, marks);
  return parseExample(example).text === text ? { example, unmarked: [...unmarked] } : undefined;
}

const valuesOf = (
  entities: Entities,
  schemas: Readonly<Record<string, EntitySchema>>,
): [string, Scalar, EntitySchema][] =>
  Object.entries(entities).flatMap(([name, value]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return schema === undefined
      ? []
      : [value].flat().map((each): [string, Scalar, EntitySchema] => [name, each, schema]);
  });

const means = (read: EntityValue | undefined, value: Scalar): boolean =>
  read !== undefined && canonicalJson([read].flat()) === canonicalJson([value]);

/** Every run of words, the shortest ones first; punctuation at its edges is no part of it. */
function spansOf(text: string): Span[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][^\s]*?(?=[^\p{L}\p{N}%]*(?:\s|$))/gu)].map(
    ({ 0: word, index }) => ({ start: index, end: index + word.length }),
  );
  return Array.from({ length: MOST_WORDS }, (_, more) =>
    words.flatMap(({ start }, at): Span[] => {
      const last = words[at + more];
      return last === undefined ? [] : [{ start, end: last.end }];
    }),
  ).flat();
}

const isApart = (a: Span, b: Span): boolean => a.end <= b.start || b.end <= a.start;

function withMarks(text: string, marks: readonly Mark[]): string {
  let example = "";
  let copied = 0;
  for (const { start, end, name, value } of marks.toSorted((a, b) => a.start - b.start)) {
    const meant = value === undefined ? "" : `:${value}`;
    example += `${text.slice(copied, start)}[${text.slice(start, end)}](${name}${meant})`;
    copied = end;
  }
  return example + text.slice(copied);
}
