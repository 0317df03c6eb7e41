import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";

/** Where each step of a plan stands: its generation as a column, and its place in that column. */
export type Placed = { id: string; column: number; row: number };
export type Edge = { from: string; to: string; isReference: boolean };
type Layout = { nodes: Placed[]; edges: Edge[]; columns: number; rows: number };

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
    steps.flatMap(({ id, output_key }) =>
      [String(id), output_key].flatMap((name) => (name === undefined ? [] : [[name, String(id)]])),
    ),
  );

/** A number by itself, or an id that is one, tells nobody what a step is about. */
const isPlain = (value: unknown): value is string =>
  typeof value === "string" && /\p{L}/u.test(value) && !value.includes("${");

/** What tells a step from others of its capability: the first parameter that was given in plain words; undefined: none was. */
export function subjectOf({ params }: Pick<ExecutionStep, "params">): string | undefined {
  for (const value of Object.values(params)) {
    const listed = [value].flat();
    if (listed.length > 0 && listed.every(isPlain)) return listed.join(", ");
  }
  return undefined;
}

/** What a step waits for, whether it was written down or follows from its parameters. */
export function edgesOf({ steps, execution_mode }: ExecutionPlan): Edge[] {
  const byName = namesOf(steps);
  return steps.flatMap((step, at) => {
    const to = String(step.id);
    const references = new Set(referencesOf(step, byName));
    const before = execution_mode === "sequential" ? steps.slice(Math.max(0, at - 1), at) : [];
    const named = execution_mode === "parallel" ? [] : step.depends_on;
    const all = new Set([...named, ...before.map(({ id }) => id)].map(String)).union(references);
    all.delete(to);
    return [...all].map((from) => ({ from, to, isReference: references.has(from) }));
  });
}

/** A node is about four times as wide as it is high: so many rows for each column are about a square. */
const ROWS_PER_COLUMN = 4;
/** A column with fewer rows stays one. */
const MOST_ROWS = 20;

/** A long column as several that are about as wide together as they are high. */
function wrapped(own: readonly string[]): string[][] {
  if (own.length <= MOST_ROWS) return [[...own]];
  const rows = Math.max(MOST_ROWS, Math.ceil(Math.sqrt(own.length * ROWS_PER_COLUMN)));
  return Array.from({ length: Math.ceil(own.length / rows) }, (_, at) =>
    own.slice(at * rows, (at + 1) * rows),
  );
}

/**
 * Each step one column after the last of what it waits for; rows by two passes over the middle of the neighbours, so
 * that lines cross seldom. What stands in a column too long to be looked at stands in several.
 * Cost: a few ms for 2,000 steps
 */
export function layout(plan: ExecutionPlan): Layout {
  const edges = edgesOf(plan);
  const ids = plan.steps.map(({ id }) => String(id));
  const before = Map.groupBy(edges, ({ to }) => to);
  const after = Map.groupBy(edges, ({ from }) => from);
  const column = new Map<string, number>();
  const columnOf = (id: string): number => {
    const known = column.get(id);
    if (known !== undefined) return known;
    // A plan that goes in circles, which no run has, ends here.
    column.set(id, 0);
    const own = Math.max(0, ...(before.get(id) ?? []).map(({ from }) => columnOf(from) + 1));
    column.set(id, own);
    return own;
  };
  const row = new Map<string, number>();
  const rowOf = (id: string) => row.get(id) ?? 0;
  const columns: string[][] = [];
  for (const id of ids) {
    const at = columnOf(id);
    columns[at] ??= [];
    row.set(id, columns[at].push(id) - 1);
  }
  const settle = (own: string[], near: (id: string) => string[]) => {
    const middleOf = (id: string) => {
      const rows = near(id).map(rowOf);
      return rows.length === 0 ? rowOf(id) : rows.reduce((a, b) => a + b) / rows.length;
    };
    const middles = new Map(own.map((id) => [id, middleOf(id)]));
    own.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0));
    for (const [at, id] of own.entries()) row.set(id, at);
  };
  for (const own of columns.slice(1))
    settle(own, (id) => (before.get(id) ?? []).map(({ from }) => from));
  for (const own of columns.slice(0, -1).reverse())
    settle(own, (id) => (after.get(id) ?? []).map(({ to }) => to));
  const drawn = columns.flatMap(wrapped);
  const places = drawn.flatMap((own, at) => own.map((id, place) => [id, at, place] as const));
  const placed = new Map(places.map(([id, at, place]) => [id, { id, column: at, row: place }]));
  return {
    nodes: ids.flatMap((id) => placed.get(id) ?? []),
    edges,
    columns: drawn.length,
    rows: Math.max(1, ...drawn.map(({ length }) => length)),
  };
}
