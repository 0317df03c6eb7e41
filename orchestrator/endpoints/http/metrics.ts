import type { EndpointDeps } from "./endpoint-deps.ts";
import type { Route } from "./route.ts";

/** What a scraper reads; see docs/operations.md. */
export const metricsRoutes = ({ metrics }: EndpointDeps): Route[] =>
  metrics === undefined
    ? []
    : [
        {
          method: "GET",
          path: "/metrics",
          right: "metrics:read",
          tag: "health",
          summary: "Counters, durations and lags, as Prometheus reads them",
          answer: "text",
          early: true,
          handle: async (context) => {
            const { type, text } = await metrics.page();
            return context.body(text, 200, { "content-type": type });
          },
        },
      ];
