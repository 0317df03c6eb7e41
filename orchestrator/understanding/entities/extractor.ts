import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { wordSet } from "#shared/language/words.ts";
import { endOfUnit } from "#shared/plain-text/fold.ts";
import { isOnlyCourtesy, withoutCourtesy, withoutOpening } from "../../language/courtesy.ts";
import { afterColon, quotesIn } from "../../language/quotes.ts";
import { gapBefore, type Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import {
  isCommonWord,
  isFunctionWord,
  SAYING,
  TEXT_NOUNS,
} from "../../language/words/common-words.ts";
import { CONNECTIVES, ENUMERATORS, LEADERS, TO_PEOPLE } from "../../language/words/connectives.ts";
import { actionOf, deedOf } from "../../language/words/deeds.ts";
import type { GoalModel, Mark } from "../goal-model.ts";
import type { TemplateReading } from "../template-tier.ts";
import { behindCues } from "./behind-cues.ts";
import { figuresOf, isFigure } from "./figures-of.ts";
import { findKnown } from "./find-known.ts";
import { type FoundEntity, READ } from "./found.ts";
import { type ContextTagger, learnContextTagger } from "./learn-tagger.ts";
import { isMeaning, withMeanings } from "./meanings.ts";
import { readValue } from "./read-value.ts";
import type { Sources } from "./sources.ts";
import { isTorn, type Span } from "./spans.ts";

/** A context seen this often before a mark is where the entity stands. */
const ENOUGH_ANCHORS = 2;
/** Contexts are looked for in this many words; templates and lists look at all. */
const MOST_TAGGED_WORDS = 120;

/**
 * Finds entities by the template that matched, then by lists, synonyms and forms, then by context.
 * Cost: the context tagger of a domain is trained when it is first asked for
 */
export function buildExtractor(goals: readonly GoalModel[], sources: Sources) {
  const byDomain = Map.groupBy(goals, (goal) => goal.domain);
  const taggers = new Map<string, ContextTagger>();
  const taggerOf = (domain: string): ContextTagger => {
    const tagger = taggers.get(domain) ?? learnContextTagger(byDomain.get(domain) ?? [], sources);
    taggers.set(domain, tagger);
    return tagger;
  };
  const anchors = countAnchors(goals);

  function extract(
    goal: GoalModel,
    sentence: Sentence,
    template: TemplateReading | undefined,
    marks?: readonly Mark[],
  ): FoundEntity[] {
    const found = template === undefined ? [] : readCaptures(goal, sentence, template);
    const taken = new Set<number>();
    for (const entity of found) take(taken, entity);
    const figures = figuresOf(goal, sentence);
    const known = (name: string, schema: EntitySchema): FoundEntity | undefined => {
      const source = sources.ofEntity(goal, name);
      if (source === undefined || (source.kind === "words" && source.free)) return undefined;
      if (isMeaning(schema) || found.some(({ entity }) => entity === name)) return undefined;
      const choose = isFigure(schema) ? figures.choose(name, schema) : undefined;
      return findKnown(name, schema, source, sources, sentence, taken, choose);
    };
    const add = (entity: FoundEntity | undefined) => {
      if (entity === undefined) return;
      found.push(entity);
      take(taken, entity);
    };
    // First what has a form of its own: a figure is what no time or length needs.
    for (const [name, schema] of goal.entities) if (!isFigure(schema)) add(known(name, schema));
    for (const at of template?.said ?? []) taken.add(at);
    for (let waiting = [...goal.entities].filter(([, schema]) => isFigure(schema)); ; ) {
      const claims = waiting.flatMap(([name, schema]) => known(name, schema) ?? []);
      const strongest = claims.reduce<FoundEntity | undefined>(
        (best, each) =>
          best !== undefined && figures.claim(best) >= figures.claim(each) ? best : each,
        undefined,
      );
      if (strongest === undefined) break;
      add(strongest);
      waiting = waiting.filter(([name]) => name !== strongest.entity);
    }
    // A template accounts for every word: what it gave to no entity is none.
    if (template === undefined) addByContext(goal, sentence, found, taken, marks);
    const whole = withMessage(goal, sentence, found)
      .filter((each) => !isIndefinite(sentence, each))
      .map((each) => withoutThat(goal, sentence, each));
    return withMeanings(goal, sentence, whole);
  }

  function addByContext(
    goal: GoalModel,
    sentence: Sentence,
    found: FoundEntity[],
    taken: Set<number>,
    marks: readonly Mark[] | undefined,
  ): void {
    const wanted = [...goal.entities].filter(
      ([name, { type, multiple }]) =>
        type === "string" && (multiple || !found.some(({ entity }) => entity === name)),
    );
    if (wanted.length === 0) return;
    const words = sentence.words.slice(0, MOST_TAGGED_WORDS);
    const { from } = withoutOpening(words);
    const tagged = () => taggerOf(goal.domain).find(goal, sentence.text, words);
    const spans = marks ?? tagged().filter((each) => goal.prose.has(each.entity) || each.to > from);
    for (const [name, schema] of wanted) {
      const by = goal.prose.has(name) ? "open" : "free";
      const own = spans
        .filter(({ entity, from, to }) => entity === name && !overlaps(taken, from, to))
        .filter(({ from, to }) => !isTorn(sentence, from) && !isTorn(sentence, to))
        .map(({ from, to }): Span => {
          const first = by === "free" ? afterOf(sentence, from, to) : from;
          const named = marks === undefined ? endOfName(sentence, first, to) : to;
          const end = by === "free" ? endOfCapitals(sentence, first, named, taken) : named;
          const last = schema.one_word ? endOfUnit(sentence.text, words, first) : end;
          return { from: first, to: last, value: undefined, by, cost: 0 };
        });
      const cued =
        own.length === 0 && by === "free" && marks === undefined && !schema.multiple
          ? behindCues(goal, name, sentence, taken)
          : undefined;
      if (cued !== undefined) own.push({ ...cued, value: undefined, by, cost: 0 });
      const known = found.find(({ entity }) => entity === name);
      const names =
        known === undefined || marks !== undefined
          ? own
          : enumeratedWith(known, own.filter(isName(words)), sentence);
      const read = fromContext(
        goal,
        name,
        schema,
        sentence,
        schema.multiple ? names : oneOf(names, by, words),
        cued !== undefined,
      );
      if (read === undefined) continue;
      const fresh = marks === undefined ? read : { ...read, by: "known" as const };
      take(taken, fresh);
      // Names that no one listed, among listed ones.
      if (known !== undefined) found.splice(found.indexOf(known), 1, together(known, fresh));
      else found.push(fresh);
    }
  }

  function fromContext(
    goal: GoalModel,
    name: string,
    schema: EntitySchema,
    sentence: Sentence,
    spans: readonly Span[],
    isCued: boolean,
  ): FoundEntity | undefined {
    const read = readValue(name, schema, sentence, spans);
    const [first, last] = [spans[0], spans.at(-1)];
    if (read === undefined || first === undefined || last === undefined) return undefined;
    const anchored =
      isCued ||
      spans.every(({ from }) =>
        anchorsOf(goal, name, sentence, from).some((anchor) => anchors.has(anchor)),
      );
    const source = sources.ofEntity(goal, name);
    const listed = source?.kind === "words" && (!source.free || sources.isListed(source.id));
    const by = !anchored ? "guess" : listed ? "unlisted" : "context";
    return { entity: name, value: read.value, from: first.from, to: last.to, by };
  }

  return { extract };
}

/** Of names the first that is more than small words, of texts the longest. */
const oneOf = (spans: readonly Span[], by: "open" | "free", words: readonly Token[]) =>
  by === "free"
    ? [...spans.filter(isName(words)), ...spans].slice(0, 1)
    : spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 1);

