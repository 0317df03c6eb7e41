import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { mayHoldBack } from "../modifiers/only-tells.ts";
import { readModifiers } from "../modifiers/read-modifiers.ts";
import { type Scene, sceneOf } from "../modifiers/scene.ts";
import { isPast } from "../modifiers/tells-at.ts";
import { quotesIn } from "../quotes.ts";
import { tokens } from "../text.ts";
import type { Understood } from "../understanding.ts";
import { callIn } from "./call-in.ts";
import { contrastIn, putRightIn } from "./contrast-in.ts";
import { type Edit, type Edited, edited, placeBefore } from "./edit.ts";
import { farewellIn } from "./farewell-in.ts";
import {
  endsInProse,
  framesOf,
  isClear,
  isSame,
  isText,
  type Plainer,
  type PlainReaders,
} from "./is-same.ts";
import { namedIn, namesNothing, withNamed } from "./named-in.ts";
import { type Remark, remarksIn } from "./remarks-in.ts";
import { bothOf, sayPlainly } from "./say-plainly.ts";
import { afterSmallTalk } from "./small-talk.ts";

/** Longer texts are messages. */
const MOST_WORDS = 50;

/**
 * What was heard; where that would not be carried out, what is heard of the same request in plain words, and without what is only told
 * beside it, if that is clear. What is asked must be the same in both.
 * Cost: nothing for a clear request; else up to a dozen hearings
 */
export function readPlainer(
  heard: Understood,
  text: string,
  locale: Locale,
  readers: PlainReaders,
): Understood {
  const { hear } = readers;
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length < 2 || words.length > MOST_WORDS) return heard;
  const both = bothOf(sceneOf({ text, words: tokens(text), locale, today: () => undefined }));
  if (both.length > 0) {
    const said = edited(text, both);
    const other = readPlainer(hear(said.text), said.text, locale, readers);
    const plainer = {
      ...said,
      why: "plain_words",
      aside: [],
      isCut: false,
      isOfReads: false,
    } as const;
    return { ...other, intent: asSaid(other.intent, plainer, text) };
  }
  const ended = withoutFarewell(heard, text, locale, readers);
  if (ended !== undefined) return ended;
  const hidden = hiddenRequest(heard.intent, text, locale, readers);
  if (hidden === undefined && isClear(heard.intent, readers)) return heard;
  for (const plainer of plainerThan(text, locale)) {
    const other = hear(plainer.text);
    if (!isSame(other.intent, heard.intent, plainer, text, readers)) continue;
    if (hiddenRequest(other.intent, plainer.text, locale, readers) !== undefined) continue;
    return { ...other, intent: asSaid(other.intent, plainer, text) };
  }
  if (hidden === undefined) return heard;
  const doubts = [...(heard.intent.doubts ?? []), { reason: "unread" as const, detail: hidden }];
  return { ...heard, intent: { ...heard.intent, doubts } };
}

/** The same request without thanks at its end. What is sent to someone may thank them. */
function withoutFarewell(
  heard: Understood,
  text: string,
  locale: Locale,
  readers: PlainReaders,
): Understood | undefined {
  const farewell = farewellIn(text, locale);
  if (farewell === undefined) return undefined;
  const said = text.slice(0, farewell.end);
  const { intent, ...other } = readPlainer(readers.hear(said), said, locale, readers);
  const frames = framesOf(intent);
  const isOther = heard.intent.goal !== null && intent.goal !== heard.intent.goal;
  if (isOther || !isClear(intent, readers)) return undefined;
  if (frames.some((frame) => readers.isSent(frame))) return undefined;
  if (!farewell.isApart && frames.some((frame) => endsInProse(frame, said, readers)))
    return undefined;
  const detail = text.slice(farewell.end);
  const evidence = [...intent.evidence, { kind: "remark" as const, detail }];
  return { ...other, intent: { ...intent, original_query: text, evidence } };
}

/**
 * "que sono... *anota* fralda", "*pra eu não esquecer*: pagar o gás": a text that is to be kept holds the words that ask for it, behind a
 * pause, or words that say nothing before its colon.
 */
