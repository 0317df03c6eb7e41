import { replayReport } from "#shared/contracts/replay.ts";
import { reason } from "#shared/messages/reason.ts";
import { pathPart } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import type { Route } from "./route.ts";

/** What a recorded run would be today. */
export const replayRoutes = ({ deps, pin, replay, settings }: EndpointDeps): Route[] => [
  {
    method: "POST",
    path: "/v1/runs/:id/replay",
    right: "runs:read",
    tag: "runs",
    summary:
      "Run a run again from what was recorded, without a domain: identical, or what differs first",
    answer: replayReport,
    handle: async (context) => {
      const owner = { user_id: userOf(context, settings) };
      const run_id = pathPart(context, "id");
      const run = await deps.store.runs.find(owner, run_id);
      if (run === undefined) throw new HttpError(404, reason("run_not_found", { run: run_id }));
      const only = run.hearing?.only_domain ?? null;
      const pinned = only === null ? undefined : await pin(only);
      const steps = await deps.store.runs.steps(owner, run_id);
      return context.json(await replay(run, steps, pinned ?? deps.current()));
    },
  },
];
