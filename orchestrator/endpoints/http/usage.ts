import { type UsageReport, usageQuery, usageReport } from "#shared/contracts/native-endpoints.ts";
import type {
  ModelTotalsRow,
  PriceTable,
  UsageSummaryRow,
  UsageTotalsRow,
} from "#shared/contracts/usage.ts";
import type { Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { userOf } from "./identity.ts";
import { readQuery } from "./read-body.ts";

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;

export const usageRoutes = ({ deps, settings, prices }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/usage",
    right: "usage:read",
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

type Counted = UsageReport["total"];

const nothing: Counted = {
  calls: 0,
  zero_token_calls: 0,
  ...{ understood: 0, asked: 0, refused: 0, failed: 0, talk: 0, wrong: 0 },
  llm_calls: 0,
  tokens_input: 0,
  tokens_output: 0,
  tokens_cached: 0,
  tokens_counterfactual: 0,
  duration_ms: 0,
};

const counts = Object.keys(nothing) as (keyof Counted)[];

function add(sum: Counted, row: UsageTotalsRow): Counted {
  const added = { ...sum };
  for (const count of counts) added[count] += row[count];
  return added;
}

const addedUp = (rows: readonly UsageTotalsRow[], nameOf: (row: UsageTotalsRow) => string) =>
  [...Map.groupBy(rows, nameOf)].map(([name, own]): [string, Counted] => [
    name,
    own.reduce(add, nothing),
  ]);

const dayOf = ({ day }: UsageTotalsRow) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** What is known of a user's use of the system since a day. */
type Used = {
  since: number;
  rows: UsageTotalsRow[];
  summary: readonly UsageSummaryRow[];
  models: readonly ModelTotalsRow[];
  limits: UsageReport["limits"];
};

/** What messages cost, in tokens and in money, and who answered them. Pure. */
export function reportUsage(used: Used, prices: PriceTable | undefined): UsageReport {
  const { since, rows, summary, models, limits } = used;
  const total = rows.reduce(add, nothing);
  return {
    since,
    total,
    by_day: addedUp(rows, dayOf).map(([day, sum]) => ({ day, ...sum })),
    by_goal: addedUp(rows, ({ goal }) => goal).map(([goal, sum]) => ({ goal, ...sum })),
    by_tier: addedUp(rows, ({ tier }) => tier).map(([tier, sum]) => ({ tier, ...sum })),
    in_front: inFront(rows, total),
    usage_summary: summarised(summary),
    by_model: models.map((row) => ({ ...row, cost: costOf(row, prices) })),
    by_version: byVersion(models),
    cost: prices === undefined ? null : money(models, total, prices),
    limits,
    rows,
  };
}

/** What was passed on to the server behind us, beside everything that was not. */
function inFront(rows: readonly UsageTotalsRow[], { calls }: Counted): UsageReport["in_front"] {
  const theirs = rows.filter(({ tier }) => tier === "upstream");
  const passed = theirs.reduce(add, nothing);
  if (passed.calls === 0) return null;
  return {
    answered_here: calls - passed.calls,
    passed_on: passed.calls,
    // Whatever else is passed on has no goal of ours.
    not_configured: theirs.filter(({ goal }) => goal !== "").reduce(add, nothing).calls,
    tokens_passed_on: passed.tokens_input + passed.tokens_output,
  };
}

/** The days of each goal and action type together, those with the most calls first. */
function summarised(rows: readonly UsageSummaryRow[]): UsageReport["usage_summary"] {
  const kinds = Map.groupBy(rows, ({ goal, action_type }) => JSON.stringify([goal, action_type]));
  return [...kinds.values()]
    .flatMap((days) => {
      const sum = (count: (row: UsageSummaryRow) => number) =>
        days.reduce((all, row) => all + count(row), 0);
      const calls = sum((row) => row.calls);
      return days.slice(0, 1).map(({ goal, action_type }) => ({
        goal,
        action_type,
        total_calls: calls,
        avg_tokens: sum((row) => row.tokens_input + row.tokens_output) / Math.max(1, calls),
        zero_token_calls: sum((row) => row.zero_token_calls),
        avg_time_ms: sum((row) => row.duration_ms) / Math.max(1, calls),
      }));
    })
    .toSorted((one, other) => other.total_calls - one.total_calls);
}

/** Purposes that name a version, `library.describe@b`, each with all its models. */
function byVersion(models: readonly ModelTotalsRow[]): UsageReport["by_version"] {
  const versioned = models.filter(({ purpose }) => purpose.includes("@"));
  const groups = Map.groupBy(versioned, ({ purpose }) => purpose);
  return [...groups].map(([purpose, rows]) => {
    const [capability = "", version = ""] = purpose.split("@");
    const sum = (count: (row: ModelTotalsRow) => number) =>
      rows.reduce((all, row) => all + count(row), 0);
    return {
      capability,
      version,
      requests: sum((row) => row.requests),
      answered: sum((row) => row.answered),
      llm_calls: sum((row) => row.llm_calls),
      tokens_input: sum((row) => row.tokens_input),
      tokens_output: sum((row) => row.tokens_output),
      tokens_cached: sum((row) => row.tokens_cached),
      duration_ms: sum((row) => row.duration_ms),
    };
  });
}

const MILLION = 1e6;

/** Null: the model has no price. */
function costOf(row: ModelTotalsRow, prices: PriceTable | undefined): number | null {
  const price = new Map(Object.entries(prices?.models ?? {})).get(row.model);
  if (price === undefined) return null;
  const { input, output, cached = input } = price;
  const read = row.tokens_input - row.tokens_cached;
  return (read * input + row.tokens_cached * cached + row.tokens_output * output) / MILLION;
}

function money(
  models: readonly ModelTotalsRow[],
  total: Counted,
  prices: PriceTable,
): UsageReport["cost"] {
  const { currency, counterfactual } = prices;
  const unpriced = models.filter((row) => costOf(row, prices) === null).map(({ model }) => model);
  const router = counterfactual === undefined ? undefined : prices.models[counterfactual];
  const sum = models.reduce((all, row) => all + (costOf(row, prices) ?? 0), 0);
  // A sum of fractions ends in noise: billionths are enough.
  const plain = (amount: number) => Math.round(amount * 1e9) / 1e9;
  return {
    currency,
    total: plain(sum),
    per_thousand_messages: total.calls === 0 ? null : plain((sum / total.calls) * 1000),
    counterfactual:
      router === undefined ? null : (total.tokens_counterfactual * router.input) / MILLION,
    unpriced: [...new Set(unpriced)],
  };
}