function hiddenRequest(
  intent: IntentOutput,
  text: string,
  locale: Locale,
  { goalOf }: PlainReaders,
): string | undefined {
  const [frame] = framesOf(intent);
  if (frame === undefined || /["\u201c\u00ab]/.test(text)) return undefined;
  const hasColon = /:\s/.test(text);
  for (const name of goalOf(frame)?.prose ?? []) {
    const value = frame.entities[name];
    if (!isText(value)) continue;
    const at = text.indexOf(value);
    if (hasColon) {
      const isFiller = ({ start, end, put }: Edit) =>
        put === "" && start === at && text[end] === ":";
      if (sayPlainly(sceneIn(text, locale)).some(isFiller)) return value;
      continue;
    }
    const before = tokens(text.slice(0, Math.max(0, at)));
    if (before.some(({ word }) => deedOf(word) !== undefined)) continue;
    const [, later] = value.split(/(?:[.!?]|\u2026)\s+(?=\S+\s)/u);
    if (later !== undefined && deedOf(tokens(later, 1)[0]?.word ?? "") !== undefined) return later;
  }
  return undefined;
}

const sceneIn = (text: string, locale: Locale): Scene =>
  sceneOf({ text, words: tokens(text), locale, today: () => undefined });

/** The texts to try, the nearest to what was said first. */
function plainerThan(text: string, locale: Locale): Plainer[] {
  const scene = sceneIn(text, locale);
  const plain = sayPlainly(scene);
  const own = edited(text, plain);
  return [
    ...(plain.length > 0
      ? [{ ...own, why: "plain_words" as const, aside: [], isCut: false, isOfReads: false }]
      : []),
    ...quotedLast(scene),
    ...withoutRemarks(scene, plain),
    ...(plain.length > 0 ? withoutRemarks(scene, []) : []),
    ...oneOfSentences(text, locale),
    ...behindSmallTalk(scene),
  ];
}

/** "send 'call me if you can' on telegram" as "send on telegram: call me if you can". */
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

/** Of a message of several sentences, one that reads, where the others only tell or greet. */
function oneOfSentences(text: string, locale: Locale): Plainer[] {
  const parts = [...text.matchAll(/[^.!?\n]+(?:[.!?]+(?!\s|$)[^.!?\n]*)*(?:[.!?]+|\n|$)/g)];
  if (parts.length < FEWEST_SENTENCES) return [];
  const mayBeLeft = ([said]: RegExpMatchArray) => {
    const scene = sceneIn(said, locale);
    return (
      !/[:"\u201c\u00ab]/.test(said) &&
      !mayHoldBack(scene, scene.words) &&
      readModifiers(scene).every(({ kind }) => kind === "courtesy" || kind === "mood")
    );
  };
  return parts.flatMap((part, at) => {
    const others = parts.filter((_, other) => other !== at);
    if (!others.every(mayBeLeft)) return [];
    const [said] = part;
    const end = part.index + said.length;
    const edits = [
      { start: 0, end: part.index, put: "" },
      { start: end, end: text.length, put: "" },
    ].filter(({ start, end: to }) => to > start);
    const aside = others.map(([other]) => other.trim());
    return [
      { ...edited(text, edits), why: "remark" as const, aside, isCut: true, isOfReads: true },
    ];
  });
}
const FEWEST_SENTENCES = 3;

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
  const [before] = befores;
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
  const add = (start: number, end: number, asides: NonNullable<typeof before>[]) => {
    if (end <= start) return;
    const aside = asides.map(saidOf);
    const isOfReads = asides.some(({ tone }) => tone === "reads");
    const isKept = asides.some(({ tone }) => tone === "kept");
    const isOver = asides.every((each) => tellsWhatIsOver(each.words, scene));
    found.push({
      ...cut(start, end),
      why: "remark",
      aside,
      isCut: end < text.length,
      isOfReads,
      isKept,
      isOver,
    });
  };
  if (behind !== undefined) add(0, behind.end, [behind]);
  const contrast = contrastIn(scene);
  if (contrast !== undefined)
    found.push({
      ...{ ...cut(0, contrast.end), why: "remark", aside: [], isCut: true },
      isOfReads: contrast.isOfReads,
    });
  const right = putRightIn(scene);
  if (right !== undefined)
    found.push({
      ...{ ...edited(text, [right]), why: "plain_words", aside: [], isCut: false, isOfReads: true },
    });
  const named = before === undefined ? [] : withNames(scene, before);
  // "I watched Inception, *delete it*": what "it" is comes first.
  const names = before === undefined ? [] : namedIn(text, before.words, scene.locale);
  const isFirst = before !== undefined && namesNothing(text.slice(before.start), names);
  if (isFirst) found.push(...named);
  for (const each of [call, ...befores]) {
    if (each === undefined) continue;
    add(each.start, text.length, [each]);
    if (behind !== undefined) add(each.start, behind.end, [each, behind]);
  }
  return isFirst ? found : [...found, ...named];
}

/** Told of what was, and nothing wished for: what it sounds like is not asked for. */
const tellsWhatIsOver = (words: Scene["words"], { locale }: Scene): boolean =>
  words.some(({ word }) => isPast(word, locale)) &&
  !words.some((_, at) => endOfAny("wishes", words, at) === at + 1 && !isNo(words, at));

const isNo = (words: Scene["words"], at: number): boolean =>
  endOfAny("negators", words, at) !== undefined;

/** The request with what is named in a remark before it. */
function withNames(scene: Scene, { start, words, tone }: Remark): Plainer[] {
  const { text, locale } = scene;
  const aside = [text.slice(words[0]?.start, words.at(-1)?.end)];
  return namedIn(text, words, locale).flatMap((name) =>
    withNamed(text.slice(start), name).map((named) => ({
      ...{ text: named, edits: [{ start: 0, end: text.length, put: named }] },
      ...{ why: "named_before" as const, aside, name, isCut: false },
      ...{ isOfReads: tone === "reads", isKept: tone === "kept" },
      isOver: tellsWhatIsOver(words, scene),
    })),
  );
}

/** The intent with its places in the text that was said. */
function asSaid(
  intent: IntentOutput,
  { edits, why, aside, text: plain }: Plainer,
  text: string,
): IntentOutput {
  const spanIn = ({ start, end }: { start: number; end: number }) => {
    const from = Math.min(text.length, placeBefore(edits, start));
    return { start: from, end: Math.max(from, Math.min(text.length, placeBefore(edits, end))) };
  };
  const detail = aside.length > 0 ? aside.join(" … ") : plain;
  return {
    ...intent,
    original_query: text,
    evidence: [...intent.evidence, { kind: why, detail }],
    ...(intent.modifiers && {
      modifiers: intent.modifiers.map((each) => ({ ...each, span: spanIn(each.span) })),
    }),
    ...(intent.unread && {
      unread: intent.unread.map((each) => ({ ...each, span: spanIn(each.span) })),
    }),
  };
}
