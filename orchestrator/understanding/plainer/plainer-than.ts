import type { Locale } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { isLaughter } from "../../language/conversation/read-courtesy.ts";
import { isOfDeed } from "../../language/modifiers/is-of-deed.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import { type Scene, sceneIn } from "../../language/modifiers/scene.ts";
import { isPast } from "../../language/modifiers/tells-at.ts";
import { MOST_TOLD, mayHoldBack } from "../../language/modifiers/tone-of.ts";
import { quotesIn } from "../../language/quotes.ts";
import { gapBefore, type Token, tokens } from "../../language/text.ts";
import { opensQuestion } from "../../language/words/common-words.ts";
import { CONNECTIVES } from "../../language/words/connectives.ts";
import { deedOf, imperativeOf, isDeterminer } from "../../language/words/deeds.ts";
import type { GoalModel } from "../goal-model.ts";
import { contrastIn } from "./contrast-in.ts";
import { type Edit, type Edited, edited } from "./edit.ts";
import type { Plainer } from "./is-same.ts";
import { namedIn, namesNothing, withNamed } from "./named-in.ts";
import { inOwnWords } from "./own-words.ts";
import { callIn, type Remark, remarksIn } from "./remarks-in.ts";
import { sayPlainly } from "./say-plainly.ts";

/** The goals in whose words a request may be said, those of them that may well be meant, and those that stand against another. */
export type LikelyGoals = {
  readonly goals: readonly GoalModel[];
  readonly meant: readonly GoalModel[];
  readonly rivals: readonly GoalModel[];
};

/** The texts to try, the nearest to what was said first. */
export function plainerThan(text: string, locale: Locale, goals: LikelyGoals): Plainer[] {
  const scene = sceneIn(text, locale);
  const plain = sayPlainly(scene);
  return [
    ...(plain.length > 0 ? [inPlainWords(edited(text, plain))] : []),
    ...inWordsOf(scene, plain, goals),
    ...withoutDescription(scene, plain),
    ...quotedLast(scene),
    ...withoutRemarks(scene, plain),
    ...(plain.length > 0 ? withoutRemarks(scene, []) : []),
    ...behindSmallTalk(scene),
  ];
}

export const inPlainWords = (said: Edited): Plainer => ({
  ...{ ...said, why: "plain_words", aside: [], isCut: false, isOfReads: false },
});

function inWordsOf(
  scene: Scene,
  plain: readonly Edit[],
  { goals, meant, rivals }: LikelyGoals,
): Plainer[] {
  const texts = new Map<string, Plainer>();
  for (const goal of goals) {
    const { deeds, things, isUnsure } = inOwnWords(scene, goal, rivals);
    for (const own of [...deeds, things, ...deeds.map((deed) => [...deed, ...things])]) {
      if (own.length === 0) continue;
      for (const edits of [own, [...own, ...plain]]) {
        const said = edited(scene.text, edits);
        const of = { isOtherVerb: own !== things, isMeant: meant.includes(goal), isUnsure };
        texts.set(said.text, { ...inPlainWords(said), isOwnWords: true, ...of });
      }
    }
  }
  return [...texts.values()];
}

/** Without what is only told of a thing before its address. */
function withoutDescription({ text, words, locale }: Scene, plain: readonly Edit[]): Plainer[] {
  const place = words.findIndex(({ word }) => word.startsWith("http"));
  const at = words.findIndex(({ word }, from) => from > 1 && from < place && BEGINS.has(word));
  const [first, address] = [words[at], words[place]];
  if (first === undefined || address === undefined) return [];
  const told = sceneIn(text.slice(first.start, address.start), locale);
  if (mayHoldBack(told, told.words) || told.words.slice(1).some(({ word }) => isOfDeed(word)))
    return [];
  const marks = readModifiers(told);
  if (!marks.every(({ kind, value }) => LEADS_ON.has(kind) || value === "reported")) return [];
  const said = edited(text, [{ start: first.start, end: address.start, put: "" }, ...plain]);
  return [
    { ...said, why: "remark", aside: [told.text], isCut: false, isOfReads: false, isKept: true },
  ];
}
const BEGINS = wordSet("words.begins-what-is-told");

