import { type OpenaiModel, openaiModel, openaiModels } from "#shared/contracts/openai.ts";
import { reason } from "#shared/messages/reason.ts";
import { describedIn } from "../../catalogue/described-in.ts";
import { type Allowed, manifestsFor } from "../../planning/rights.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type EndpointContext, pathPart, type Route } from "../http/endpoint.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { HttpError } from "../http/http-error.ts";

/** The name under which chat clients find the orchestrator; `regente/<domain>` hears that domain's goals only. */
const MODEL = "regente";
export const isOwnModel = (id: string): boolean => id === MODEL || id.startsWith(`${MODEL}/`);
/** When the name was first given, epoch seconds; clients only sort by it. */
const CREATED = 1_760_000_000;

const modelNamed = (id: string, name: string, description: string): OpenaiModel => ({
  id,
  object: "model",
  created: CREATED,
  owned_by: MODEL,
  name,
  description,
});

function modelsOf(allowed: Allowed): OpenaiModel[] {
  const pinned = manifestsFor(allowed)
    .filter(({ goals }) => goals.length > 0)
    .map(({ domain, description }) =>
      modelNamed(
        `${MODEL}/${domain}`,
        `Regente: ${domain}`,
        describedIn(description, "en") ?? domain,
      ),
    );
  return [modelNamed(MODEL, "Regente", "Every domain that is registered"), ...pinned];
}

const notFound = (id: string, models: readonly OpenaiModel[]) => {
  const known = models.map((model) => `"${model.id}"`);
  const use = known.slice(0, 12).join(", ");
  return new HttpError(404, reason("model_not_found", { model: id, names: use }), {
    param: "model",
  });
};

const modelsFor = (context: EndpointContext, { current }: TurnDeps): OpenaiModel[] =>
  modelsOf({ ...current(), mayUse: context.get("principal")?.mayUse });

/**
 * The deps that answers as this model.
 * Errors: HttpError 404
 */
export async function depsOf(
  model: string,
  { deps, pin }: EndpointDeps,
  context: EndpointContext,
): Promise<TurnDeps> {
  if (model === MODEL) return deps;
  const models = modelsFor(context, deps);
  const isKnown = models.some(({ id }) => id === model);
  const pinned = isKnown ? pin(model.slice(MODEL.length + 1)) : undefined;
  if (pinned === undefined) throw notFound(model, models);
  const snapshot = await pinned;
  return { ...deps, current: () => snapshot };
}

export const modelRoutes = ({ deps }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/models",
    right: "chat",
    summary: "The models that chat clients can choose from",
    answer: openaiModels,
    handle: (context) => context.json({ object: "list", data: modelsFor(context, deps) }),
  },
  {
    method: "GET",
    path: "/v1/models/:id{.+}",
    right: "chat",
    summary: "One model",
    answer: openaiModel,
    handle: (context) => {
      const id = pathPart(context, "id");
      const models = modelsFor(context, deps);
      const model = models.find((each) => each.id === id);
      if (model === undefined) throw notFound(id, models);
      return context.json(model);
    },
  },
];
