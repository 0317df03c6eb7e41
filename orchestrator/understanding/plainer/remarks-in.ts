import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { CONNECTIVES } from "../lexicons/connectives.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { opensQuestion } from "../lexicons/questions.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import { isOfDeed } from "../modifiers/is-of-deed.ts";
import { endOfAny, endsAsPast } from "../modifiers/languages.ts";
import type { Mark } from "../modifiers/mark.ts";
import type { Group } from "../modifiers/phrase-table.ts";
import { readModifiers } from "../modifiers/read-modifiers.ts";
import { pauseBefore, type Scene } from "../modifiers/scene.ts";
import { quotesIn } from "../quotes.ts";
import { type Token, tokens } from "../text.ts";

/** A remark is hardly longer: more words may say anything. */
const MOST_WORDS = 14;
const FEWEST_WORDS = 2;
/** A verb: what it is about may be named before. */
const FEWEST_LEFT = 1;

/** Beside which requests it says nothing: any, or such as only read. */
export type Tone = "any" | "reads";

/** Words at one end of a sentence that only tell something, and where the rest begins and ends. */
export type Remark = {
  readonly side: "before" | "behind";
  readonly words: readonly Token[];
  readonly tone: Tone;
  /** Of the rest, in the text. */
  readonly start: number;
  readonly end: number;
};

/**
 * What people tell beside a request, before or behind it: "*já fui no dentista*, apaga a nota", "save the show Dark, *everyone's raving about
 * it*". A clause with a verb that tells, and nothing in it that asks, denies, sets a condition or speaks of the request. Pure.
 * Shape: the longest at each end; before, also the longest that ends a sentence
 */
export function remarksIn(scene: Scene): Remark[] {
  const { words, edges, text } = scene;
  const latest = Math.min(words.length - FEWEST_LEFT, MOST_WORDS + edges.from);
  const places = Array.from({ length: Math.max(0, latest - 1) }, (_, at) => at + FEWEST_WORDS);
  const before = ({ at, begin }: { at: number; begin: number }): Remark[] => {
    const said = words.slice(0, at);
    const tone = begin > words.length - FEWEST_LEFT ? undefined : toneOf(scene, said, "before");
    const start = words[begin]?.start ?? 0;
    return tone === undefined
      ? []
      : [{ side: "before", words: said, start, end: text.length, tone }];
  };
  // The longest that a pause or a joining word ends; without one, the shortest.
  const paused = places.toReversed().flatMap((at) => pausedBefore(scene, at));
  const all = [...paused, ...places.flatMap((at) => runsInto(scene, at))].flatMap(before);
  const [first] = all;
  // "... weather's dreadful. *I ordered a kettle*, number 1001": or what a sentence ends.
  const ended = all.find((each) => each !== first && endsSentence(scene, each));
  const found = [...(first === undefined ? [] : [first]), ...(ended === undefined ? [] : [ended])];
  for (let at = Math.max(FEWEST_WORDS, edges.to - MOST_WORDS); at <= edges.to - 2; at++) {
    if (!mayEndBefore(scene, at)) continue;
    const said = words.slice(at, edges.to);
    const tone = toneOf(scene, said, "behind");
    if (tone === undefined) continue;
    found.push({ side: "behind", words: said, start: 0, end: words[at - 1]?.end ?? 0, tone });
    break;
  }
  return found;
}

const endsSentence = ({ text }: Scene, { words, start }: Remark): boolean =>
  /[.!?]\s/.test(text.slice(words.at(-1)?.end, start));

/** Where a request begins that stands behind a pause, or behind what joins it to a remark. */
function pausedBefore(scene: Scene, at: number): { at: number; begin: number }[] {
  const { words } = scene;
  if (isMarked(scene, at)) return [];
  let begin = at;
  while (JOINS.has(words[begin]?.word ?? "")) begin++;
  if (isMarked(scene, begin)) return [];
  const isJoined =
    begin > at && (SO.has(words[begin - 1]?.word ?? "") || tellsOfOneself(words.slice(0, at)));
  return pauseBefore(scene, at) || isJoined ? [{ at, begin }] : [];
}

/** The same without either, where someone tells of themselves and then asks. */
const runsInto = (scene: Scene, at: number): { at: number; begin: number }[] =>
  !isMarked(scene, at) &&
  !isFunctionWord(scene.words[at - 1]?.word ?? "") &&
  // "não posso *ler* apaga ..."
  !INFINITIVE[scene.locale].test(scene.words[at]?.word ?? "") &&
  tellsOfOneself(scene.words.slice(0, at)) &&
  asks(scene.words, at)
    ? [{ at, begin: at }]
    : [];

const INFINITIVE: Readonly<Record<Locale, RegExp>> = { "pt-BR": /[aei]r$/, en: /^to$/ };

