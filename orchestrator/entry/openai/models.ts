import { Hono } from "hono";
import { DoorError } from "../door-error.ts";

/** The name under which chat clients find the orchestrator. */
export const MODEL = "regente";
/** When the name was first given, epoch seconds; clients only sort by it. */
const CREATED = 1_760_000_000;

const model = {
  id: MODEL,
  object: "model",
  created: CREATED,
  owned_by: "regente",
  name: "Regente",
};

export function modelRoutes(): Hono {
  const routes = new Hono();
  routes.get("/models", (context) => context.json({ object: "list", data: [model] }));
  routes.get("/models/:id{.+}", (context) => {
    const id = context.req.param("id");
    if (id !== MODEL)
      throw new DoorError(
        404,
        "model_not_found",
        `The model "${id}" does not exist; use "${MODEL}".`,
        "model",
      );
    return context.json(model);
  });
  return routes;
}
