import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import { tells } from "../modifiers/only-tells.ts";
import { type Token, tokens } from "../text.ts";

/** A name is hardly longer. */
const LONGEST_NAME = 4;

/** When it was, behind what it was about: "finished Dark *last night*". */
const WHEN: ReadonlySet<string> = new Set(
  "ontem hoje ja agora ontem anteontem finalmente enfim tudo inteiro inteira yesterday today already last night week finally just now all again".split(
    " ",
  ),
);
const LEADS: ReadonlySet<string> = new Set(
  "de do da dos das no na em com sobre a ao of to about with on at for".split(" "),
);
const PRONOUNS: ReadonlyMap<string, string> = new Map([
  ["it", ""],
  ["that", ""],
  ["ela", ""],
  ["ele", ""],
  ["isso", ""],
  ["dela", "de "],
  ["dele", "de "],
]);
/** Leads to what a note or a document is about. */
const ABOUT: readonly string[] = ["sobre", "about"];

/** What a remark is about, as its words name it: "já fui no *dentista*", "*Inception* já era". */
export function namedIn(text: string, said: readonly Token[], locale: Locale): string[] {
  let to = said.length;
  while (to > 0 && WHEN.has(said[to - 1]?.word ?? "")) to--;
  const verb = said.findIndex(({ word, start, end }) =>
    tells(word, text.slice(start, end), locale),
  );
  if (verb < 0) return [];
  const isLead = ({ word }: Token, at: number) => at > verb && at < to - 1 && LEADS.has(word);
  const lead = Math.max(verb, said.findLastIndex(isLead));
  let end = verb;
  while (end > 0 && WHEN.has(said[end - 1]?.word ?? "")) end--;
  return [nameOf(text, said.slice(lead + 1, to)), nameOf(text, said.slice(0, end))].filter(
    (name) => name !== undefined,
  );
}

function nameOf(text: string, words: readonly Token[]): string | undefined {
  const from = words.findIndex(({ word }) => !isDeterminer(word));
  const name = from < 0 ? [] : words.slice(from);
  const first = name[0];
  const last = name.at(-1);
  if (first === undefined || last === undefined || name.length > LONGEST_NAME) return undefined;
  return name.every(({ word }) => isFunctionWord(word))
    ? undefined
    : text.slice(first.start, last.end);
}

/** The request with what a remark named: in the place of "it", behind its verb, or at its end. */
export function withNamed(request: string, name: string): string[] {
  const words = tokens(request);
  const pronoun = words.find(({ word }) => PRONOUNS.has(word));
  const put = (from: number, to: number, what: string) =>
    `${request.slice(0, from)}${what}${request.slice(to)}`;
  if (pronoun !== undefined) {
    const next = words[words.indexOf(pronoun) + 1];
    const isBare = pronoun.word !== "that" || next === undefined;
    if (isBare)
      return [put(pronoun.start, pronoun.end, `${PRONOUNS.get(pronoun.word) ?? ""}${name}`)];
  }
  const end = request.replace(/[\s,.!?;]+$/u, "").length;
  const verb = words.find(({ word }) => deedOf(word) !== undefined);
  return [
    ...(verb === undefined ? [] : [put(verb.end, verb.end, ` ${name}`)]),
    ...ABOUT.map((about) => put(end, request.length, ` ${about} ${name}`)),
    put(end, request.length, ` ${name}`),
  ];
}
