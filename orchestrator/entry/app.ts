import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { ContractError } from "#shared/contracts/errors.ts";
import { StoreError } from "../ports/store-error.ts";
import { domainRoutes } from "./domains.ts";
import { DoorError, errorBodyOf } from "./door-error.ts";
import type { Doors } from "./doors.ts";
import { fileRoutes } from "./files.ts";
import { chatRoutes } from "./openai/chat.ts";
import { modelRoutes } from "./openai/models.ts";
import { planRoutes } from "./plans.ts";
import { runRoutes } from "./runs.ts";
import { turnRoutes } from "./turns.ts";

/** Every door of the orchestrator. */
export function makeApp(doors: Doors): Hono<{ Bindings: HttpBindings }> {
  const { desk } = doors;
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/ready", (context) => {
    if (!doors.isReady()) return context.json({ status: "starting" }, 503, { "retry-after": "1" });
    return context.json({ status: "ready", ...doors.domains.status() });
  });

  app.use("/v1/*", async (context, next) => {
    context.header("x-request-id", context.req.header("x-request-id") ?? desk.makeId("req"));
    if (!doors.isReady()) {
      context.header("retry-after", "1");
      throw new DoorError(
        503,
        "starting",
        "The manifests are still being loaded; try again in a second.",
      );
    }
    await next();
  });
  app.route("/v1", modelRoutes());
  app.route("/v1", chatRoutes(doors));
  app.route("/v1", turnRoutes(doors));
  app.route("/v1", planRoutes(doors));
  app.route("/v1", runRoutes(doors));
  app.route("/v1", domainRoutes(doors));
  app.route("/v1", fileRoutes(doors));

  app.notFound((context) => {
    const error = new DoorError(
      404,
      "unknown_route",
      `There is nothing at ${context.req.method} ${context.req.path}.`,
    );
    return context.json(errorBodyOf(error), 404);
  });
  app.onError((error, context) => {
    const refused = doorErrorOf(error);
    if (refused.status >= 500 && refused.code !== "starting")
      desk.log.error({ err: error }, "a request failed");
    return context.json(errorBodyOf(refused), refused.status);
  });
  return app;
}

function doorErrorOf(error: Error): DoorError {
  if (error instanceof DoorError) return error;
  // A plan is checked by its contract and against the catalogue; both are the caller's to mend.
  if (error instanceof ContractError)
    return new DoorError(
      422,
      error.code.toLowerCase(),
      error.message,
      error.faults[0]?.path ?? null,
    );
  if (error instanceof StoreError)
    return new DoorError(
      503,
      "store_unavailable",
      "The store is not available; nothing was started. Try again.",
    );
  return new DoorError(500, "internal_error", "Something failed on our side.");
}
