import { healthReport } from "#shared/contracts/native-doors.ts";
import type { Doors } from "./doors.ts";
import type { Route } from "./route.ts";

/** Whether the process runs, and whether it can be used. */
export const healthRoutes = ({ domains, isReady, authentication }: Doors): Route[] => [
  {
    method: "GET",
    path: "/health",
    right: "health",
    tag: "health",
    summary: "Whether the process runs",
    answer: healthReport,
    early: true,
    handle: (context) => context.json({ status: "ok" }),
  },
  {
    method: "GET",
    path: "/ready",
    right: "health",
    tag: "health",
    summary: "Whether every domain was looked at and unfinished runs are loaded; 503 until then",
    answer: healthReport,
    early: true,
    handle: (context) =>
      isReady()
        ? // Where the doors check who calls, how the domains are is for those who may know.
          context.json({ status: "ready", ...(authentication === undefined && domains.status()) })
        : context.json({ status: "starting" }, 503, { "retry-after": "1" }),
  },
];
