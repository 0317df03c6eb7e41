import { auditRoutes } from "./http/audit.ts";
import { consoleRoutes } from "./http/console.ts";
import { docsRoutes } from "./http/docs.ts";
import { domainRoutes } from "./http/domains.ts";
import type { Doors } from "./http/doors.ts";
import { fileRoutes } from "./http/files.ts";
import { healthRoutes } from "./http/health.ts";
import { lintRoutes } from "./http/lint.ts";
import { liveRoutes } from "./http/live.ts";
import { metricsRoutes } from "./http/metrics.ts";
import { pendingRoutes } from "./http/pending.ts";
import { planRoutes } from "./http/plans.ts";
import { promotionRoutes } from "./http/promotions.ts";
import { recipientRoutes } from "./http/recipients.ts";
import { replayRoutes } from "./http/replay.ts";
import type { Route } from "./http/route.ts";
import { runRoutes } from "./http/runs.ts";
import { scheduleRoutes } from "./http/schedules.ts";
import { sessionRoutes } from "./http/sessions.ts";
import { turnRoutes } from "./http/turns.ts";
import { usageRoutes } from "./http/usage.ts";
import { mcpRoutes } from "./mcp/mcp.ts";
import { chatRoutes } from "./openai/chat.ts";
import { modelRoutes } from "./openai/models.ts";
import { makeReplier } from "./openai/replier.ts";
import { responsesRoutes } from "./openai/responses.ts";

/** Everything that can be asked for. The doors are made from this table, and so is their description. */
export function routesOf(doors: Doors): readonly Route[] {
  const replier = makeReplier(doors);
  const routes: Route[] = [
    ...chatRoutes(doors, replier),
    ...responsesRoutes(doors, replier),
    ...modelRoutes(doors),
    ...mcpRoutes(doors),
    ...turnRoutes(doors),
    ...planRoutes(doors),
    ...runRoutes(doors),
    ...replayRoutes(doors),
    ...pendingRoutes(doors),
    ...sessionRoutes(doors),
    ...scheduleRoutes(doors),
    ...recipientRoutes(doors),
    ...domainRoutes(doors),
    ...lintRoutes(doors),
    ...promotionRoutes(doors),
    ...usageRoutes(doors),
    ...fileRoutes(doors),
    ...healthRoutes(doors),
    ...metricsRoutes(doors),
    ...auditRoutes(doors),
    ...liveRoutes(doors),
    ...consoleRoutes(doors),
  ];
  return [...routes, ...docsRoutes(routes, doors)];
}
