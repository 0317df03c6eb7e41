import type { Locale } from "#shared/contracts/names.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { opensQuestion } from "../lexicons/questions.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import { type Token, tokens } from "../text.ts";
import { isOfDeed } from "./is-of-deed.ts";
import { endOfAny, endsAsPast } from "./languages.ts";
import type { Mark } from "./mark.ts";
import type { Group } from "./phrase-table.ts";
import type { Scene } from "./scene.ts";

/** What only tells is hardly longer: more words may say anything. */
export const MOST_TOLD = 14;
export const FEWEST_TOLD = 2;

/** Beside which requests it says nothing: any, or such as only read. */
export type Tone = "any" | "reads";
/** Where it stands beside a request. */
export type Side = "before" | "behind";

/** It begins with a word that gives a reason. */
export const startsReason = (words: readonly Token[], at: number): boolean =>
  REASONS.some((phrase) => phrase.every((word, next) => words[at + next]?.word === word));

const REASONS: readonly (readonly string[])[] = [
  ..."porque|por que|pois|ja que|que ja|que me|que eu|que o|que a|que os|que as|que esta|que estou|que to|que vou|que quero|e que|because|cause|cuz|coz|since|as i|as we|i am|it is|its|to|tou|estou|achei|vou".split(
    "|",
  ),
].map((phrase) => phrase.split(" "));

/**
 * What may stand beside any request, or only beside one that reads: a clause with a verb that tells, and nothing in it that asks,
 * denies, sets a condition or speaks of the request. Pure.
 * Shape: `marksIn` are the modifiers in its text, with their places there, which begins at `start`; undefined: it may say something of the request
 */
