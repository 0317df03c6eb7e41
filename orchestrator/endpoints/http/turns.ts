import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import {
  type ExplanationsResponse,
  examplesQuery,
  examplesResponse,
  explanationsRequest,
  explanationsResponse,
} from "#shared/contracts/console.ts";
import {
  explainRequest,
  explainResponse,
  type TurnEvent,
  type TurnResponse,
  turnEvent,
  turnRequest,
  turnResponse,
} from "#shared/contracts/endpoints.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { DEFAULT_LOCALE, inLocale, type Locale } from "#shared/contracts/names.ts";
import { turnFeedback } from "#shared/contracts/promotion.ts";
import { reason } from "#shared/messages/reason.ts";
import { onlyReads } from "../../catalogue/catalogue.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { type Allowed, mayPursue } from "../../planning/rights.ts";
import { PlanRefusedError } from "../../ports/plan-tokens.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import { toldDomain } from "./domains.ts";
import { type EndpointContext, localeAsked, optionsOf, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { entryOf } from "./entry-of.ts";
import { streamEvents } from "./event-streams.ts";
import { errorBodyOf, HttpError, httpErrorOf } from "./http-error.ts";
import type { Idempotent } from "./idempotency.ts";
import { userOf } from "./identity.ts";
import { readBody, readQuery } from "./read-body.ts";

/** True for a client that wants to see the steps while they run. */
const wantsEvents = (context: EndpointContext): boolean =>
  /(^|,)\s*text\/event-stream\b/i.test(context.env.incoming.headers.accept ?? "");

/** Answers a message, as its caller wants it. */
type AnswerWith = (options: TurnOptions) => Promise<TurnResponse>;

/** One turn as it happens: the run's events, then the turn itself, or why there is none. */
function streamTurn(context: EndpointContext, answer: AnswerWith, { log }: TurnDeps): Response {
  const options = optionsOf(context);
  return streamEvents(context, async (stream) => {
    const send = (event: TurnEvent) =>
      stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
    try {
      // One at a time: who does not read what was sent has no more made ready.
      let sent = Promise.resolve();
      const watch = (event: TurnEvent) => {
        sent = sent.then(() => send(event));
      };
      const turn = await answer({ ...options, watch });
      await sent;
      await send({ type: "turn", turn });
    } catch (error) {
      const refused = httpErrorOf(error);
      if (refused.status >= 500) log.error({ err: error }, "a streamed turn failed");
      await send({ type: "error", ...errorBodyOf(refused, localeAsked(context)) });
    }
  });
}

const tellTurn = async (context: EndpointContext, answer: AnswerWith, deps: TurnDeps) =>
  wantsEvents(context)
    ? streamTurn(context, answer, deps)
    : context.json(await answer(optionsOf(context)));

/** Who does not follow what comes later hears nothing of it: where to tell is asked. */
const tellOf = ({ follows_ticks }: { follows_ticks?: boolean | undefined }) =>
  follows_ticks === true ? {} : { tell: null };

/** The native endpoint: one message with its whole trace, and what a message would lead to. */
export function turnRoutes(endpoints: EndpointDeps, once: Idempotent): Route[] {
  const { deps, turns, domains, settings } = endpoints;
  const healthOf = (domain: string) => domains.status().domains.find(({ name }) => name === domain);
  const explainedFor = (context: EndpointContext, said: Parameters<typeof tellOf>[0]) => {
    const { message: _message, ...options } = optionsOf(context);
    const healthTold = (domain: string) => {
      const health = healthOf(domain);
      return health && toldDomain(context, health);
    };
    return { healthOf: healthTold, ...options, ...tellOf(said) };
  };
  return [
    {
      method: "POST",
      path: "/v1/turns",
      right: "turns",
      summary: "One message: its answer and everything that led to it",
      body: turnRequest,
      answer: turnResponse,
      events: turnEvent,
      handle: async (context) => {
        const said = await readBody(context, turnRequest);
        const { plan_token, input_text = "" } = said;
        if (plan_token === undefined) {
          const entry = entryOf(context, endpoints, { ...said, input_text });
          const toldTo = tellOf(said);
          return tellTurn(
            context,
            (options) => turns.answer(entry, deps, { ...options, ...toldTo }),
            deps,
          );
        }
        // What is none is refused as such, also where a stream of events would tell it.
        if ((await deps.planTokens?.open(plan_token, deps.clock.now())) === undefined)
          throw new PlanRefusedError("token");
        const { session_id } = said;
        const user_id = userOf(context, settings, said.user_id);
        const shown = { plan_token, user_id, session_id };
        // A token is its request's own key: it is taken at its word once, and the same answer is given again.
        const read = { bytes: Buffer.from(plan_token), parsed: { value: said } };
        return once(
          context,
          `plan-${hash("sha256", plan_token)}`,
          () => tellTurn(context, (options) => turns.doPlanned(shown, deps, options), deps),
          read,
        );
      },
    },
    {
      method: "POST",
      path: "/v1/turns/:id/feedback",
      right: "turns",
      summary: "Mark a turn, named by its run_id, as right or wrong; only its user may",
      body: turnFeedback,
      answer: "nothing",
      status: 204,
      handle: async (context) => {
        const id = pathPart(context, "id");
        const feedback = await readBody(context, turnFeedback);
        const owner = { user_id: userOf(context, settings) };
        if (!(await turns.judgeTurn(deps, owner, id, feedback)))
          throw new HttpError(404, reason("turn_not_found", { id }));
        return context.body(null, 204);
      },
    },
    {
      method: "POST",
      path: "/v1/explain",
      right: "turns",
      summary: "What a message would lead to; nothing runs",
      body: explainRequest,
      answer: explainResponse,
      handle: async (context) => {
        const said = await readBody(context, explainRequest);
        const entry = entryOf(context, endpoints, said);
        return context.json(await turns.explain(entry, deps, explainedFor(context, said)));
      },
    },
    {
      method: "POST",
      path: "/v1/explanations",
      right: "turns",
      summary: "What each of several messages would lead to, as in /v1/explain; nothing runs",
      body: explanationsRequest,
      answer: explanationsResponse,
      handle: async (context) => {
        const { input_texts, ...said } = await readBody(context, explanationsRequest);
        const { digest } = deps.current().catalogue;
        const options = explainedFor(context, said);
        const explanations: ExplanationsResponse["explanations"] = [];
        for (const input_text of input_texts) {
          // Fifty long ones would hold everybody up for as long as they take together.
          await setImmediate();
          const entry = entryOf(context, endpoints, { ...said, input_text });
          try {
            explanations.push(await turns.explain(entry, deps, options));
          } catch (error) {
            if (!(error instanceof PlanError)) throw error;
            const { code, message } = httpErrorOf(error);
            explanations.push({ input_text, error: { code, message } });
          }
        }
        return context.json({ digest, explanations });
      },
    },
    {
      method: "GET",
      path: "/v1/examples",
      right: "turns",
      summary:
        "Sentences that work now and that the caller may use; domains that are down are left out",
      query: examplesQuery,
      answer: examplesResponse,
      handle: (context) => {
        const { locale = DEFAULT_LOCALE } = readQuery(context, examplesQuery);
        const { catalogue } = deps.current();
        const examples = examplesOf({ catalogue, mayUse: optionsOf(context).mayUse }, locale);
        const works = ({ domain }: { domain: string }) => healthOf(domain)?.state === "up";
        return context.json({ examples: examples.filter(works) });
      },
    },
  ];
}

type Example = { domain: string; text: string; effect: "read" | "write" };

/** Of one domain. */
const MOST = 2;

/** It only reads, so that what it knows is there for whoever comes; what else a domain shows, somebody has made before. */
const isOnlyRead = ({ capabilities }: Manifest): boolean =>
  capabilities.every(({ kind, effect }) => kind !== "service" || effect === "read");

/**
 * What a newcomer may try, by the first sentence of each goal: what is read where a domain only reads, at most two of a domain;
 * and what is written and can be undone, one of a domain. What needs a model, a right, or trust in texts from outside is left
 * out.
 */
function examplesOf(allowed: Allowed, locale: Locale): Example[] {
  const { catalogue } = allowed;
  const found: Example[] = [];
  for (const goal of catalogue.goals) {
    const { domain, spec } = goal;
    const said = inLocale(spec.hints.examples ?? {}, locale)?.[0];
    if (said === undefined || spec.action_type !== "deterministic" || spec.fallback !== undefined)
      continue;
    const capability = catalogue.capability(domain, spec.capability ?? "")?.spec;
    if (capability?.kind !== "service" || !mayPursue(goal, allowed)) continue;
    const manifest = catalogue.manifests.get(domain);
    const isPublic =
      manifest !== undefined &&
      isOnlyRead(manifest) &&
      capability.requires.length === 0 &&
      capability.trust === "trusted";
    const isUndone = capability.effect === "write" && capability.undo !== undefined;
    const effect = isUndone ? "write" : "read";
    if (!isUndone && !(isPublic && onlyReads(goal, catalogue))) continue;
    const own = found.filter((each) => each.domain === domain && each.effect === effect);
    if (own.length < (isUndone ? 1 : MOST))
      found.push({ domain, text: parseExample(said).text, effect });
  }
  return found.sort((a, b) => Number(a.effect === "write") - Number(b.effect === "write"));
}
