import { isCommonWord, isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { opensQuestion } from "../lexicons/questions.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import { type Token, tokens } from "../text.ts";
import { isOfDeed } from "./is-of-deed.ts";
import { endOfAny, endsAsPast } from "./languages.ts";
import type { Mark } from "./mark.ts";
import type { Group } from "./phrase-table.ts";
import type { Scene } from "./scene.ts";
import { isPast, tellsAt } from "./tells-at.ts";

/** What only tells is hardly longer: more words may say anything. */
export const MOST_TOLD = 14;
export const FEWEST_TOLD = 2;

/** Beside which requests it says nothing: any, such as go to no one, or such as only read. */
export type Tone = "any" | "kept" | "reads";
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
  if (/:(?!\d)|["\u201c\u00ab]/.test(said) || own.length < FEWEST_TOLD - 1) return undefined;
  const clause: Told = { scene, own, said, side, end: endingOf(scene, last.end) };
  if (clause.end === "?" && !isIdle(clause)) return undefined;
  const isExclaimed = side === "before" && isExclamation(words);
  if (opensQuestion(own[0]?.word ?? "") && !isBeing(own, scene.text) && !isExclaimed)
    return undefined;
  // "*sei lá*, ..." tells nothing.
  if (own.every(({ word }) => isCommonWord(word))) return undefined;
  if (own.some((_, at) => asksOrHolds(clause, at))) return undefined;
  if (speaksOfRequest(clause, words)) return undefined;
  const isTold = own.some((_, at) => tellsAt(scene, own, at));
  if (!isTold && !isExclaimed && clause.end !== "?" && !isFragment(clause)) return undefined;
  const tones = marksIn(said, own[0]?.start ?? 0).map((mark) => toneOfMark(mark, clause));
  if (tones.includes(undefined)) return undefined;
  const holds = own.some(({ word }) => HOLDS[side].has(word));
  if (holds || reports(own) || tones.includes("reads")) return "reads";
  if (namesSomebody(scene, own)) return tellsOfPast(clause) ? "kept" : "reads";
  return tones.includes("kept") ? "kept" : "any";
}

/** What is told, on one side of a request. */
type Told = {
  readonly scene: Scene;
  /** Without the word that gives a reason. */
  readonly own: readonly Token[];
  readonly said: string;
  readonly side: Side;
  /** The mark that ends it as a sentence of its own, if one does. */
  readonly end: string | undefined;
};

const endingOf = ({ text }: Scene, end: number): string | undefined =>
  /^\s*([.!?\n\u2026])/u.exec(text.slice(end))?.[1];

/** "*tudo na paz?*", "tá friozinho, *né?*", "*can you believe it?*": a question to which no one waits for an answer. */
const isIdle = ({ own, side }: Told): boolean =>
  side === "before" &&
  (endsIn(own, "tags") ||
    IDLE.some((phrase) => phrase.every((word, at) => own[at]?.word === word)));

const endsIn = (words: readonly Token[], group: Group): boolean =>
  words.some((_, at) => at > 0 && endOfAny(group, words, at) === words.length);

const IDLE: readonly (readonly string[])[] =
  "tudo|como vai|como vao|como esta|como estao|como e que vai|quem diria|acredita|how are|how is|how have you|can you believe|who knew|you all right|you alright|you ok|you good|all good|all well"
    .split("|")
    .map((phrase) => phrase.split(" "));

/** "*que calor da bexiga*", "*what a morning*", "porra *que série boa*", "*how nice to hear it*" */
function isExclamation(words: readonly Token[]): boolean {
  const first = words.findIndex(({ word }) => !INTERJECTIONS.has(word));
  const [head, next] = words.slice(Math.max(0, first)).map(({ word }) => word);
  if (next === undefined || endOfAny("times", words, first + 1) !== undefined) return false;
  if (head === "what") return next === "a" || next === "an";
  return (head === "que" || head === "how") && !isFunctionWord(next) && deedOf(next) === undefined;
}

const INTERJECTIONS: ReadonlySet<string> = new Set(
  "ai ah oh eita nossa caramba caraca porra puxa poxa putz rapaz gente cara mano meu deus mas my god gosh wow man".split(
    " ",
  ),
);

/** "*Quiet one tonight, nobody about.* ...": a sentence without a verb that names something, and leads to nothing. */
function isFragment({ own, side, end, scene }: Told): boolean {
  const [first] = own;
  if (side !== "before" || end === undefined || end === "?" || first === undefined) return false;
  if (leadsOn(first.word) || endOfAny("recipient_prepositions", own, 0) !== undefined) return false;
  const content = own.filter(({ word }) => !isFunctionWord(word));
  const isOfGroup = own.some((_, at) => endOfAny("groups", own, at) !== undefined);
  return (
    content.length > 1 &&
    !isOfGroup &&
    endOfAny("times", own, 0) === undefined &&
    !endsIn(scene.words.slice(0, own.length), "retractions")
  );
}

const leadsOn = (word: string): boolean => LEADS.has(word) || /(?:mente|.{3}ly)$/.test(word);
const LEADS: ReadonlySet<string> = new Set(
  "de do da dos das no na nos nas em com sem para por pelo pela sobre ate desde entre como se to for from on in at by with without about of as like until since only just so somente apenas not never hardly half meio quase".split(
    " ",
  ),
);

/** With a verb that tells what was: when it was is part of it. */
const tellsOfPast = ({ own, scene: { locale }, side }: Told): boolean =>
  side === "before" &&
  own.some(({ word }, at) => isPast(word, locale) && !isDeterminer(own[at - 1]?.word ?? ""));

/** It asks for something, or may take a request back. */
function asksOrHolds({ own, side, scene: { locale } }: Told, at: number): boolean {
  const token = own[at];
  const word = token?.word ?? "";
  if (token === undefined) return false;
  // "..., minha mãe *ainda* vai conferir": something is left open.
  if (side === "behind" && STILL.has(word) && own[at + 1]?.word !== "nao") return true;
  if (side === "behind" && (HOLDS.behind.has(word) || OF_REQUEST.has(word))) return true;
  const isOfOther = isDeterminer(own[0]?.word ?? "");
  const isDone = isPast(word, locale) || (isOfOther && endsAsPast(word));
  return (
    isOfDeedHere(token, own[at + 1]) &&
    !isDeterminer(own[at - 1]?.word ?? "") &&
    !(side === "before" && isDone)
  );
}

/** Sets a condition whatever follows; a time in the past sets none: "*quando* cheguei, já tinha fechado". */
const IF: ReadonlySet<string> = new Set(
  "if unless se caso once until till assim contanto desde as provided assuming".split(" "),
);
const WHEN: ReadonlySet<string> = new Set(["when", "quando"]);
const STILL: ReadonlySet<string> = new Set(["ainda", "still", "yet"]);

function speaksOfRequest(clause: Told, words: readonly Token[]): boolean {
  const { scene, own, side } = clause;
  const endOf = (group: Group, at: number) => scene.languages[0]?.table.endOf(group, own, at);
  const isPast = tellsOfPast(clause);
  const speaks = ({ word }: Token, at: number) =>
    SPEAKS_OF_REQUEST.some(
      (group) =>
        endOf(group, at) !== undefined && !(group === "conditions" && isPast && !IF.has(word)),
    ) || TAKES_BACK.some((group) => endOf(group, at) === own.length);
  // "*as* long as it isn't raining, ..." is no reason.
  const isCondition = endOfAny("conditions", words, 0) !== undefined;
  const isOfPast = isPast && WHEN.has(words[0]?.word ?? "");
  if (isCondition && !isOfPast && !startsReason(words, 0)) return true;
  // "..., *é o do contrato*" says which one is meant; "..., *actually no*, keep it" takes the request back.
  if (side === "behind" && (saysWhich(own) || endOf("corrections", 0) !== undefined)) return true;
  return own.some(speaks);
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
  return words.some(({ word }) => HOLDS.behind.has(word)) || words.some(speaks) || reports(words);
}

/** "*is* on sale": "é um presente" asks nothing, and "had my teeth done" none. */
const isBeing = ([first]: readonly Token[], text: string): boolean =>
  first !== undefined &&
  (/^(?:\u00e9|est|t\u00e1|ta\b|i'?m|was|been)/i.test(text.slice(first.start)) ||
    HAVING.has(first.word));
const HAVING: ReadonlySet<string> = new Set("had did been tem teve tinha havia estava".split(" "));

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

/** What may hold a request that follows, or make nothing of it. */
const HOLDS_BEFORE =
  "brincadeira brincando zoando zoeira mentira kidding joking joke falta depende decide decidir resolver confirmar aprovar autorizar permissao wait espera pending confirm approve approval permission depends decides later talvez maybe perhaps";
/** What may take a request back, hold it, or leave it to someone. */
const HOLDS: Readonly<Record<Side, ReadonlySet<string>>> = {
  before: new Set(HOLDS_BEFORE.split(" ")),
  behind: new Set(
    `${HOLDS_BEFORE} engano enganei enganado errei errado mistake wrong regret arrependi desisti desisto cancelei mudei changed confirmou aprovou autorizou mas but porem though unless`.split(
      " ",
    ),
  ),
};
/** What was asked for is named again. */
const OF_REQUEST: ReadonlySet<string> = new Set(
  "isso isto aquilo that this only so somente apenas feito did done pediu pediram pedi asked wants wanted quer queria mandou".split(
    " ",
  ),
);

/** Words of someone else, or of oneself before: "she told me to ...", and nothing of what they told: "told me *about Dark*". */
function reports(words: readonly Token[]): boolean {
  const at = words.findIndex(({ word }) => SAYS.has(word));
  if (at < 0) return false;
  const next = words[at + 1]?.word ?? "";
  // "me falaram *que é* bom", "a friend told *me it's* great" tells what is.
  const led = words.slice(at + 1).filter(({ word }) => !LEADS_TO.has(word));
  if (led.length > 1 && led[0] !== words[at + 1] && IS.has(led[0]?.word ?? "")) return false;
  if (led.length > 1 && OF.has(led[0]?.word ?? "")) return false;
  return next === "" || TO_DO.has(next) || SPEECH.has(words[at]?.word ?? "");
}

/** Leads to what was spoken of. */
const OF: ReadonlySet<string> = new Set("about of de do da dos das sobre dele dela".split(" "));
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
function toneOfMark(mark: Mark, clause: Told): Tone | undefined {
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

/** A verb that tells stands before a place in what is said. */
const tellsUpTo = ({ scene, own, said }: Told, start: number): boolean => {
  const place = (own[0]?.start ?? 0) + start;
  return said !== "" && own.some((token, at) => token.end <= place && tellsAt(scene, own, at));
};

/** "*não* gostei, ...": what is denied is no deed. */
function toneOfNo(words: readonly Token[], { own, side }: Told): Tone | undefined {
  const next = afterNo(words);
  // "I decided *not to* analyze ...": what is not to be done follows.
  if (next === "to") return undefined;
  if (GOES_ON.has(next)) return "any";
  const isDeed = side === "before" ? isOfDeed(next) : deedOf(next) !== undefined;
  if (next === "" || own.length < FEWEST_TOLD || DENIES_REQUEST.has(next)) return undefined;
  if (isDeed && !MERELY.has(next)) return undefined;
  // "..., já fui, *nem doeu*"
  if (side === "before" || isPastOfNoDeed(next)) return "any";
  return isDeterminer(own[0]?.word ?? "") ? "reads" : undefined;
}

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

/** The same as elsewhere, but where it only tells; short words are too much alike for their stems to say it. */
const isOfDeedHere = ({ word }: Token, next: Token | undefined): boolean =>
  !(word === "faz" && AGO.test(next?.word ?? "")) &&
  !MERELY.has(word) &&
  (word.length > 3 || deedOf(word) !== undefined) &&
  isOfDeed(word);

/** "*faz* tempo", "faz dois anos", "faz um calor" */
const AGO =
  /^(?:\d+|tempo|tempao|um|uma|uns|umas|dois|duas|tres|anos|dias|meses|semanas|horas|calor|frio|sol|sentido|falta)$/;

/** Ways in which such verbs only tell: "my dad *keeps* asking", "*to* no ônibus". */
const MERELY: ReadonlySet<string> = new Set(
  "keeps keep para compra new finished finish ended end acabou acabei terminei terminou started note notes record stop stops stopped shut fazer".split(
    " ",
  ),
);
