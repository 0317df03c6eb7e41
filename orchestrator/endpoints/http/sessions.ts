import { digestOf } from "#shared/contracts/digest.ts";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import {
  type OpenQuestion,
  openQuestions,
  type PlannedCall,
  pendingAnswerRequest,
  pendingExpired,
  pendingQuery,
  sessionChange,
  sessionDeleted,
  sessionDetail,
  sessionReset,
  sessionSummary,
  sessionsPage,
  sessionsQuery,
  userForgotten,
  userKept,
} from "#shared/contracts/native-endpoints.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { draftPlan } from "../../planning/draft.ts";
import { PlanError } from "../../planning/plan-error.ts";
import type { Owner, SessionKey, StoredSession } from "../../ports/stores.ts";
import { expireQuestion } from "../../turn/open-question.ts";
import { viewPending } from "../../turn/reply/question.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type EndpointContext, optionsOf, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError, readPage } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { readBody, readQuery } from "./read-body.ts";

/** More open questions than this are not looked at. */
const MOST = 500;

const questionOf = (pending: PendingAction, { current }: TurnDeps): OpenQuestion => {
  const { id, session_id, locale, created_at, expires_at, resume } = pending;
  const run_id = resume.at === "step" ? resume.run_id : null;
  const proposal = resume.at === "standing" && pending.kind === "confirm" ? resume.proposal : null;
  return {
    ...viewPending(pending),
    ...{ id, session_id, locale, created_at, expires_at, run_id },
    ...(proposal && { would_call: callsOf(proposal, current().catalogue) }),
  };
};

async function openOf({ store, clock }: TurnDeps, owner: Owner): Promise<PendingAction[]> {
  const open = await store.pending.list(owner, clock.now(), MOST);
  // A question of a transcript can be kept at more than one place.
  return [...new Map(open.map((each) => [each.id, each])).values()];
}

/** What a user is asked now, the newest first. */
export const listQuestions = async (deps: TurnDeps, owner: Owner): Promise<OpenQuestion[]> =>
  (await openOf(deps, owner)).map((each) => questionOf(each, deps));

/** The questions that wait for a user, to be answered from anywhere. */
export function pendingRoutes({ deps, turns, settings }: EndpointDeps): Route[] {
  const { pending } = deps.store;
  const listed = (context: EndpointContext) => openOf(deps, { user_id: userOf(context, settings) });
  const find = async (context: EndpointContext): Promise<PendingAction> => {
    const id = pathPart(context, "id");
    const found = (await listed(context)).find((each) => each.id === id);
    if (found === undefined) throw new HttpError(404, reason("pending_not_found", { id }));
    return found;
  };

  return [
    {
      method: "GET",
      path: "/v1/pending",
      right: "sessions:read",
      summary: "Open questions, newest first, of all sessions or one",
      query: pendingQuery,
      answer: openQuestions,
      handle: async (context) => {
        const { session_id } = readQuery(context, pendingQuery);
        const owner = { user_id: userOf(context, settings) };
        const one = session_id && (await pending.find({ ...owner, session_id }, deps.clock.now()));
        const open = session_id ? (one ? [one] : []) : await listed(context);
        return context.json({ pending: open.map((each) => questionOf(each, deps)) });
      },
    },
    {
      method: "POST",
      path: "/v1/pending/:id/answer",
      right: "turns",
      summary: "Answer an open question; the run that waited for it continues",
      body: pendingAnswerRequest,
      answer: turnResponse,
      handle: async (context) => {
        const { text, follows_ticks } = await readBody(context, pendingAnswerRequest);
        const { id, user_id, session_id, locale } = await find(context);
        const entry = { user_id, session_id, locale, input_text: text, channel: "api" };
        const told = follows_ticks === true ? {} : { tell: null };
        const options = { ...optionsOf(context), ...told, answers: id };
        return context.json(await turns.answer({ ...entry, metadata: {} }, deps, options));
      },
    },
    {
      method: "POST",
      path: "/v1/pending/:id/expire",
      right: "sessions:write",
      summary: "Dismiss an open question and the run that waits for it",
      answer: pendingExpired,
      handle: async (context) => {
        const found = await find(context);
        await expireQuestion(deps, found);
        return context.json({ id: found.id, expired: true });
      },
    },
  ];
}

const summaryOf = ({ session_id, updated_at, state }: StoredSession) => {
  const { title, turn_count, locale, last_answer } = state;
  return { session_id, title, updated_at, turn_count, locale, last_answer };
};

