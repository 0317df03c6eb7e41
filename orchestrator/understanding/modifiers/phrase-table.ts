import type { ModifierLexicon, Phrases } from "../lexicons/modifier-lexicon.ts";
import { parseTemplate, type TemplateNode } from "../templates/parse-template.ts";
import { type Token, tokens } from "../text.ts";

/** A list of phrases in the lexicon. */
export type Group = {
  [K in keyof ModifierLexicon]: ModifierLexicon[K] extends Phrases ? K : never;
}[keyof ModifierLexicon];

/** A phrase of a group that begins at a word, and the word behind it. */
export type PhraseHit = { readonly group: Group; readonly to: number };

export type PhraseTable = {
  /**
   * The longest phrase of each group that begins at word `at`.
   * Cost: a look-up, more where a phrase begins; each place of the same words is read once
   */
  hitsAt(words: readonly Token[], at: number): readonly PhraseHit[];
  /** Every word of the phrases. */
  readonly words: ReadonlySet<string>;
  /** The phrase of one group there, as the word behind it; undefined: none. */
  endOf(group: Group, words: readonly Token[], at: number): number | undefined;
};

type Step =
  | { readonly kind: "words"; readonly words: ReadonlySet<string> }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "sequence"; readonly parts: readonly Step[] }
  | { readonly kind: "choice"; readonly options: readonly Step[] };
type Pattern = {
  readonly group: Group;
  readonly step: Step;
  /** What its second word must be; undefined: anything, or it may end before. */
  readonly seconds: ReadonlySet<string> | undefined;
};

const NO_HITS: readonly PhraseHit[] = [];
const NOWHERE: readonly number[] = [];
/** Places that are remembered by their words: those of some sentences. */
const MOST_REMEMBERED = 500;
const ANY = "#any";
/** By their endings. */
const GERUND = "#gerund";
const INFINITIVE = "#infinitive";

/** Compiles the phrases of a lexicon. They are the core's own: one that cannot be read is an error at the start. */
export function buildPhraseTable(lexicon: ModifierLexicon, groups: readonly Group[]): PhraseTable {
  const classes = new Map<string, string>();
  const classify = (name: string, members: readonly string[]) => {
    for (const member of members) classes.set(member, name);
  };
  classify("#n", lexicon.numbers);
  classify("#unit", lexicon.units);
  classify("#month", lexicon.months);
  classify("#day", lexicon.days);
  const classOf = (word: string) => classes.get(word) ?? (/^\d/.test(word) ? "#n" : undefined);

  const byFirst = new Map<string, Pattern[]>();
  let mostWords = 0;
  for (const group of groups)
    for (const phrase of lexicon[group]) {
      const step = stepOf(parseTemplate(phrase));
      mostWords = Math.max(mostWords, mostWordsOf(step));
      const pattern = { group, step, seconds: secondsOf(step) };
      for (const first of firstsOf(pattern.step).words) {
        const known = byFirst.get(first);
        if (known === undefined) byFirst.set(first, [pattern]);
        else if (!known.includes(pattern)) known.push(pattern);
      }
    }

  const isOf = (word: string, wanted: string): boolean =>
    wanted === ANY ||
    (wanted === GERUND && /(?:ing|ndo)$/.test(word)) ||
    (wanted === INFINITIVE && /[aeio]r$/.test(word)) ||
    classOf(word) === wanted;

  function endsOf(step: Step, words: readonly Token[], at: number): readonly number[] {
    const word = words[at]?.word;
    switch (step.kind) {
      case "words":
        return word !== undefined && step.words.has(word) ? [at + 1] : NOWHERE;
      case "class":
        return word !== undefined && isOf(word, step.name) ? [at + 1] : NOWHERE;
      case "choice":
        return step.options.flatMap((option) => endsOf(option, words, at));
      case "sequence": {
        let places: readonly number[] = [at];
        for (const part of step.parts) {
          const [first] = places;
          if (first === undefined) return NOWHERE;
          places =
            places.length === 1
              ? endsOf(part, words, first)
              : [...new Set(places.flatMap((place) => endsOf(part, words, place)))];
        }
        return places;
      }
    }
  }

  /** The places of a sentence that were read; its words do not change. */
  const read = new WeakMap<readonly Token[], Map<number, readonly PhraseHit[]>>();
  function hitsAt(words: readonly Token[], at: number): readonly PhraseHit[] {
    const places = read.get(words) ?? new Map<number, readonly PhraseHit[]>();
    const known = places.get(at);
    if (known !== undefined) return known;
    const hits = rememberedAt(words, at);
    read.set(words, places.set(at, hits));
    return hits;
  }

  /** The same words begin in many cuts of a sentence. By the words, as far as a phrase may go: what begins there, from 0. */
  const remembered = new Map<string, readonly PhraseHit[]>();
  function rememberedAt(words: readonly Token[], at: number): readonly PhraseHit[] {
    const word = words[at]?.word;
    if (word === undefined) return NO_HITS;
    if (!byFirst.has(word) && !byFirst.has(classOf(word) ?? "")) return NO_HITS;
    let key = word;
    for (let next = at + 1; next < at + mostWords && next < words.length; next++)
      key += ` ${words[next]?.word}`;
    let hits = remembered.get(key);
    if (hits === undefined) {
      hits = readAt(words, at).map(({ group, to }) => ({ group, to: to - at }));
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.set(key, hits);
    }
    return hits.length === 0 ? NO_HITS : hits.map(({ group, to }) => ({ group, to: to + at }));
  }

  function readAt(words: readonly Token[], at: number): readonly PhraseHit[] {
    const word = words[at]?.word;
    if (word === undefined) return NO_HITS;
    const kind = classOf(word);
    const own = byFirst.get(word);
    const ofKind = kind === undefined ? undefined : byFirst.get(kind);
    if (own === undefined && ofKind === undefined) return NO_HITS;
    const next = words[at + 1]?.word;
    const nextKind = next === undefined ? undefined : classOf(next);
    // Many begin with "o" or "the"; the word behind it leaves few of them.
    const fits = (seconds: Pattern["seconds"]) =>
      seconds === undefined ||
      (next !== undefined &&
        (seconds.has(next) || (nextKind !== undefined && seconds.has(nextKind))));
    const longest = new Map<Group, number>();
    for (const { group, step, seconds } of [...(own ?? []), ...(ofKind ?? [])])
      for (const to of !fits(seconds) ? NOWHERE : endsOf(step, words, at))
        if (to > at && to > (longest.get(group) ?? 0)) longest.set(group, to);
    return Array.from(longest, ([group, to]) => ({ group, to }));
  }

  const vocabulary = new Set([...classes.keys()]);
  for (const patterns of byFirst.values())
    for (const { step } of patterns) addWords(step, vocabulary);

  return {
    hitsAt,
    words: vocabulary,
    endOf: (wanted, words, at) => hitsAt(words, at).find(({ group }) => group === wanted)?.to,
  };
}

