import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { GoalModel } from "../goal-model.ts";
import { sceneOf } from "../modifiers/scene.ts";
import { tokens } from "../text.ts";
import type { Understood } from "../understanding.ts";
import { type Edit, type Edited, edited, placeBefore } from "./edit.ts";
import { namedIn, withNamed } from "./named-in.ts";
import { remarksIn } from "./remarks-in.ts";
import { sayPlainly } from "./say-plainly.ts";

/** Longer texts are messages. */
const MOST_WORDS = 50;
/** A reading of the whole that is this likely is no other goal's; less where only words were said otherwise. */
const LIKELY = 0.9;
const LIKELY_SAME = 0.6;

type Plainer = Edited & {
  readonly why: "plain_words" | "remark" | "named_before";
  /** What is left out, and must ask for nothing. */
  readonly aside: readonly string[];
  /** Must be a value of the request. */
  readonly name?: string;
  /** What was left out may only stand beside what reads. */
  readonly isOfReads: boolean;
  /** The text ends where a remark was cut off. */
  readonly isCut: boolean;
};

export type PlainReaders = {
  hear(text: string): Understood;
  /** Would it be carried out as it stands? */
  isClear(frame: GoalFrame, followups: IntentOutput["followups"]): boolean;
  /** Nothing of it is sent, kept or removed, but what a follow-up makes of an answer. */
  staysHere(frames: readonly GoalFrame[], followups: IntentOutput["followups"]): boolean;
  goalOf(frame: GoalFrame): GoalModel | undefined;
};

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
  if (isClear(heard.intent, readers)) return heard;
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length < 2 || words.length > MOST_WORDS) return heard;
  for (const plainer of plainerThan(text, locale)) {
    const other = hear(plainer.text);
    if (!isSame(other.intent, heard.intent, plainer, text, readers)) continue;
    return { ...other, intent: asSaid(other.intent, plainer, text) };
  }
  return heard;
}

/** The texts to try, the nearest to what was said first. */
function plainerThan(text: string, locale: Locale): Plainer[] {
  const plain = sayPlainly(sceneOf({ text, words: tokens(text), locale, today: () => undefined }));
  const own = edited(text, plain);
  return [
    ...(plain.length > 0
      ? [{ ...own, why: "plain_words" as const, aside: [], isCut: false, isOfReads: false }]
      : []),
    ...withoutRemarks(text, plain, locale),
    ...(plain.length > 0 ? withoutRemarks(text, [], locale) : []),
  ];
}

function withoutRemarks(text: string, plain: readonly Edit[], locale: Locale): Plainer[] {
  const scene = sceneOf({ text, words: tokens(text), locale, today: () => undefined });
  const remarks = remarksIn(scene);
  const before = remarks.find(({ side }) => side === "before");
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
    found.push({ ...cut(start, end), why: "remark", aside, isCut: end < text.length, isOfReads });
  };
  if (behind !== undefined) add(0, behind.end, [behind]);
  if (before === undefined) return found;
  add(before.start, text.length, [before]);
  if (behind !== undefined) add(before.start, behind.end, [before, behind]);
  const request = cut(before.start, text.length);
  const aside = [saidOf(before)];
  for (const name of namedIn(text, before.words, locale))
    for (const named of withNamed(request.text, name))
      found.push({
        ...{ text: named, edits: [{ start: 0, end: text.length, put: named }] },
        ...{ why: "named_before", aside, name, isCut: false, isOfReads: before.tone === "reads" },
      });
  return found;
}

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
  { aside, name, isCut, isOfReads, text: plain }: Plainer,
  text: string,
  readers: PlainReaders,
): boolean {
  if (!isClear(intent, readers)) return false;
  const isOther = intent.goal !== whole.goal || intent.primary_domain !== whole.primary_domain;
  const likely = aside.length === 0 ? LIKELY_SAME : LIKELY;
  if (isOther && whole.goal !== null && whole.confidence >= likely && whole.doubts === undefined)
    return false;
  const frames = framesOf(intent);
  if (isOfReads && !readers.staysHere(frames, intent.followups)) return false;
  const values = frames.flatMap(({ entities }) => Object.values(entities)).filter(isText);
  if (name !== undefined && !values.some((value) => value.includes(name))) return false;
  if (values.some((value) => plain.includes(value) && !text.includes(value))) return false;
  if (!frames.every((frame) => isComplete(frame, readers))) return false;
  if (isCut && frames.some((frame) => endsInProse(frame, plain, readers))) return false;
  return aside.every((each) => !asksForSomething(readers.hear(each).intent, readers));
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
