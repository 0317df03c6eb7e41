import type { TurnResponse, Usage } from "#shared/contracts/endpoints.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink, Source } from "#shared/contracts/output.ts";
import type { ConversationState, PendingAction } from "#shared/contracts/pending.ts";
import type { TurnReading } from "#shared/contracts/promotion.ts";
import type { TurnOutcome, UsageRow } from "#shared/contracts/usage.ts";
import { sayIn } from "#shared/messages/say.ts";
import { cleanText, firstLine, oneLine } from "#shared/plain-text/clean-text.ts";
import { withoutLinks, withoutPictures } from "#shared/plain-text/without-links.ts";
import { bringsOutsideText, type Catalogue, onlyReads } from "../catalogue/catalogue.ts";
import { withNotes } from "../engine/carriers/artifacts.ts";
import type { OpenCircumstances } from "../engine/circumstances.ts";
import { summarise } from "../engine/reasoning/write-prompt.ts";
import { outsideRemembered } from "../engine/trace-outside-text.ts";
import { rememberAnswers } from "../engine/work.ts";
import { framesOf } from "../planning/frames.ts";
import { OUR_FILES } from "../ports/file-store.ts";
import { ModelError, NO_USAGE, usageView } from "../ports/language-model.ts";
import { sessionOrderKey } from "../ports/owner.ts";
import type { SessionKey } from "../ports/stores.ts";
import { counterfactualTokens } from "../understanding/with-model/understand-with-model.ts";
import { noteShown } from "./conversation/note-shown.ts";
import { noteHeld, noteProposal } from "./note-proposal.ts";
import type { Outcome } from "./outcome.ts";
import { viewPending } from "./reply/question.ts";
import { inLanguage, type Turn, viewChange } from "./turn.ts";
import type { TurnDeps, TurnOptions } from "./turn-deps.ts";

/** Of turns between two summaries. */
const EVERY = 5;
const TIMEOUT_MS = 10_000;
const NEVER = new AbortController().signal;

/**
 * After every fifth turn, where there is a model: the facts become part of the summary. No one waits for it, and
 * what it took is the session's; a session that went on or was reset meanwhile keeps what is newer.
 * Errors: none; what fails is logged, and the facts stay as they are
 */
async function compressContext(
  { deps, ledger }: Turn,
  key: SessionKey,
  { turn_count, summary, key_facts }: ConversationState,
): Promise<void> {
  if (ledger === undefined || turn_count % EVERY !== 0 || key_facts.length === 0) return;
  try {
    const model = ledger.model({ purpose: "summary" });
    const next = await summarise({ summary, key_facts }, model, {
      timeoutMs: TIMEOUT_MS,
      signal: NEVER,
    });
    await deps.inOrder(sessionOrderKey(key), async () => {
      const now = await deps.store.conversations.load(key);
      const left = now && withoutFacts(now.key_facts, key_facts);
      if (now !== undefined && left !== undefined)
        deps.store.conversations.save(key, { ...now, summary: next, key_facts: left });
    });
  } catch (error) {
    const reason = error instanceof ModelError ? error.kind : String(error);
    deps.log.warn({ reason }, "a conversation is not summarised");
  }
}

/**
 * Store what the session has to know, count what it cost, and tell.
 * A question is durable before it is asked; everything else is written in a batch.
 */
