import { hash } from "node:crypto";
import { z } from "zod";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { type TurnResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import { asJson } from "#shared/contracts/json.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type {
  AgentCaller,
  AgentDescription,
  AgentProtocol,
  AgentSkill,
} from "../../ports/agent-protocol.ts";
import type { HeldMessage, Taker } from "../../ports/message-store.ts";
import { RunTakenError } from "../../ports/stores.ts";
import { expireOpenQuestion } from "../../turn/open-question.ts";
import { failureWords } from "../../turn/reply/say.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import {
  type EndpointContext,
  languageOf,
  optionsOf,
  originOf,
  type Route,
} from "../http/endpoint.ts";
import { type EndpointDeps, linkTo } from "../http/endpoint-deps.ts";
import { streamEvents } from "../http/event-streams.ts";
import { userOf } from "../http/identity.ts";
import { OWN_VERSION } from "../http/own-version.ts";
import { readBody } from "../http/read-body.ts";
import { goalOfTool, toolsFor } from "../mcp/tools.ts";

/** In each language. */
const MOST_EXAMPLES = 2;

/** A text of 8,000 characters, however it is written, and as much about it. */
const MAX_BODY = 128 * 1024;

/** A message of JSON-RPC, as the Agent2Agent protocol has them. */
const message = z.looseObject({ jsonrpc: z.literal("2.0"), method: z.string().max(200) });
const card = z.looseObject({ name: z.string(), skills: z.array(z.unknown()) });

/**
 * POST /a2a and its card: peers of the Agent2Agent protocol, behind the same authentication, rights and limits as every
 * other. None where nobody has chosen it.
 */
export function a2aRoutes(endpoints: EndpointDeps): Route[] {
  const { a2a } = endpoints;
  if (a2a === undefined) return [];
  return [
    {
      method: "GET",
      path: "/.well-known/agent-card.json",
      right: "turns",
      summary:
        "What this agent can do, for peers of the Agent2Agent protocol: a skill for each goal",
      answer: card,
      handle: (context) => context.json(a2a.card(describe(endpoints, context))),
    },
    {
      method: "POST",
      path: "/a2a",
      right: "turns",
      summary: "The Agent2Agent protocol 1.0 over JSON-RPC: messages, tasks, streams",
      body: message,
      answer: message,
      handle: (context) => serve(a2a, endpoints, context),
    },
  ];
}

async function serve(a2a: AgentProtocol, endpoints: EndpointDeps, context: EndpointContext) {
  const body = await readBody(context, message, MAX_BODY);
  const version = context.req.header("A2A-Version");
  const self = describe(endpoints, context);
  const answered = await a2a.serve(callerOf(endpoints, context), self, body, version);
  if (!(Symbol.asyncIterator in answered)) return context.json(answered);
  return streamEvents(context, async (stream) => {
    for await (const each of answered) await stream.writeSSE({ data: JSON.stringify(each) });
  });
}

/** This agent, with a skill for each goal that the caller may use. */
function describe(
  { deps, authentication }: EndpointDeps,
  context: EndpointContext,
): AgentDescription {
  const locale = languageOf(context);
  const allowed = { catalogue: deps.current().catalogue, mayUse: optionsOf(context).mayUse };
  const skills = toolsFor(allowed, locale).flatMap(({ name: id, title, description }) => {
    const goal = goalOfTool(id, allowed);
    if (goal === undefined) return [];
    const examples = locales
      .flatMap((each) => (goal.spec.hints.examples?.[each] ?? []).slice(0, MOST_EXAMPLES))
      .map((example) => parseExample(example).text);
    return [{ id, name: title, description, domain: goal.domain, examples }] satisfies AgentSkill[];
  });
  const url = new URL("/a2a", originOf(context)).href;
  return { url, version: OWN_VERSION, locale, asksForKey: authentication !== undefined, skills };
}

/** A peer's message is carried out as a program's: what destroys waits for the person's own yes. */
function callerOf(endpoints: EndpointDeps, context: EndpointContext): AgentCaller {
  const { deps, turns, settings, processLease } = endpoints;
  const locale: Locale = languageOf(context);
  const user_id = userOf(context, settings);
  const options = optionsOf(context);
  return {
    user_id,
    locale,
    answer({ session_id, messageId, text, signal, onStep }) {
      const entry = { user_id, session_id, input_text: text, channel: "a2a", metadata: {} };
      const watch: TurnOptions["watch"] = (event) => {
        if (event.type === "step_started") onStep(`${event.domain}.${event.capability}`);
      };
      const own = { ...options, signal, watch, isProgram: true as const, tell: null };
      return answerOnce({ user_id, messageId, text }, processLease, deps, async (held) => {
        const told = await turns.answer(entry, deps, { ...own, message: held });
        return signal.aborted && told.trace.receipts.length === 0 ? undefined : told;
      });
    },
    closeQuestion: (session_id) => expireOpenQuestion(deps, { user_id, session_id }),
    failureWords: (error) => failureWords(error, locale),
    linkTo: (file) => linkTo(endpoints, file, originOf(context)),
  };
}

/** How long a message that comes again under its id is given the first one's answer, milliseconds. */
const SAME_MESSAGE_MS = 10 * 60 * 1000;
const PLACE = { channel: "a2a", kind: "message", keptMs: SAME_MESSAGE_MS };
/** How often a message that is under way is looked at again, milliseconds. */
const AGAIN_MS = 50;

/**
 * A peer's message, answered once: whoever sends it again under its id, to whichever process, waits for the first answer
 * and is given that. undefined from `carryOut`: nothing of it was begun, and it may be sent again.
 * Errors: RunTakenError while it is under way until the deadline; StoreError; those of `carryOut`
 */
export async function answerOnce<T extends TurnResponse | undefined>(
  said: { user_id: string; messageId: string; text: string },
  by: Taker,
  { store, clock, deadlineMs, makeId, sleep }: TurnDeps,
  carryOut: (message: HeldMessage) => Promise<T>,
): Promise<TurnResponse | T> {
  const { user_id, messageId, text } = said;
  // What says something else is another message, also under an id that a peer uses for all.
  const id = hash("sha256", JSON.stringify([user_id, messageId, text]));
  const run_id = makeId("run");
  const until = clock.now() + deadlineMs;
  for (;;) {
    const taken = await store.messages.take(PLACE, { id, user_id, digest: "", run_id }, by);
    // Its user was forgotten meanwhile: it is not done again, and there is nothing to tell.
    if (taken.is === "answered" && taken.answer === null) throw new RunTakenError(run_id);
    if (taken.is === "answered") return turnResponse.parse(taken.answer);
    if (taken.is === "ours") return answerHeld(taken.message, carryOut);
    if (clock.now() >= until) throw new RunTakenError(run_id);
    await sleep(AGAIN_MS, new AbortController().signal);
  }
}

async function answerHeld<T extends TurnResponse | undefined>(
  message: HeldMessage,
  carryOut: (message: HeldMessage) => Promise<T>,
): Promise<T> {
  try {
    const turn = await carryOut(message);
    // What was done is told also when it cannot be kept: whoever sends it again finds it by its run.
    const kept = turn === undefined ? message.forget() : message.answered(asJson(turn));
    await kept.catch(() => message.letGo());
    return turn;
  } catch (error) {
    await message.letGo();
    throw error;
  }
}
