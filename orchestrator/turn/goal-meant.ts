import { isDeepStrictEqual } from "node:util";
import type { Entities, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { type Answer, readingOf } from "../language/reading.ts";
import { framesOf, intentWithout, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { missingEntities, withAnswered } from "../planning/missing-entities.ts";
import { NOTHING_SHOWN } from "./conversation/note-shown.ts";
import { nounsOf } from "./conversation/words-in.ts";
import { ofListChange } from "./of-list-change.ts";
import type { Given } from "./questions.ts";
import { spokenIn, type Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** What a message gives to a question; `sure` where it can hardly be about something else. */
export type Sure<T> = T & { sure: boolean };

/** What the message gives to a goal that is asked about, or that lacks something. */
export const goalMeant = (turn: Turn, pending: PendingAction) =>
  valuesTogether(turn, pending) ?? goalNamed(turn, pending);

/**
 * Several answers in one, the answer to another question of the same goal, or a value that puts one of it right. To the
 * question whether the goal is meant they say yes, where it leaves nothing and destroys nothing.
 */
function valuesTogether(turn: Turn, pending: PendingAction): Sure<Given> | undefined {
  const { snapshot, entry } = turn;
  const { resume: to, kind, options, parked } = pending;
  const { catalogue, understanding } = snapshot;
  const [only, other] = options;
  const offered = to.at === "goal" && other === undefined ? only?.frame : undefined;
  const frame = to.at === "entity" ? framesOf(to.intent)[to.frame] : offered;
  if (frame === undefined || parked || (kind !== "fill" && kind !== "choose_goal"))
    return undefined;
  const asked = to.at === "entity" ? to.entity : missingEntities(frame, catalogue)[0]?.entity;
  const { primary_domain: domain, goal } = frame;
  const { putRight = "", behindLead } = readingOf(entry.input_text);
  const valuesIn = (text: string) =>
    text === "" ? undefined : understanding.valuesFor(domain, goal, asked, text, spokenIn(turn));
  const plain = valuesIn(behindLead.text);
  const isReading = offered && gateOfFrame(offered, [], catalogue).effect === "read";
  const right = valuesIn(putRight) ?? (isReading ? plain : undefined);
  const isRight = right?.known === true && putsRight(frame, right.values);
  const read = isRight ? right : plain;
  if (read === undefined) return undefined;
  const { values, known: sure } = read;
  const names = Object.keys(values);
  const isNew = names.some((name) => frame.entities[name] === undefined);
  // One answer to the question itself is read with all that may be said of it.
  if (!isRight && (!isNew || names.every((name) => name === asked))) return undefined;
  if (to.at === "entity") return { what: "values", values, sure };
  const given = { ...frame, entities: withAnswered(frame.entities, values) };
  return only !== undefined && mayDo(turn, given)
    ? { what: "option", option: { ...only, frame: given }, sure }
    : undefined;
}

/** They take the place of values that the goal has, and add none. */
function putsRight({ entities }: GoalFrame, values: Entities): boolean {
  const said = Object.entries(values);
  const isOwn = said.every(([name]) => Object.hasOwn(entities, name));
  return isOwn && said.some(([name, value]) => !isDeepStrictEqual(entities[name], value));
}

const MOST_CHOOSING_WORDS = 7;

/** The one offered goal that only reads and that the words ask for. */
function goalNamed(turn: Turn, { kind, options, parked }: PendingAction): Sure<Given> | undefined {
  const said = readingOf(turn.entry.input_text);
  if (kind !== "choose_goal" || parked) return undefined;
  if (said.hasOwnText || said.isDenied || said.isLongerThan(MOST_CHOOSING_WORDS)) return undefined;
  const { catalogue } = turn.snapshot;
  const [option, ...others] = options.filter(({ frame }) => {
    const goal = frame && catalogue.goal(frame.primary_domain, frame.goal);
    const own = new Set(goal === undefined ? [] : nounsOf(goal));
    return said.hasWord(own);
  });
  if (option?.frame === undefined || others.length > 0) return undefined;
  const { effect } = gateOfFrame(option.frame, [], catalogue);
  return effect === "read" ? { what: "option", option, sure: true } : undefined;
}

/** Several of the options, where the step takes one of them for each. */
export function severalOf(
  { options, resume: to }: PendingAction,
  answer: Answer,
): Sure<Given> | undefined {
  if (answer?.said !== "several" || answer.options.length < 2) return undefined;
  const chosen = answer.options.map((at) => options[at]).filter((each) => each !== undefined);
  if (to.at !== "step" || chosen.length !== answer.options.length) return undefined;
  return { what: "several", options: chosen, sure: true };
}

/** A goal that is only offered, with a value that puts its own right: offered again, where that alone may not do it. */
export function offeredAnew(turn: Turn, asking: PendingAction): IntentOutput | undefined {
  const { snapshot, entry } = turn;
  const { resume: to, options, parked } = asking;
  const [offered, other] = options.map(({ frame }) => frame);
  const { putRight } = readingOf(entry.input_text);
  if (to.at !== "goal" || offered === undefined || other !== undefined) return undefined;
  if (parked || putRight === undefined || mayDo(turn, offered)) return undefined;
  const { primary_domain: domain, goal, entities } = offered;
  const at = spokenIn(turn);
  const read = snapshot.understanding.valuesFor(domain, goal, undefined, putRight, at);
  if (read?.known !== true || !putsRight(offered, read.values)) return undefined;
  const frame = { ...offered, entities: withAnswered(entities, read.values) };
  const intent = intentWithout(to.original_query, "pending", "put right");
  return { ...withFrames(intent, [frame, ...(to.also ?? [])]), followups: to.followups };
}

/** A value says yes to it as well: it leaves nothing and destroys nothing. */
const mayDo = ({ snapshot }: Turn, frame: GoalFrame): boolean =>
  ["read", "write"].includes(gateOfFrame(frame, [], snapshot.catalogue).effect);

/** What waits for the answer, with another list. */
export async function listedAnew(
  turn: Turn,
  asking: PendingAction,
): Promise<IntentOutput | undefined> {
  const { deps, key, entry, state } = turn;
  const { resume: to, parked } = asking;
  if (to.at !== "step" || parked || readingOf(entry.input_text).listChange === undefined)
    return undefined;
  const waiting = (await deps.store.runs.find(key, to.run_id))?.intent;
  const [frame, ...more] = waiting == null ? [] : framesOf(waiting);
  if (waiting == null || frame === undefined || more.length > 0) return undefined;
  const items = Object.entries(frame.entities).flatMap(([name, value]) =>
    [value].flat().map((each) => ({
      ...{ domain: frame.primary_domain, label: String(each), said_as: String(each) },
      entities: { [name]: each },
    })),
  );
  const about = {
    ...{ ...NOTHING_SHOWN, said: frame.original_query, frames: [frame], items },
    ...{ followups: waiting.followups, list: true },
  };
  const told = { ...turn, state: { ...state, shown: [about] } };
  const intent = ofListChange(told, hearAs(turn, entry.input_text).intent, entry.input_text);
  return intent && { ...intent, followups: waiting.followups };
}