function quotedLast(scene: Scene): Plainer[] {
  const { text } = scene;
  const [quote, second] = quotesIn(scene);
  const deed = deedOf(scene.words[scene.edges.from]?.word ?? "");
  const from = quote === undefined ? undefined : scene.words[quote.from]?.start;
  const to = quote === undefined ? undefined : scene.words[quote.to - 1]?.end;
  if (quote === undefined || second !== undefined || from === undefined || to === undefined)
    return [];
  if (deed === undefined || quote.from <= scene.edges.from) return [];
  const outside = `${text.slice(0, from - 1).trimEnd()} ${text
    .slice(to)
    .replace(/^[^\s]+/u, "")
    .trim()}`;
  const put = `${outside.trim()}: ${quote.text}`;
  const edits = [{ start: 0, end: text.length, put }];
  return [{ text: put, edits, why: "plain_words", aside: [], isCut: false, isOfReads: false }];
}

/** The read behind small talk, with what is told behind it and without. */
function behindSmallTalk(scene: Scene): Plainer[] {
  const { text } = scene;
  const behind = remarksIn(scene).find(({ side }) => side === "behind");
  const plainer = (edits: Edit[], aside: string[], isCut: boolean): Plainer => ({
    ...{ ...edited(text, edits), why: "remark", aside, isCut, isOfReads: true },
  });
  return afterSmallTalk(scene).flatMap(({ start, talk }) => {
    const before = { start: 0, end: start, put: "" };
    const first = plainer([before], [talk], false);
    if (behind === undefined || behind.end <= start) return [first];
    const after = { start: behind.end, end: text.length, put: "" };
    return [first, plainer([before, after], [talk, text.slice(behind.end)], true)];
  });
}

function withoutRemarks(scene: Scene, plain: readonly Edit[]): Plainer[] {
  const { text } = scene;
  const remarks = remarksIn(scene);
  const befores = remarks.filter(({ side }) => side === "before");
  const call = callIn(scene);
  const behind = remarks.find(({ side }) => side === "behind");
  const cut = (start: number, end: number): Edited =>
    edited(text, [
      ...(start > 0 ? [{ start: 0, end: start, put: "" }] : []),
      ...plain.filter((edit) => edit.start >= start && edit.end <= end),
      ...(end < text.length ? [{ start: end, end: text.length, put: "" }] : []),
    ]);
  const saidOf = ({ words }: { words: typeof scene.words }) =>
    text.slice(words[0]?.start, words.at(-1)?.end);
  const found: Plainer[] = [];
  const add = (start: number, end: number, asides: readonly Remark[]) => {
    if (end <= start) return;
    const aside = asides.map(saidOf);
    const isOfReads = asides.some(({ tone }) => tone === "reads");
    const isKept = asides.some(({ tone }) => tone === "kept");
    const isOver = asides.every((each) => tellsWhatIsOver(each.words, scene));
    const isCut = end < text.length;
    found.push({ ...cut(start, end), why: "remark", aside, isCut, isOfReads, isKept, isOver });
  };
  if (behind !== undefined) add(0, behind.end, [behind]);
  // Why it stays may be told behind it.
  const contrast =
    contrastIn(scene, plain) ??
    (behind && contrastIn(sceneIn(text.slice(0, behind.end), scene.locale), plain));
  if (contrast !== undefined)
    found.push({ ...cut(0, contrast.end), why: "remark", aside: [], isCut: true, ...contrast });
  const isFirst = (each: Remark) => namesNothing(text.slice(each.start), namesOf(scene, each));
  const named = (said: readonly Remark[]) => said.flatMap((each) => withNames(scene, each, plain));
  found.push(...named(befores.filter(isFirst)));
  for (const each of [call, ...befores].filter((one) => one !== undefined)) {
    add(each.start, text.length, [each]);
    if (behind !== undefined) add(each.start, behind.end, [each, behind]);
  }
  return [...found, ...named(befores.filter((each) => !isFirst(each)))];
}

/** What a remark names; in a story a name is written as one. */
const namesOf = ({ text, locale }: Scene, { words }: Remark): string[] =>
  namedIn(text, words, locale).filter(
    (name) => words.length <= MOST_TOLD + 1 || /\p{Lu}/u.test(name),
  );

/** Told of what was, and nothing wished for: what it sounds like is not asked for. */
const tellsWhatIsOver = (words: Scene["words"], { locale }: Scene): boolean =>
  words.some(({ word }) => isPast(word, locale)) &&
  !words.some(
    (_, at) =>
      endOfAny("wishes", words, at) === at + 1 && endOfAny("negators", words, at) === undefined,
  );

