import { marksBetween } from "#shared/plain-text/marks-between.ts";
import type { Meant } from "./meaning.ts";

/** One word of a text: folded, and where it stands in the text as it was written. */
export type Word = { readonly word: string; readonly start: number; readonly end: number };

/** A text as its words. */
export type Words = { readonly text: string; readonly words: readonly Word[] };

/** Words that were understood: from a token up to, not including, another. */
export type Edge = Meant & {
  readonly category: string;
  readonly from: number;
  readonly to: number;
  /** How many rules it took. */
  readonly size: number;
};

/** What has to stand before an element of a pattern: `any` is a space, a comma, a hyphen or nothing; `_` is the same without a comma; else that mark. */
export type Gap = "any" | "_" | "touch" | "," | "-" | "/" | ":" | ".";

/** What a rule makes of the edges that its pattern took; undefined: these go together to nothing. */
export type Make = (
  parts: readonly Edge[],
) => Pick<Edge, "category" | "meaning" | "strength" | "size"> | undefined;

/** Patterns by their elements; those that begin alike share their beginning. */
export type Node = {
  readonly after: Map<
    Gap,
    { readonly words: Map<string, Node>; readonly categories: Map<string, Node> }
  >;
  readonly makes: { readonly make: Make; readonly not: readonly string[] }[];
};

/** A run of letters or of figures. `first`, `last`: a word of the text begins, or ends, with it. */
type Token = {
  readonly word: string;
  readonly gaps: readonly Gap[];
  readonly at: number;
  readonly first: boolean;
  readonly last: boolean;
};

/** No expression of time has more tokens. */
const MOST_TOKENS = 24;
/** Of one category, from one token to another: readings that differ. */
const MOST_READINGS = 4;
const NONE: readonly Edge[] = [];
const RUN = /\d+|\p{L}+|[^\d\p{L}]+/gu;

/**
 * All that the words of a text say in a grammar: a chart that is filled from the right to the left, so that whatever may
 * follow a word is known before it. Pure.
 * Cost: linear in the words, since no edge is longer than a few of them
 */
export class Chart {
  readonly #tokens: readonly Token[];
  readonly #edges: Map<string, Edge[]>[];
  /** The first token of each word. */
  readonly #firsts: readonly number[];