/**
 * "save the cake recipe *as a* note", "my playlist crate diggers *and also* ...": small words before others end no value,
 * nor do they behind a pause: "search for nuclear fusion*, yes?"
 */
function endOfName({ text, words }: Sentence, from: number, to: number): number {
  let end = to;
  while (end > from + 1 && LEADS_ON.has(words[end - 1]?.word ?? "")) end--;
  if (to < words.length) return end;
  return /[,;]/.test(gapBefore({ text, words }, end)) ? end : to;
}

/** A name that is written as one ends where its capitals do, whatever the examples let one expect. */
function endOfCapitals(
  { text, words }: Sentence,
  from: number,
  to: number,
  taken: ReadonlySet<number>,
): number {
  const isCapital = (at: number) =>
    !taken.has(at) && /^\p{Lu}\p{Ll}/u.test(text.slice(words[at]?.start ?? text.length));
  const follows = (at: number) => gapBefore({ text, words }, at) === " ";
  let end = to;
  while (end > from && isCapital(end - 1) && isCapital(end) && follows(end)) end++;
  return end;
}

const LEADS_ON = LEADERS.union(CONNECTIVES).union(wordSet("words.leads-on-to-a-value"));

const isName =
  (words: readonly Token[]) =>
  ({ from, to }: Span): boolean =>
    words
      .slice(from, to)
      .some(
        ({ word }) =>
          !isCommonWord(word) && !/^\d/.test(word) && deedOf(word) === undefined && !actionOf(word),
      );

