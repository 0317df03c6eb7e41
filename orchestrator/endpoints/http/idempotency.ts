import { hash } from "node:crypto";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { reason } from "#shared/messages/reason.ts";
import { effectAt } from "../../catalogue/catalogue.ts";
import { AfterEffectError } from "../../ports/domain-client.ts";
import type { TurnDeps, TurnOptions } from "../../turn/turn-deps.ts";
import { type EndpointContext, markKeyed } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError, httpErrorOf } from "./http-error.ts";
import { sessionHeader, userNoted } from "./identity.ts";
import type { ParsedBody } from "./parse-body.ts";
import { MAX_LARGE_BODY, readAhead } from "./read-body.ts";

/** Results are kept by time and never by count: one that is forgotten early doubles an effect. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY = 255;

const PLACE = { channel: "door", kind: "idempotency", keptMs: KEPT_MS };

const keptResult = z.object({ status: z.int(), type: z.string(), body: z.string() });

/** Carries a request out once for each key of a user, and gives the first result to all who send it again. */
export type Idempotent = (
  context: EndpointContext,
  key: string,
  carryOut: () => Response | Promise<Response>,
  /** What the request says, where it was read before. */
  read?: { bytes: Uint8Array; parsed: ParsedBody },
) => Promise<Response>;

/**
 * Idempotency-Key at our own endpoints, as the IETF draft and Stripe have it: the first result is replayed for 24 hours
 * with `idempotent-replayed: true`; 422 for another request with the same key, 409 while it is under way. What a
 * endpoint refuses before anything began keeps no key. Where a process died, or the answer failed on our side, the
 * next one with the key, to whichever process it comes, is told what became of the run, or begins it if there is none.
 */
export function makeIdempotent({ deps, settings, processLease }: EndpointDeps): Idempotent {
  return async (context, key, carryOut, read) => {
    if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY)
      throw new HttpError(400, reason("invalid_idempotency_key", { most: MAX_KEY }), {
        param: "idempotency-key",
      });
    const { bytes, parsed } = read ?? (await readAhead(context, MAX_LARGE_BODY));
    const { method, url } = context.req;
    const { pathname, search } = new URL(url);
    const session = sessionHeader(context, settings) ?? "";
    const digest = hash(
      "sha256",
      Buffer.concat([Buffer.from(`${method} ${pathname}${search}\n${session}\n`), bytes]),
    );
    const user_id = userNoted(context, settings, userIn(parsed));
    const id = hash("sha256", JSON.stringify([user_id, key]));
    const named = { id, user_id, digest, run_id: deps.makeId("run") };
    const taken = await deps.store.messages.take(PLACE, named, processLease);
    if (taken.is === "answered" && taken.answer === null) throw forgottenError();
    if (taken.is === "answered") return replay(context, keptResult.parse(taken.answer));
    if (taken.is === "another") throw reusedError();
    if (taken.is === "under_way") throw underWayError();
    const { message } = taken;
    const keep = async (response: Response) => {
      const { status } = response;
      const type = response.headers.get("content-type") ?? "application/json";
      await message.answered({ status, type, body: await response.text() });
    };
    try {
      markKeyed(context, message);
      const response = await carryOut();
      // What was done is told also when it cannot be kept: the same key then finds it by its run.
      const kept = keep(response.clone()).catch((err: unknown) => {
        deps.log.error({ err }, "a result could not be kept by its key");
        return message.letGo();
      });
      // A stream is kept when it has ended; the client does not wait for that.
      if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true)
        await kept;
      return response;
    } catch (error) {
      const { status } = httpErrorOf(error);
      // A plan that does not hold is refused like a body that does not: nothing of it began.
      const isBegun = status >= 500 || status === 409;
      await (isBegun ? message.letGo() : message.forget().catch(() => undefined));
      throw error;
    }
  };
}

function replay(
  context: EndpointContext,
  { status, type, body }: z.infer<typeof keptResult>,
): Response {
  const headers = { "content-type": type, "idempotent-replayed": "true" };
  return context.newResponse(body, { status: status as ContentfulStatusCode, headers });
}

const reusedError = () =>
  new HttpError(422, reason("idempotency_key_reused"), { param: "idempotency-key" });

const forgottenError = () =>
  new HttpError(422, reason("answer_forgotten"), { param: "idempotency-key" });

const underWayError = () =>
  new HttpError(409, reason("idempotency_key_in_use"), { param: "idempotency-key" });

