import { lintReport } from "#shared/contracts/lint.ts";
import { lastChange } from "#shared/contracts/routing.ts";
import type { Doors } from "./doors.ts";
import type { Route } from "./route.ts";

/** What is wrong with the manifests, and what their last change did. */
export const lintRoutes = ({ review }: Doors): Route[] => [
  {
    method: "GET",
    path: "/v1/lint",
    right: "domains:read",
    tag: "domains",
    summary: "What is wrong with the manifests in force, and with those that were held back",
    answer: lintReport,
    handle: (context) => context.json(review.report()),
  },
  {
    method: "GET",
    path: "/v1/diff",
    right: "utterances:read",
    tag: "domains",
    summary: "Where known sentences lead since the last change of the manifests",
    answer: lastChange,
    handle: (context) => context.json({ change: review.lastChange() }),
  },
];