  constructor(text: string, words: readonly Word[], root: Node) {
    this.#tokens = tokensOf(text, words);
    this.#firsts = firstsOf(this.#tokens, words.length);
    this.#edges = this.#tokens.map(() => new Map<string, Edge[]>());
    for (let at = this.#tokens.length - 1; at >= 0; at--) this.#fill(at, root);
  }

  /** What begins at a word and ends with one, of one category: from word to word. The longest first. */
  at(word: number, category: string): readonly Edge[] {
    const from = this.#firsts[word];
    const edges = from === undefined ? undefined : this.#edges[from]?.get(category);
    if (edges === undefined) return NONE;
    return edges
      .filter(({ to }) => this.#tokens[to - 1]?.last === true)
      .map((edge) => ({ ...edge, from: word, to: (this.#tokens[edge.to - 1]?.at ?? 0) + 1 }))
      .toSorted((one, other) => other.to - one.to || one.size - other.size);
  }

  #fill(from: number, root: Node): void {
    const token = this.#tokens[from];
    if (token === undefined) return;
    const states: { node: Node; to: number; parts: readonly Edge[] }[] = [];
    const begins = root.after.get("any");
    const word = begins?.words.get(token.word);
    if (word !== undefined) states.push({ node: word, to: from + 1, parts: [] });
    const add = (edge: Edge) => {
      if (!this.#keep(edge)) return;
      const node = begins?.categories.get(edge.category);
      if (node !== undefined) states.push({ node, to: edge.to, parts: [edge] });
    };
    for (const edge of figures(token, from)) add(edge);
    for (let state = states.pop(); state !== undefined; state = states.pop()) {
      const { node, to, parts } = state;
      for (const { make, not } of node.makes) {
        const made = this.#stops(to, not) ? undefined : make(parts);
        if (made !== undefined) add({ ...made, from, to });
      }
      const next = this.#tokens[to];
      if (next === undefined || to - from >= MOST_TOKENS) continue;
      for (const gap of next.gaps) {
        const after = node.after.get(gap);
        const then = after?.words.get(next.word);
        if (then !== undefined) states.push({ node: then, to: to + 1, parts });
        for (const [category, behind] of after?.categories ?? [])
          for (const edge of this.#edges[to]?.get(category) ?? [])
            states.push({ node: behind, to: edge.to, parts: [...parts, edge] });
      }
    }
  }

  /** What must not follow a pattern follows. */
  #stops(at: number, not: readonly string[]): boolean {
    return not.some((category) => this.#edges[at]?.has(category) === true);
  }

  #keep(edge: Edge): boolean {
    const known = this.#edges[edge.from]?.get(edge.category) ?? [];
    const alike = known.filter(({ to }) => to === edge.to);
    if (alike.length >= MOST_READINGS || alike.some((other) => isSame(other, edge))) return false;
    this.#edges[edge.from]?.set(edge.category, [...known, edge]);
    return true;
  }
}

const isSame = (one: Edge, other: Edge): boolean =>
  one.strength === other.strength && JSON.stringify(one.meaning) === JSON.stringify(other.meaning);

function tokensOf(text: string, words: readonly Word[]): Token[] {
  const tokens: Token[] = [];
  for (const [at, { word, start, end }] of words.entries()) {
    const before = words[at - 1];
    let marks =
      before === undefined || before.end > start ? " " : marksBetween(text, before, { start, end });
    const own: Token[] = [];
    for (const [run] of word.matchAll(RUN)) {
      if (/[\d\p{L}]/u.test(run) || word.length === run.length) {
        const gaps = isShortened(tokens, own) && marks === ". " ? SHORTENED : gapsOf(marks);
        own.push({ word: run, gaps, at, first: own.length === 0, last: false });
        marks = "";
      } else marks = run;
    }
    const last = own.pop();
    if (last !== undefined) tokens.push(...own, { ...last, last: true });
  }
  return tokens;
}

/** The word before may have been cut short, and a full stop behind it ends no sentence. */
const isShortened = (before: readonly Token[], own: readonly Token[]): boolean =>
  own.length === 0 && /^\p{L}{3,4}$/u.test(before.at(-1)?.word ?? "");
const SHORTENED: readonly Gap[] = ["any", "."];

function firstsOf(tokens: readonly Token[], count: number): number[] {
  const firsts = Array.from({ length: count }, () => -1);
  for (const [index, { at, first }] of tokens.entries()) if (first) firsts[at] = index;
  return firsts;
}

/** Which gaps some text between two tokens is. */
function gapsOf(marks: string): readonly Gap[] {
  if (marks === "") return ["any", "touch"];
  const mark = marks.trim();
  switch (mark) {
    case "":
    case "'":
    case "&":
      return ["any", "_"];
    case "-":
    case "\u2013":
      return ["any", "_", "-"];
    case ",":
      return mark === marks ? ["any", ","] : ["any"];
    case "/":
      return ["/"];
    case ":":
    case ".":
      return marks === mark ? [mark] : [];
    default:
      return [];
  }
}

/** What figures are, in any language: `d` one or two of them, `dd` two, `n` up to four, `yyyy` a year. */
function* figures(token: Token, from: number): Generator<Edge> {
  if (!/^\d{1,4}$/.test(token.word)) return;
  const { length } = token.word;
  const n = Number(token.word);
  const of = (category: string): Edge => ({
    category,
    from,
    to: from + 1,
    meaning: { is: "number", n, written: true, digits: length },
    strength: "named",
    size: 1,
  });
  yield of("n");
  if (length <= 2) yield of("d");
  if (length === 2) yield of("dd");
  if (length === 4 && n >= 1900 && n < 2200) yield of("yyyy");
}