/** The user that a body speaks for, where it says so; a key is that user's own. */
function userIn(body: ParsedBody): unknown {
  const { data } = saidSchema.safeParse("value" in body ? body.value : undefined);
  const said = data?.user_id ?? data?.context?.user_id ?? data?.user;
  return isJsonObject(said) ? said["id"] : said;
}
const saidSchema = z.object({
  user_id: z.unknown().optional(),
  user: z.unknown().optional(),
  context: z.object({ user_id: z.unknown().optional() }).optional(),
});

export type Watch = NonNullable<TurnOptions["watch"]>;

/** How long after its end a turn with an effect still answers for the same one, milliseconds. */
const HOLD_MS = 5000;
const MOST_FLIGHTS = 1000;
/** Longer ones are kept as their digest. */
const LONG_CHARS = 500;

/** `said` is all that a turn answers; `place` is where it was said, of which the latest turn is known. */
type AttemptKey = { place: string; said: string };

type Flight = {
  said: string;
  /** Whether its plan has an effect; undefined until it is known. */
  acts: boolean | undefined;
  known: Promise<boolean>;
  /** Undefined: it ended before an effect was begun. */
  told: Promise<TurnResponse | undefined>;
  /** Epoch milliseconds. */
  until: number;
};

/** Runs a turn, or gives the answer of the same one that is under way or was just done. */
type SingleFlight = (
  what: AttemptKey,
  watch: Watch,
  run: (watch: Watch) => Promise<TurnResponse>,
) => Promise<TurnResponse>;

/**
 * For messages without a name of their own: the same thing said at the same place, with nothing in between, has its
 * effects once. Who comes second, by a double click or a client's retry, is given the first one's answer. Turns that
 * only read are done as often as they are asked.
 */
export function singleFlight({
  clock,
  current,
}: Pick<TurnDeps, "clock" | "current">): SingleFlight {
  const flights = new LRUCache<string, Flight>({ max: MOST_FLIGHTS });
  const isEffect = (step: { domain: string; capability: string }) =>
    effectAt(step, current().catalogue) !== "read";
  const isOver = (flight: Flight | undefined) => clock.now() >= (flight?.until ?? 0);

  /** The answers of those that no one is given any more. */
  const forgetOld = () => {
    for (const place of flights.rkeys()) {
      if (!isOver(flights.peek(place))) return;
      flights.delete(place);
    }
  };
  const latest = (place: string, said: string) => {
    const flight = flights.get(place);
    return flight?.said === said && !isOver(flight) ? flight : undefined;
  };

  return async (what, watch, run) => {
    const place = brief(what.place);
    const said = brief(what.said);
    forgetOld();
    let other = latest(place, said);
    while (other !== undefined && (other.acts ?? (await other.known))) {
      const told = await other.told;
      if (told !== undefined) return told;
      // One that ended before it did anything, its client gone, leaves it to the next.
      other = latest(place, said);
    }
    const known = Promise.withResolvers<boolean>();
    const told = Promise.withResolvers<TurnResponse | undefined>();
    told.promise.catch(() => undefined);
    const until = Number.POSITIVE_INFINITY;
    const mine: Flight = { said, acts: undefined, known: known.promise, told: told.promise, until };
    const decide = (acts: boolean) => {
      mine.acts = acts;
      known.resolve(acts);
      if (acts) flights.set(place, mine);
    };
    if (other === undefined) flights.set(place, mine);
    let begun = false;
    const end = () => {
      if (mine.acts === undefined) decide(false);
      // What was meant to act and did not may be tried again at once.
      mine.until = mine.acts && !begun ? 0 : clock.now() + HOLD_MS;
    };
    try {
      const turn = await run((event, locale) => {
        if (event.type === "plan" && !mine.acts) decide(event.plan.steps.some(isEffect));
        else if (event.type === "step_started") begun ||= isEffect(event);
        watch(event, locale);
      });
      end();
      told.resolve(begun ? turn : undefined);
      return turn;
    } catch (error) {
      end();
      const after = error instanceof AfterEffectError;
      const failed = begun && !after ? new AfterEffectError(undefined, { cause: error }) : error;
      if (begun) told.reject(failed);
      else told.resolve(undefined);
      throw failed;
    }
  };
}

const brief = (text: string): string => (text.length > LONG_CHARS ? hash("sha256", text) : text);
