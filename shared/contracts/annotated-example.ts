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
