import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";

/** Where each step of a plan stands: its generation as a column, and its place in that column. */
export type Placed = { id: string; column: number; row: number };
export type Edge = { from: string; to: string; isReference: boolean };
export type Layout = {
  nodes: Placed[];
  edges: Edge[];
  columns: number;
  rows: number;
};

/** `${1.explanation}`, `${prices.result.price}`: the name before the first dot. */
const REFERENCE = /\$\{([A-Za-z0-9_-]+)(?:\.[^}]*)?\}/g;

/** The steps, by id, that a step takes something from, by what its parameters refer to. */
export function referencesOf(step: ExecutionStep, byName: ReadonlyMap<string, string>): string[] {
  const text = JSON.stringify(step.params);
  const names = [...text.matchAll(REFERENCE)].flatMap(([, name]) => byName.get(name ?? "") ?? []);
  return [...new Set(names)];
}

/** Steps by every name that a reference may call them. */
export const namesOf = (steps: readonly ExecutionStep[]): Map<string, string> =>
  new Map(
    steps.flatMap(({ id, output_key }) => [
      [String(id), String(id)] as const,
      ...(output_key === undefined ? [] : [[output_key, String(id)] as const]),
    ]),
  );

/** What a step waits for, whether it was written down or follows from its parameters. */
export function edgesOf({ steps, execution_mode }: ExecutionPlan): Edge[] {
  const byName = namesOf(steps);
  return steps.flatMap((step, at) => {
    const to = String(step.id);
    const references = new Set(referencesOf(step, byName));
    const before = steps[at - 1];
    const inOrder =
      execution_mode === "sequential" && before !== undefined ? [String(before.id)] : [];
    const named = execution_mode === "parallel" ? [] : step.depends_on.map(String);
    const all = new Set([...named, ...inOrder, ...references]);
    all.delete(to);
    return [...all].map((from) => ({ from, to, isReference: references.has(from) }));
  });
}

/**
 * Each step one column after the last of what it waits for; rows by two passes over the middle of the neighbours, so
 * that lines cross seldom.
 * Cost: a few ms for 2,000 steps
 */
export function layout(plan: ExecutionPlan): Layout {
  const edges = edgesOf(plan);
  const ids = plan.steps.map(({ id }) => String(id));
  const before = Map.groupBy(edges, ({ to }) => to);
  const after = Map.groupBy(edges, ({ from }) => from);
  const column = generations(ids, before, after);
  const columns: string[][] = [];
  for (const id of ids) {
    const at = column.get(id) ?? 0;
    columns[at] ??= [];
    columns[at].push(id);
  }

  const row = new Map<string, number>();
  const number = (own: readonly string[]) => {
    for (const [at, id] of own.entries()) row.set(id, at);
  };
  for (const own of columns) number(own);
  const middle = (id: string, near: readonly string[]) =>
    near.length === 0
      ? (row.get(id) ?? 0)
      : near.reduce((sum, each) => sum + (row.get(each) ?? 0), 0) / near.length;
  const settle = (at: number, near: (id: string) => string[]) => {
    const own = (columns[at] ?? []).map((id) => ({ id, place: middle(id, near(id)) }));
    columns[at] = own.sort((a, b) => a.place - b.place).map(({ id }) => id);
    number(columns[at]);
  };
  for (let at = 1; at < columns.length; at += 1)
    settle(at, (id) => (before.get(id) ?? []).map(({ from }) => from));
  for (let at = columns.length - 2; at >= 0; at -= 1)
    settle(at, (id) => (after.get(id) ?? []).map(({ to }) => to));

  return {
    nodes: ids.map((id) => ({ id, column: column.get(id) ?? 0, row: row.get(id) ?? 0 })),
    edges,
    columns: columns.length,
    rows: Math.max(1, ...columns.map(({ length }) => length)),
  };
}

/** The longest way to each step; in a plan that goes in circles, which no run has, the rest stays in the first column. */
function generations(
  ids: readonly string[],
  before: ReadonlyMap<string, readonly Edge[]>,
  after: ReadonlyMap<string, readonly Edge[]>,
): Map<string, number> {
  const column = new Map(ids.map((id) => [id, 0]));
  const unmet = new Map(ids.map((id) => [id, before.get(id)?.length ?? 0]));
  const ready = ids.filter((id) => unmet.get(id) === 0);
  for (let at = 0; at < ready.length; at += 1) {
    const id = ready[at] ?? "";
    for (const { to } of after.get(id) ?? []) {
      column.set(to, Math.max(column.get(to) ?? 0, (column.get(id) ?? 0) + 1));
      const left = (unmet.get(to) ?? 0) - 1;
      unmet.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return column;
}
