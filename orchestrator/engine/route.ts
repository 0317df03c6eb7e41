import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import type { ExecuteContext } from "#shared/contracts/execute.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { surelyFits } from "#shared/contracts/surely-fits.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { isSureOf } from "../planning/gate.ts";
import type { AnswerShare } from "../ports/answer-cache.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import type { DomainClient } from "../ports/domain-client.ts";
import type { Route, StepCall } from "../ports/step-call.ts";

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

const NOT_SURE: Record<Locale, string> = {
  "pt-BR": "Não tenho certeza de que entendi o pedido. Pode dizer de outro jeito?",
  en: "I am not sure that I understood the request. Could you put it another way?",
};

const notSure = ({ intent }: StepCall, locale: Locale): DomainOutput => ({
  status: "clarification",
  result: null,
  explanation: NOT_SURE[locale],
  confidence: intent.confidence,
  metadata: { code: "LOW_CONFIDENCE" },
});

/** Trace text, not an answer: combine says it in people's words. */
const refused = (capability: string, error: z.ZodError): DomainOutput => ({
  status: "failure",
  result: null,
  explanation: `${capability} was not called: ${described(error, "params")}`,
  confidence: 1,
  metadata: { code: "INVALID_PARAMS", raised_by: "orchestrator" },
});

const described = (error: z.ZodError, root: string): string =>
  faultsOf(error)
    .slice(0, 5)
    .map(({ path, message }) => `${path === "" ? root : `${root}.${path}`}: ${message}`)
    .join("; ");
