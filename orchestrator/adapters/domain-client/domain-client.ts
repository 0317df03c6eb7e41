import type { Pool } from "undici";
import { type SigningKey, sign, signingKey } from "#shared/contracts/digest.ts";
import { faultsOf } from "#shared/contracts/errors.ts";
import { type DomainOutput, readOutput } from "#shared/contracts/output.ts";
import {
  type BreakerState,
  type CallEnd,
  type CircuitBreaker,
  circuitBreaker,
} from "#shared/patience/circuit-breaker.ts";
import type { ResolveName } from "#shared/safe-fetch/guard-connector.ts";
import type { Clock, MakeId } from "../../ports/clock.ts";
import {
  type DomainCall,
  DomainCallError,
  type DomainClient,
  type ManifestSource,
} from "../../ports/domain-client.ts";
import { exchange, openPool, readJson } from "./exchange.ts";

/** For room that a domain which answers makes at once, and one that does not never; milliseconds. */
const LONGEST_WAIT_MS = 250;

/**
 * The room that one domain's calls have, so that a slow domain holds up nothing else: at most `size` are open at once. Further ones wait for a moment: a burst at a domain that answers passes, and
 * at one that does not, everybody is soon told that it is busy. Who has begun something that must not stay half done names a longer
 * time, and is let in first.
 */
export function bulkhead(size: number) {
  let open = 0;
  const first = new Set<(hasRoom: boolean) => void>();
  const others = new Set<(hasRoom: boolean) => void>();

  const wait = (signal: AbortSignal, waitMs: number | undefined) =>
    new Promise<boolean>((resolve) => {
      const line = waitMs === undefined ? others : first;
      const end = (hasRoom: boolean) => {
        line.delete(end);
        clearTimeout(late);
        signal.removeEventListener("abort", giveUp);
        resolve(hasRoom);
      };
      const giveUp = () => end(false);
      const late = setTimeout(giveUp, waitMs ?? LONGEST_WAIT_MS);
      signal.addEventListener("abort", giveUp, { once: true });
      line.add(end);
    });

  return {
    get open() {
      return open;
    },
    /**
     * Resolves to false when there was no room in time, or the signal fired; else `leave` has to follow.
     * Who names a time waits so long, and comes before all who do not; the others wait for a moment.
     */
    enter(signal: AbortSignal, waitMs?: number): boolean | Promise<boolean> {
      if (open >= size) return wait(signal, waitMs);
      open += 1;
      return true;
    },
    leave(): void {
      // The room goes to whoever has waited longest, and is never empty in between.
      const [next = others.values().next().value] = first;
      if (next === undefined) open -= 1;
      else next(true);
    },
  };
}

/** An answer is cut off beyond it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Calls of one domain that are on the wire at once; further ones wait their turn. */
const CONNECTIONS = 64;
/** Calls of one domain that wait for their turn; further ones are refused as `busy`. */
const MAX_QUEUED = 128;
const BUSY_RETRY_MS = 1000;
/** Of a domain's open calls, how many may be attempts after the first: a domain in trouble is not drowned in them. */
const RETRY_SHARE = 0.2;
const MIN_RETRIES = 3;

export type DomainClientDeps = {
  /** Where a domain may be called, in the version that a run began with: addresses of its bootstrap entry, and no others. */
  baseUrlOf(domain: string, version?: string): string | undefined;
  /** What calls of a domain are signed with, which no other domain knows. Absent: they carry no token. */
  keyOf?(domain: string): string;
  clock: Clock;
  makeId: MakeId;
  maxOpenCalls?: number;
  /** The system's way from names to addresses when absent. */
  resolve?: ResolveName;
};

/** How busy a domain's line is, and whether it is left alone. */
export type LineState = { name: string; open: number; queued: number; state: BreakerState };

type OpenDomainClient = DomainClient & { lines(): LineState[]; close(): Promise<void> };

/** One domain's connections, apart from every other's, so that a slow one slows no one else. */
type Line = {
  baseUrl: string;
  key: SigningKey | undefined;
  pool: Pool;
  path: string;
  room: ReturnType<typeof bulkhead>;
  retries: number;
  ejection: CircuitBreaker;
};

