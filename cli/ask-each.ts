import { printable, type Terminal } from "./terminal.ts";

/** The key of each answer, in the language of the terminal. */
export type Keys = { yes: string; no: string; all: string; end: string };
export const keysIn = {
  "pt-BR": { yes: "s", no: "n", all: "t", end: "q" },
  en: { yes: "y", no: "n", all: "a", end: "q" },
} as const;

/** Sentences about one thing, and what is asked about each. */
export type Group<T> = {
  title: string;
  question: string;
  sentences: readonly { text: string; of: T }[];
};

/** Asks about each sentence, with one key each. What was said yes to before the end is given back. */
export async function askEach<T>(
  groups: readonly Group<T>[],
  legend: string,
  { input, output, paint, words: { locale } }: Terminal,
): Promise<T[]> {
  const keys: Keys = keysIn[locale];
  const accepted: T[] = [];
  const pressed = keysOf(input);
  output.write(`${paint.dim(legend)}\n`);
  try {
    for (const { title, question, sentences } of groups) {
      output.write(`${paint.bold(printable(title))}\n`);
      let takesAll = false;
      for (const { text, of } of sentences) {
        output.write(`  "${printable(text)}"  ${printable(question)} `);
        const key: string | undefined = takesAll
          ? keys.yes
          : await nextKey(pressed, Object.values(keys));
        output.write(`${takesAll ? keys.all : (key ?? "")}\n`);
        if (key === undefined || key === keys.end) return accepted;
        takesAll ||= key === keys.all;
        if (key !== keys.no) accepted.push(of);
      }
    }
    return accepted;
  } finally {
    await pressed.return(undefined);
  }
}

/** The next key that is one of these; undefined: the input ended, or Ctrl+C. */
async function nextKey(
  pressed: AsyncGenerator<string, void>,
  known: readonly string[],
): Promise<string | undefined> {
  for (;;) {
    const { done, value } = await pressed.next();
    if (done === true || value === CTRL_C) return undefined;
    const key = value.toLowerCase();
    if (known.includes(key)) return key;
  }
}

const CTRL_C = "\u0003";

/** Keys as they are pressed; where the input is no terminal, its letters. */
async function* keysOf(input: Terminal["input"]): AsyncGenerator<string> {
  const isRaw = input.isTTY === true;
  if (isRaw) input.setRawMode?.(true);
  try {
    for await (const chunk of input)
      for (const key of String(chunk)) if (key.trim() !== "") yield key;
  } finally {
    if (isRaw) input.setRawMode?.(false);
  }
}