function stepOf(node: TemplateNode): Step {
  switch (node.kind) {
    case "text":
      return { kind: "sequence", parts: wordsOf(node.text) };
    case "sequence":
      return { kind: "sequence", parts: node.parts.map(stepOf) };
    case "choice":
      return choiceOf(node.options.map(stepOf));
    case "permutation":
    case "slot":
    case "rule":
      throw new Error("a phrase of the lexicon is words and alternatives only");
  }
}

/** Alternatives that are one word each are looked up, not tried one by one. */
function choiceOf(steps: readonly Step[]): Step {
  const words = new Set<string>();
  const options: Step[] = [];
  for (const step of steps) {
    const [first, ...others] = step.kind === "sequence" ? step.parts : [step];
    if (first?.kind === "words" && others.length === 0)
      for (const word of first.words) words.add(word);
    else options.push(step);
  }
  if (words.size > 0) options.push({ kind: "words", words });
  return { kind: "choice", options };
}

const wordsOf = (text: string): Step[] =>
  text
    .split(/\s+/)
    .filter((piece) => piece !== "")
    .flatMap((piece) => (piece.startsWith("#") ? [piece] : tokens(piece).map(({ word }) => word)))
    .map(
      (piece): Step =>
        piece.startsWith("#")
          ? { kind: "class", name: piece }
          : { kind: "words", words: new Set([piece]) },
    );

function addWords(step: Step, words: Set<string>): void {
  if (step.kind === "class") return;
  if (step.kind === "words") for (const word of step.words) words.add(word);
  else for (const part of step.kind === "choice" ? step.options : step.parts) addWords(part, words);
}

function mostWordsOf(step: Step): number {
  if (step.kind === "sequence") return step.parts.reduce((sum, part) => sum + mostWordsOf(part), 0);
  return step.kind === "choice" ? Math.max(0, ...step.options.map(mostWordsOf)) : 1;
}

/** The words that a phrase may begin with; `empty`: it may also be nothing. */
function firstsOf(step: Step): { words: Set<string>; empty: boolean } {
  if (step.kind === "words") return { words: new Set(step.words), empty: false };
  if (step.kind === "class") return { words: new Set([step.name]), empty: false };
  const words = new Set<string>();
  if (step.kind === "choice") {
    const all = step.options.map(firstsOf);
    for (const each of all) for (const word of each.words) words.add(word);
    return { words, empty: all.some(({ empty }) => empty) };
  }
  for (const part of step.parts) {
    const own = firstsOf(part);
    for (const word of own.words) words.add(word);
    if (!own.empty) return { words, empty: false };
  }
  return { words, empty: true };
}

/** What may be left of a phrase when its first word has been read. */
function afterFirst(step: Step): Step[][] {
  if (step.kind === "words" || step.kind === "class") return [[]];
  if (step.kind === "choice") return step.options.flatMap(afterFirst);
  const left: Step[][] = [];
  for (const [at, part] of step.parts.entries()) {
    for (const rest of afterFirst(part)) left.push([...rest, ...step.parts.slice(at + 1)]);
    if (!firstsOf(part).empty) break;
  }
  return left;
}

function secondsOf(step: Step): ReadonlySet<string> | undefined {
  const seconds = new Set<string>();
  for (const parts of afterFirst(step)) {
    const { words, empty } = firstsOf({ kind: "sequence", parts });
    if (empty || [ANY, GERUND, INFINITIVE].some((name) => words.has(name))) return undefined;
    for (const word of words) seconds.add(word);
  }
  return seconds;
}
