import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { GoalModel } from "../goal-model.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { isStated } from "../modifiers/languages.ts";
import { tokens } from "../text.ts";
import type { Understood } from "../understanding.ts";
import type { Clearness } from "./clearness.ts";
import { type Edit, edited, placeBefore } from "./edit.ts";
import { farewellIn } from "./farewell-in.ts";
import { type Plainer, plainerThan, sceneIn } from "./plainer-than.ts";
import { bothOf, sayPlainly } from "./say-plainly.ts";

/** Longer texts are messages. */
const MOST_WORDS = 50;
/** A reading of the whole that is this likely is no other goal's; less where only words were said otherwise. */
const LIKELY = 0.94;
const LIKELY_SAME = 0.6;

export type PlainReaders = Clearness & { hear(text: string): Understood };

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
  const both = bothOf(sceneIn(text, locale));
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
  if (hidden === undefined && isClear(heard.intent, readers)) {
    if ((heard.intent.unread ?? []).length === 0) return heard;
    if (!overlooks(heard.intent, sayPlainly(sceneIn(text, locale)))) return heard;
  }
  for (const plainer of plainerThan(text, locale, goalsFor(heard, readers))) {
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

/** The goals that it most likely is. */
function goalsFor({ intent, candidates }: Understood, { goalOf }: PlainReaders): GoalModel[] {
  const likely = candidates
    .slice(0, MOST_GOALS)
    .flatMap(({ domain, goal }) => goalOf({ primary_domain: domain, goal }) ?? []);
  const own = framesOf(intent)
    .slice(0, 1)
    .flatMap((frame) => goalOf(frame) ?? []);
  return [...new Set([...own, ...likely])];
}
const MOST_GOALS = 3;

const framesOf = (intent: IntentOutput): GoalFrame[] =>
  intent.primary_domain === null || intent.goal === null
    ? []
    : [
        {
          primary_domain: intent.primary_domain,
          goal: intent.goal,
          entities: intent.entities,
          confidence: intent.confidence,
          original_query: intent.original_query,
          ...(intent.doubts !== undefined && { doubts: intent.doubts }),
        },
        ...intent.also,
      ];

function isClear(intent: IntentOutput, readers: PlainReaders): boolean {
  const frames = framesOf(intent);
  return (
    frames.length > 0 &&
    frames.every((frame) => readers.isClear(frame, intent.followups)) &&
    intent.followups.every(({ doubts = [] }) => doubts.length === 0)
  );
}

/** Clear, complete, made of what was said, and nothing that another reading of the whole denies. */
function isSame(
  intent: IntentOutput,
  whole: IntentOutput,
  { aside, name, isCut, isOfReads, isKept, isOtherVerb, text: plain, edits }: Plainer,
  text: string,
  readers: PlainReaders,
): boolean {
  if (!isClear(intent, readers)) return false;
  const isOther = intent.goal !== whole.goal || intent.primary_domain !== whole.primary_domain;
  const likely = aside.length === 0 ? LIKELY_SAME : LIKELY;
  const isLikely = whole.confidence >= likely && whole.doubts === undefined;
  if (isOther && whole.goal !== null && isLikely && !overlooks(whole, edits)) return false;
  const frames = framesOf(intent);
  const isRead = readers.staysHere(frames, intent.followups);
  if (isOfReads && !isRead) return false;
  if (isKept && (intent.followups.length > 0 || frames.some(readers.isSent))) return false;
  if (isOtherVerb && !isRead && !frames.every((each) => announcesProse(each, plain, readers)))
    return false;
  const values = frames.flatMap(({ entities }) => Object.values(entities).flat()).filter(isText);
  if (name !== undefined && !values.some((value) => value.includes(name))) return false;
  if (values.some((value) => plain.includes(value) && !standsIn(text, value))) return false;
  if (!frames.every((frame) => isComplete(frame, readers))) return false;
  if (isOfReads && saysOnly(values, plain)) return false;
  const isEmpty = (value: string) => tokens(value).every(({ word }) => isFunctionWord(word));
  if (values.some((value) => plain.includes(value) && isEmpty(value))) return false;
  if (isCut && frames.some((frame) => endsInProse(frame, plain, readers))) return false;
  return aside.every((each) => !asksForSomething(readers.hear(each).intent, readers));
}

/** The whole makes nothing of a word that was said otherwise: "*bin* the pdf". */
const overlooks = ({ unread = [] }: IntentOutput, edits: readonly Edit[]): boolean =>
  unread.some(({ span }) =>
    edits.some(({ start, end, put }) => put !== "" && span.start >= start && span.end <= end),
  );

/** "o que é mais arriscado, *VALE3 ou PETR4*": names ask for nothing by themselves. */
const saysOnly = (values: readonly string[], plain: string): boolean => {
  const said = new Set(values.flatMap((value) => tokens(value)).map(({ word }) => word));
  return tokens(plain).every(({ word }) => said.has(word) || isFunctionWord(word));
};

/** In whole words: "amor" does not stand in "amorrr". */
function standsIn(text: string, value: string): boolean {
  const at = text.indexOf(value);
  const next = text.slice(at + value.length);
  return at >= 0 && !(/^\p{L}/u.test(next) && /\p{L}$/u.test(value));
}

const isText = (value: unknown): value is string => typeof value === "string";

function isComplete(frame: GoalFrame, { goalOf }: PlainReaders): boolean {
  const goal = goalOf(frame);
  return (
    goal !== undefined &&
    [...goal.entities].every(
      ([name, { required, default: standard }]) =>
        !required || standard !== undefined || Object.hasOwn(frame.entities, name),
    )
  );
}

/** A text that is kept or sent may go on with what looked like a remark. */
function endsInProse(frame: GoalFrame, plain: string, { goalOf }: PlainReaders): boolean {
  const prose = goalOf(frame)?.prose ?? new Set<string>();
  return Object.entries(frame.entities).some(
    ([name, value]) =>
      prose.has(name) && isText(value) && plain.replace(/[\s,.!?;]+$/u, "").endsWith(value),
  );
}

/** "log *that* the gate is open", "rabisca aí*:* ..." */
function announcesProse(frame: GoalFrame, plain: string, { goalOf }: PlainReaders): boolean {
  const prose = goalOf(frame)?.prose ?? new Set<string>();
  return Object.entries(frame.entities).every(([name, value]) => {
    if (!prose.has(name) || !isText(value)) return true;
    const before = plain.slice(0, Math.max(0, plain.indexOf(value)));
    const words = tokens(before);
    return /[:"\u201c\u00ab]\s*$/u.test(before) || isStated(words, words.length);
  });
}

const asksForSomething = (intent: IntentOutput, readers: PlainReaders): boolean =>
  intent.goal !== null && (isClear(intent, readers) || intent.confidence >= LIKELY);

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