/** The request with what is named in a remark before it, as it was said and in plain words. */
function withNames(scene: Scene, remark: Remark, plain: readonly Edit[]): Plainer[] {
  const { text, locale } = scene;
  const { start, words, tone } = remark;
  const aside = [text.slice(words[0]?.start, words.at(-1)?.end)];
  if (isHeldBack(sceneIn(text.slice(start), locale))) return [];
  // What asks for nothing needs no name.
  const asksFor = tokens(text.slice(start)).some(
    ({ word }) => isOfDeed(word) || deedOf(imperativeOf(word)) !== undefined || opensQuestion(word),
  );
  if (!asksFor) return [];
  const own = plain.flatMap(({ start: from, end, put }) =>
    from < start ? [] : [{ start: from - start, end: end - start, put }],
  );
  const requests = new Set([text.slice(start), edited(text.slice(start), own).text]);
  const namings = namesOf(scene, remark).flatMap((name) =>
    [...requests].flatMap((request) =>
      withNamed(request, name).map((named) => [name, named] as const),
    ),
  );
  return namings.map(([name, named]) => ({
    ...{ text: named, edits: [{ start: 0, end: text.length, put: named }] },
    ...{ why: "named_before" as const, aside, name, isCut: false },
    ...{ isOfReads: tone === "reads", isKept: tone === "kept" },
    isOver: tellsWhatIsOver(words, scene),
  }));
}

/** With a name in it the end of the request would be its end no more. */
const isHeldBack = (request: Scene): boolean =>
  readModifiers(request).some(({ kind, to }) => kind === "polarity" && to === request.words.length);

const MOST_PLACES = 4;
/** Before what is asked for, these change nothing of it. */
const LEADS_ON: ReadonlySet<Mark["kind"]> = new Set(["courtesy", "addressee", "mood", "amount"]);

/**
 * Where a request may begin behind small talk. Pure.
 * Shape: a few places in the text, the first first, each with the talk before it
 */
function afterSmallTalk(scene: Scene): { start: number; talk: string }[] {
  const { text, words } = scene;
  const marks = readModifiers(scene).filter(({ kind }) => !LEADS_ON.has(kind));
  const isOver = ({ kind, from, to }: Mark, at: number) =>
    (kind === "polarity" && deedOf(words[to]?.word ?? "") === undefined) ||
    (!endsSentence(scene, from) &&
      words.some((_, end) => end >= to && end <= at && endsSentence(scene, end)));
  const isHeld = (at: number) => marks.some((mark) => mark.from < at && !isOver(mark, at));
  const begins = firstBeginning(words);
  // Two questions.
  const goesOn = (at: number) =>
    opensQuestion(words[0]?.word ?? "") && CONNECTIVES.has(words[at]?.word ?? "");
  const isPaused = (at: number) =>
    isLaughter(words[at - 1]?.word ?? "") || /[,.!?;](?:\s|$)/.test(gapBefore({ text, words }, at));
  return words
    .flatMap(({ start }, at) =>
      at > 0 && !isHeld(at) && !isSaid(scene, at) && !goesOn(at) && (isPaused(at) || at === begins)
        ? [{ start, talk: text.slice(0, words[at - 1]?.end) }]
        : [],
    )
    .slice(0, MOST_PLACES);
}

/** What a sentence says holds nothing of the next one. */
const endsSentence = ({ text, words, edges }: Scene, at: number): boolean =>
  at <= edges.from || /[.!?\u2026](?:\s|$)/.test(gapBefore({ text, words }, at));

/** Someone else's words follow. */
const isSaid = ({ text, words }: Scene, at: number): boolean =>
  /:(?!\/\/)|["\u201c\u00ab]/.test(text.slice(0, words[at]?.start));

/** Without a pause, a request begins with its verb, its question, or a wish, where nothing before is one. */
function firstBeginning(words: readonly Token[]): number | undefined {
  const first = words.findIndex(
    ({ word }, at) =>
      deedOf(word) !== undefined ||
      opensQuestion(word) ||
      endOfAny("wishes", words, at) !== undefined,
  );
  // Two requests.
  const before = words[first - 1]?.word ?? "";
  return isDeterminer(before) || CONNECTIVES.has(before) ? undefined : first;
}
