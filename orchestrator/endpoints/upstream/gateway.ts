import { hash } from "node:crypto";
import { z } from "zod";
import { MAX_INPUT_CHARS } from "#shared/contracts/intent.ts";
import { anyJson, isJsonObject, type Json } from "#shared/contracts/json.ts";
import { usageRow } from "#shared/contracts/usage.ts";
import { reason } from "#shared/messages/reason.ts";
import { needsModel } from "../../catalogue/catalogue.ts";
import { framesOf } from "../../planning/frames.ts";
import { mayPursue } from "../../planning/rights.ts";
import type { Store } from "../../ports/stores.ts";
import { type EndpointContext, optionsOf, type Route } from "../http/endpoint.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { HttpError } from "../http/http-error.ts";
import type { Idempotent } from "../http/idempotency.ts";
import { userNoted } from "../http/identity.ts";
import { MAX_LARGE_BODY, readAhead } from "../http/read-body.ts";
import { toolName } from "../mcp/tools.ts";
import { backgroundTask } from "../openai/background-answer.ts";
import {
  digestOf,
  isComposed,
  linesOf,
  type NamedInBody,
  openRepeats,
  placeBefore,
  userInBody,
} from "../openai/instruction.ts";
import { isOwnModel } from "../openai/models.ts";
import { NotConfiguredError } from "../openai/not-configured-error.ts";
import { previousOf, type ResponsesRequest, unreadBefore, zoneIn } from "../openai/requests.ts";
import { type Conversation, conversationIn, readerOf, wantsMore } from "./reader-of.ts";
import {
  callOf,
  offeredName,
  type SuggestedCall,
  streamedCall,
  wholeCall,
} from "./suggested-call.ts";
import type { Passed, Upstream } from "./upstream.ts";

/**
 * The table of routes in front of a model: a request that is known here is answered here, everything else is the upstream's.
 * Models of our own name are asked as ever.
 */
