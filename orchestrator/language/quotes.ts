import type { Sentence } from "./values/recogniser.ts";

/** Words between quotation marks: `from` up to, not including, `to`; and the text there, marks cut off. */
export type Quote = { readonly from: number; readonly to: number; readonly text: string };

/** A single mark opens before a word and closes behind one; anywhere else it is an apostrophe. */
const QUOTED =
  /"([^"]+)"|\u201c([^\u201c\u201d]+)\u201d|«([^«»]+)»|(?<![^\s(:,])['\u2018](?=\S)((?:[^'\u2019\n]|['\u2019](?=\p{L})){1,2000})['\u2019](?!\p{L})/gu;
const MARKS = /["\u201c\u00ab'\u2018]/;

/** What a sentence quotes: 'manda "já vou!" no telegram' gives "já vou!". Cost: one pass */
export function quotesIn({ text, words }: Pick<Sentence, "text" | "words">): Quote[] {
  if (!MARKS.test(text)) return [];
  return Array.from(text.matchAll(QUOTED)).flatMap((match) => {
    const [whole, straight, curly, angled, single] = match;
    const start = match.index;
    const end = start + whole.length;
    const from = words.findIndex((word) => word.start >= start && word.end <= end);
    const to = words.findLastIndex((word) => word.start >= start && word.end <= end) + 1;
    const said = (straight ?? curly ?? angled ?? single ?? "").trim();
    return from < 0 ? [] : [{ from, to, text: said }];
  });
}

/** What follows the first colon: 'manda no telegram: já vou!' gives "já vou!". */
export function afterColon({ text, words }: Sentence): Quote | undefined {
  const colon = text.search(/:\s/);
  const from = colon < 0 ? -1 : words.findIndex(({ start }) => start > colon);
  const first = words[from];
  return first && { from, to: words.length, text: text.slice(colon + 1).trim() };
}
