import type { Token } from "../text.ts";
import type { Automaton, State } from "./automaton.ts";

/** Words that a slot may stand for, from the place it was asked about up to `to`. */
export type SlotSpan = {
  readonly to: number;
  /** How far it is from being certain: 0 for a known value; free words cost more the more there are. */
  readonly cost: number;
};

/** Words taken by a slot. */
export type Capture<Slot, Span extends SlotSpan> = {
  readonly slot: Slot;
  readonly from: number;
  readonly span: Span;
};

/** A template that accounts for the whole sentence. */
export type TemplateMatch<Slot, Span extends SlotSpan> = {
  readonly template: number;
  readonly cost: number;
  /** Words of the template itself that were said. */
  readonly said: readonly number[];
  readonly captures: readonly Capture<Slot, Span>[];
};

type Step<Slot, Span extends SlotSpan> = {
  readonly before: Step<Slot, Span> | undefined;
  readonly cost: number;
  readonly word: number;
  readonly capture: Capture<Slot, Span> | undefined;
};

const NOWHERE: readonly number[] = [];

/** Whether a sentence can go on from a state: not at all, only where it has ended, or perhaps before. */
const UNKNOWN = 0;
const NOT_AT_ALL = 1;
const AT_THE_END = 2;
const ON_THE_WAY = 3;

/** A sentence is given up after this many steps: templates of free slots alone can multiply them. */
const MOST_STEPS = 300_000;

/**
 * Every template that fits the whole sentence, each in its cheapest reading.
 * Shape:  `spansAt` gives what a slot may take from a word on; asked once per slot and place
 * Cost:   words x states that are open there x spans; no backtracking
 */
export function matchTemplates<Slot, Span extends SlotSpan>(
  automaton: Automaton<Slot>,
  words: readonly Token[],
  spansAt: (slot: Slot, from: number) => readonly Span[],
): TemplateMatch<Slot, Span>[] {
  type Path = Step<Slot, Span>;
  const open: (Map<number, Path> | undefined)[] = [
    new Map([[0, { before: undefined, cost: 0, word: -1, capture: undefined }]]),
  ];
  let steps = 0;
  const written = words.map(({ word }) => automaton.words.get(word));
  /** A place that the next word leads nowhere from is not gone to. */
  const leadsOn = (at: number, id: number): boolean => {
    const state = automaton.states[id];
    if (state === undefined) return false;
    if (at === words.length) return state.ends.length > 0;
    const word = written[at];
    return state.slots.length > 0 || (word !== undefined && state.words.has(word));
  };
  const waysOn = waysOnOf(automaton, written);
  /** The paths at a place, where one of this cost is the cheapest to a state there. */
  const reached = (at: number, state: number, cost: number): Map<number, Path> | undefined => {
    steps++;
    if (!leadsOn(at, state)) return undefined;
    let here = open[at];
    if (here === undefined) {
      here = new Map();
      open[at] = here;
    }
    const other = here.get(state);
    return other === undefined || cost < other.cost ? here : undefined;
  };
  for (let at = 0; at < words.length && steps < MOST_STEPS; at++) {
    const word = written[at];
    for (const [id, path] of open[at] ?? []) {
      const state = automaton.states[id];
      if (state === undefined) continue;
      const { cost } = path;
      for (const to of (word === undefined ? undefined : state.words.get(word)) ?? NOWHERE)
        reached(at + 1, to, cost)?.set(to, { before: path, cost, word: at, capture: undefined });
      for (const { slot, to } of state.slots) {
        const on = waysOn(to);
        if (on === NOT_AT_ALL) continue;
        for (const span of spansAt(slot, at)) {
          if (on === AT_THE_END && span.to < words.length) continue;
          const sum = cost + span.cost;
          reached(span.to, to, sum)?.set(to, {
            before: path,
            cost: sum,
            word: -1,
            capture: { slot, from: at, span },
          });
        }
      }
    }
  }
  const cheapest = new Map<number, Path>();
  for (const [id, path] of open[words.length] ?? [])
    for (const template of automaton.states[id]?.ends ?? []) {
      const other = cheapest.get(template);
      if (other === undefined || path.cost < other.cost) cheapest.set(template, path);
    }
  return Array.from(cheapest, ([template, path]) => ({
    template,
    cost: path.cost,
    ...retrace(path),
  }));
}

/** How a sentence of these words can go on from a state, wherever it is reached; worked out when it is first asked about. */
function waysOnOf<Slot>(
  { states }: Automaton<Slot>,
  written: readonly (string | undefined)[],
): (state: number) => number {
  const known = new Uint8Array(states.length);
  const wayOn = ({ slots, words, ends }: State<Slot>): number => {
    if (slots.length > 0) return ON_THE_WAY;
    for (const word of written) if (word !== undefined && words.has(word)) return ON_THE_WAY;
    return ends.length > 0 ? AT_THE_END : NOT_AT_ALL;
  };
  return (id) => {
    const state = states[id];
    if (state === undefined) return NOT_AT_ALL;
    if (known[id] === UNKNOWN) known[id] = wayOn(state);
    return known[id] ?? NOT_AT_ALL;
  };
}

function retrace<Slot, Span extends SlotSpan>(
  path: Step<Slot, Span>,
): { said: number[]; captures: Capture<Slot, Span>[] } {
  const said: number[] = [];
  const captures: Capture<Slot, Span>[] = [];
  for (let step: Step<Slot, Span> | undefined = path; step !== undefined; step = step.before) {
    if (step.word >= 0) said.unshift(step.word);
    if (step.capture !== undefined) captures.unshift(step.capture);
  }
  return { said, captures };
}