export function inFrontOf(
  upstream: Upstream,
  endpoints: EndpointDeps,
  once: Idempotent,
  routes: readonly Route[],
): Route[] {
  const { deps, settings, turns } = endpoints;
  const followed = followedResponses(deps.store, () => deps.clock.now());
  const repeats = openRepeats(deps.clock);
  const userIn = (context: EndpointContext, body: NamedInBody) =>
    userNoted(context, settings, userInBody(body));

  /** Passed on, and counted when its answer has ended. */
  const pass = async (
    context: EndpointContext,
    user_id: string | undefined,
    body?: Uint8Array,
    unconfigured?: Unconfigured,
  ) => {
    const begunAt = deps.clock.now();
    const { response, ended } = await upstream.pass(context, body);
    if (user_id !== undefined)
      void ended.then((passed) => count(user_id, begunAt, passed, unconfigured));
    return response;
  };
  const record = (
    user_id: string,
    begunAt: number,
    what: Omit<UsageInput, "user_id" | "session_id" | "run_id" | "at" | "duration_ms">,
  ) => {
    const at = deps.clock.now();
    const whose = { user_id, session_id: "", run_id: deps.makeId("run") };
    deps.store.usage.record(usageRow.parse({ ...whose, ...what, at, duration_ms: at - begunAt }));
  };
  const count = (
    user_id: string,
    begunAt: number,
    { status, ...tokens }: Passed,
    unconfigured?: Unconfigured,
  ) =>
    record(user_id, begunAt, {
      ...{ goal: "", action_type: "", tier: "upstream", llm_calls: 1, ...tokens, ...unconfigured },
      status: status < 400 ? "success" : "failure",
    });

  const whose = async (context: EndpointContext, user_id: string, asked: Conversation) => {
    const { said, previous, body } = asked;
    const taskHeader = context.env.incoming.headers["x-task"];
    const task = typeof taskHeader === "string" ? taskHeader : undefined;
    const last = said.at(-1);
    const text = last?.text.trim() ?? "";
    const lines = linesOf(said);
    if (last?.role !== "user" || text === "" || text.length > MAX_INPUT_CHARS) return "upstream";
    if (backgroundTask(said, task) !== undefined || isComposed(said)) return "upstream";
    if (wantsMore(body) || unreadBefore(said).length > 0) return "upstream";
    if (repeats(user_id, lines, digestOf(said))) return "upstream";
    const place = previous ?? placeBefore(user_id, lines);
    const key = { user_id, session_id: place ?? deps.makeId("session") };
    const isOurs = place !== undefined && (await deps.store.conversations.load(key)) !== undefined;
    const { message: _message, ...options } = optionsOf(context);
    const metadata = zoneIn(body.metadata);
    const entry = { ...key, input_text: text, channel: "openai" as const, metadata };
    const explained = await turns.explain(entry, deps, { ...options, tell: null });
    const allowed = { ...deps.current(), mayUse: options.mayUse };
    const mayPursueAll = framesOf(explained.intent).every(({ primary_domain, goal }) => {
      const known = allowed.catalogue.goal(primary_domain, goal);
      return (
        known !== undefined && mayPursue(known, allowed) && !needsModel(known, allowed.catalogue)
      );
    });
    if (!mayPursueAll) return "upstream";
    const goals = context.get("principal")?.goalsHere ?? {};
    return readerOf(explained, isOurs, goals);
  };

  /** What the operator has to see: a goal that is never answered here until a setting is made. */
  const unconfiguredBy = ({ turn: { trace } }: NotConfiguredError): Unconfigured => {
    const { primary_domain: domain, goal } = trace.intent;
    deps.log.warn({ domain, goal }, "passed on: a setting of the domain is missing");
    const known = domain && goal ? deps.current().catalogue.goal(domain, goal) : undefined;
    return { goal: goal ?? "", action_type: known?.spec.action_type ?? "", outcome: "failed" };
  };

  const suggest = (
    context: EndpointContext,
    { surface, body: { model, stream } }: Conversation,
    call: SuggestedCall,
  ) => {
    const id = deps.makeId(surface === "chat" ? "chatcmpl" : "resp");
    const head = { id, created: Math.floor(deps.clock.now() / 1000), model };
    if (stream !== true) return context.json(wholeCall(surface, head, call));
    return context.body(streamedCall(surface, head, call), 200, {
      "content-type": "text/event-stream",
    });
  };

  const answer = async (
    route: Route,
    surface: Conversation["surface"],
    context: EndpointContext,
  ) => {
    if (!isReadHere(context)) return pass(context, userIn(context, {}));
    const read = await readAhead(context, MAX_LARGE_BODY);
    const { bytes, parsed } = read;
    const here = () => {
      const key = context.env.incoming.headers["idempotency-key"];
      return key === undefined
        ? route.handle(context)
        : once(context, String(key), () => route.handle(context), read);
    };
    const value = "value" in parsed ? parsed.value : undefined;
    if (isJsonObject(value) && typeof value["model"] === "string" && isOwnModel(value["model"])) {
      tellOurs(context);
      return here();
    }
    const begunAt = deps.clock.now();
    const asked = conversationIn(surface, value);
    const user_id = userIn(context, isJsonObject(value) ? value : {});
    if (asked === undefined) return pass(context, user_id, bytes);
    const reader = await whose(context, user_id, asked);
    let unconfigured: Unconfigured | undefined;
    if (reader === "here") {
      const begun = async (response_id: string) => {
        if (asked.surface === "responses")
          await followed.note(user_id, response_id, asked.body as ResponsesRequest);
      };
      context.set("inFront", { begun });
      tellOurs(context);
      try {
        return await here();
      } catch (error) {
        if (!(error instanceof NotConfiguredError)) throw error;
        unconfigured = unconfiguredBy(error);
      }
    } else if (reader !== "upstream") {
      const { primary_domain: domain, goal, entities } = reader.suggests;
      const known = deps.current().catalogue.goal(domain, goal);
      const name = known && offeredName(asked.tools, toolName(known));
      if (known !== undefined && name !== undefined) {
        tellOurs(context);
        record(user_id, begunAt, {
          ...{ goal, action_type: known.spec.action_type, tier: "suggested", llm_calls: 0 },
          ...{ tokens_input: 0, tokens_output: 0, status: "success", outcome: "understood" },
        });
        return suggest(context, asked, callOf(deps.makeId("call"), name, entities));
      }
    }
    const spelledOut =
      asked.surface === "responses"
        ? await followed.spelledOut(user_id, asked.body as ResponsesRequest)
        : undefined;
    return pass(
      context,
      user_id,
      spelledOut === undefined ? bytes : Buffer.from(JSON.stringify(spelledOut)),
      unconfigured,
    );
  };

  const allModels = async (context: EndpointContext, own: Route["handle"]) => {
    const theirs = modelList.safeParse(await upstream.ask(context, "/models")).data?.data ?? [];
    const ours = modelList.parse(await (await own(context)).json()).data;
    return context.json({ object: "list", data: [...theirs, ...ours] });
  };
  /** What is none of ours may be one of the upstream's. */
  const orPass = (route: Route, isUnknown: (error: HttpError) => boolean): Route => ({
    ...route,
    async handle(context) {
      try {
        return await route.handle(context);
      } catch (error) {
        if (!(error instanceof HttpError) || !isUnknown(error)) throw error;
        mustBePlain(context);
        return pass(context, undefined);
      }
    },
  });
  const wrapped = routes.map((route): Route => {
    const { method, path, handle } = route;
    if (method === "POST" && path === "/v1/chat/completions")
      return { ...route, namesItself: true, handle: (context) => answer(route, "chat", context) };
    if (method === "POST" && path === "/v1/responses")
      return {
        ...route,
        namesItself: true,
        handle: (context) => answer(route, "responses", context),
      };
    if (method === "GET" && path === "/v1/models")
      return { ...route, handle: (context) => allModels(context, handle) };
    if (path.startsWith("/v1/models/"))
      return orPass(route, (error) => error.code === "model_not_found");
    if (path === "/v1/responses/:id") return orPass(route, (error) => error.status === 404);
    return route;
  });

  const others = OTHERS.map(
    ([method, path]): Route => ({
      ...{ method, path, right: "chat", answer: "file", namesItself: true },
      summary: "Passed on to the upstream unchanged",
      handle: (context) => {
        mustBePlain(context);
        return pass(
          context,
          method === "POST" && !path.includes(":") ? userIn(context, {}) : undefined,
        );
      },
    }),
  );
  return [...wrapped, ...others];
}