/** A colon or a quotation begins there. */
export const isMarked = ({ text, words }: Scene, at: number): boolean =>
  /[:"\u201c\u00ab(]/.test(text.slice(words[at - 1]?.end, words[at]?.start));

/** "..., *so* save it": what follows comes of what was told. */
const SO: ReadonlySet<string> = new Set("so entao dai assim".split(" "));
export const JOINS: ReadonlySet<string> = new Set([
  ...CONNECTIVES,
  ..."so entao ai assim just".split(" "),
]);

export const asks = (words: readonly Token[], at: number): boolean =>
  deedOf(words[at]?.word ?? "") !== undefined ||
  opensQuestion(words[at]?.word ?? "") ||
  (["polite_openings", "wishes"] as const).some(
    (group) => endOfAny(group, words, at) !== undefined,
  );

/** "já fui no dentista apaga ...": nobody else's deed follows. */
const tellsOfOneself = ([first, second]: readonly Token[]): boolean =>
  ONESELF.has(first?.word ?? "") ||
  (first?.word === "ja" && /(?:ei|i|iz)$/.test(second?.word ?? ""));

const ONESELF: ReadonlySet<string> = new Set(
  "eu i we to tou fui fiz vi li tive estou acabei terminei assisti comprei cansei esqueci been finished watched".split(
    " ",
  ),
);

/** A remark may begin there: behind a pause, with a word that gives a reason, or where someone begins to tell. */
function mayEndBefore(scene: Scene, at: number): boolean {
  const { text, words } = scene;
  const between = text.slice(words[at - 1]?.end, words[at]?.start);
  if (between.includes(":")) return false;
  if (quotesIn(scene).some(({ from, to }) => at > from && at < to)) return false;
  // "anota *que eu* já fui": what is to be told.
  const isTold = words[at]?.word === "que" && words.slice(0, at).some(({ word }) => tellsOf(word));
  return (
    pauseBefore(scene, at) ||
    (startsReason(words, at) && !isTold) ||
    words[at - 1]?.word.startsWith("http") === true
  );
}

const tellsOf = (word: string): boolean => ["send", "tell", "write"].includes(deedOf(word) ?? "");

const startsReason = (words: readonly Token[], at: number): boolean =>
  REASONS.some((phrase) => phrase.every((word, next) => words[at + next]?.word === word));

const REASONS: readonly (readonly string[])[] = [
  ..."porque|por que|pois|ja que|que ja|que me|que eu|que o|que a|que os|que as|que esta|que estou|que to|que vou|que quero|e que|because|cause|cuz|coz|since|as i|as we|i am|it is|its|to|tou|estou|achei|vou".split(
    "|",
  ),
].map((phrase) => phrase.split(" "));

/** What may stand beside any request, or only beside one that reads; undefined: no remark. */
function toneOf(scene: Scene, words: readonly Token[], side: Remark["side"]): Tone | undefined {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS + 1) return undefined;
  const own = bareOf(words, scene.text);
  const said = scene.text.slice(own[0]?.start, last.end);
  if (/[:"\u201c\u00ab]|https?:/.test(said)) return undefined;
  if (scene.text.slice(last.end).startsWith("?")) return undefined;
  if (
    own.length < FEWEST_WORDS - 1 ||
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
  // "..., *actually no*, keep it" takes the request back.
  if (side === "behind" && endOf("corrections", 0) !== undefined) return undefined;
  if (own.some(speaks) || reports(own)) return undefined;
  if (!own.some((_, at) => tellsAt(scene, own, at))) return undefined;
  const marks = readModifiers({ ...scene, text: said, words: tokens(said) });
  const tones = marks.map((mark) => toneOfMark(mark, own, said, side));
  if (tones.includes(undefined)) return undefined;
  const holds = own.some(({ word }) => HOLDS.has(word));
  return holds || tones.includes("reads") || namesSomebody(scene, own) ? "reads" : "any";
}

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
  // "me falaram *que é* bom" tells what is.
  if ((next === "que" || next === "that") && IS.has(words[at + 2]?.word ?? "")) return false;
  return next === "" || TO_DO.has(next) || SPEECH.has(words[at]?.word ?? "");
}

const IS: ReadonlySet<string> = new Set("e esta it is".split(" "));
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
  side: Remark["side"],
): Tone | undefined {
  if (value === "courtesy" || value === "plain" || value === "reported") return "any";
  // "não *posso* ler" asks nothing.
  if (value === "asked_about" && /(?:n\u00e3o|\bnot?|n't)\s*$/iu.test(said.slice(0, start)))
    return "any";
  if (kind === "time" && isPlan(own, tokens(said.slice(end))[0]?.word)) return "any";
  if (kind === "addressee" || (kind === "time" && isWish(own))) return "reads";
  // "*não* gostei, ...": what is denied is no deed.
  const next = afterNo(tokens(said.slice(start)));
  const isAsked = DENIES_REQUEST.has(next) || (deedOf(next) !== undefined && !MERELY.has(next));
  const isDenied = next !== "" && !isAsked && own.length > 1;
  if (kind === "polarity" && GOES_ON.has(next)) return "any";
  if (kind === "polarity" && isDenied) {
    if (side === "before") return "any";
    return isDeterminer(own[0]?.word ?? "") ? "reads" : undefined;
  }
  const word = tokens(said.slice(start, end))[0]?.word ?? "";
  return kind === "recurrence" && KEEPS.has(word) && start > 0 ? "any" : undefined;
}

/** The word that a no is said of: "e não *gostei*". */
function afterNo(words: readonly Token[]): string {
  const no = words.findIndex((_, at) => endOfAny("negators", words, at) !== undefined);
  return no < 0 ? "" : (words[endOfAny("negators", words, no) ?? 0]?.word ?? "");
}

/** "..., *vou* fazer domingo", "..., depois *eu* vejo": what oneself is to do then. */
const isPlan = ([first]: readonly Token[], next: string | undefined): boolean =>
  first?.word === "vou" || next === "eu" || next === "i";

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
