import type { Entities, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type {
  ConversationState,
  PendingAction,
  PendingOption,
  ShownAnswer,
} from "#shared/contracts/pending.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { capabilityIn, entityIn, entityLabel } from "../catalogue/described-in.ts";
import {
  labelOf,
  type ParamWords,
  paramWords,
  showParams,
  showValue,
} from "../catalogue/value-words.ts";
import { hitsIn, type OutsideFeed } from "../engine/plan-run.ts";
import { wantedBy } from "../engine/receive-output.ts";
import {
  type Ask,
  type Circumstances,
  paramsDigest,
  type Waiting,
  type Work,
} from "../engine/work.ts";
import { framesOf, intentWithout, withFrames } from "../planning/frames.ts";
import { type MissingEntity, missingEntities } from "../planning/missing-entities.ts";
import { sentToBy } from "../planning/recipients.ts";
import { questionOfGoal, questionOfStep, withWhom } from "./reply/goal-question.ts";
import { askInWords } from "./reply/question.ts";
import { goesTo } from "./reply/say.ts";
import type { TurnDeps } from "./turn-deps.ts";

/**
 * What the one thing that a step is about was called when it was shown. Pure.
 * Shape: undefined where no parameter says which thing it is, or the parameters say its name themselves
 */
export function calledBefore(
  shown: readonly ShownAnswer[],
  { domain, params }: Pick<ExecutionStep, "domain" | "params">,
): string | undefined {
  const given = Object.entries(params);
  const found = shown
    .flatMap(({ items }) => items)
    .findLast(
      ({ domain: own, entities }) =>
        own === domain &&
        given.some(([name, value]) => entities[name] === value) &&
        given.every(([name, value]) => !Object.hasOwn(entities, name) || entities[name] === value),
    );
  return given.some(([, value]) => value === found?.label) ? undefined : found?.label;
}

/** How long a question stays answerable, milliseconds. A yes to something risky is worth less time. */
const ASKED_TTL_MS = 30 * 60 * 1000;
const CONFIRM_TTL_MS = 10 * 60 * 1000;

/** Who asks: all of a turn that a question needs. */
export type Asker = Pick<Circumstances, "key" | "locale" | "instruction"> & {
  deps: Pick<TurnDeps, "clock" | "makeId">;
  /** What was shown in the session. Absent: nothing was. */
  state?: Partial<Pick<ConversationState, "shown">>;
};

type Question = Pick<PendingAction, "kind" | "question" | "options" | "resume">;

/** A question of someone, open from now on. */
export function pendingFor(turn: Asker, question: Question): PendingAction {
  const now = turn.deps.clock.now();
  return {
    ...question,
    id: turn.deps.makeId("ask"),
    ...turn.key,
    locale: turn.locale,
    ...(turn.instruction && { instruction: turn.instruction.digest }),
    reasks: 0,
    parked: false,
    created_at: now,
    expires_at: now + (question.kind === "confirm" ? CONFIRM_TTL_MS : ASKED_TTL_MS),
  };
}

/** A goal lacks an entity: the manifest's own question, or a plain one. */
export function askForEntity(
  turn: Asker,
  intent: IntentOutput,
  { frame, entity, schema }: MissingEntity & { readonly frame: number },
  catalogue: Catalogue,
): PendingAction {
  const asked = schema.question && inLocale(schema.question, turn.locale);
  const described = entityIn(schema, turn.locale);
  const which =
    asked ??
    (described === undefined
      ? sayIn("replies", turn.locale)("which_value", {
          entity: entityLabel(entity, undefined, turn.locale),
        })
      : `${described}?`);
  const asked_for = framesOf(intent)[frame];
  const question = withWhom(which, asked_for, catalogue, turn.locale, intent.followups);
  const options =
    schema.type === "enum"
      ? (schema.values ?? []).map((value) => ({
          label: labelOf(value, schema, turn.locale),
          params: { [entity]: value },
        }))
      : [];
  return pendingFor(turn, {
    kind: "fill",
    question,
    options,
    resume: { at: "entity", intent, frame, entity },
  });
}

/** A command of so few words leaves nothing else that it might be about. */
const MOST_COMMAND_WORDS = 3;
const MOST_WORDS_ABOUT_NOTHING = 6;

/**
 * No goal is certain: offer the closest, each with what it would mean. A bare command that only one goal
 * is close to is asked for what it lacks, which says as well what was understood.
 */
export function askForGoal(
  turn: Asker,
  options: PendingOption[],
  {
    original_query,
    followups,
    also = [],
    unread = [],
  }: Pick<IntentOutput, "original_query" | "followups" | "unread"> & { also?: GoalFrame[] },
  catalogue: Catalogue,
): PendingAction {
  const [only, other] = options;
  const frame = other === undefined ? only?.frame : undefined;
  const said = original_query.trim().split(/\s+/).length;
  const isShort = said <= MOST_COMMAND_WORDS;
  const saysNothing = frame !== undefined && Object.keys(frame.entities).length === 0;
  const isBare =
    unread.length === 0 && (isShort || (saysNothing && said <= MOST_WORDS_ABOUT_NOTHING));
  const [gap] = frame !== undefined && isBare ? missingEntities(frame, catalogue) : [];
  if (frame !== undefined && gap !== undefined) {
    const chosen = intentWithout(original_query, "pending", "a bare command");
    const intent = withFrames({ ...chosen, followups }, [frame]);
    return askForEntity(turn, intent, { ...gap, frame: 0 }, catalogue);
  }
  const asked = [frame ?? [], also].flat();
  const each = new Set(asked.map((one) => questionOfGoal(one, catalogue, turn.locale)));
  const question =
    frame === undefined
      ? sayIn("replies", turn.locale)("choose_goal")
      : withWhom([...each].join(" "), frame, catalogue, turn.locale, followups);
  return pendingFor(turn, {
    kind: "choose_goal",
    question,
    options,
    resume: { at: "goal", original_query, followups, ...(also.length > 0 && { also }) },
  });
}

/** Something understood is done once it is wanted: it changes something and was done before, or was only asked about. */
export const askAgain = (turn: Asker, intent: IntentOutput, question: string): PendingAction =>
  pendingFor(turn, { kind: "confirm", question, options: [], resume: { at: "intent", intent } });

/** Which parameters of a step are not the user's own, and where they come from. */
export const warningsOf = (
  outside: readonly OutsideFeed[],
  catalogue: Catalogue,
  locale: Locale,
  words: ParamWords,
): string[] =>
  outside.map(({ param, from }) => {
    const sources = from.map((source) => {
      const [domain = "", capability = ""] = source.split(".");
      const name = capabilityIn({ domain, capability }, catalogue, locale);
      return name === source ? source : `${name} (${source})`;
    });
    return sayIn("replies", locale)("from_outside", {
      param: words.label(param),
      sources: sources.join(", "),
    });
  });

/**
 * Whether a step is to be done, as its goal asks it or with what it would do, and with the very parameters it would do it
 * with, what that was called where it was shown, and which of them are not the user's own.
 */
function confirming(
  { locale, state }: Asker,
  { step, outside, output }: Waiting,
  { catalogue }: Pick<Work, "catalogue">,
): string {
  const say = sayIn("replies", locale);
  const counted = hitsIn(output);
  const hits =
    counted === undefined
      ? []
      : [
          counted.hits === null ? say("hits_unknown") : say("hits", { count: counted.hits }),
          counted.told,
        ];
  const called = calledBefore(state?.shown ?? [], step);
  const label = called === undefined ? "" : `- ${showValue(called)}`;
  const spec = catalogue.capability(step.domain, step.capability)?.spec;
  const { to, others } = sentToBy(step.params, spec);
  const whom = to === undefined ? "" : goesTo(to === "" ? "" : showValue(to), locale);
  const words = paramWords(step, catalogue, locale);
  const isEmpty = ({ param }: OutsideFeed) => [step.params[param]].flat().length === 0;
  const foreign = outside.filter((each) => !isEmpty(each));
  const warnings = warningsOf(foreign, catalogue, locale, words);
  const fed = foreign.map(({ param }) => param);
  const asked = questionOfStep(others, words, fed);
  const head = asked?.question ?? say("confirm", { what: capabilityIn(step, catalogue, locale) });
  return [head, label, ...hits, showParams(asked?.left ?? others, words), whom, ...warnings]
    .filter((line) => line !== "")
    .join("\n");
}

const isFinished = ({ status }: StepTrace): boolean =>
  status === "success" || status === "failure" || status === "unknown";

/** A step waits for the user; undefined when its question could not be answered by anyone. */
function askForStep(
  turn: Asker,
  { run_id, catalogue }: Pick<Work, "run_id" | "catalogue">,
  waiting: Waiting,
  steps: readonly StepTrace[],
): PendingAction | undefined {
  const { step, output } = waiting;
  const resume = {
    at: "step" as const,
    run_id,
    step_id: String(step.id),
    finished: steps.filter(isFinished).map(({ id }) => String(id)),
  };
  const capability = catalogue.capability(step.domain, step.capability);
  if (waiting.kind === "confirm")
    return pendingFor(turn, {
      kind: "confirm",
      question: confirming(turn, waiting, { catalogue }),
      options: [],
      resume: { ...resume, params_digest: paramsDigest(step.params) },
    });
  const wanted = wantedBy(
    output,
    capability?.spec.params_schema ?? { type: "object" },
    step.params,
  );
  if (wanted === undefined) return undefined;
  const question = output.explanation;
  if (wanted.kind === "select")
    return pendingFor(turn, { kind: "select", question, options: wanted.options, resume });
  return pendingFor(turn, {
    kind: "fill",
    question,
    options: [],
    resume: { ...resume, param: wanted.param },
  });
}

/** The question of a run: put into words when a step waits, and kept as the pending action that it becomes. */
export function stepQuestion(
  circumstances: Omit<Asker, "deps">,
  deps: Asker["deps"],
  work: Pick<Work, "run_id" | "catalogue">,
): { ask: Ask; asked(): PendingAction | undefined; named(answer: string): string } {
  let pending: PendingAction | undefined;
  let plain = "";
  return {
    // What a session has shown is no part of a run: its record has the question without it, and is replayed so.
    ask: (waiting, steps) => {
      const { state: _, ...unseen } = { ...circumstances, deps };
      pending = askForStep(unseen, work, waiting, steps);
      plain = pending?.question ?? "";
      const told = pending && askInWords(pending, circumstances.locale);
      if (pending?.kind === "confirm")
        pending = { ...pending, question: confirming({ ...circumstances, deps }, waiting, work) };
      return told;
    },
    /** An answer with that question, as the session sees it: with the name of what it is about. */
    named: (answer) =>
      pending === undefined ? answer : answer.split(plain).join(pending.question),
    asked: () => pending,
  };
}

/** What the user gave: one of the options, a value for the gap, or a yes. */
export type Given =
  | { what: "option"; option: PendingOption }
  | { what: "value"; value: string | number | boolean | (string | number)[] }
  /** Values of the goal that is asked about, by entity. */
  | { what: "values"; values: Entities }
  /** Several of the options, each of which is wanted. */
  | { what: "several"; options: readonly PendingOption[] }
  | { what: "yes" };