export function toneOf(
  scene: Scene,
  words: readonly Token[],
  side: Side,
  marksIn: (said: string, start: number) => readonly Mark[],
): Tone | undefined {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (words.length < FEWEST_TOLD || words.length > MOST_TOLD + 1) return undefined;
  const own = bareOf(words, scene.text);
  const said = scene.text.slice(own[0]?.start, last.end);
  if (/[:"\u201c\u00ab]|https?:/.test(said)) return undefined;
  if (scene.text.slice(last.end).startsWith("?")) return undefined;
  if (
    own.length < FEWEST_TOLD - 1 ||
    (opensQuestion(own[0]?.word ?? "") && !isBeing(own, scene.text))
  )
    return undefined;
  const isOfOther = isDeterminer(own[0]?.word ?? "");
  const isDone = (word: string) =>
    side === "before" && endsAsPast(word) && (isOfOther || word.endsWith("ei"));
  const asksOrHolds = ({ word }: Token, at: number) =>
    (isOfDeedHere(word) && !isDeterminer(own[at - 1]?.word ?? "") && !isDone(word)) ||
    (side === "behind" && HOLDS.has(word));
  if (own.some(asksOrHolds)) return undefined;
  if (side === "behind" && own.some(({ word }) => OF_REQUEST.has(word))) return undefined;
  const endOf = (group: Group, at: number) => scene.languages[0]?.table.endOf(group, own, at);
  const speaks = (_: Token, at: number) =>
    SPEAKS_OF_REQUEST.some((group) => endOf(group, at) !== undefined) ||
    TAKES_BACK.some((group) => endOf(group, at) === own.length);
  // "*as* long as it isn't raining, ..." is no reason.
  const isCondition = endOfAny("conditions", words, 0) !== undefined;
  if (isCondition && !startsReason(words, 0)) return undefined;
  // "..., *é o do contrato*" says which one is meant.
  if (side === "behind" && saysWhich(own)) return undefined;
  // "..., *actually no*, keep it" takes the request back.
  if (side === "behind" && endOf("corrections", 0) !== undefined) return undefined;
  if (own.some(speaks) || reports(own)) return undefined;
  if (!own.some((_, at) => tellsAt(scene, own, at))) return undefined;
  const tones = marksIn(said, own[0]?.start ?? 0).map((mark) => toneOfMark(mark, own, said, side));
  if (tones.includes(undefined)) return undefined;
  const holds = own.some(({ word }) => HOLDS.has(word));
  return holds || tones.includes("reads") || namesSomebody(scene, own) ? "reads" : "any";
}

/** "é *o do* contrato", "it's *the one* ..." */
const saysWhich = (words: readonly Token[]): boolean =>
  words.some(
    ({ word }, at) =>
      at > 0 && at < 3 && isDeterminer(word) && ONE_OF.has(words[at + 1]?.word ?? ""),
  );

const ONE_OF: ReadonlySet<string> = new Set("do da de dos das que one".split(" "));

/** It may take the request back, hold it, or give it as someone else's. */
export function mayHoldBack({ languages }: Scene, words: readonly Token[]): boolean {
  const speaks = (_: Token, at: number) =>
    [...SPEAKS_OF_REQUEST, ...TAKES_BACK].some(
      (group) => languages[0]?.table.endOf(group, words, at) !== undefined,
    );
  return words.some(({ word }) => HOLDS.has(word)) || words.some(speaks) || reports(words);
}

/** "*is* on sale": "é um presente" asks nothing. */
const isBeing = ([first]: readonly Token[], text: string): boolean =>
  first !== undefined &&
  /^(?:\u00e9|est|t\u00e1|ta\b|i'?m|was|been)/i.test(text.slice(first.start));

/** "é *pro meu chefe*", "it's *for Ana*": who is to get it. */
const namesSomebody = ({ text }: Scene, words: readonly Token[]): boolean =>
  words.some((_, at) => {
    const to = endOfAny("recipient_prepositions", words, at);
    const next = words[to ?? words.length];
    if (to === undefined || next === undefined) return false;
    const owned = endOfAny("possessives", words, to) ?? to;
    return (
      owned > to ||
      endOfAny("people", words, owned) !== undefined ||
      /\p{Lu}/u.test(text[next.start] ?? "")
    );
  });

/** Without the word that gives it as a reason. */
function bareOf(words: readonly Token[], text: string): readonly Token[] {
  const [first] = words;
  // "*é* pro meu chefe" tells.
  if (first !== undefined && /^\u00e9/i.test(text.slice(first.start))) return words;
  const [reason] = REASON_WORDS.filter((phrase) =>
    phrase.every((word, at) => words[at]?.word === word),
  );
  return words.slice(reason?.length ?? 0);
}

const REASON_WORDS: readonly (readonly string[])[] =
  "porque|por que|pois|ja que|que|e que|because|cause|cuz|coz|since|as|and|so|e"
    .split("|")
    .map((phrase) => phrase.split(" "));

/** At its end. */
const TAKES_BACK: readonly Group[] = ["retractions", "plain_retractions"];
const SPEAKS_OF_REQUEST: readonly Group[] = [
  "of_request",
  "only_shown",
  "own_word",
  "exceptions",
  "slips",
  "conditions",
  "supposing",
];

/** What may take a request back, hold it, or leave it to someone. */
const HOLDS: ReadonlySet<string> = new Set(
  "engano enganei enganado errei errado brincadeira brincando zoando zoeira mentira kidding joking joke mistake wrong regret arrependi desisti desisto cancelei mudei changed falta depende decide decidir resolver confirmar confirmou aprovar aprovou autorizar autorizou permissao wait espera pending confirm approve approval permission depends decides later mas but porem though unless talvez maybe perhaps".split(
    " ",
  ),
);
/** What was asked for is named again. */
const OF_REQUEST: ReadonlySet<string> = new Set(
  "isso isto aquilo that this only so somente apenas feito did done pediu pediram pedi asked wants wanted quer queria mandou".split(
    " ",
  ),
);

/** Words of someone else, or of oneself before: "she told me to ..." */
function reports(words: readonly Token[]): boolean {
  const at = words.findIndex(({ word }) => SAYS.has(word));
  if (at < 0) return false;
  const next = words[at + 1]?.word ?? "";
  // "me falaram *que é* bom", "a friend told *me it's* great" tells what is.
  const led = words.slice(at + 1).filter(({ word }) => !LEADS_TO.has(word));
  if (led.length > 1 && led[0] !== words[at + 1] && IS.has(led[0]?.word ?? "")) return false;
  return next === "" || TO_DO.has(next) || SPEECH.has(words[at]?.word ?? "");
}

const LEADS_TO: ReadonlySet<string> = new Set("me us nos mim que that it".split(" "));
const IS: ReadonlySet<string> = new Set("e esta is was are 's".split(" "));
const SPEECH: ReadonlySet<string> = new Set(
  "disse disseram gritou respondeu escreveu mandou pediu pediram quer queria wants wanted said says told wrote yelled replied texted asked".split(
    " ",
  ),
);
const SAYS: ReadonlySet<string> = new Set([
  ...SPEECH,
  ..."falou falaram contou perguntou avisou asking says".split(" "),
]);
const TO_DO: ReadonlySet<string> = new Set("para que se to that if me us mim nos eu i".split(" "));

/** What a remark may hold: courtesy, and what was or is told; beside a read also when, and for whom. */
function toneOfMark(
  { kind, value, start, end }: Mark,
  own: readonly Token[],
  said: string,
  side: Side,
): Tone | undefined {
  // "*my sister is going to* research, analyze ...": what follows may be her plan as well.
  if (value === "reported" && /going to$/i.test(said.slice(start, end))) return undefined;
  if (value === "courtesy" || value === "plain" || value === "reported") return "any";
  // "não *posso* ler" asks nothing.
  if (value === "asked_about" && /(?:n\u00e3o|\bnot?|n't)\s*$/iu.test(said.slice(0, start)))
    return "any";
  if (kind === "time" && isPlan(own, tokens(said.slice(end))[0]?.word)) return "any";
  // "*quero assistir depois*, salva ...": what oneself is to do.
  if (kind === "time" && (isToSee(own) || isOfThing(own, said, start))) return "any";
  if (kind === "addressee" || (kind === "time" && isWish(own))) return "reads";
  // "*não* gostei, ...": what is denied is no deed.
  const next = afterNo(tokens(said.slice(start)));
  // "I decided *not to* analyze ...": what is not to be done follows.
  if (kind === "polarity" && next === "to") return undefined;
  const isAsked = DENIES_REQUEST.has(next) || (deedOf(next) !== undefined && !MERELY.has(next));
  const isDenied = next !== "" && !isAsked && own.length > 1;
  if (kind === "polarity" && GOES_ON.has(next)) return "any";
  if (kind === "polarity" && isDenied) {
    // "..., já fui, *nem doeu*"
    if (side === "before" || isPastOfNoDeed(next)) return "any";
    return isDeterminer(own[0]?.word ?? "") ? "reads" : undefined;
  }
  const word = tokens(said.slice(start, end))[0]?.word ?? "";
  return kind === "recurrence" && KEEPS.has(word) && start > 0 ? "any" : undefined;
}

const isPastOfNoDeed = (word: string): boolean =>
  (endsAsPast(word) || /^\p{L}{2,}(?:eu|iu|ou)$/u.test(word)) && !isOfDeed(word);

/** The word that a no is said of: "e não *gostei*". */
function afterNo(words: readonly Token[]): string {
  const no = words.findIndex((_, at) => endOfAny("negators", words, at) !== undefined);
  return no < 0 ? "" : (words[endOfAny("negators", words, no) ?? 0]?.word ?? "");
}

/** "..., *vou* fazer domingo", "..., depois *eu* vejo": what oneself is to do then. */
const isPlan = ([first]: readonly Token[], next: string | undefined): boolean =>
  first?.word === "vou" || next === "eu" || next === "i";

const isToSee = (words: readonly Token[]): boolean =>
  isWish(words) && words.some(({ word }) => SEES.has(word));
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

/** Verbs of being and having, and of the past where no ending tells. */
const TELLING: Readonly<Record<Locale, ReadonlySet<string>>> = {
  "pt-BR": new Set(
    "e esta estao estou estava to tou tao foi foram fui era sou tenho tem tive teve vi viu li deu dei vai ficou fiz fez acho amo adoro gosto preciso amei curti esqueco esqueci saiu caiu veio choveu vou vejo leio assisto".split(
      " ",
    ),
  ),
  en: new Set(
    "is am are was were be been being have has had 's 're 've went got saw lost found bought read watched will would does did keeps keep gets looks need heard love loves hate finished".split(
      " ",
    ),
  ),
};

/** A verb that tells; "Oslo *e* Paris" is no "é". */
export const tells = (word: string, said: string, locale: Locale): boolean =>
  (TELLING[locale].has(word) && !/^e$/i.test(said)) || (word.length > 4 && endsAsPast(word));

/** The same, and no noun: "o *mercado*". */
const tellsAt = ({ text, locale }: Scene, words: readonly Token[], at: number): boolean => {
  const { word, start, end } = words[at] ?? { word: "", start: 0, end: 0 };
  const before = words[at - 1]?.word ?? "";
  return tells(word, text.slice(start, end), locale) && !isDeterminer(before);
};

/** The same as elsewhere, but where it only tells; short words are too much alike for their stems to say it. */
const isOfDeedHere = (word: string): boolean =>
  !MERELY.has(word) && (word.length > 3 || deedOf(word) !== undefined) && isOfDeed(word);

/** Ways in which such verbs only tell: "my dad *keeps* asking", "*to* no ônibus". */
const MERELY: ReadonlySet<string> = new Set(
  "keeps keep para compra new finished finish ended end acabou acabei terminei terminou started note notes record stop stops stopped shut fazer".split(
    " ",
  ),
);
