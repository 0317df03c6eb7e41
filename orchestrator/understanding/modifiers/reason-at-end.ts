import { isFunctionWord } from "../lexicons/common-words.ts";
import { opensQuestion } from "../lexicons/questions.ts";
import { quotesIn } from "../quotes.ts";
import type { Token } from "../text.ts";
import { isOfDeed } from "./is-of-deed.ts";
import { endOfAny, endsAsPast, isAnnounced } from "./languages.ts";
import type { Mark } from "./mark.ts";
import type { Group } from "./phrase-table.ts";
import { pauseBefore, type Scene } from "./scene.ts";

/** A longer clause tells a story, and may say anything. */
const MOST_WORDS = 12;
const FEWEST_WORDS = 2;
/** A request stands before it. */
const FEWEST_BEFORE = 2;

/**
 * Why something is asked for, told in a clause of its own at the end: "apaga a nota do dentista, *já fui na consulta*", "save the
 * movie Arrival, *a friend told me it's great*". It tells what was or is, and speaks of nothing that could be asked for.
 * Shape: the mark; undefined where the clause might say whether, when, if or to whom
 */
export function reasonAtEnd(scene: Scene, marks: readonly Mark[]): Mark | undefined {
  const { words, text, locale, edges } = scene;
  let from = edges.to - 1;
  while (from > edges.from && !pauseBefore(scene, from)) from--;
  if (from < edges.from + FEWEST_BEFORE || !isReason(scene, marks, from)) return undefined;
  const start = words[from]?.start ?? 0;
  const end = words.at(-1)?.end ?? text.length;
  const place = { from, to: words.length, start, end, locale };
  return { kind: "courtesy", value: "courtesy", ...place, isReason: true };
}

function isReason(scene: Scene, marks: readonly Mark[], from: number): boolean {
  const { words, text, edges } = scene;
  const said = words.slice(from, edges.to);
  if (said.length < FEWEST_WORDS || said.length > MOST_WORDS || scene.asks) return false;
  if (/:(?!\/\/)/.test(text.slice(0, said[0]?.start)) || hasAnnounced(scene, from)) return false;
  if (quotesIn(scene).some((quote) => quote.to > from)) return false;
  if (marks.some((mark) => mark.to > from && !TELLS_OR_NOTHING.has(mark.value))) return false;
  if (said.some((_, at) => SPEAKS_OF_REQUEST.some((group) => opensAt(group, said, at))))
    return false;
  // "abev3 or bbas3, *which one is stronger*": it asks.
  if (opensQuestion(said[0]?.word ?? "")) return false;
  if (said.some(({ word }) => OF_REQUEST.has(word) || isOfDeed(word))) return false;
  const isTold = said.findIndex(({ word }) => SAYING.has(word));
  // "..., *foi a Ana que disse*" tells who asks; "... *que é ótimo*" tells what is.
  if (isTold >= 0 && !tellsWhatIs(said.slice(isTold + 1))) return false;
  return tells(said, text);
}

/** A text is announced before: it may go on. */
const hasAnnounced = ({ words }: Scene, from: number): boolean =>
  words.some((_, at) => at > 0 && at < from && isAnnounced(words, at));

const opensAt = (group: Group, words: readonly Token[], at: number): boolean =>
  endOfAny(group, words, at) !== undefined;

const TELLS_OR_NOTHING: ReadonlySet<Mark["value"]> = new Set(["reported", "courtesy", "plain"]);

const SPEAKS_OF_REQUEST: readonly Group[] = [
  "negators",
  "negating",
  "retractions",
  "plain_retractions",
  "of_request",
  "only_shown",
  "own_word",
  "without",
  "exceptions",
  "slips",
  "conditions",
  "recurrences",
];

/** What was asked for is named again, or is to be told from something else. */
const OF_REQUEST: ReadonlySet<string> = new Set(
  "isso isto aquilo that this mas but porem though only so somente apenas fiz fez feito fazer did done do para pediu pediram pedi asked wants wanted quer queria mandou".split(
    " ",
  ),
);

const SAYING: ReadonlySet<string> = new Set(
  "disse disseram falou falaram contou contaram diz dizem fala says said told tells".split(" "),
);

/** Verbs of being and having, and others of the past that no ending tells. */
const TELLING: ReadonlySet<string> = new Set(
  "e esta estou foi fui era sou tenho tem tive teve vi viu li deu dei is are am was were have has had went got saw lost found bought read watched".split(
    " ",
  ),
);

const tells = (words: readonly Token[], text: string): boolean =>
  words.some(
    ({ word, start, end }) =>
      (TELLING.has(word) && !isJoint(text.slice(start, end))) ||
      (word.length > 4 && endsAsPast(word)),
  );

/** "Oslo *e* Paris" is no "é". */
const isJoint = (said: string): boolean => /^e$/i.test(said);

/** "... que *é ótimo*", "me *it is great*": being, and what. */
function tellsWhatIs(words: readonly Token[]): boolean {
  const at = words.findIndex(({ word }) => IS.has(word));
  const what = words[at + 1];
  return at >= 0 && what !== undefined && (!isFunctionWord(what.word) || words.length > at + 2);
}

const IS: ReadonlySet<string> = new Set("e esta is are was foi 's".split(" "));
