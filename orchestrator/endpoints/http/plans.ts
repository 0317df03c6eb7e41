import {
  type PlanExecuteRequest,
  type PlanExecuteResponse,
  planExecuteReader,
  planExecuteRequest,
  planExecuteResponse,
} from "#shared/contracts/endpoints.ts";
import { ContractError, placed } from "#shared/contracts/errors.ts";
import { capabilityExecuteRequest } from "#shared/contracts/native-endpoints.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { placeSteps } from "../../planning/order-steps.ts";
import { ForbiddenError } from "../../ports/principal.ts";
import { type EndpointContext, localeAsked, optionsOf, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { entryOf } from "./entry-of.ts";
import { HttpError } from "./http-error.ts";
import { sessionHeader } from "./identity.ts";
import { readBody } from "./read-body.ts";

/** What callers say beside a plan. */
type Given = NonNullable<PlanExecuteRequest["context"]>;

/** Given plans. */
export const planRoutes = (endpoints: EndpointDeps): Route[] => [
  {
    method: "POST",
    path: "/v1/plans/execute",
    right: "plans",
    summary: "Validate a plan and run it",
    body: planExecuteRequest,
    answer: planExecuteResponse,
    handle: async (context) => {
      const { plan, context: given = {} } = await readBody(context, planExecuteReader);
      const { catalogue } = endpoints.deps.current();
      const placed = placeSteps(plan, catalogue);
      const told = execute(endpoints, context, placed, given.original_query ?? "plan", given);
      return context.json(await told.catch(nameScopes(context, placed.steps, catalogue)));
    },
  },
];

/** Single capabilities, as plans of one step. */
export const capabilityRoutes = (endpoints: EndpointDeps): Route[] => [
  {
    method: "POST",
    path: "/v1/domains/:domain/capabilities/:capability/execute",
    right: "plans",
    summary: "Run one capability, as a plan of a single step",
    body: capabilityExecuteRequest,
    answer: planExecuteResponse,
    handle: async (context) => {
      const domain = pathPart(context, "domain");
      const capability = pathPart(context, "capability");
      const { catalogue } = endpoints.deps.current();
      if (catalogue.capability(domain, capability) === undefined)
        throw new HttpError(404, reason("capability_not_found", { capability, domain }));
      const given = await readBody(context, capabilityExecuteRequest);
      // What a caller gives is a value, also where it looks like a reference to another step.
      const params = escapeObject(given.parameters);
      const step = { id: 1, domain, capability, params, depends_on: [], required: true };
      const plan: ExecutionPlan = {
        execution_mode: "sequential",
        combine_mode: "last",
        max_concurrency: 1,
        steps: [step],
      };
      const done = await execute(endpoints, context, plan, `${domain}.${capability}`, given)
        .catch(nameParameters)
        .catch(nameScopes(context, [step], catalogue));
      return context.json(done);
    },
  },
];

/** What is forbidden is named with the scopes that are missing for it. */
const nameScopes =
  (
    context: EndpointContext,
    steps: readonly { domain: string; capability: string }[],
    catalogue: Catalogue,
  ) =>
  (error: unknown): never => {
    if (!(error instanceof ForbiddenError)) throw error;
    const forbidden = new Set<string>();
    for (const { domain, capability } of steps) {
      const found = catalogue.capability(domain, capability);
      const missing = (found && context.get("principal")?.lacks(found)) ?? [];
      if (missing.length > 0) forbidden.add(`${domain}.${capability} (${missing.join(", ")})`);
    }
    const names = [...forbidden].slice(0, 10).join(", ");
    throw new HttpError(403, reason("forbidden", { names }), { code: "forbidden" });
  };

/** A plan under the circumstances that its caller gave; it has no words that would tell its language. */
function execute(
  endpoints: EndpointDeps,
  context: EndpointContext,
  plan: ExecutionPlan,
  input_text: string,
  given: Given,
): Promise<PlanExecuteResponse> {
  const { deps, turns, settings } = endpoints;
  const { session_id = sessionHeader(context, settings), user_id, timezone } = given;
  const locale = given.locale ?? localeAsked(context);
  const said = { session_id, user_id, input_text, timezone };
  const entry = entryOf(context, endpoints, { ...said, ...(locale && { locale }) });
  const bounds = {
    ...(given.deadline_ms !== undefined && { deadlineMs: given.deadline_ms }),
    ...(given.dry_run !== undefined && { dryRun: given.dry_run }),
  };
  const options = { ...optionsOf(context), isNewSession: session_id === undefined };
  return turns.executePlan({ plan, entry, ...bounds }, deps, options);
}

/** The caller gave parameters, not the plan that is made of them. */
function nameParameters(error: unknown): never {
  if (!(error instanceof ContractError)) throw error;
  const named = (path: string) => path.replace(/^steps\.0\.params\b/, "parameters");
  const told = error.faults.map((fault) => placed({ ...fault, path: named(fault.path) }));
  const [first] = error.faults;
  throw new HttpError(422, reason("all_of", { all: told }), {
    code: error.code.toLowerCase(),
    param: first ? named(first.path) : null,
  });
}
