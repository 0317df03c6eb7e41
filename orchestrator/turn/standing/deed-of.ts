import type { IntentOutput } from "#shared/contracts/intent.ts";
import { inLocale } from "#shared/contracts/names.ts";
import type { ScheduleAction } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { recipientParam } from "../../catalogue/catalogue.ts";
import { commandWord } from "../../engine/carriers/address-recipients.ts";
import { readSendMe, readSends, readTellMe } from "../../language/commands/read-reminder.ts";
import type { TimeReading } from "../../language/time/reading.ts";
import { type Draft, validDraft } from "../../planning/draft.ts";
import { framesOf, intentWithout, withFrames } from "../../planning/frames.ts";
import { recipientsNamed } from "../../planning/recipients.ts";
import { forbiddenSteps } from "../../planning/rights.ts";
import { effectsOf, promisesOf } from "../../standing/promises.ts";
import { type Outcome, words } from "../outcome.ts";
import { forbiddenText } from "../reply/help.ts";
import { type StandingTurn, sessionContextOf, type Turn } from "../turn.ts";
import { offeredTo } from "../understand-message.ts";
import { channelNamed } from "./make-schedule.ts";
import { asked, type Deed, resumeAt, type StandingRequest, TELLING } from "./request.ts";

/** Someone whom it does not go to as it was said; `isKnown`: though a chat of theirs is linked. */
type Addressee = { readonly to: string; readonly said: string; readonly isKnown: boolean };

type Meant =
  | Deed
  /** What is in its way, as it is told. */
  | { readonly lacks: string }
  /** For someone who is not linked: the name, and the words that say so. */
  | Addressee
  | "stopped"
  | undefined;

const isDeed = (meant: Meant): meant is Deed => typeof meant === "object" && "action" in meant;

/** What the rest of the words asks for. */
export async function deedOf(
  turn: StandingTurn,
  reading: TimeReading,
  request: StandingRequest,
): Promise<Deed | Outcome | undefined> {
  const { rest } = reading;
  const say = sayIn("schedules", turn.locale);
  const intent = intentWithout(request.text, "control", "standing request");
  if (request.subject !== null)
    return { ...TELLING, action: { do: "tell", text: request.subject } };
  const goals = rest === "" ? undefined : await goalsOf(turn, rest);
  if (isDeed(goals)) return goals;
  if (typeof goals === "object" && "to" in goals) return askWhom(turn, request, goals, intent);
  const sent =
    goals === undefined || goals === "stopped" || rest !== ""
      ? await toldGoals(turn, rest)
      : undefined;
  if (sent !== undefined) return sent;
  const telling = readTellMe(rest, turn.locale);
  if (telling !== undefined) {
    const { about, isWhere } = telling;
    const isPlace =
      channelNamed(telling.rest, turn.standing) !== undefined &&
      telling.rest.split(/\s+/).length <= MOST_PLACE_WORDS;
    // Where it is told is nothing to tell.
    if (about !== "" && !isPlace && isWhere)
      return words("clarification", say("what_to_do", { what: rest, when: reading.words }), intent);
    if (about !== "" && !isPlace) return { ...TELLING, action: { do: "tell", text: about } };
    return asked(turn, intent, say("tell_of_what"), resumeAt("subject", request));
  }
  if (goals === "stopped") return undefined;
  const open = goals?.lacks ?? say("what_to_do", { what: rest, when: reading.words });
  return words("clarification", open, intent);
}

const MOST_PLACE_WORDS = 3;

/** A statement that is told to somebody is sent as a message is. undefined: it is not. */
export async function sendStatement(
  turn: StandingTurn,
  rest: string,
  statement: string,
): Promise<Deed | Addressee | undefined> {
  const sends = readSends(rest, turn.locale, turn.standing.channels());
  if (sends === undefined) return undefined;
  const bare = await goalsOf(turn, sends.others);
  const isOpen = typeof bare === "object" && ("lacks" in bare || "to" in bare);
  if (!sends.isTelling && !isOpen) return undefined;
  for (const way of sends.ways) {
    const meant = await goalsOf(turn, way);
    const sent =
      isDeed(meant) && meant.acts ? withText(turn, meant, sends.word, statement) : undefined;
    if (sent !== undefined) return sent;
    if (typeof meant === "object" && "to" in meant) return meant;
  }
  return undefined;
}

