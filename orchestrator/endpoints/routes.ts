import { a2aRoutes } from "./a2a/a2a.ts";
import { auditRoutes } from "./http/audit.ts";
import { consoleRoutes } from "./http/console.ts";
import { docsRoutes } from "./http/docs.ts";
import { domainRoutes } from "./http/domains.ts";
import type { EndpointDeps } from "./http/endpoint-deps.ts";
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

/** Everything that can be asked for. The endpoints are made from this table, and so is their description. */
export function routesOf(endpoints: EndpointDeps): readonly Route[] {
  const replier = makeReplier(endpoints);
  const routes: Route[] = [
    ...chatRoutes(endpoints, replier),
    ...responsesRoutes(endpoints, replier),
    ...modelRoutes(endpoints),
    ...mcpRoutes(endpoints),
    ...a2aRoutes(endpoints),
    ...turnRoutes(endpoints),
    ...planRoutes(endpoints),
    ...runRoutes(endpoints),
    ...replayRoutes(endpoints),
    ...pendingRoutes(endpoints),
    ...sessionRoutes(endpoints),
    ...scheduleRoutes(endpoints),
    ...recipientRoutes(endpoints),
    ...domainRoutes(endpoints),
    ...lintRoutes(endpoints),
    ...promotionRoutes(endpoints),
    ...usageRoutes(endpoints),
    ...fileRoutes(endpoints),
    ...healthRoutes(endpoints),
    ...metricsRoutes(endpoints),
    ...auditRoutes(endpoints),
    ...liveRoutes(endpoints),
    ...consoleRoutes(endpoints),
  ];
  return [...routes, ...docsRoutes(routes, endpoints)];
}
