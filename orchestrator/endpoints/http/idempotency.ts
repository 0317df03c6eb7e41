import { hash } from "node:crypto";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { isJsonObject, type Json } from "#shared/contracts/json.ts";
import type { ChannelNote } from "../../ports/channel-store.ts";
import type { EndpointContext } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError, httpErrorOf } from "./http-error.ts";
import { sessionHeader, userNoted } from "./identity.ts";
import { markKeyed } from "./leaving.ts";
import type { ParsedBody } from "./parse-body.ts";
import { MAX_LARGE_BODY, readAhead } from "./read-body.ts";

/** Results are kept by time and never by count: one that is forgotten early doubles an effect. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY = 255;
/** Holds what no process is at any more. */
const NO_ONE = "";
/** Where the store is away when a key is let go of: again after so long, then twice as long, and so on; milliseconds. */
const AGAIN_MS = 500;
const MOST_TRIES = 12;

const noteSchema = z.object({
  /** Of the request that the key stands for. */
  digest: z.string(),
  run_id: z.string(),
  /** The process that is at it, or no one, and how many were at it before. */
  holder: z.string(),
  attempt: z.int(),
  result: z.object({ status: z.int(), type: z.string(), body: z.string() }).nullable(),
});
type Note = z.infer<typeof noteSchema>;

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
  const { clock, makeId, store } = deps;
  const { channels } = store;
  const underWay = new Set<string>();
  const place = { channel: "door", kind: "idempotency" };
  const row = (id: string, note: Note, expires_at = clock.now() + KEPT_MS): ChannelNote => ({
    ...place,
    id,
    note: note satisfies Json,
    expires_at,
  });

  /** The request is ours to carry out from here; a response: it is not. */
  const take = async (
    context: EndpointContext,
    id: string,
    digest: string,
  ): Promise<Note | Response> => {
    const fresh = {
      digest,
      run_id: makeId("run"),
      holder: processLease.name,
      attempt: 0,
      result: null,
    };
    const now = clock.now();
    if (await channels.claim(row(id, fresh), now)) return fresh;
    const read = await channels.find({ ...place, id }, now);
    const { data: known } = noteSchema.safeParse(read);
    if (read === undefined || known === undefined) throw underWayError();
    if (known.digest !== digest)
      throw new HttpError(
        422,
        "idempotency_key_reused",
        "This Idempotency-Key was used for another request; take a new key.",
        "idempotency-key",
      );
    if (known.result !== null) return replay(context, known.result);
    const isFree = known.holder === processLease.name || known.holder === NO_ONE;
    if (underWay.has(id) || !(isFree || (await processLease.isGone(known.holder))))
      throw underWayError();
    const next = { ...known, holder: processLease.name, attempt: known.attempt + 1 };
    if (!(await channels.replace(read, row(id, next)))) throw underWayError();
    return next;
  };

  /** Lets whichever process is asked next go on, unless one has it already; with the store away, when that is back. */
  const letGo = (id: string, taken: Note, tried = 0): Promise<void> =>
    channels.replace(taken, row(id, { ...taken, holder: NO_ONE })).then(
      () => undefined,
      () => {
        if (tried === MOST_TRIES) return;
        const again = deps.sleep(AGAIN_MS * 2 ** tried, new AbortController().signal);
        void again.then(() => letGo(id, taken, tried + 1));
      },
    );

  return async (context, key, carryOut, read) => {
    if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY)
      throw new HttpError(
        400,
        "invalid_idempotency_key",
        `An Idempotency-Key has 1 to ${MAX_KEY} visible ASCII characters.`,
        "idempotency-key",
      );
    const { bytes, parsed } = read ?? (await readAhead(context, MAX_LARGE_BODY));
    const { method, url } = context.req;
    const { pathname, search } = new URL(url);
    const session = sessionHeader(context, settings) ?? "";
    const digest = hash(
      "sha256",
      Buffer.concat([Buffer.from(`${method} ${pathname}${search}\n${session}\n`), bytes]),
    );
    const id = hash("sha256", JSON.stringify([userNoted(context, settings, userIn(parsed)), key]));
    const taken = await take(context, id, digest);
    if (taken instanceof Response) return taken;
    underWay.add(id);
    const end = () => underWay.delete(id);
    const keep = async (response: Response) => {
      const { status } = response;
      const type = response.headers.get("content-type") ?? "application/json";
      const result = { status, type, body: await response.text() };
      await channels.put(row(id, { ...taken, result })).finally(end);
    };
    try {
      markKeyed(context, { run_id: taken.run_id, again: taken.attempt > 0 });
      const response = await carryOut();
      // What was done is told also when it cannot be kept: the same key then finds it by its run.
      const kept = keep(response.clone()).catch((err: unknown) => {
        deps.log.error({ err }, "a result could not be kept by its key");
        return letGo(id, taken);
      });
      // A stream is kept when it has ended; the client does not wait for that.
      if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true)
        await kept;
      return response;
    } catch (error) {
      const { status } = httpErrorOf(error);
      // A plan that does not hold is refused like a body that does not: nothing of it began.
      if (status < 500 && status !== 409)
        await channels.put(row(id, taken, clock.now())).catch(() => undefined);
      end();
      if (status >= 500 || status === 409) await letGo(id, taken);
      throw error;
    }
  };
}

function replay(
  context: EndpointContext,
  { status, type, body }: NonNullable<Note["result"]>,
): Response {
  const headers = { "content-type": type, "idempotent-replayed": "true" };
  return context.newResponse(body, { status: status as ContentfulStatusCode, headers });
}

const underWayError = () =>
  new HttpError(
    409,
    "idempotency_key_in_use",
    "A request with this Idempotency-Key is still under way; ask again in a second.",
    "idempotency-key",
  );

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
