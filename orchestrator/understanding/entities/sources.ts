import type { TypedEntity } from "#shared/contracts/goal.ts";
import type { EntityValue } from "#shared/contracts/intent.ts";
import type { EntitySchema, ListSchema } from "#shared/contracts/manifest.ts";
import { wordList } from "#shared/language/words.ts";
import { phrasesOf } from "../../language/templates/phrases.ts";
import { type Token, tokens } from "../../language/text.ts";
import type { GoalModel } from "../goal-model.ts";
import { buildLexicon, type Lexicon } from "./lexicon.ts";

/** Seen this often, a mixture of letters and digits is how the values of an entity look. */
const ENOUGH = 3;

/** Remembers, by id, what the codes among known words look like. */
function learnCodes() {
  const counts = new Map<string, number>();
  const keyOf = (id: number, word: string): string | undefined => {
    const shape = shapeOfCode(word);
    return shape === undefined ? undefined : `${id} ${shape}`;
  };
  return {
    learn(id: number, word: string): void {
      const key = keyOf(id, word);
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    looksKnown(id: number, word: string): boolean {
      const key = keyOf(id, word);
      return key !== undefined && (counts.get(key) ?? 0) >= ENOUGH;
    },
  };
}

/** The shape of a code that mixes letters and digits: "PETR4" is "LLLL0"; undefined for other words. */
function shapeOfCode(word: string): string | undefined {
  if (!/^[\p{L}\p{N}]{2,16}$/u.test(word) || !/\p{L}/u.test(word) || !/\p{N}/u.test(word))
    return undefined;
  return word.replace(/\p{L}/gu, "L").replace(/\p{N}/gu, "0");
}

/** Where the values of an entity, or of a template's slot, come from. */
export type Source =
  /** Phrases of the lexicon under `id`, and codes that look like them; `free`: any other words too, or one without blanks. */
  | { readonly kind: "words"; readonly id: number; readonly free: boolean | "one" }
  | {
      readonly kind: "typed";
      readonly type: TypedEntity;
      readonly leaning?: EntitySchema["leaning"];
    }
  | { readonly kind: "range"; readonly range: Range }
  /** Any words at all, however many. */
  | { readonly kind: "anything" };
export type Range = Extract<ListSchema, { range: unknown }>["range"];

export type Sources = {
  readonly lexicon: Lexicon;
  /** True for a word that looks like the codes known under `id`: "WEGE3" beside PETR4 and VALE3. */
  looksKnown(id: number, word: string): boolean;
  /** The ids under which a word looks like the codes known there. */
  idsLike(word: string): ReadonlySet<number>;
  /** True when the values under `id` are sentences rather than names, as the examples mark them. */
  isProse(id: number): boolean;
  /** True when the author wrote down what the values under `id` are. */
  isListed(id: number): boolean;
  ofEntity(goal: GoalModel, entity: string): Source | undefined;
  /** `name` is a list of the goal's manifest, or an entity of the goal. */
  ofSlot(goal: GoalModel, name: string): Source | undefined;
};

const YES = wordList("answers.true-values");
const NO = wordList("answers.false-values");

/** Learns the values of all goals' entities. Cost: one pass over lists, synonyms and marks */
export function buildSources(goals: readonly GoalModel[]): Sources {
  const lexicon = buildLexicon();
  const codes = learnCodes();
  const prose = new Set<number>();
  const lists = new Map<string, Source>();
  const entities = new Map<string, Source>();
  const strings = new Map<string, number>();
  const listed = new Set<number>();
  let ids = 0;

  function learn(words: readonly Token[], text: string, id: number, value?: EntityValue): void {
    lexicon.add(words, id, value);
    if (words.length === 1) codes.learn(id, text);
  }
  const learnPhrase = (phrase: string, id: number, value?: EntityValue) =>
    learn(tokens(phrase), phrase, id, value);

  /** A list's entries are learnt once, when the first slot or entity asks for them. */
  function ofList({ domain, manifest }: GoalModel, name: string): Source | undefined {
    const key = `${domain} ${name}`;
    const known = lists.get(key);
    if (known !== undefined || !Object.hasOwn(manifest.lists, name)) return known;
    const list = manifest.lists[name];
    if (list === undefined) return undefined;
    const source = readList(list);
    lists.set(key, source);
    return source;
  }

  function readList(list: ListSchema): Source {
    if ("wildcard" in list) return { kind: "anything" };
    if ("range" in list) return { kind: "range", range: list.range };
    const id = ids++;
    for (const entry of list.values) {
      const [words, out] = typeof entry === "string" ? [entry, undefined] : [entry.in, entry.out];
      for (const phrase of phrasesOf(words)) learnPhrase(phrase, id, out);
    }
    return { kind: "words", id, free: false };
  }

  function newSource(goal: GoalModel, name: string, entity: EntitySchema): Source {
    if (entity.type === "enum" || entity.type === "boolean")
      return { kind: "words", id: ids++, free: false };
    const list = entity.list === undefined ? undefined : ofList(goal, entity.list);
    if (entity.type !== "string")
      return list?.kind === "range"
        ? list
        : { kind: "typed", type: entity.type, leaning: entity.leaning };
    if (list !== undefined) return list;
    // Goals of a domain that share an entity's name share its values.
    const key = `${goal.domain} ${name}`;
    const id = strings.get(key) ?? ids++;
    strings.set(key, id);
    if (goal.prose.has(name)) prose.add(id);
    return { kind: "words", id, free: entity.one_word ? "one" : true };
  }

  /** What the author wrote beside the entity, and what the goal's examples mark. */
  function learnEntity(goal: GoalModel, name: string, entity: EntitySchema, id: number): void {
    const { type, values = [], synonyms = {} } = entity;
    for (const value of values) learnPhrase(value, id, value);
    if (type === "boolean") {
      for (const word of YES) learnPhrase(word, id, true);
      for (const word of NO) learnPhrase(word, id, false);
    }
    for (const [value, phrases] of Object.entries(synonyms)) {
      listed.add(id);
      if (type === "string") learnPhrase(value, id);
      const meanings = { boolean: value === "true", enum: value };
      const meaning = type === "boolean" || type === "enum" ? meanings[type] : undefined;
      for (const phrase of phrases) learnPhrase(phrase, id, meaning);
    }
    learnMarks(goal, name, entity, id);
  }

  function learnMarks(goal: GoalModel, name: string, entity: EntitySchema, id: number): void {
    const { type, values = [] } = entity;
    for (const { words, text, marks } of goal.examples)
      for (const { value, from, to } of marks.filter((mark) => mark.entity === name)) {
        const said = words.slice(from, to);
        const [first] = said;
        if (first === undefined) continue;
        if (type === "string") learn(said, text.slice(first.start, first.end), id);
        else if (type === "enum" && values.includes(value)) lexicon.add(said, id, value);
      }
  }

  const keyOf = (goal: GoalModel, name: string) => `${goal.index} ${name}`;
  for (const goal of goals)
    for (const [name, entity] of goal.entities) {
      const source = newSource(goal, name, entity);
      entities.set(keyOf(goal, name), source);
      if (source.kind === "words") learnEntity(goal, name, entity, source.id);
    }
  return {
    lexicon,
    looksKnown: codes.looksKnown,
    idsLike: (word) =>
      new Set(
        Array.from({ length: ids }, (_, id) => id).filter((id) => codes.looksKnown(id, word)),
      ),
    isProse: (id) => prose.has(id),
    isListed: (id) => listed.has(id),
    ofEntity: (goal, entity) => entities.get(keyOf(goal, entity)),
    ofSlot: (goal, name) => ofList(goal, name) ?? entities.get(keyOf(goal, name)),
  };
}