/** What is kept of conversations. */
export function sessionRoutes({ deps, turns, settings }: EndpointDeps): Route[] {
  const { conversations, pending } = deps.store;
  const keyOf = (context: EndpointContext): SessionKey => ({
    user_id: userOf(context, settings),
    session_id: pathPart(context, "id"),
  });
  const notFound = ({ session_id }: SessionKey) =>
    new HttpError(404, reason("session_not_found", { session: session_id }));

  return [
    {
      method: "GET",
      path: "/v1/sessions",
      right: "sessions:read",
      summary: "Sessions, newest first; optionally only those with certain words",
      query: sessionsQuery,
      answer: sessionsPage,
      handle: async (context) => {
        const { limit, before, q } = readQuery(context, sessionsQuery);
        const owner = { user_id: userOf(context, settings) };
        const page = await readPage(conversations.list(owner, limit, before, q));
        return context.json({ sessions: page.sessions.map(summaryOf), next: page.next ?? null });
      },
    },
    {
      method: "GET",
      path: "/v1/sessions/:id",
      right: "sessions:read",
      summary: "The stored data of a session, and the part that a model would see",
      answer: sessionDetail,
      handle: async (context) => {
        const key = keyOf(context);
        const state = await conversations.load(key);
        if (state === undefined) throw notFound(key);
        const open = await pending.find(key, deps.clock.now());
        const { summary, key_facts, turn_count, last_frame } = state;
        return context.json({
          session_id: key.session_id,
          state,
          pending: open === undefined ? null : questionOf(open, deps),
          context: { summary, key_facts, turn_count, last_intent: last_frame },
        });
      },
    },
    {
      method: "PATCH",
      path: "/v1/sessions/:id",
      right: "sessions:write",
      summary: "Rename a session",
      body: sessionChange,
      answer: sessionSummary,
      handle: async (context) => {
        const key = keyOf(context);
        const { title } = await readBody(context, sessionChange);
        const state = await turns.renameSession(deps, key, title);
        if (state === undefined) throw notFound(key);
        return context.json(summaryOf({ ...key, state, updated_at: deps.clock.now() }));
      },
    },
    {
      method: "POST",
      path: "/v1/sessions/:id/reset",
      right: "sessions:write",
      summary: "Forget the conversation of a session; its language and its runs stay",
      answer: sessionReset,
      handle: async (context) => {
        const key = keyOf(context);
        if (!(await turns.resetSession(deps, key))) throw notFound(key);
        return context.json({ session_id: key.session_id, reset: true });
      },
    },
    {
      method: "DELETE",
      path: "/v1/sessions/:id",
      right: "sessions:write",
      summary: "Delete a session; its runs stay",
      answer: sessionDeleted,
      handle: async (context) => {
        const key = keyOf(context);
        if (!(await turns.deleteSession(deps, key))) throw notFound(key);
        return context.json({ session_id: key.session_id, deleted: true });
      },
    },
  ];
}

/** What is kept of people, for whoever has to delete it. */
export const userRoutes = ({ deps, audit, settings }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/users/:id",
    right: "users:write",
    summary: "How much is stored about a user, before it is deleted",
    answer: userKept,
    handle: async (context) => {
      const user_id = pathPart(context, "id");
      return context.json({ user_id, kept: await deps.store.personal.count({ user_id }) });
    },
  },
  {
    method: "DELETE",
    path: "/v1/users/:id",
    right: "users:write",
    summary: "Delete all data stored about a user; domains keep theirs",
    answer: userForgotten,
    handle: async (context) => {
      const user_id = pathPart(context, "id");
      const { store, files } = deps;
      const { runs } = await store.runs.list({ user_id }, 1, undefined, { status: "running" });
      const [running] = runs;
      if (running !== undefined)
        throw new HttpError(409, reason("user_busy", { run: running.run_id, user: user_id }));
      const forgotten = digestOf(user_id);
      await audit.append({ what: "user_forgotten", user_id: userOf(context, settings), forgotten });
      const deleted = await store.personal.count({ user_id });
      await store.personal.forget({ user_id });
      await files.forget({ user_id });
      return context.json({ user_id, forgotten: true, deleted });
    },
  },
];

/** What a schedule would do each time that has an effect, as its plan is now; none where it has no plan any more. */
function callsOf({ action }: Schedule, catalogue: Catalogue): PlannedCall[] {
  if (action.do !== "goals") return [];
  const draft = planOrNone(() => draftPlan(action.intent, {}, catalogue));
  if (draft?.leads !== "plan") return [];
  return draft.plan.steps.flatMap(({ domain, capability, params }) => {
    const effect = catalogue.capability(domain, capability)?.spec.effect ?? "read";
    return effect === "read" ? [] : [{ domain, capability, effect, params }];
  });
}

function planOrNone<T>(draft: () => T): T | undefined {
  try {
    return draft();
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}
