import { healthReport } from "#shared/contracts/native-endpoints.ts";
import type { Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

const RETRY_SOON = { "retry-after": "1" };

/** Whether the process runs, and whether it can be used. */
export const healthRoutes = ({
  domains,
  isReady,
  isStoreAway,
  authentication,
}: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/health",
    right: "health",
    summary: "Whether the process runs",
    answer: healthReport,
    early: true,
    handle: (context) => context.json({ status: "ok" }),
  },
  {
    method: "GET",
    path: "/ready",
    right: "health",
    summary:
      "200 once every domain started with this process has joined or timed out and unfinished runs are loaded; 503 until then, and while the store is unavailable",
    answer: healthReport,
    early: true,
    handle: (context) => {
      if (isStoreAway?.() === true)
        return context.json({ status: "store_unavailable" }, 503, RETRY_SOON);
      return isReady()
        ? // Where the endpoints check who calls, how the domains are is for those who may know.
          context.json({ status: "ready", ...(authentication === undefined && domains.status()) })
        : context.json(
            { status: "starting", waiting_for: notJoined({ domains, authentication }) },
            503,
            RETRY_SOON,
          );
    },
  },
];

/** The domains that have not joined yet, by name; none where the endpoints check who calls. */
export const notJoined = ({
  domains,
  authentication,
}: Pick<EndpointDeps, "domains" | "authentication">) =>
  authentication !== undefined
    ? []
    : domains
        .status()
        .domains.filter(({ state }) => state === "down" || state === "joining")
        .map(({ name }) => name);

/** What a scraper reads; see docs/operations.md. */
export const metricsRoutes = ({ metrics }: EndpointDeps): Route[] =>
  metrics === undefined
    ? []
    : [
        {
          method: "GET",
          path: "/metrics",
          right: "metrics:read",
          summary: "Counters, durations and lags in the Prometheus format",
          answer: "text",
          early: true,
          handle: async (context) => {
            const { type, text } = await metrics.page();
            return context.body(text, 200, { "content-type": type });
          },
        },
      ];
