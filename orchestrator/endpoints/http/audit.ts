import { auditPage, auditQuery } from "#shared/contracts/console.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { readQuery } from "./read-body.ts";
import type { Route } from "./route.ts";

/** Who had which effect done, for whoever has to know. */
export const auditRoutes = ({ audit }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/audit",
    right: "audit:read",
    tag: "audit",
    summary: "The audit log, newest first, as it was written, so that its hashes can be verified",
    query: auditQuery,
    answer: auditPage,
    handle: async (context) => {
      const { records, next } = await audit.page(readQuery(context, auditQuery));
      return context.json({ records, next: next ?? null });
    },
  },
];