/** What is sent, instead of the word that stood for it; undefined: the word is nowhere in it. */
function withText(turn: Turn, { action }: Deed, word: string, text: string): Deed | undefined {
  if (action.do !== "goals") return undefined;
  const { intent } = action;
  const entities = Object.fromEntries(
    Object.entries(intent.entities).map(([name, value]) => [name, value === word ? text : value]),
  );
  const isSame = JSON.stringify(entities) === JSON.stringify(intent.entities);
  return isSame ? undefined : planned(turn, { ...intent, entities });
}
/** It does not go to them: would it do to tell the one who asks? */
export function askWhom(
  turn: Turn,
  request: StandingRequest,
  { to, said, isKnown }: Addressee,
  intent: IntentOutput,
): Outcome {
  const say = sayIn("schedules", turn.locale);
  const text = request.text.replace(said, "").replace(/\s+/g, " ").trim();
  const question = isKnown
    ? say("not_sent_to", { name: to })
    : say("not_linked", { name: to, typed: commandWord(to) });
  const options = [{ label: say("to_me"), params: { whom: "me" } }];
  return asked(turn, intent, question, resumeAt("whom", { ...request, text }), options);
}

/** What is to be sent is read, and what is read is told. */
async function toldGoals(turn: Turn, text: string): Promise<Deed | undefined> {
  const sent = readSendMe(text, turn.locale);
  const goals = sent === undefined || sent.rest === "" ? undefined : await goalsOf(turn, sent.rest);
  return isDeed(goals) && !goals.acts ? goals : undefined;
}

/** The goals of a text, as a plan that may run; "stopped": what stands around it is against it. */
async function goalsOf(turn: Turn, text: string): Promise<Meant> {
  const { snapshot, mayUse, locale } = turn;
  const { catalogue, understanding } = snapshot;
  const { intent } = offeredTo(
    { catalogue, mayUse },
    understanding.understand(text, sessionContextOf(turn)),
  );
  const draft = draftOf(turn, intent);
  const to = addresseeOf(intent);
  if (to !== undefined) {
    const chats = (await turn.deps.addressBook?.list(turn.key)) ?? [];
    const { length } = recipientsNamed(to.to, chats);
    if (length !== 1 || !isSent(turn, draft)) return { ...to, isKnown: length > 0 };
  }
  if (draft === undefined) return undefined;
  if (draft.leads === "gap") {
    const question = draft.schema.question && inLocale(draft.schema.question, locale);
    return { lacks: sayIn("schedules", locale)("lacks", { what: question ?? draft.entity }) };
  }
  if (draft.leads === "held") return "stopped";
  if (draft.leads === "forbidden") return { lacks: forbiddenText(turn, draft.capabilities).answer };
  return draft.leads === "plan" ? deedFrom(turn, intent, draft) : undefined;
}

/** What would be kept is done without its person looking, so that a right which is missing to any of it is told at once. */
function draftOf({ snapshot, mayUse, state }: Turn, intent: IntentOutput): Draft | undefined {
  const { catalogue } = snapshot;
  const draft = validDraft(intent, state.remembered, catalogue, mayUse);
  if (draft?.leads !== "plan") return draft;
  const capabilities = forbiddenSteps(draft.plan, { catalogue, mayUse });
  return capabilities.length === 0
    ? draft
    : { leads: "forbidden", frames: draft.frames, capabilities };
}

/** An intent that was changed, as what is done each time; undefined: it is no plan any more. */
export function planned(turn: Turn, intent: IntentOutput): Deed | undefined {
  const draft = draftOf(turn, intent);
  return draft?.leads === "plan" ? deedFrom(turn, intent, draft) : undefined;
}

function deedFrom(
  { snapshot: { catalogue } }: Turn,
  intent: IntentOutput,
  { plan, frames }: Extract<Draft, { leads: "plan" }>,
): Deed {
  const consent = effectsOf(plan, catalogue);
  const action: ScheduleAction = { do: "goals", intent: withFrames(intent, frames) };
  return { action, acts: consent.length > 0, digests: promisesOf(plan, catalogue), consent };
}

/** For whom the words say it is, where that is someone else. */
function addresseeOf(intent: IntentOutput): { to: string; said: string } | undefined {
  const doubts = [
    ...(intent.doubts ?? []),
    ...framesOf(intent).flatMap((frame) => frame.doubts ?? []),
    ...intent.followups.flatMap((followup) => followup.doubts ?? []),
  ];
  const found = doubts.find(({ reason, name }) => reason === "addressed" && name !== undefined);
  return found === undefined ? undefined : { to: found.name ?? found.detail, said: found.detail };
}

/** Does the plan send something to somebody? */
const isSent = ({ snapshot }: Turn, draft: Draft | undefined): boolean =>
  draft?.leads === "plan" &&
  draft.plan.steps.some(({ domain, capability, params }) => {
    const spec = snapshot.catalogue.capability(domain, capability)?.spec;
    const param = spec && recipientParam(spec.params_schema);
    return param !== undefined && Object.hasOwn(params, param);
  });
