import { turnResponse } from "#shared/contracts/endpoints.ts";
import {
  type OpenQuestion,
  openQuestions,
  pendingAnswerRequest,
  pendingExpired,
  pendingQuery,
} from "#shared/contracts/native-endpoints.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Owner } from "../../ports/stores.ts";
import { expireQuestion } from "../../turn/expire-question.ts";
import { viewPending } from "../../turn/reply/question.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type EndpointContext, pathPart } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { optionsOf } from "./leaving.ts";
import { readBody, readQuery } from "./read-body.ts";
import type { Route } from "./route.ts";

/** More open questions than this are not looked at. */
const MOST = 500;

export const questionOf = (pending: PendingAction): OpenQuestion => {
  const { id, session_id, locale, created_at, expires_at, resume } = pending;
  const run_id = resume.at === "step" ? resume.run_id : null;
  return { ...viewPending(pending), id, session_id, locale, created_at, expires_at, run_id };
};

async function openOf({ store, clock }: TurnDeps, owner: Owner): Promise<PendingAction[]> {
  const open = await store.pending.list(owner, clock.now(), MOST);
  // A question of a transcript can be kept at more than one place.
  return [...new Map(open.map((each) => [each.id, each])).values()];
}

/** What a user is asked now, the newest first. */
export const listQuestions = async (deps: TurnDeps, owner: Owner): Promise<OpenQuestion[]> =>
  (await openOf(deps, owner)).map(questionOf);

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
      tag: "pending",
      summary: "Open questions, the newest first; of one session where asked",
      query: pendingQuery,
      answer: openQuestions,
      handle: async (context) => {
        const { session_id } = readQuery(context, pendingQuery);
        const owner = { user_id: userOf(context, settings) };
        const one = session_id && (await pending.find({ ...owner, session_id }, deps.clock.now()));
        const open = session_id ? (one ? [one] : []) : await listed(context);
        return context.json({ pending: open.map(questionOf) });
      },
    },
    {
      method: "POST",
      path: "/v1/pending/:id/answer",
      right: "turns",
      tag: "pending",
      summary: "Answer an open question; what waited for it goes on",
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
      tag: "pending",
      summary: "Let an open question go unanswered, and the run that waited for it with it",
      answer: pendingExpired,
      handle: async (context) => {
        const found = await find(context);
        await expireQuestion(deps, found);
        return context.json({ id: found.id, expired: true });
      },
    },
  ];
}
