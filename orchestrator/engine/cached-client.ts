import { hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "#shared/contracts/json.ts";
import { type DomainOutput, domainOutput } from "#shared/contracts/output.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import { type AnswerCache, EVERYBODY } from "../ports/answer-cache.ts";
import type { Clock } from "../ports/clock.ts";
import type { DomainCall, DomainClient } from "../ports/domain-client.ts";

type Deps = { cache: AnswerCache; clock: Clock; catalogue: Catalogue };

/**
 * A client that need not ask again what it was answered before: successful reads of capabilities with
 * `cache_ttl_s`, for the same words and parameters. What one user was answered serves no one else, unless the
 * manifest says that it is public; what a user changes in a domain makes their answers of it forgotten.
 * Cost: nothing where no capability of the domain is kept; else one look-up a call
 */
export function cachedClient(client: DomainClient, deps: Deps): DomainClient {
  const { cache, clock, catalogue } = deps;

  const forgetAfter = async (call: DomainCall, owner: string): Promise<DomainOutput> => {
    // Also when it fails: no one knows what it did until then.
    const place = { owner, kind: kindOf(call.request.intent.domain) };
    try {
      return await client.call(call);
    } finally {
      await cache.forget(place).catch(() => undefined);
    }
  };

  const findOrCall = async (
    call: DomainCall,
    capability: CatalogueCapability,
    ttlMs: number,
  ): Promise<DomainOutput> => {
    const at = placeOf(call, capability, catalogue);
    const found = await cache.find(at, clock.now());
    const kept = found === undefined ? undefined : domainOutput.safeParse(found).data;
    if (kept !== undefined) return kept;
    const output = await client.call(call);
    const answer = keepable(output, clock.now());
    if (answer !== undefined) cache.put({ ...at, answer, expires_at: clock.now() + ttlMs });
    return output;
  };

  return {
    call(call) {
      const { domain, capability: name } = call.request.intent;
      const { user_id, dry_run } = call.request.context;
      const capability = catalogue.capability(domain, name);
      if (capability === undefined || dry_run || !keepsAnswers(catalogue, domain))
        return client.call(call);
      if (capability.effect !== "read") return forgetAfter(call, user_id);
      const ttlMs = capability.spec.cache_ttl_s * 1000;
      return ttlMs === 0 ? client.call(call) : findOrCall(call, capability, ttlMs);
    },
  };
}

const kindOf = (domain: string): string => `response:${domain}`;

/** Domains that have something to keep, for each catalogue. */
const keeping = new WeakMap<Catalogue, ReadonlySet<string>>();

function keepsAnswers(catalogue: Catalogue, domain: string): boolean {
  const known = keeping.get(catalogue);
  if (known !== undefined) return known.has(domain);
  const kept = catalogue.capabilities.filter(({ spec }) => spec.cache_ttl_s > 0);
  const domains = new Set(kept.map((each) => each.domain));
  keeping.set(catalogue, domains);
  return domains.has(domain);
}

/** Everything that a domain may answer by; whose it is says `owner`. */
function placeOf({ request }: DomainCall, { spec }: CatalogueCapability, catalogue: Catalogue) {
  const { intent, context } = request;
  const { locale, timezone } = context;
  const { domain, capability, parameters, original_query } = intent;
  return {
    owner: spec.cache_scope === "public" ? EVERYBODY : context.user_id,
    kind: kindOf(domain),
    key: hash(
      "sha256",
      canonicalJson([catalogue.digest, capability, parameters, original_query, locale, timezone]),
    ),
  };
}

/** Links to files are one user's and expire: an answer with files is made again. */
function keepable(output: DomainOutput, now: number) {
  if (output.status !== "success" || output.metadata["files"] !== undefined) return undefined;
  const metadata = { ...output.metadata, cached_at: now };
  return z.json().safeParse({ ...output, metadata }).data;
}
