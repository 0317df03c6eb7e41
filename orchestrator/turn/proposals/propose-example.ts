import { hash } from "node:crypto";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import type {
  Entities,
  EntityValue,
  Evidence,
  GoalFrame,
  IntentOutput,
} from "#shared/contracts/intent.ts";
import { canonicalJson, ownValue } from "#shared/contracts/json.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type ExampleProposal, solvedBy } from "#shared/contracts/promotion.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import { isSameText, plainText } from "../../language/conversation/naming.ts";
import type { SessionKey } from "../../ports/stores.ts";

/** A message that was understood and carried out. */
export type Success = {
  key: SessionKey;
  run_id: string;
  intent: IntentOutput;
  goal: CatalogueGoal;
  locale: Locale;
  /** What the session knew before: values that no words had to say. */
  remembered: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  at: number;
  read: ReadEntity;
};

/** Longer messages tell a story; no one says them again. */
const MOST_CHARS = 300;
const SOLVED_BY = "solved_by";

/** Whether a message may be said again by others. */
export const isRepeatable = (text: string): boolean =>
  text.length <= MOST_CHARS && !/\p{Cc}/u.test(text);

/** The evidence of an intent that says who found its goal, where the words alone did not. */
export const solvedByEvidence = (who: ExampleProposal["solved_by"]): Evidence => ({
  kind: SOLVED_BY,
  detail: who,
});

/**
 * A message as an example of its goal. undefined: the words alone were enough, or it is no sentence to learn from.
 * Pure; the same sentence of the same user for the same goal is the same proposal.
 */
export function proposeExample(success: Success): ExampleProposal | undefined {
  const { key, run_id, intent, goal, locale, remembered, at, read } = success;
  const { original_query: text, evidence, also, followups } = intent;
  const solver = solvedBy.safeParse(evidence.findLast(({ kind }) => kind === SOLVED_BY)?.detail);
  // Of several requests in one sentence, or one that something followed, only a part belongs to the goal.
  if (!solver.success || also.length + followups.length > 0) return undefined;
  if (!isRepeatable(text)) return undefined;
  const annotated = annotate(text.trim(), intent.entities, goal.spec.entities_schema, read);
  if (annotated === undefined) return undefined;
  const named = { primary_domain: goal.domain, goal: goal.spec.goal, original_query: text };
  return {
    ...key,
    example: annotated.example,
    unmarked: annotated.unmarked.filter(
      (name) =>
        canonicalJson(ownValue(remembered, name)) !==
        canonicalJson(ownValue(intent.entities, name)),
    ),
    id: proposalId(key.user_id, named),
    run_id,
    domain: goal.domain,
    goal: goal.spec.goal,
    locale,
    text: text.trim(),
    solved_by: solver.data,
    created_at: at,
  };
}

type Named = Pick<GoalFrame, "primary_domain" | "goal" | "original_query">;

/** The proposal that such a message left, if it left one. */
export const proposalId = (
  user_id: string,
  { primary_domain, goal, original_query }: Named,
): string => shortHash([user_id, primary_domain, goal, plainText(original_query)]);

/** A sentence of a user that was not understood. */
export const unclearId = (user_id: string, text: string): string =>
  shortHash([user_id, plainText(text)]);

const shortHash = (parts: readonly string[]): string =>
  hash("sha256", JSON.stringify(parts)).slice(0, 12);

/** What words mean for an entity, read without a model; undefined: nothing. */
type ReadEntity = (entity: string, words: string) => EntityValue | undefined;

type Annotated = {
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
