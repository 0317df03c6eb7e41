import type { Effect } from "#shared/contracts/capability.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type DomainCall,
  DomainCallError,
  type DomainClient,
  type StandIn,
} from "../ports/domain-client.ts";

/** `metadata` of an answer that another domain gave than the one that was asked. */
const PROVIDED_BY = "provided_by";

export type StandInDeps = {
  standInsFor(domain: string, capability: string): readonly StandIn[];
  /** True where calls of a domain do not go through just now. */
  isAway(domain: string): boolean;
  effectOf(domain: string, capability: string): Effect;
  clock: Clock;
};

/** Less is not worth another call, milliseconds. */
const LEAST_TIME_MS = 50;

/**
 * A client that asks whoever may answer: who is preferred, and for a read whoever answers. A read that failed, also in a
 * domain's own words, is asked of the next one, and each further attempt begins with another. What changes something goes to one domain alone, always
 * the same, whose receipts know its key.
 */
export function withStandIns(client: DomainClient, deps: StandInDeps): DomainClient {
  return {
    call(call) {
      const { domain, request } = call;
      const { capability } = request.intent;
      const others = deps.standInsFor(domain, capability);
      if (others.length === 0) return client.call(call);
      const own: StandIn = { domain, capability, isPreferred: false };
      const preferred = others.filter(({ isPreferred }) => isPreferred);
      const order = [...preferred, own, ...others.filter((each) => !each.isPreferred)];
      if (deps.effectOf(domain, capability) !== "read")
        return askOf(order[0] ?? own, call, client, Number.POSITIVE_INFINITY);
      return readFrom(inTurn(order, request.context.attempt, deps), call, client, deps);
    },
  };
}

/** Who is there comes first; of these each attempt begins with another one. */
function inTurn(order: readonly StandIn[], attempt: number, { isAway }: StandInDeps): StandIn[] {
  const there = order.filter(({ domain }) => !isAway(domain));
  const away = order.filter(({ domain }) => isAway(domain));
  const first = there.length === 0 ? 0 : (attempt - 1) % there.length;
  return [...there.slice(first), ...there.slice(0, first), ...away];
}

async function readFrom(
  order: readonly StandIn[],
  call: DomainCall,
  client: DomainClient,
  { clock }: StandInDeps,
): Promise<DomainOutput> {
  const endsAt = clock.monotonic() + call.timeoutMs;
  // Of those that failed what the first one says is told; words of a domain are better than that it did not answer.
  let said: DomainOutput | undefined;
  let fault: DomainCallError | undefined;
  for (const one of order) {
    const leftMs = endsAt - clock.monotonic();
    if ((said ?? fault) !== undefined && leftMs < LEAST_TIME_MS) break;
    try {
      const output = await askOf(one, call, client, leftMs);
      if (output.status !== "failure") return output;
      said ??= output;
    } catch (error) {
      if (!(error instanceof DomainCallError) || error.fault === "cancelled") throw error;
      fault ??= error;
    }
  }
  if (said === undefined && fault !== undefined) throw fault;
  // Where no one was asked, the domain itself is.
  return said ?? client.call(call);
}

async function askOf(
  one: StandIn,
  call: DomainCall,
  client: DomainClient,
  leftMs: number,
): Promise<DomainOutput> {
  if (one.domain === call.domain) return client.call(call);
  const { version: _ofAnother, ...rest } = call;
  const { intent, context } = call.request;
  const output = await client.call({
    ...rest,
    domain: one.domain,
    timeoutMs: Math.min(call.timeoutMs, leftMs),
    request: {
      context,
      intent: { ...intent, domain: one.domain, capability: one.capability },
    },
  });
  return { ...output, metadata: { ...output.metadata, [PROVIDED_BY]: one.domain } };
}