export async function closeTurn(
  opened: Turn,
  outcome: Outcome,
  options: TurnOptions,
): Promise<TurnResponse> {
  const turn = inLanguage(opened, outcome.locale ?? opened.locale);
  const { deps, key, snapshot } = turn;
  const { schedules = [] } = outcome;
  const run_id = outcome.run_id ?? turn.run_id;
  const quiet = withoutPictures(outcome.answer);
  // A question shows what would be sent, also where it is text from outside.
  const answer = withUnread(cleanText(quiet), options.unread ?? [], turn.locale);
  const isElsewhere = options.isElsewhere?.(outcome) === true;
  const told: TurnResponse = {
    session_id: key.session_id,
    run_id,
    status: outcome.status,
    answer,
    sources: outcome.sources.map(shownSource),
    files: outcome.files.map(shownFile),
    pending: outcome.pending === undefined ? null : viewPending(outcome.pending),
    usage: isElsewhere
      ? usageView(NO_USAGE)
      : countUsage(turn, deps, snapshot.catalogue, outcome, readingOf(turn, outcome)),
    trace: {
      intent: outcome.intent,
      execution_intents: outcome.execution_intents,
      plan: outcome.plan,
      steps: outcome.steps,
      receipts: outcome.receipts,
      ...(schedules.length > 0 && { schedules: schedules.map((each) => viewChange(each, turn)) }),
    },
  };
  if (isElsewhere) {
    turn.emit(run_id, { type: "reply", status: outcome.status, answer });
    return told;
  }
  const places = options.continueAs?.(told) ?? [key.session_id];
  const state = stateAfter(turn, outcome, run_id, quiet);
  noteProposal(turn, outcome, run_id);
  const asked: Promise<void>[] = [];
  for (const session_id of places) {
    const next = { ...key, session_id };
    const open = outcome.pending ?? stillOpen(turn, outcome, session_id);
    const save = () => deps.store.conversations.save(next, state);
    if (open === undefined) save();
    else asked.push(deps.store.pending.put({ ...open, ...next }).then(save));
  }
  if (asked.length > 0) await Promise.all(asked);
  if (outcome.held !== undefined) deps.store.pending.letGo(key, outcome.held.action.id);
  // An answer that used a question up cannot be given again, and a version is worth what it took to make: what it
  // led to is kept before it is told.
  if (outcome.pendingUsed === true || outcome.artifactNotes.length > 0) await deps.store.flush();
  turn.emit(run_id, { type: "reply", status: outcome.status, answer });
  const [place = key.session_id] = places;
  if (turn.ledger !== undefined) void compressContext(turn, { ...key, session_id: place }, state);
  return { ...told, session_id: place };
}

/** Meter what was carried out for a message; what it cost is also part of the answer. */
export function countUsage(
  { key, ledger, begunAt, locale, run_id }: OpenCircumstances,
  { clock, store }: Pick<TurnDeps, "clock" | "store">,
  catalogue: Catalogue,
  outcome: Ended & Pick<Outcome, "frames" | "run_id">,
  reading?: TurnReading,
): Usage {
  const spent = ledger?.spent() ?? NO_USAGE;
  const first = outcome.frames[0];
  const goal = first && catalogue.goal(first.primary_domain, first.goal);
  const now = clock.now();
  const came = cameTo(outcome);
  const row: UsageRow = {
    ...key,
    run_id: outcome.run_id ?? run_id,
    at: now,
    goal: outcome.intent.goal ?? "",
    tier: outcome.intent.tier,
    action_type: goal?.spec.action_type ?? "",
    status: outcome.status,
    duration_ms: now - begunAt,
    ...spent,
    // Only what was understood would have been worth what a model takes; a given plan is no message.
    tokens_counterfactual:
      came === "understood" && outcome.intent.tier !== "none"
        ? counterfactualTokens(outcome.intent, catalogue, locale)
        : 0,
    outcome: came,
    verdict: null,
  };
  store.usage.record(row, reading);
  return usageView(spent);
}

/** What answers a question ("1") is read with what was asked for: that is the sentence to judge. */
const readingOf = ({ entry, locale }: Turn, { intent, frames }: Outcome): TurnReading => ({
  text: (intent.tier === "pending" && intent.original_query) || entry.input_text,
  ...{ locale, tier: intent.tier, confidence: intent.confidence },
  goals: (frames.length > 0 ? frames : framesOf(intent)).map(
    ({ primary_domain: domain, goal, entities, original_query }) => ({
      domain,
      goal,
      entities,
      original_query,
    }),
  ),
});

