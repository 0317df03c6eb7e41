import { digestOf } from "#shared/contracts/digest.ts";
import {
  sessionChange,
  sessionDeleted,
  sessionDetail,
  sessionReset,
  sessionSummary,
  sessionsPage,
  sessionsQuery,
  userForgotten,
} from "#shared/contracts/native-endpoints.ts";
import { reason } from "#shared/messages/reason.ts";
import type { SessionKey, StoredSession } from "../../ports/stores.ts";
import { type EndpointContext, pathPart } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { questionOf } from "./pending.ts";
import { readBody, readQuery } from "./read-body.ts";
import type { Route } from "./route.ts";

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
      tag: "sessions",
      summary: "Sessions, the latest first; with some words in them where asked",
      query: sessionsQuery,
      answer: sessionsPage,
      handle: async (context) => {
        const { limit, before, q } = readQuery(context, sessionsQuery);
        const owner = { user_id: userOf(context, settings) };
        const page = await conversations.list(owner, limit, before, q);
        return context.json({ sessions: page.sessions.map(summaryOf), next: page.next ?? null });
      },
    },
    {
      method: "GET",
      path: "/v1/sessions/:id",
      right: "sessions:read",
      tag: "sessions",
      summary: "What is kept of a session, and the part of it that a model would be shown",
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
          pending: open === undefined ? null : questionOf(open),
          context: { summary, key_facts, turn_count, last_intent: last_frame },
        });
      },
    },
    {
      method: "PATCH",
      path: "/v1/sessions/:id",
      right: "sessions:write",
      tag: "sessions",
      summary: "Give a session another title",
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
      tag: "sessions",
      summary: "Forget what was said in a session; its language and its runs stay",
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
      tag: "sessions",
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
    method: "DELETE",
    path: "/v1/users/:id",
    right: "users:write",
    tag: "users",
    summary: "Delete everything that is kept of a user; what domains keep of them stays there",
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
      await store.personal.forget({ user_id });
      await files.forget({ user_id });
      return context.json({ user_id, forgotten: true });
    },
  },
];
