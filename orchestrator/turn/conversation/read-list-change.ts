import type { Locale } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "../../understanding/courtesy.ts";
import { slice, tokens } from "../../understanding/text.ts";

/** What is to join a list that was spoken of, and what is to leave it, in the person's words. */
export type ListChange = { adds: readonly string[]; drops: readonly string[] };

type ChangeWords = {
  readonly add: readonly string[];
  readonly drop: readonly string[];
  /** Before the verb. */
  readonly leads: readonly string[];
  readonly articles: readonly string[];
  /** Behind the name: "add nvidia *to that*", "now leave tesla *out*". */
  readonly tails: readonly string[];
  readonly and: readonly string[];
};

const list = (text: string): readonly string[] => text.split(" ");
const WORDS: Readonly<Record<Locale, ChangeWords>> = {
  "pt-BR": {
    add: list("adiciona adicione inclui inclua acrescenta acrescente poe coloca bota junta"),
    drop: list("tira tire remove remova exclui exclua sem"),
    leads: list("agora entao e so ai pode"),
    articles: list("a o as os"),
    tails: list("nisso nessa nesse ai lista na comparacao tambem junto dessa da disso fora"),
    and: list("e"),
  },
  en: {
    add: list("add include throw put"),
    drop: list("drop remove leave take exclude without"),
    leads: list("now then and just ok please can you"),
    articles: list("the"),
    tails: list("to that it the list comparison in out off too as well from them"),
    and: list("and"),
  },
};

const MOST_WORDS = 14;
const MOST_NAME_WORDS = 4;

/**
 * A sentence that changes a list and says nothing else. Pure.
 * Shape: "add nvidia to that", "tira o bradesco e põe o banco do brasil", "now leave tesla out"; undefined for anything more
 */
export function readListChange(text: string): ListChange | undefined {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length > MOST_WORDS || /["“«:?]/.test(text)) return undefined;
  const { from, to } = withoutCourtesy(all);
  const words = all.slice(from, to);
  const found = Object.values(WORDS).map((own) => changeIn(text, words, own));
  return found.find((change) => change !== undefined);
}

function changeIn(
  text: string,
  words: ReturnType<typeof tokens>,
  own: ChangeWords,
): ListChange | undefined {
  const adds: string[] = [];
  const drops: string[] = [];
  const wordAt = (at: number): string => words[at]?.word ?? "";
  const isVerb = (at: number) => own.add.includes(wordAt(at)) || own.drop.includes(wordAt(at));
  let at = 0;
  while (own.leads.includes(wordAt(at))) at += 1;
  while (at < words.length) {
    if (!isVerb(at)) return undefined;
    const side = own.add.includes(wordAt(at)) ? adds : drops;
    let start = at + 1;
    while (own.articles.includes(wordAt(start))) start += 1;
    let end = start;
    const isJoint = (to: number) => own.and.includes(wordAt(to)) && isVerb(to + 1);
    const isPause = (to: number) =>
      isVerb(to) && /[,;]/.test(text.slice(words[to - 1]?.end ?? 0, words[to]?.start ?? 0));
    while (end < words.length && !isJoint(end) && !isPause(end)) end += 1;
    at = isPause(end) ? end : end + 1;
    while (end > start && own.tails.includes(wordAt(end - 1))) end -= 1;
    if (end === start || end - start > MOST_NAME_WORDS) return undefined;
    side.push(slice(text, words, start, end));
  }
  return adds.length + drops.length > 0 ? { adds, drops } : undefined;
}
