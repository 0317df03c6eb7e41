import { isDeepStrictEqual } from "node:util";
import type { Entities, GoalFrame } from "#shared/contracts/intent.ts";
import type { PendingAction, ShownAnswer } from "#shared/contracts/pending.ts";
import type { Schedule, WatchState } from "#shared/contracts/schedule.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type AnswerAndMore, readingOf } from "../language/reading.ts";
import { framesOf, withoutDoubts } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { NOTHING_SHOWN } from "./conversation/note-shown.ts";
import { lastStanding } from "./standing/request.ts";
import { spokenIn, type Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** As if it had been shown. */
export type SpokenOf = ShownAnswer & {
  at: number;
  /** It was to be done, and nothing stood against it. */
  isTaken?: true;
};
const MOST_SAID = 500;

/**
 * What was spoken of last without an answer that shows it: what a watch looks at, what was held back, what an open
 * question is about, what the last request names.
 */
export async function spokenOfLast(turn: Turn): Promise<SpokenOf | undefined> {
  const { state, pending } = turn;
  const { held } = state;
  const asked = pending && (frameAsked(pending) ?? anyOffered(pending));
  const all = [
    await watchedLast(turn),
    held === null ? undefined : ofFrame(turn, held.frames[0], held.said, held.at),
    asked && ofFrame(turn, asked, asked.original_query, pending?.created_at ?? 0),
    takenLast(turn),
  ];
  return all.filter((each) => each !== undefined).toSorted((a, b) => b.at - a.at)[0];
}

/** What the last request names, where its answer shows nothing. */
function takenLast(turn: Turn): SpokenOf | undefined {
  const { last_frame: last, shown } = turn.state;
  const { frames = [], items = [], at = 0 } = shown.at(-1) ?? {};
  const isShown = items.length > 0 && frames.some((frame) => isDeepStrictEqual(frame, last));
  if (last === null || isShown) return undefined;
  const spoken = ofFrame(turn, last, last.original_query, at + 1);
  return spoken && { ...spoken, isTaken: true };
}

/** What the standing request that was made or changed last looks at, or reads each time. */
async function watchedLast(turn: Turn): Promise<SpokenOf | undefined> {
  const made = await lastStanding(turn);
  const read = made && readBy(made, turn.snapshot.catalogue);
  if (made === undefined || read === undefined) return undefined;
  const { domain, goal, entities } = read;
  const frame = { primary_domain: domain, goal, entities, confidence: 1, original_query: "" };
  return ofFrame(turn, frame, made.words, made.updated_at);
}

/** The one goal of a standing request that only reads. */
function readBy(
  { timing, action }: Schedule,
  catalogue: Catalogue,
): Pick<WatchState, "domain" | "goal" | "entities"> | undefined {
  if (timing.kind === "when") return timing.watch;
  if (action.do !== "goals") return undefined;
  const reads = framesOf(action.intent).filter(
    (frame) => gateOfFrame(frame, [], catalogue).effect === "read",
  );
  const [only, other] = reads;
  return only === undefined || other !== undefined
    ? undefined
    : { domain: only.primary_domain, goal: only.goal, entities: only.entities };
}

function anyOffered({ options }: PendingAction): GoalFrame | undefined {
  const [first, ...others] = options.map(({ frame }) => frame);
  const isSame = others.every((other) => isDeepStrictEqual(other?.entities, first?.entities));
  return isSame ? first : undefined;
}

/** What a request names, where that is one thing. */
function ofFrame(
  turn: Turn,
  frame: GoalFrame | undefined,
  said: string,
  at: number,
): SpokenOf | undefined {
  if (frame === undefined) return undefined;
  const { primary_domain: domain, entities } = frame;
  const [only, ...more] = Object.values(entities).filter((value) => typeof value === "string");
  if (only === undefined || more.length > 0) return undefined;
  const { doubts: _, ...plain } = frame;
  return {
    ...{ ...NOTHING_SHOWN, said: said.slice(0, MOST_SAID), text: only, at },
    frames: [{ ...plain, original_query: only }],
    items: [
      { domain, label: only, entities: { ...sameKind(turn, frame), ...entities }, said_as: only },
    ],
  };
}

/** Under what names other goals of the domain take such a value: those that take it from the same list. */
function sameKind({ snapshot }: Turn, frame: GoalFrame): Entities {
  const { catalogue } = snapshot;
  const own = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  const others = catalogue.goals.filter(({ domain }) => domain === frame.primary_domain);
  return Object.fromEntries(
    Object.entries(frame.entities).flatMap(([name, value]) => {
      const list = own[name]?.list;
      return list === undefined
        ? []
        : others.flatMap(({ spec }) =>
            Object.entries(spec.entities_schema)
              .filter(([, schema]) => schema.list === list)
              .map(([other]) => [other, value] as const),
          );
    }),
  );
}

type AlsoAnswered = Pick<AnswerAndMore, "answer"> & { also: GoalFrame };

/** A yes, and the same for something else. undefined: no yes, or more than that. */
export function alsoAnswered(turn: Turn, pending: PendingAction): AlsoAnswered | undefined {
  const asked = frameAsked(pending);
  if (asked === undefined || pending.parked) return undefined;
  const both = readingOf(turn.entry.input_text).answer.andMore(pending);
  const verb = both && (readingOf(both.said).verb ?? readingOf(asked.original_query).verb);
  if (both === undefined || verb === undefined) return undefined;
  const { answer, more } = both;
  const { catalogue, understanding } = turn.snapshot;
  const said = `${verb.text} ${more}`;
  const { intent } = hearAs(turn, said);
  const isPlain = intent.followups.length === 0 && (intent.modifiers ?? []).length === 0;
  // The goal is known from the question.
  const read = understanding.frameOf(asked.primary_domain, asked.goal, said, spokenIn(turn));
  if (read === undefined || !isPlain || framesOf(intent).length > 1) return undefined;
  const entities =
    Object.keys(read.entities).length > 0 ? read.entities : namedBy(turn, asked, more);
  const isNamed = Object.keys(entities).length > 0;
  const certain = { ...read, entities, confidence: 1 };
  const isWhole = missingEntities(certain, catalogue).length === 0;
  return isNamed && isWhole ? { answer, also: withoutDoubts(certain) } : undefined;
}

/** The words as the value that the question had. */
function namedBy(turn: Turn, asked: GoalFrame, text: string): GoalFrame["entities"] {
  const [name, ...more] = Object.keys(asked.entities);
  if (name === undefined || more.length > 0) return {};
  const { understanding } = turn.snapshot;
  const said = readingOf(text).withoutArticle;
  const read = understanding.valueOf(asked.primary_domain, asked.goal, name, said, spokenIn(turn));
  return read === undefined ? {} : { [name]: read.value };
}

/** The goal that a yes would carry out. */
function frameAsked({ options, resume: to }: PendingAction): GoalFrame | undefined {
  const [only, other] = options;
  if (to.at === "goal") return other === undefined ? only?.frame : undefined;
  return to.at === "intent" ? framesOf(to.intent)[0] : undefined;
}