/** A parked question goes along when the transcript moves to its next place. */
function stillOpen(turn: Turn, outcome: Outcome, nextSession: string): PendingAction | undefined {
  if (nextSession === turn.key.session_id || turn.pending === undefined) return undefined;
  return outcome.pendingUsed === true ? undefined : { ...turn.pending, parked: true };
}

function stateAfter(
  turn: Turn,
  outcome: Outcome,
  run_id: string,
  last_answer: string,
): ConversationState {
  const { state, snapshot } = turn;
  const outside = outcome.frames.length === 0 ? [] : outsideOf(turn, outcome);
  const last = outcome.frames.at(-1);
  const lastGoal = last && snapshot.catalogue.goal(last.primary_domain, last.goal);
  // A sentence that takes something up after small talk is about what came before it, and so it is after something was to be
  // done and was not.
  const isTakenUp =
    lastGoal === undefined ||
    (lastGoal.spec.fallback === undefined &&
      (outcome.status !== "failure" || onlyReads(lastGoal, snapshot.catalogue)));
  const remembered = outcome.frames.reduce((kept, frame) => {
    const goal = snapshot.catalogue.goal(frame.primary_domain, frame.goal);
    return goal === undefined ? kept : remember(kept, frame, goal.spec.entities_schema);
  }, state.remembered);
  return {
    ...state,
    last_frame: isTakenUp ? (last ?? state.last_frame) : state.last_frame,
    last_intents:
      outcome.execution_intents.length > 0
        ? outcome.execution_intents.slice(0, 20)
        : state.last_intents,
    last_answer,
    held: noteHeld(turn, outcome),
    last_choice: outcome.choice ?? (last === undefined ? state.last_choice : null),
    // What can be undone: reading, and what was only tried out, change nothing to go back on.
    last_run_id: outcome.receipts.length > 0 ? run_id : state.last_run_id,
    last_standing: lastStanding(state, outcome),
    schedules_shown_at: outcome.lists === true ? turn.startedAt : state.schedules_shown_at,
    declined: lastDeclined(turn, outcome),
    remembered,
    locale: turn.locale,
    title: state.title || oneLine(turn.entry.input_text, MOST_OF_TITLE),
    turn_count: state.turn_count + 1,
    key_facts:
      last === undefined
        ? state.key_facts
        : noteFact(state.key_facts, {
            said: turn.entry.input_text,
            goal: last.goal,
            // What strangers wrote is no fact of the conversation.
            told: outside.length > 0 ? undefined : outcome.answer,
          }),
    agent_memory:
      outcome.agentEvents.length === 0
        ? state.agent_memory
        : rememberAnswers(state.agent_memory, outcome.agentEvents),
    artifacts: withNotes(state.artifacts, outcome.artifactNotes),
    // What was done with an answer is not what is spoken of next: that answer still is.
    shown: noteShown(turn, outcome, outside),
  };
}

/** What can be undone is whatever was changed last. */
const lastStanding = (state: ConversationState, { standing, receipts }: Outcome) =>
  standing !== undefined ? standing : receipts.length > 0 ? null : state.last_standing;

const lastDeclined = ({ state, startedAt: at }: Turn, { declined, standing }: Outcome) =>
  declined !== undefined
    ? { proposal: declined, at }
    : standing === undefined
      ? state.declined
      : null;

/** Which capabilities brought text from outside into an answer. */
function outsideOf({ state, snapshot }: Turn, { steps, plan }: Outcome): string[] {
  const { catalogue } = snapshot;
  const untrusted = steps.flatMap(({ domain, capability }) => {
    const known = catalogue.capability(domain, capability);
    if (known === undefined) return [];
    const own = bringsOutsideText(known, catalogue) ? [`${domain}.${capability}`] : [];
    return [...own, ...outsideRemembered(known, catalogue, state)];
  });
  return plan === null ? [] : [...new Set(untrusted)];
}