/** The wire to the domains: kept-alive connections, a cap on everything, and no trust in what comes back. */
export function openDomainClient(deps: DomainClientDeps): OpenDomainClient {
  const maxOpenCalls = deps.maxOpenCalls ?? CONNECTIONS + MAX_QUEUED;
  const lines = new Map<string, Line>();

  /** The domain's line, made again when the bootstrap file moved it. */
  const lineTo = ({ domain, version }: DomainCall): Line => {
    const baseUrl = deps.baseUrlOf(domain, version);
    // An older version has a line of its own beside the newest one's.
    const isOlder = version !== undefined && baseUrl !== deps.baseUrlOf(domain);
    const name = isOlder ? `${domain}@${version}` : domain;
    const known = lines.get(name);
    if (known !== undefined && known.baseUrl === baseUrl) return known;
    if (known !== undefined) {
      lines.delete(name);
      // Calls under way finish on the old connections.
      known.pool.close().catch(() => undefined);
    }
    if (baseUrl === undefined)
      throw new DomainCallError(domain, "unreachable", "has no url in the bootstrap file", false);
    const url = new URL(baseUrl);
    const path = `${url.pathname.replace(/\/+$/, "")}/execute`;
    const pool = openPool(url.origin, CONNECTIONS, deps.resolve);
    const room = bulkhead(maxOpenCalls);
    const key = deps.keyOf === undefined ? undefined : signingKey(deps.keyOf(domain));
    const line = { baseUrl, key, pool, path, room, retries: 0, ejection: ejection(deps.clock) };
    lines.set(name, line);
    return line;
  };

  const busy = (domain: string, why: string) =>
    new DomainCallError(domain, "busy", why, false, { retryAfterMs: BUSY_RETRY_MS });

  const headersOf = (call: DomainCall, key: SigningKey | undefined, leftMs: number): string[] => {
    const { intent, context } = call.request;
    const headers = [
      "content-type",
      "application/json",
      "accept",
      "application/json",
      "accept-encoding",
      "identity",
      "idempotency-key",
      call.idempotencyKey,
      "x-deadline-ms",
      String(Math.floor(leftMs)),
    ];
    if (call.traceparent !== undefined) headers.push("traceparent", call.traceparent);
    if (key !== undefined) {
      const { run_id, step_id, user_id: sub } = context;
      const { capability } = intent;
      const idempotency_key = call.idempotencyKey;
      const claims = { aud: call.domain, sub, run_id, step_id, capability, idempotency_key };
      const token = serviceToken(key, claims, deps.clock.now(), deps.makeId("call"));
      headers.push("authorization", `Bearer ${token}`);
    }
    return headers;
  };

  const send = async (call: DomainCall, line = lineTo(call)): Promise<DomainOutput> => {
    const { domain, signal } = call;
    const { roomMs } = call;
    const endsAt = roomMs === undefined ? undefined : deps.clock.monotonic() + roomMs;
    const room = line.room.enter(signal, roomMs);
    if (room !== true && !(await room))
      throw signal.aborted
        ? new DomainCallError(domain, "cancelled", "we stopped waiting", false)
        : busy(domain, `has ${line.room.open} calls open already`);
    let failed: unknown;
    let isIn = false;
    try {
      const { context } = call.request;
      const now = deps.clock.now();
      // Who was let to wait has its whole time yet, as far as the request has it.
      const deadline_at =
        endsAt === undefined
          ? context.deadline_at
          : Math.round(now + Math.min(call.timeoutMs, endsAt - deps.clock.monotonic()));
      const leftMs = Math.min(call.timeoutMs, deadline_at - now);
      if (leftMs <= 0)
        throw new DomainCallError(domain, "timeout", "no time was left for it", false);
      const restMs = line.ejection.enter();
      isIn = restMs === 0;
      if (!isIn)
        throw new DomainCallError(domain, "ejected", "did not answer again and again", false, {
          retryAfterMs: restMs,
        });
      const answer = await exchange(line.pool, {
        domain,
        method: "POST",
        path: line.path,
        headers: headersOf(call, line.key, leftMs),
        body: JSON.stringify(
          deadline_at === context.deadline_at
            ? call.request
            : { ...call.request, context: { ...context, deadline_at } },
        ),
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: leftMs,
        signal,
        takeRoom: call.takeRoom,
      });
      const { status } = answer;
      if (status !== 200)
        throw new DomainCallError(domain, "http_status", `answered HTTP ${status}`, true, {
          status,
        });
      const output = readOutput(readJson(domain, answer.body));
      if (output.success) return output.data;
      const [first] = faultsOf(output.error);
      const detail = `broke its contract: ${first?.path || "the answer"}: ${first?.message ?? "is wrong"}`;
      throw new DomainCallError(domain, "contract", detail, true, { cause: output.error });
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      line.room.leave();
      if (isIn) line.ejection.end(endOfCall(failed));
    }
  };

  const sendAgain = async (call: DomainCall): Promise<DomainOutput> => {
    const line = lineTo(call);
    if (line.retries >= Math.max(MIN_RETRIES, RETRY_SHARE * line.room.open))
      throw busy(call.domain, `has ${line.retries} calls tried again already`);
    // Counted from here on, and not when it goes out: many may wait for room at once.
    line.retries += 1;
    try {
      return await send(call, line);
    } finally {
      line.retries -= 1;
    }
  };

  return {
    call: (call) => (call.request.context.attempt === 1 ? send(call) : sendAgain(call)),

    lines: () =>
      [...lines].map(([name, line]) => {
        const open = Math.min(line.room.open, CONNECTIONS);
        return { name, open, queued: line.room.open - open, state: line.ejection.state };
      }),

    async close() {
      const pools = [...lines.values()].map(({ pool }) => pool);
      lines.clear();
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** A domain that is back is noticed within the longest rest. */
const SETTINGS = { failures: 5, rest: { firstMs: 500, mostMs: 5000 } };

/** Whether one domain is called at all. */
export const ejection = (clock: Clock): CircuitBreaker => circuitBreaker(SETTINGS, clock);

/** What a call's error says of the domain; undefined: it answered. */
export function endOfCall(error: unknown): CallEnd {
  if (!(error instanceof DomainCallError)) return "answered";
  const { fault, status } = error;
  // We stopped it ourselves.
  if (fault === "cancelled") return "nothing";
  // No answer, or one that says that the service itself is broken. Whatever else it answers, it is there.
  const isBroken = status !== undefined && status >= 500;
  return fault === "unreachable" || fault === "timeout" || isBroken ? "failed" : "answered";
}

/** What a domain learns about a call from its token: for whom, and for which step only. */
type ServiceClaims = {
  /** The domain. */
  aud: string;
  /** The user. */
  sub: string;
  run_id: string;
  step_id: string;
  capability: string;
  idempotency_key: string;
};

const SERVICE_TOKEN_ISSUER = "regente";
const LIFETIME_S = 60;
/** base64url of {"alg":"HS256","typ":"JWT"} */
const HEADER = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";

/**
 * A JWT (compact, HS256) that lets a domain trust one call for one minute.
 * Shape:  iss "regente", aud domain, sub user, iat, exp, jti, run_id, step_id, capability, idempotency_key
 * Cost:   3 us. jose, which signs through promises, takes 180 us
 */
export function serviceToken(
  key: SigningKey,
  claims: ServiceClaims,
  nowMs: number,
  jti: string,
): string {
  const iat = Math.floor(nowMs / 1000);
  const payload = JSON.stringify({
    iss: SERVICE_TOKEN_ISSUER,
    ...claims,
    iat,
    exp: iat + LIFETIME_S,
    jti,
  });
  const signed = `${HEADER}.${Buffer.from(payload).toString("base64url")}`;
  return `${signed}.${sign(key, signed)}`;
}

/** A manifest is cut off beyond it. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const MOST_VALUES = 500_000;
const MANIFEST_TIMEOUT_MS = 2000;
const MANIFEST_CONNECTIONS = 2;

type OpenManifestSource = ManifestSource & { close(): Promise<void> };

/** Manifests over HTTP, by connections apart from those of the calls. */
export function openManifestSource({
  timeoutMs = MANIFEST_TIMEOUT_MS,
  resolve,
}: {
  timeoutMs?: number;
  /** The system's way from names to addresses when absent. */
  resolve?: ResolveName;
} = {}): OpenManifestSource {
  const pools = new Map<string, Pool>();
  return {
    async fetchManifest(address, etag) {
      const url = new URL(address);
      const pool = pools.get(url.origin) ?? openPool(url.origin, MANIFEST_CONNECTIONS, resolve);
      pools.set(url.origin, pool);
      const headers = ["accept", "application/json", "accept-encoding", "identity"];
      if (etag !== undefined) headers.push("if-none-match", etag);
      const answer = await exchange(pool, {
        domain: address,
        method: "GET",
        path: `${url.pathname}${url.search}`,
        headers,
        maxBytes: MAX_MANIFEST_BYTES,
        timeoutMs,
      });
      if (answer.status === 304) return { changed: false };
      const body = readJson(address, answer.body, MOST_VALUES);
      const tag = answer.headers.etag;
      return typeof tag === "string" ? { changed: true, body, etag: tag } : { changed: true, body };
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}
