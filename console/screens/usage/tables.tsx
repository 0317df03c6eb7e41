import type { ComponentChildren } from "preact";
import type { Tier } from "#shared/contracts/intent.ts";
import type { UsageReport } from "#shared/contracts/native-endpoints.ts";
import { duration, money, number } from "../../format.ts";
import { type Column, Section, Table } from "../../parts/parts.tsx";
import { common } from "../../words.ts";
import { say } from "./words.ts";

type Tokens = Record<"tokens_input" | "tokens_output", number>;
export const tokensOf = ({ tokens_input, tokens_output }: Tokens) => tokens_input + tokens_output;

/** On a narrow screen the first numbers stay. */
const columnsOf = <T,>(
  name: (row: T) => ComponentChildren,
  numbers: readonly (readonly [head: string, cell: (row: T) => ComponentChildren])[],
): Column<T>[] => [
  [say.name, name, "main-cell"],
  ...numbers.map(([head, cell], at) => [head, cell, at < 3 ? "number" : "number wide"] as const),
];

type Row = UsageReport["total"] & { name: string };

/** Messages by a name: a day, a goal, who decided. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const columns = columnsOf<Row>(
    ({ name }) => name,
    [
      [say.calls, ({ calls }) => number(calls)],
      [common.tokensName, (row) => number(tokensOf(row))],
      [say.counterfactual, (row) => number(row.tokens_counterfactual)],
      [say.took, (row) => duration(row.duration_ms / Math.max(1, row.calls))],
    ],
  );
  return <Table rows={rows} keyOf={({ name }) => name} columns={columns} />;
}

/** In words where it is one of ours: a report may hold what an older one had. */
export const tierName = (tier: string): string =>
  Object.hasOwn(common.tiers, tier) ? common.tiers[tier as Tier] : tier;

type Props = { report: UsageReport };

/** Messages by goal and by who planned them: tables, a prompt, a model's plan, an agent. */
export function ByKind({ report: { usage_summary } }: Props) {
  const planners: Readonly<Record<string, string>> = say.planners;
  const columns = columnsOf<UsageReport["usage_summary"][number]>(
    ({ goal, action_type }) => (
      <>
        {goal || say.noGoal} <span class="minor">{planners[action_type] ?? action_type}</span>
      </>
    ),
    [
      [say.calls, (row) => number(row.total_calls)],
      [say.zero, (row) => number(row.zero_token_calls)],
      [common.tokensName, (row) => number(row.avg_tokens)],
      [say.took, (row) => duration(row.avg_time_ms)],
    ],
  );
  const keyOf = (row: { goal: string; action_type: string }) => `${row.goal} ${row.action_type}`;
  return <TableCard title={say.byKind} rows={usage_summary} keyOf={keyOf} columns={columns} />;
}

/** Requests to models, in money where the operator gave prices. */
export function ByModel({ report: { by_model, cost } }: Props) {
  type Model = UsageReport["by_model"][number];
  const inMoney = ({ cost: own }: Model) =>
    own === null || cost === null ? say.noPrice : money(own, cost.currency);
  const columns = columnsOf<Model>(
    ({ model, purpose }) => (
      <>
        {model} <span class="minor">{purpose}</span>
      </>
    ),
    [
      [common.tokensName, (row) => number(tokensOf(row))],
      ...(cost === null ? [] : [[say.cost, inMoney] as const]),
      [say.requests, ({ requests }) => number(requests)],
    ],
  );
  const keyOf = ({ model, purpose }: Model) => `${model} ${purpose}`;
  return (
    <>
      <TableCard title={say.byModel} rows={by_model} keyOf={keyOf} columns={columns} />
      {cost !== null && cost.unpriced.length > 0 && (
        <p class="minor">{say.unpriced(cost.unpriced.join(", "))}</p>
      )}
    </>
  );
}

/** Prompts of which several versions are tried. */
export function ByVersion({ report: { by_version } }: Props) {
  type Version = UsageReport["by_version"][number];
  const columns = columnsOf<Version>(
    ({ capability, version }) => (
      <>
        {capability} <strong>{version}</strong>
      </>
    ),
    [
      [say.requests, ({ requests }) => number(requests)],
      [say.answered, ({ answered }) => number(answered)],
      [common.tokensName, (row) => number(tokensOf(row))],
      [say.took, (row) => duration(row.duration_ms / Math.max(1, row.requests))],
    ],
  );
  const keyOf = ({ capability, version }: Version) => `${capability} ${version}`;
  return <TableCard title={say.byVersion} rows={by_version} keyOf={keyOf} columns={columns} />;
}

/** A card with a table; nothing where there are no rows. */
function TableCard<T>({ title, ...table }: Parameters<typeof Table<T>>[0] & { title: string }) {
  if (table.rows.length === 0) return null;
  return (
    <Section says={title} class="card">
      <Table {...table} />
    </Section>
  );
}
