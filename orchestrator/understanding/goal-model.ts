import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { EntitySchema, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type Token, tokens } from "../language/text.ts";
import { isCommonWord, isFunctionWord, isParticle } from "../language/words/common-words.ts";
import { CERTAINTY, type FoundEntity } from "./entities/found.ts";

/** An entity marked in an example: which words, and the value they mean where the author gave one. */
export type Mark = {
  readonly entity: string;
  readonly value: string;
  /** First word, and the one after the last. */
  readonly from: number;
  readonly to: number;
};

export type Example = {
  readonly locale: Locale;
  /** As a person would type it. */
  readonly text: string;
  readonly words: readonly Token[];
  readonly marks: readonly Mark[];
};

/** A goal of the catalogue, with its examples read. `index` is its place among these. */
export type GoalModel = {
  readonly index: number;
  readonly domain: string;
  readonly name: string;
  readonly spec: Goal;
  readonly manifest: Manifest;
  readonly entities: ReadonlyMap<string, EntitySchema>;
  /** Read once more when they are wanted: once everything is learnt from them, they may be collected. */
  readonly examples: readonly Example[];
  /** Entities whose values are sentences rather than names, as the examples mark them. */
  readonly prose: ReadonlySet<string>;
  /** Entities whose values stand right behind an address in some example: they say what it is. */
  readonly describes: ReadonlySet<string>;
  /** Hardly an example does without content words. */
  readonly hasSubject: boolean;
};

/** All that the goal must be told, and has no standard value for, is said. */
export const hasWhatItNeeds = (
  { entities }: GoalModel,
  isSaid: (entity: string) => boolean,
): boolean =>
  [...entities].every(
    ([name, { required, default: standard }]) =>
      !required || standard !== undefined || isSaid(name),
  );

/** An entity of whose marked values this share reads like a sentence holds sentences. */
const ENOUGH_SENTENCES = 0.3;
const FEWEST_MARKS = 3;
const MOST_WITHOUT_CONTENT = 0.1;
const LONGEST_NAME = 4;

/** The goals that words lead to: all but those for what no goal covers. Cost: one pass over all examples */
export function readGoals(catalogue: Catalogue): GoalModel[] {
  const said = catalogue.goals.filter(({ spec }) => spec.fallback === undefined);
  return said.flatMap(({ domain, spec }, index) => {
    const manifest = catalogue.manifests.get(domain);
    if (manifest === undefined) return [];
    const entities = new Map(Object.entries(spec.entities_schema));
    const examples = collectable(() => readExamples(spec, entities));
    const prose = new Set([...entities.keys()].filter((name) => isProse(name, examples())));
    const describes = new Set(
      examples().flatMap(({ words, marks }) =>
        marks
          .filter(({ from }) => words[from - 1]?.word.startsWith("http") === true)
          .map(({ entity }) => entity),
      ),
    );
    const bare = examples().filter(({ words }) => words.every(({ word }) => isCommonWord(word)));
    const hasSubject = bare.length <= examples().length * MOST_WITHOUT_CONTENT;
    return [
      {
        index,
        domain,
        name: spec.goal,
        spec,
        manifest,
        entities,
        get examples() {
          return examples();
        },
        prose,
        describes,
        hasSubject,
      },
    ];
  });
}

/** What `read` gives, remembered for as long as nothing else needs the memory. */
function collectable<T extends object>(read: () => T): () => T {
  let known: WeakRef<T> | undefined;
  return () => {
    const value = known?.deref() ?? read();
    known = new WeakRef(value);
    return value;
  };
}

const readExamples = ({ hints }: Goal, entities: ReadonlyMap<string, EntitySchema>): Example[] =>
  locales.flatMap((locale) =>
    (hints.examples?.[locale] ?? []).map((annotated) => readExample(annotated, locale, entities)),
  );

/** Marks of entities that the goal does not have are left out. */
function readExample(
  annotated: string,
  locale: Locale,
  known: ReadonlyMap<string, EntitySchema>,
): Example {
  const { text, entities } = parseExample(annotated);
  const words = tokens(text);
  const marks = entities.flatMap(({ name, value, start, end }) => {
    const from = words.findIndex((word) => word.end > start && word.start < end);
    const to = words.findLastIndex((word) => word.end > start && word.start < end) + 1;
    return known.has(name) && from >= 0 ? [{ entity: name, value, from, to }] : [];
  });
  return { locale, text, words, marks };
}

function isProse(entity: string, examples: readonly Example[]): boolean {
  let marked = 0;
  let sentences = 0;
  for (const { words, marks } of examples)
    for (const { entity: name, from, to } of marks) {
      if (name !== entity) continue;
      marked++;
      const says = words.slice(from, to);
      const isSentence =
        says.length > LONGEST_NAME ||
        says.some(({ word }) => isFunctionWord(word) && !isParticle(word));
      if (isSentence) sentences++;
    }
  return marked >= FEWEST_MARKS && sentences >= marked * ENOUGH_SENTENCES;
}

/** A required entity is missing, and the goal has no question for it. */
const UNASKABLE_FACTOR = 0.5;
/** A required entity is missing, though the sentence says something that could have been it. */
const OVERLOOKED_FACTOR = 0.9;

/** Free words that only resemble what the examples mark, where every other word has its place: enough to write, not to send or destroy. */
const GUESS_THAT_FITS = 0.96;

/**
 * The whole is as certain as its weakest part: the goal, or a required entity.
 * Shape: `saysMore` where the goal does not account for all that is said; `isAllRead` where every word has its place
 */
export function certaintyOfWhole(
  certain: number,
  goal: GoalModel,
  found: readonly FoundEntity[],
  { saysMore = false, isAllRead = false } = {},
): number {
  // Of several values where one is wanted, the others would be lost, required or not; of two hours it may be the other.
  const isEither = ({ by }: FoundEntity) => by === "ambiguous" || by === "likelier";
  let weakest = Math.min(1, ...found.filter(isEither).map(({ by }) => CERTAINTY[by]));
  let missing = 1;
  for (const [name, schema] of goal.entities) {
    if (!schema.required) continue;
    const entity = found.find((each) => each.entity === name);
    if (entity !== undefined) {
      const own = certaintyOf(entity, found);
      // A text alone takes in whatever stands beside it: beside values with forms of their own it is what they leave.
      const isLeft = !goal.prose.has(name) || found.some(({ by }) => by === "typed");
      const fits = isAllRead && entity.by === "guess" && isLeft;
      weakest = Math.min(weakest, fits ? Math.max(own, GUESS_THAT_FITS) : own);
    } else if (schema.default === undefined) {
      if (schema.question === undefined) missing = Math.min(missing, UNASKABLE_FACTOR);
      if (saysMore) missing = Math.min(missing, OVERLOOKED_FACTOR);
    }
  }
  return Math.min(certain * missing, weakest);
}

/** Free words that are read as what they mean, beside them, are as certain as that: `day_text` and `day`. */
function certaintyOf({ entity, by }: FoundEntity, found: readonly FoundEntity[]): number {
  const meaning = entity.replace(/_text$/, "");
  const isRead =
    meaning !== entity && found.some((each) => each.entity === meaning && each.by === "typed");
  return CERTAINTY[isRead ? "typed" : by];
}
