import { deedOf } from "../lexicons/deeds.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import { type Token, tokens } from "../text.ts";
import { isOfDeed } from "./is-of-deed.ts";
import { endOfAny, endsAsPast } from "./languages.ts";
import type { Mark } from "./mark.ts";
import {
  isDeniedOfOther,
  isOfThird,
  MERELY,
  OF_REQUEST,
  type Told,
  type Tone,
  tellsOfPast,
  tellsUpTo,
} from "./tells-at.ts";

/** What a remark may hold: courtesy, and what was or is told; beside a read also when, and for whom. */
export function toneOfMark(mark: Mark, clause: Told): Tone | undefined {
  const { said, side } = clause;
  const { kind, value, start, end } = mark;
  // "*my sister is going to* research, analyze ...": what follows may be her plan as well.
  if (value === "reported" && /going to$/i.test(said.slice(start, end))) return undefined;
  if (value === "courtesy" || value === "plain" || value === "reported") return "any";
  // "não *posso* ler" asks nothing.
  if (value === "asked_about" && /(?:n\u00e3o|\bnot?|n't)\s*$/iu.test(said.slice(0, start)))
    return "any";
  if (kind === "condition" && tellsOfPast(clause)) return "any";
  if (kind === "time") return toneOfTime(mark, clause);
  if (kind === "addressee") return tellsOfPast(clause) ? "kept" : "reads";
  if (kind === "polarity") return toneOfNo(tokens(said.slice(start)), clause);
  const word = tokens(said.slice(start, end))[0]?.word ?? "";
  const isOwn = side === "before" && (tellsOfPast(clause) || tellsUpTo(clause, start));
  return kind === "recurrence" && ((KEEPS.has(word) && start > 0) || isOwn) ? "any" : undefined;
}

/** When something was is told with it; when it is to be may say when the request is to be carried out. */
function toneOfTime({ start, end }: Mark, clause: Told): Tone | undefined {
  const { own, said, side } = clause;
  if (isPlan(own, tokens(said.slice(end))[0]?.word)) return "any";
  // "*quero assistir depois*, salva ...": what oneself is to do.
  if (isToSee(own) || isOfThing(own, said, start) || tellsOfPast(clause)) return "any";
  if (isWish(own)) return "reads";
  if (side === "behind" || start === 0) return undefined;
  if (clause.end !== undefined) return "any";
  return tellsUpTo(clause, start) ? "kept" : undefined;
}

/** "*não* gostei, ...": what is denied is no deed. */
function toneOfNo(words: readonly Token[], { own, side }: Told): Tone | undefined {
  const next = afterNo(words);
  const isOfOther = own.some(({ word }, at) => word === next && isDeniedOfOther(own, at));
  // "the shop promised it for Monday *and nothing*"
  if (side === "before" && NOTHING.has(own.at(-1)?.word ?? "") && isPaused(words)) return "any";
  // "I decided *not to* analyze ...": what is not to be done follows.
  if (next === "to") return undefined;
  if (GOES_ON.has(next)) return "any";
  const isDeed =
    side === "before" ? isOfDeed(next) && !isOfThird(next) : deedOf(next) !== undefined;
  if (next === "" || own.length < 2 || DENIES_REQUEST.has(next)) return undefined;
  if (isDeed && !isOfOther && !MERELY.has(next)) return undefined;
  // "..., já fui, *nem doeu*"
  if (side === "before" || isPastOfNoDeed(next)) return "any";
  return isDeterminer(own[0]?.word ?? "") ? "reads" : undefined;
}

/** Nothing more is said. */
const isPaused = (words: readonly Token[]): boolean =>
  words.every(({ word }) => NOTHING.has(word) || word === "e" || word === "and");
const NOTHING: ReadonlySet<string> = new Set(["nada", "nothing"]);

const isPastOfNoDeed = (word: string): boolean =>
  (endsAsPast(word) || /^\p{L}{2,}(?:eu|iu|ou)$/u.test(word)) && !isOfDeed(word);

/** The word that a no is said of: "e não *gostei*". */
function afterNo(words: readonly Token[]): string {
  const endOf = (at: number) =>
    endOfAny("negators", words, at) ?? (NO_ONE.has(words[at]?.word ?? "") ? at + 1 : undefined);
  const no = words.findIndex((_, at) => endOf(at) !== undefined);
  return no < 0 ? "" : (words[endOf(no) ?? 0]?.word ?? "");
}

const NO_ONE: ReadonlySet<string> = new Set("ninguem nobody".split(" "));

/** "..., *vou* fazer domingo", "..., depois *eu* vejo": what oneself is to do then. */
const isPlan = ([first]: readonly Token[], next: string | undefined): boolean =>
  first?.word === "vou" || next === "eu" || next === "i";

export const isToSee = (words: readonly Token[]): boolean =>
  words.some(
    (_, at) =>
      endOfAny("wishes", words, at) !== undefined && endOfAny("negators", words, at) === undefined,
  ) && words.some(({ word }) => SEES.has(word));
const SEES: ReadonlySet<string> = new Set(
  "assistir ver rever ler ouvir estudar maratonar watch read listen study".split(" "),
);

/** "*a banca é* mês que vem": a thing is then; "isso é amanhã" may speak of the request. */
const isOfThing = (own: readonly Token[], said: string, start: number): boolean =>
  isDeterminer(own[0]?.word ?? "") &&
  !own.some(({ word }) => OF_REQUEST.has(word)) &&
  /(?:\s\u00e9|\sis|'s|\ss\u00e3o|\sare)\s+(?:n[oa]\s+|on\s+)?$/iu.test(said.slice(0, start));

/** "*preciso* ler antes da reunião", "*need* it for a birthday" */
const isWish = (words: readonly Token[]): boolean =>
  endOfAny("wishes", words, 0) !== undefined || endOfAny("wishes", words, 1) !== undefined;

const DENIES_REQUEST: ReadonlySet<string> = new Set(
  "precisa precisava quero queria quer vai vou pode deve e era faz faca fazer mais agora ainda isso need want think mean do be have ask asking tell telling say saying order ordering suggest suggesting request requesting peco pedindo mando mandando digo dizendo falo falando sugiro sugerindo insisto insisting".split(
    " ",
  ),
);
/** Behind a no: "não *para* de falar dela", "won't *shut* up". */
const GOES_ON: ReadonlySet<string> = new Set("para cansa stop stops shut".split(" "));
const KEEPS: ReadonlySet<string> = new Set(["fica", "ficam", "vive", "keep", "keeps"]);
