import { rememberTexts } from "../remember-texts.ts";
import { tokens } from "../text.ts";
import { type TemplateNode, templateError } from "./parse-template.ts";

/**
 * Many templates as one machine over words. State 0 is the start of all of them. Steps without a word
 * are worked out when it is built, so a match only follows words and slots.
 */
export type Automaton<Slot> = {
  readonly states: readonly State<Slot>[];
  /** Every word that some template says, each by itself: a word of a sentence is looked up once, and then the same text everywhere. */
  readonly words: ReadonlyMap<string, string>;
};

export type State<Slot> = {
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly slots: readonly { readonly slot: Slot; readonly to: number }[];
  /** Templates that end here. */
  readonly ends: readonly number[];
};

/** One template may cost this many steps to read, and a word of it may have this many spellings. */
const MOST_STEPS = 50_000;
const MOST_SPELLINGS = 500;
const MOST_PERMUTED = 5;

type Draft<Slot> = {
  words: Map<string, number[]>;
  slots: { slot: Slot; to: number }[];
  free: number[];
  ends: number[];
};

/** Where reading has got to: a state, and the letters of a word that is not finished. */
type Edge = { readonly state: number; readonly letters: string };

export type AutomatonBuilder<Slot> = {
  /**
   * Errors: TemplateError when it needs too many states, or uses a rule that is unknown or uses itself.
   * Nothing of a refused template stays.
   */
  add(template: TemplateNode, id: number): void;
  build(): Automaton<Slot>;
};

/** `rule` gives the node of a rule's name; `slotOf` what a slot stands for. Both may throw TemplateError. */
export function buildAutomaton<Slot>(
  rule: (name: string) => TemplateNode,
  slotOf: (source: string, entity: string) => Slot,
): AutomatonBuilder<Slot> {
  const states: Draft<Slot>[] = [];
  /** Rules say the same words again and again; each is read once. */
  const wordsOf = rememberTexts(Number.POSITIVE_INFINITY, wordsIn);
  const piecesOf = rememberTexts(Number.POSITIVE_INFINITY, (text) =>
    text.split(/(\s+)/).filter((piece) => piece !== ""),
  );
  /** What is left of the current template's steps: nested rules multiply. */
  let steps = 0;
  const open = (): number => states.push({ words: new Map(), slots: [], free: [], ends: [] }) - 1;
  open();

  function add(template: TemplateNode, id: number): void {
    const mark = states.length;
    const start = open();
    steps = MOST_STEPS;
    try {
      const end = finishWord(walk(template, [{ state: start, letters: "" }], []));
      states[end]?.ends.push(id);
      states[0]?.free.push(start);
    } catch (error) {
      states.length = mark;
      throw error;
    }
  }

  function walk(
    node: TemplateNode,
    from: readonly Edge[],
    rules: readonly string[],
  ): readonly Edge[] {
    steps -= from.length;
    if (steps < 0 || from.length > MOST_SPELLINGS)
      throw templateError("template_too_many_variants");
    switch (node.kind) {
      case "text":
        return readText(node.text, from);
      case "sequence":
        return node.parts.reduce((edges, part) => walk(part, edges, rules), from);
      case "choice":
        return distinct(node.options.flatMap((option) => walk(option, from, rules)));
      case "permutation": {
        if (node.parts.length > MOST_PERMUTED) throw templateError("template_too_many_parts");
        const spaced = (part: TemplateNode): TemplateNode => ({
          kind: "sequence",
          parts: [{ kind: "text", text: " " }, part, { kind: "text", text: " " }],
        });
        const orders = permutations(node.parts.map(spaced));
        return distinct(orders.flatMap((parts) => walk({ kind: "sequence", parts }, from, rules)));
      }
      case "rule":
        if (rules.includes(node.name))
          throw templateError("template_rule_uses_itself", { name: node.name });
        return walk(rule(node.name), from, [...rules, node.name]);
      case "slot": {
        const before = finishWord(from);
        const after = open();
        states[before]?.slots.push({ slot: slotOf(node.source, node.entity), to: after });
        return [{ state: after, letters: "" }];
      }
    }
  }

  function readText(text: string, from: readonly Edge[]): readonly Edge[] {
    let edges = from;
    for (const piece of piecesOf(text))
      edges =
        piece.trim() === ""
          ? [{ state: finishWord(edges), letters: "" }]
          : edges.map(({ state, letters }) => ({ state, letters: letters + piece }));
    return edges;
  }

  /** All open words end here; gives the one state after them. */
  function finishWord(edges: readonly Edge[]): number {
    const only = edges[0];
    if (edges.length === 1 && only?.letters === "") return only.state;
    const after = open();
    for (const { state, letters } of edges) {
      const words = wordsOf(letters);
      let at = state;
      words.forEach((word, i) => {
        const to = i === words.length - 1 ? after : open();
        const targets = states[at]?.words;
        targets?.set(word, [...(targets.get(word) ?? []), to]);
        at = to;
      });
      // Punctuation alone is no word.
      if (words.length === 0) states[state]?.free.push(after);
    }
    return after;
  }

  return {
    add,
    build: () => ({
      states: states.map((_, at) => settle(states, at)),
      words: new Map(
        states.flatMap((state) => Array.from(state.words.keys(), (word) => [word, word])),
      ),
    }),
  };
}

/** A state with everything that can be reached from it without a word. */
function settle<Slot>(states: readonly Draft<Slot>[], from: number): State<Slot> {
  const own = states[from];
  // Most states lead on by words alone.
  if (own?.free.length === 0) return own;
  const reached = new Set([from]);
  const words = new Map<string, number[]>();
  const slots: { slot: Slot; to: number }[] = [];
  const ends: number[] = [];
  for (const at of reached) {
    const state = states[at];
    if (state === undefined) continue;
    for (const next of state.free) reached.add(next);
    for (const [word, targets] of state.words) {
      const others = words.get(word);
      if (others === undefined) words.set(word, [...targets]);
      else others.push(...targets);
    }
    slots.push(...state.slots);
    ends.push(...state.ends);
  }
  return { words, slots, ends };
}

function wordsIn(letters: string): string[] {
  const isEnding = /^['\u2019]/.test(letters);
  const words = tokens(isEnding ? `x${letters}` : letters).map(({ word }) => word);
  return isEnding ? words.slice(1) : words;
}

const distinct = (edges: readonly Edge[]): Edge[] => [
  ...new Map(edges.map((edge) => [`${edge.state} ${edge.letters}`, edge])).values(),
];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}
