import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { showValue } from "../catalogue/value-words.ts";
import { type JoinedThing, readingOf, type Verb } from "../language/reading.ts";
import { framesOf } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import { type Outcome, withQuestion } from "./outcome.ts";
import { askAgain } from "./questions.ts";
import { questionOfGoal } from "./reply/goal-question.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** Something that is joined to what was done before: what is done is left out, because it is the same. */
export const ofSameDeed = (turn: Turn, text: string): IntentOutput | undefined =>
  withVerbBefore(turn, text, true);

/** What was done is as good as just done for so long, milliseconds. */
const SHORTLY_MS = 10 * 60_000;

/** The same where nothing joins it, right behind what was done: it is asked about. undefined: it is nothing like that. */
export function askOfSameDeed(turn: Turn, text: string): Outcome | undefined {
  const { locale, snapshot, startedAt, state, pending } = turn;
  const last = state.shown.at(-1);
  if (last?.acted !== true || startedAt - (last.at ?? 0) > SHORTLY_MS) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const intent = withVerbBefore(turn, text, false);
  const [frame] = intent === undefined ? [] : framesOf(intent);
  if (intent === undefined || frame === undefined) return undefined;
  const goal = snapshot.catalogue.goal(frame.primary_domain, frame.goal);
  const isText = (name: string) => goal?.spec.entities_schema[name]?.type === "string";
  // Where any words would do, they are as likely talk.
  if (Object.keys(frame.entities).every(isText)) return undefined;
  const question = questionOfGoal(frame, snapshot.catalogue, locale);
  return withQuestion(askAgain(turn, intent, question), intent, locale);
}

function withVerbBefore(turn: Turn, text: string, isJoined: boolean): IntentOutput | undefined {
  const { shown } = turn.state;
  const [last] = shown.at(-1)?.frames ?? [];
  const thing = readingOf(text).joinedThing;
  if (last === undefined || thing?.isJoined !== isJoined) return undefined;
  if (!isJoined && readingOf(text).verb !== undefined) return undefined;
  const verb = verbOf(
    shown.filter(({ frames }) => frames[0]?.primary_domain === last.primary_domain),
  );
  if (verb === undefined || (thing.deed ?? verb.deed) !== verb.deed) return undefined;
  const before = namedBefore(shown.at(-1), thing.text);
  const heard = [verb.text, ...before].map((each) => hearAs(turn, `${each} ${thing.text}`).intent);
  const intent = heard.find((each) => isSame(turn, each, thing, last));
  if (intent === undefined) return undefined;
  const evidence = [...intent.evidence, { kind: "last_goal", detail: `${verb.text}, as before` }];
  return { ...intent, tier: "elliptical", evidence, original_query: text };
}

/** A clear deed of the kind that was done last, and all of one. */
function isSame(
  turn: Turn,
  intent: IntentOutput,
  { isAsked, isToo }: JoinedThing,
  last: GoalFrame,
): boolean {
  const [frame, ...others] = framesOf(intent);
  if (frame === undefined || others.length > 0 || intent.followups.length > 0) return false;
  const { catalogue } = turn.snapshot;
  const { passed, effect } = gateOfFrame(frame, [], catalogue);
  const isMeant = !isAsked && (effect === "write" || (isToo && isUndone(frame, catalogue)));
  if (!passed || !isMeant || frame.primary_domain !== last.primary_domain) return false;
  return missingEntities(frame, catalogue).length === 0;
}

/** What was said before a name, where nothing but another name follows. */
function namedBefore(answer: ShownAnswer | undefined, name: string): readonly string[] {
  const [value] = Object.values(answer?.frames[0]?.entities ?? {});
  const at = typeof value === "string" ? (answer?.said.indexOf(value) ?? -1) : -1;
  return readingOf(name).naming.isName && at > 0
    ? [(answer?.said ?? "").slice(0, at).trimEnd()]
    : [];
}

/** What is deleted so can be taken back. */
function isUndone(frame: GoalFrame, catalogue: Catalogue): boolean {
  const steps = resolveGoal(frame, catalogue);
  const mayUndo = steps.every(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.spec.undo !== undefined,
  );
  return steps.length > 0 && mayUndo;
}

/** The verb that was said last. */
function verbOf(shown: readonly ShownAnswer[]): Verb | undefined {
  for (const { said } of shown.toReversed()) {
    const { verb } = readingOf(said);
    if (verb !== undefined) return verb;
  }
  return undefined;
}

/** Of more things the first are named. */
const MOST_NAMED = 20;

/**
 * What destroys several things that were pointed at together, and named by no one, is asked about by their names and number.
 * undefined: it destroys nothing, is about one thing, or asks of each by itself.
 */
export function askOfAll(
  turn: Turn,
  intent: IntentOutput,
  items: readonly ShownItem[],
): Outcome | undefined {
  const { locale, snapshot } = turn;
  const { catalogue } = snapshot;
  const does = framesOf(intent).flatMap((frame) => resolveGoal(frame, catalogue));
  const destroying = does.find(({ domain, capability }) => {
    const found = catalogue.capability(domain, capability);
    return found?.effect === "destructive" && found.spec.confirm === "never";
  });
  if (destroying === undefined || items.length < 2) return undefined;
  const say = sayIn("replies", locale);
  const named = items.slice(0, MOST_NAMED).map(({ label }) => `- ${showValue(label)}`);
  const more = items.length - named.length;
  const [frame] = framesOf(intent);
  const deed = frame && questionOfGoal({ ...frame, entities: {} }, catalogue, locale);
  const question = [
    ...(deed === undefined ? [] : [deed]),
    say("hits", { count: items.length }),
    ...named,
    ...(more > 0 ? [say("and_more", { count: more })] : []),
  ].join("\n");
  return withQuestion(askAgain(turn, intent, question), intent, locale);
}
