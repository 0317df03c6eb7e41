import { usageQuery, usageReport } from "#shared/contracts/native-endpoints.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { userOf } from "./identity.ts";
import { readQuery } from "./read-query.ts";
import { reportUsage } from "./report-usage.ts";
import type { Route } from "./route.ts";

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

export const usageRoutes = ({ deps, settings, prices }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/usage",
    right: "usage:read",
    tag: "usage",
    summary: `Messages, model calls, tokens and money by day, goal, tier, action type and model; ${SHOWN_DAYS} days unless asked otherwise`,
    query: usageQuery,
    answer: usageReport,
    handle: async (context) => {
      const { since } = readQuery(context, usageQuery);
      const today = Math.floor(deps.clock.now() / DAY_MS) * DAY_MS;
      const day = since === undefined ? today - (SHOWN_DAYS - 1) * DAY_MS : Date.parse(since);
      const owner = { user_id: userOf(context, settings) };
      const { usage } = deps.store;
      const { limits } = deps.budget;
      const [rows, summary, models, spent] = await Promise.all([
        usage.totals(owner, day),
        usage.summary(owner, day),
        usage.byModel(owner, day),
        usage.spent({ ...owner, session_id: "", run_id: "" }, deps.clock.now()),
      ]);
      // What everybody has spent together is no user's to know.
      const seesAll = context.get("principal")?.mayEnter("metrics:read") ?? true;
      const shown = seesAll ? (["user_day", "day"] as const) : (["user_day"] as const);
      const set = shown.flatMap((limit) => {
        const tokens = limits[limit];
        return tokens === undefined ? [] : [{ limit, tokens, spent: spent[limit] }];
      });
      const used = { since: day, rows, summary, models, limits: set };
      return context.json(reportUsage(used, prices));
    },
  },
];
