import { hash } from "node:crypto";
import { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import type { ExecuteContext } from "#shared/contracts/execute.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type DomainOutput, domainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { surelyFits } from "#shared/contracts/surely-fits.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue, CatalogueCapability } from "../catalogue/catalogue.ts";
import { isSureOf } from "../planning/gate.ts";
import { type AnswerCache, type AnswerShare, EVERYBODY } from "../ports/answer-cache.ts";
import type { Clock } from "../ports/clock.ts";
import {
  type DomainCall,
  DomainCallError,
  type DomainClient,
  type Route,
  type StepCall,
} from "../ports/domain-client.ts";
import { RAISED_BY } from "./failures.ts";
import { asking, failed } from "./output.ts";

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

export type RouteDeps = {
  catalogue: Catalogue;
  client: DomainClient;
  contextFor(step: ExecutionStep, attempt: number, deadlineAt: number): ExecuteContext;
  /** W3C trace context of the request, where there is one. */
  traceparent?: string;
  /** What the run's answers may take; absent: as much as they do. */
  share?: AnswerShare | undefined;
};

/**
 * From a step to its domain's answer: confidence gate, parameters, the call, the promised result.
 * Shape:  below the gate or with parameters that the capability refuses nothing is sent; the answer
 *         is then a clarification or a failure with `metadata.code`
 * Errors: DomainCallError; fault "contract" when the result breaks its result_schema
 */
export function makeRoute({ catalogue, client, contextFor, traceparent, share }: RouteDeps): Route {
  // One for all of its steps, and not one for each.
  const roomForRead = share && ((bytes: number) => share.take(bytes, true));
  const roomForEffect = share && ((bytes: number) => share.take(bytes, false));
  return async (call) => {
    const { intent, step, attempt, deadlineAt, timeoutMs, roomMs, signal } = call;
    const { domain, capability: name } = intent;
    const capability = catalogue.capability(domain, name);
    if (capability === undefined)
      throw new DomainCallError(domain, "contract", `has no capability ${name}`, false);
    const context = contextFor(step, attempt, deadlineAt);
    const { effect, isFallback } = capability;
    if (!isFallback && !isSureOf(catalogue, domain, intent.confidence, effect))
      return notSure(call, context.locale);
    if (!surelyFits(capability.spec.params_schema, intent.parameters)) {
      const params = capability.params.safeParse(intent.parameters);
      if (!params.success) return refused(name, params.error);
    }

    const output = await client.call({
      domain,
      version: catalogue.manifests.get(domain)?.version,
      request: { intent, context },
      idempotencyKey: `${context.run_id}:${context.step_id}`,
      timeoutMs,
      roomMs,
      takeRoom: effect === "read" ? roomForRead : roomForEffect,
      signal,
      traceparent,
    });
    if (output.status !== "success" || capability.result === undefined) return output;
    const { result_schema } = capability.spec;
    if (result_schema !== undefined && surelyFits(result_schema, output.result)) return output;
    const result = capability.result.safeParse(output.result);
    if (result.success) return output;
    throw new DomainCallError(
      domain,
      "contract",
      `${name} answered against its result_schema: ${described(result.error, "result")}`,
      true,
    );
  };
}

const notSure = ({ intent }: StepCall, locale: Locale): DomainOutput => ({
  ...asking(sayIn("steps", locale)("not_sure"), null, { code: "LOW_CONFIDENCE" }),
  confidence: intent.confidence,
});

/** Trace text, not an answer: combine says it in people's words. */
const refused = (capability: string, error: z.ZodError): DomainOutput =>
  failed(`${capability} was not called: ${described(error, "params")}`, {
    ...{ code: "INVALID_PARAMS", raised_by: RAISED_BY },
  });

const described = (error: z.ZodError, root: string): string =>
  faultsOf(error)
    .slice(0, 5)
    .map(({ path, message }) => `${path === "" ? root : `${root}.${path}`}: ${message}`)
    .join("; ");
