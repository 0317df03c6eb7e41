/** One marked piece of an example. `start` and `end` are offsets into the plain text, end exclusive. */
export type ExampleEntity = {
  name: string;
  /** What the mark says it means (`GAINERS`); the words themselves where it says nothing. */
  value: string;
  said: string;
  start: number;
  end: number;
};

export type AnnotatedExample = { text: string; entities: ExampleEntity[] };

// No part can run across the start of another mark, so the cost stays linear for any text.
const MARK = /\[([^[\]]+)\]\(([A-Za-z_][A-Za-z0-9_-]*)(?::([^()[\]]+))?\)/g;

/**
 * An example as a person would say it, and where its entities are.
 * Shape:  "maiores [altas](direction:GAINERS) do [Brasil](market_text)" gives the text
 *         "maiores altas do Brasil", direction GAINERS said "altas", market_text "Brasil"
 * Errors: none; brackets that are no complete mark stay in the text as they are
 * Cost:   one pass over the text
 */
export function parseExample(annotated: string): AnnotatedExample {
  const entities: ExampleEntity[] = [];
  let text = "";
  let copied = 0;
  for (const mark of annotated.matchAll(MARK)) {
    const [whole, said = "", name = "", value = said] = mark;
    text += annotated.slice(copied, mark.index);
    entities.push({ name, value, said, start: text.length, end: text.length + said.length });
    text += said;
    copied = mark.index + whole.length;
  }
  return { text: text + annotated.slice(copied), entities };
}

/** Words beside the marks; with fewer a pattern would fit nearly anything. */
const LEAST_WORDS = 2;
/** What means something in a template. */
const SYNTAX = /[()[\]{}<>|;]/;

/**
 * The same words with any other values in the places of the marks, as a template. undefined: nothing is marked, an entity is
 * marked twice, two marks stand side by side, or too few words are left between them.
 * Shape: "could [Neptune](body_text) be visible" gives "could {body_text} be visible"
 */
export function patternOf(annotated: string): string | undefined {
  const { text, entities } = parseExample(annotated);
  const names = new Set(entities.map(({ name }) => name));
  const starts = [0, ...entities.map(({ end }) => end)];
  const between = starts.map((start, at) => text.slice(start, entities[at]?.start ?? text.length));
  const words = between.join(" ").match(/\p{L}+/gu) ?? [];
  const isApart = between.slice(1, -1).every((words) => /\p{L}/u.test(words));
  if (entities.length === 0 || names.size < entities.length || !isApart) return undefined;
  if (words.length < LEAST_WORDS || SYNTAX.test(between.join(""))) return undefined;
  const ended = between.map((words, at) => words + (entities[at] ? `{${entities[at].name}}` : ""));
  return ended.join("");
}
