import { docsRoutes } from "./docs.ts";
import { domainRoutes } from "./domains.ts";
import type { Doors } from "./doors.ts";
import { fileRoutes } from "./files.ts";
import { healthRoutes } from "./health.ts";
import { lintRoutes } from "./lint.ts";
import { metricsRoutes } from "./metrics.ts";
import { chatRoutes } from "./openai/chat.ts";
import { modelRoutes } from "./openai/models.ts";
import { makeReplier } from "./openai/replier.ts";
import { responsesRoutes } from "./openai/responses.ts";
import { pendingRoutes } from "./pending.ts";
import { planRoutes } from "./plans.ts";
import { promotionRoutes } from "./promotions.ts";
import { replayRoutes } from "./replay.ts";
import type { Route } from "./route.ts";
import { runRoutes } from "./runs.ts";
import { sessionRoutes } from "./sessions.ts";
import { turnRoutes } from "./turns.ts";
import { usageRoutes } from "./usage.ts";

/** Everything that can be asked for. The doors are made from this table, and so is their description. */
export function routesOf(doors: Doors): readonly Route[] {
  const replier = makeReplier(doors);
  const routes: Route[] = [
    ...chatRoutes(doors, replier),
    ...responsesRoutes(doors, replier),
    ...modelRoutes(doors),
    ...turnRoutes(doors),
    ...planRoutes(doors),
    ...runRoutes(doors),
    ...replayRoutes(doors),
    ...pendingRoutes(doors),
    ...sessionRoutes(doors),
    ...domainRoutes(doors),
    ...lintRoutes(doors),
    ...promotionRoutes(doors),
    ...usageRoutes(doors),
    ...fileRoutes(doors),
    ...healthRoutes(doors),
    ...metricsRoutes(doors),
  ];
  return [...routes, ...docsRoutes(routes, doors)];
}