/** "preço da Vale *e da Fulana*": names that nothing but small words keeps from a listed one, or from each other. */
function enumeratedWith(
  known: FoundEntity,
  names: readonly Span[],
  { text, words }: Sentence,
): Span[] {
  const between = (from: number, to: number): boolean => {
    const said = words.slice(from, to);
    const isPaused = /[,;/]/.test(text.slice(words[from - 1]?.end, words[to]?.start));
    return (
      said.every(({ word }) => ENUMERATORS.has(word) || LEADERS.has(word)) &&
      (isPaused || said.some(({ word }) => ENUMERATORS.has(word)))
    );
  };
  const found: Span[] = [];
  let { from, to } = known;
  for (const name of names.filter((each) => each.from >= to))
    if (between(to, name.from)) {
      found.push(name);
      ({ to } = name);
    }
  for (const name of names.filter((each) => each.to <= from).reverse())
    if (between(name.to, from)) {
      found.unshift(name);
      ({ from } = name);
    }
  return found;
}

/** What is quoted, or stands after a colon, is the message to the letter, unless the message only quotes it. */
function withMessage(goal: GoalModel, sentence: Sentence, found: FoundEntity[]): FoundEntity[] {
  const [entity, ...others] = goal.prose;
  if (entity === undefined || others.length > 0) return found;
  const said = found.find((each) => each.entity === entity);
  const [quote, ...quotes] = quotesIn(sentence);
  const behind = afterColon(sentence);
  const isQuotedColon = quote !== undefined && behind !== undefined && behind.from < quote.to;
  const colon = isQuotedColon && behind.from > quote.from ? undefined : behind;
  const isIn = colon !== undefined && quote !== undefined && quote.from >= colon.from;
  const announced = isIn || !isAllBehind(goal, entity, found, colon, sentence) ? undefined : colon;
  const message = isIn || announced === undefined ? quote : undefined;
  const { from, to, text } = message ?? announced ?? {};
  if (from === undefined || to === undefined || text === undefined) return found;
  const isFirst = message !== undefined && said?.from === from && said.to > to;
  const left =
    isFirst && sentence.words.slice(to, said.to).some(({ word }) => deedOf(word) !== undefined)
      ? said.to
      : undefined;
  if (quotes.length > 0 && left === undefined) return found;
  if (said !== undefined && announced === undefined && said.from < from && said.to >= to) {
    if (!onlyAnnounces(sentence, said, { from, to })) return found;
  }
  const outside = found.filter(
    (each) => each.entity !== entity && (each.to <= from || each.from >= to),
  );
  return [...outside, { entity, value: text, from, to, by: "open", ...(left && { left }) }];
}

/** Free words that only say that there is something. */
function isIndefinite({ words }: Sentence, { by, from, to }: FoundEntity): boolean {
  const bare = withoutCourtesy(words.slice(from, to));
  const said = words.slice(from + bare.from, from + bare.to);
  return to > from && !READ.has(by) && said.every(({ word }) => INDEFINITE.has(word));
}
const INDEFINITE = wordSet("words.indefinite");

function withoutThat(goal: GoalModel, { text, words }: Sentence, found: FoundEntity): FoundEntity {
  const { entity, value, from, to } = found;
  const isThat = THAT.has(words[from]?.word ?? "") && SAYING.has(words[from - 1]?.word ?? "");
  if (!isThat || to - from < 2 || typeof value !== "string" || !goal.prose.has(entity))
    return found;
  const [that, next] = [words[from]?.start ?? 0, words[from + 1]?.start ?? 0];
  if (!text.startsWith(value, that)) return found;
  return { ...found, from: from + 1, value: value.slice(next - that) };
}