/** How a message ended, as far as it is counted. */
type Ended = Pick<Outcome, "status" | "plan" | "intent"> &
  Partial<Pick<Outcome, "pending" | "heldBack" | "unclear" | "schedules">>;

/** What a message is counted as. Pure. */
function cameTo({ status, plan, intent, ...ended }: Ended): TurnOutcome {
  if (ended.pending !== undefined) return "asked";
  if (plan !== null) return status === "failure" ? "failed" : "understood";
  if ((ended.schedules?.length ?? 0) > 0) return "understood";
  const isHeld = ended.heldBack !== undefined || ended.unclear !== undefined;
  const isForbidden = intent.evidence.some(({ kind }) => kind === "rights");
  if (isHeld || isForbidden || status === "clarification") return "refused";
  return status === "failure" ? "failed" : "talk";
}

/** So much of a message shows which one is meant. */
const SHOWN_CHARS = 80;
/** So much of it is looked at: a file may stand there. */
const READ_CHARS = 2000;

/** An answer, and that messages which came before the last one were not read. A front end may have written them. */
function withUnread(answer: string, unread: readonly string[], locale: Locale): string {
  const last = unread.at(-1);
  if (last === undefined) return answer;
  const quoted = oneLine(withoutLinks(last.slice(0, READ_CHARS)), SHOWN_CHARS);
  return `${answer}\n\n${sayIn("replies", locale)("unread", { count: unread.length, said: quoted })}`;
}

/** The remembered values, with those that this goal's manifest wants kept. */
function remember(
  remembered: ConversationState["remembered"],
  frame: GoalFrame,
  schema: Readonly<Record<string, EntitySchema>>,
): ConversationState["remembered"] {
  const kept = Object.entries(frame.entities).filter(
    ([name]) => Object.hasOwn(schema, name) && schema[name]?.remember,
  );
  return kept.length === 0 ? remembered : { ...remembered, ...Object.fromEntries(kept) };
}

/** More are not kept: the oldest go first. */
const MOST_FACTS = 10;
const MOST_SAID_CHARS = 120;
/** A conversation is called by how it began. */
const MOST_OF_TITLE = 80;
const MOST_TOLD_CHARS = 160;

/** What was said and what came of it. `told` is left out where it is not the house's own words. */
type Exchange = { said: string; goal: string; told: string | undefined };

/** The session's facts with one more, as a line that a person can read. No model is asked. Pure. */
export function noteFact(facts: readonly string[], { said, goal, told }: Exchange): string[] {
  const answer = firstLine(told ?? "", MOST_TOLD_CHARS);
  const came = answer === "" ? "" : `: ${answer}`;
  return [...facts, `"${oneLine(said, MOST_SAID_CHARS)}" (${goal})${came}`].slice(-MOST_FACTS);
}

/** What is left of the facts when `summarised` are told by a summary; undefined: some are gone, and it is out of date. */
export function withoutFacts(
  facts: readonly string[],
  summarised: readonly string[],
): string[] | undefined {
  if (!summarised.every((fact) => facts.includes(fact))) return undefined;
  return facts.filter((fact) => !summarised.includes(fact));
}

const MOST_TITLE = 500;

/** A source as it is told: its title on one line, and its address only where that leads to a page. */
export const shownSource = ({ title, url }: Source): Source => ({
  title: oneLine(title, MOST_TITLE),
  url: shownAddress(url),
});

/** A file of elsewhere likewise; one that we keep, or that comes in its own address, is told as it is. */
export const shownFile = (file: FileLink): FileLink =>
  file.url.startsWith(OUR_FILES) || file.url.startsWith("data:")
    ? file
    : { ...file, name: oneLine(withoutLinks(file.name), MOST_TITLE), url: shownAddress(file.url) };

function shownAddress(url: string): string {
  const address = URL.parse(url);
  const isPage = address?.protocol === "https:" || address?.protocol === "http:";
  return isPage ? cleanText(url) : "";
}