/** What else clients ask a model's server for; nothing that shows what others keep there. */
const OTHERS: readonly (readonly ["GET" | "POST", string])[] = [
  ...(["embeddings", "completions", "moderations", "rerank"] as const).map(
    (name) => ["POST", `/v1/${name}`] as const,
  ),
  ...(["generations", "edits", "variations"] as const).map(
    (name) => ["POST", `/v1/images/${name}`] as const,
  ),
  ...(["speech", "transcriptions", "translations"] as const).map(
    (name) => ["POST", `/v1/audio/${name}`] as const,
  ),
  ["POST", "/v1/responses/:id/cancel"],
  ["GET", "/v1/responses/:id/input_items"],
];

const modelList = z.object({ data: z.array(z.looseObject({ id: z.string() })) });

type UsageInput = z.input<typeof usageRow>;
/** Of what was passed on, the goal that could not be carried out here for want of a setting. */
type Unconfigured = Pick<UsageInput, "goal" | "action_type" | "outcome">;

/** Whoever asked is told that it was answered here. */
const tellOurs = ({ env: { outgoing } }: EndpointContext): void =>
  void outgoing.setHeader("regente-answered-by", "regente");

/** Errors: HttpError 404 for a path that another server could read in another way */
function mustBePlain(context: EndpointContext): void {
  const { pathname } = new URL(context.req.url);
  if (/%2e|%2f|%5c|\.\./i.test(pathname))
    throw new HttpError(
      404,
      reason("unknown_route", { method: context.req.method, path: pathname }),
    );
}

/** A body that is no JSON as it stands, or longer than any request that is known, is passed on unread. */
function isReadHere({ env: { incoming } }: EndpointContext): boolean {
  const {
    "content-type": type = "",
    "content-encoding": encoding = "identity",
    "content-length": length = "0",
  } = incoming.headers;
  return (
    /^application\/json\s*(?:;|$)/i.test(type) &&
    encoding === "identity" &&
    Number(length) <= MAX_LARGE_BODY
  );
}

/** What an answer of ours was given to, for an upstream that has never heard of it. */
const followed = z.object({ previous: z.string().nullable(), input: anyJson });
const CHANNEL = "openai";
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_BACK = 50;

/** Conversations of the Responses API, of which each side keeps only what it answered itself. */
function followedResponses(
  { channels, conversations }: Pick<Store, "channels" | "conversations">,
  now: () => number,
) {
  const at = (user_id: string, response_id: string) => ({
    ...{ channel: CHANNEL, kind: "followed" },
    id: hash("sha256", JSON.stringify([user_id, response_id])),
  });
  return {
    /** An answer of ours is about to be given. Errors: StoreError */
    async note(user_id: string, response_id: string, request: ResponsesRequest): Promise<void> {
      const note = { previous: request.previous_response_id ?? null, input: request.input as Json };
      const expires_at = now() + KEPT_MS;
      await channels.put({ ...at(user_id, response_id), note, expires_at });
    },
    /**
     * A request as the upstream can understand it: in the place of our answers that it goes on from stands what was said in
     * them. Undefined: it refers to none. Errors: StoreError
     */
    async spelledOut(user_id: string, request: ResponsesRequest): Promise<object | undefined> {
      const items: unknown[] = itemsOf(request.input);
      let previous = previousOf(request)?.id ?? null;
      const referred = items.findIndex((item) => isReference(item));
      let isOurs = false;
      for (let back = 0; previous !== null && back < MOST_BACK; back++) {
        const found = followed.safeParse(await channels.find(at(user_id, previous), now())).data;
        if (found === undefined) break;
        const state = await conversations.load({ user_id, session_id: previous });
        const answer = { role: "assistant", content: state?.last_answer ?? "" };
        if (!isOurs && referred !== -1 && request.previous_response_id == null) {
          // Its client sends the rest of the conversation itself.
          items[referred] = answer;
          return { ...request, input: items };
        }
        isOurs = true;
        items.unshift(...itemsOf(found.input as ResponsesRequest["input"]), answer);
        previous = found.previous;
      }
      return isOurs ? { ...request, previous_response_id: previous, input: items } : undefined;
    },
  };
}

const itemsOf = (input: ResponsesRequest["input"]): unknown[] =>
  typeof input === "string" ? [{ role: "user", content: input }] : [...input];

const isReference = (item: unknown): boolean =>
  z.object({ type: z.literal("item_reference"), id: z.string().startsWith("msg_") }).safeParse(item)
    .success;