const THAT = wordSet("words.that");

/** Nothing was found before the colon but what stands for itself, and behind it nothing but parts of a required text. */
function isAllBehind(
  goal: GoalModel,
  entity: string,
  found: readonly FoundEntity[],
  colon: { from: number } | undefined,
  { words }: Sentence,
): boolean {
  if (colon === undefined || goal.entities.get(entity)?.required !== true) return false;
  const leads = (from: number) =>
    words.slice(from, colon.from).every(({ word }) => isFunctionWord(word));
  const isLead = (from: number) => [1, 2].includes(colon.from - from) && leads(from);
  return found.every(({ entity: name, from, to, by }) => {
    if (name !== entity) return to <= colon.from;
    if (STATED.has(by)) return by === "open" && isLead(from);
    return leads(from) || TO_PEOPLE.has(words[from - 1]?.word ?? "");
  });
}

/** Found by a template or in a list: it stays as it was found. */
const STATED: ReadonlySet<FoundEntity["by"]> = new Set(["open", "free", "known"] as const);

function onlyAnnounces(
  { words }: Sentence,
  said: FoundEntity,
  quote: { from: number; to: number },
): boolean {
  const before = words.slice(said.from, quote.from);
  const after = words.slice(quote.to, said.to);
  return (
    before.every(({ word }) => isFunctionWord(word) || TEXT_NOUNS.has(word) || SAYING.has(word)) &&
    (after.length === 0 || isOnlyCourtesy(after))
  );
}

function afterOf({ text, words }: Sentence, from: number, to: number): number {
  const { start, end } = words[from] ?? { start: 0, end: 0 };
  return to - from > 1 && /^(?:d[aeo]s?|of)$/u.test(text.slice(start, end)) ? from + 1 : from;
}

function take(taken: Set<number>, { from, to }: FoundEntity): void {
  for (let at = from; at < to; at++) taken.add(at);
}

function overlaps(taken: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (taken.has(at)) return true;
  return false;
}

/** The values of two findings of one entity, in the order they were said. */
function together(known: FoundEntity, fresh: FoundEntity): FoundEntity {
  const inOrder = known.from <= fresh.from ? [known, fresh] : [fresh, known];
  const value = inOrder.flatMap(({ value: each }) =>
    [each].flat().filter((one) => typeof one !== "boolean"),
  );
  const from = Math.min(known.from, fresh.from);
  return { ...fresh, value, from, to: Math.max(known.to, fresh.to) };
}

/** What a template's slots took; an entity captured twice has several values. */
function readCaptures(
  goal: GoalModel,
  sentence: Sentence,
  { captures }: TemplateReading,
): FoundEntity[] {
  const byEntity = Map.groupBy(captures, ({ entity }) => entity);
  return [...byEntity].flatMap(([name, slots]) => {
    const schema = goal.entities.get(name);
    const first = slots[0];
    const last = slots.at(-1);
    if (schema === undefined || first === undefined || last === undefined) return [];
    const parts = slots.flatMap(({ span }) => span.parts);
    const read = readValue(name, schema, sentence, parts);
    return read === undefined
      ? []
      : [{ entity: name, value: read.value, from: first.span.from, to: last.span.to, by: read.by }];
  });
}

/** The word before, and the colon behind it, whatever the word is. */
function anchorsOf(
  goal: GoalModel,
  entity: string,
  { text, words }: Pick<Sentence, "text" | "words">,
  from: number,
): string[] {
  const before = words[from - 1];
  const isColon = before !== undefined && /^:\s/.test(text.slice(before.end));
  const said = [before?.word ?? "^", ...(isColon ? [":"] : [])];
  return said.map((each) => `${goal.domain} ${entity} ${each}`);
}

/** The words that stand before an entity often enough to announce it. */
function countAnchors(goals: readonly GoalModel[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const goal of goals)
    for (const example of goal.examples)
      for (const { entity, from } of example.marks)
        for (const anchor of anchorsOf(goal, entity, example, from))
          counts.set(anchor, (counts.get(anchor) ?? 0) + 1);
  return new Set(
    [...counts].flatMap(([anchor, count]) => (count >= ENOUGH_ANCHORS ? [anchor] : [])),
  );
}
