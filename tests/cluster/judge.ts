import { runDetail, runsPage } from "#shared/contracts/native-endpoints.ts";
import { ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import type { Answered } from "./load.ts";

export type Judged = {
  lost: string[];
  doubled: string[];
  unknown: number;
  /** Not done because the store was away, and told so. */
  refused: number;
  gaps: string[];
  timers: { asked: number; fired: number; doubled: string[] };
};

/** How many runs are asked for the rest of their events, of which the plan was heard. */
const FOLLOWED = 40;

/** What became of everything, by what the domains counted and what the store says. */
export async function judge(
  url: string,
  answered: readonly Answered[],
  countOf: (item: string) => number,
  timers: ReadonlySet<string>,
): Promise<Judged> {
  const ask = async <T>(path: string, read: (body: unknown) => T): Promise<T> => {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${text.slice(0, 200)}`);
    return read(JSON.parse(text));
  };
  const find = (run_id: string) =>
    ask(`/v1/runs/${run_id}`, (body) => runDetail.parse(body)).catch(() => undefined);
  const judged: Judged = {
    ...{ lost: [], doubled: [], unknown: 0, refused: 0, gaps: [] },
    timers: { asked: timers.size, fired: 0, doubled: [] },
  };
  const { runs } = await ask("/v1/runs?status=running&limit=50", (body) => runsPage.parse(body));
  for (const { run_id } of runs) judged.lost.push(`${run_id} never ended`);
  for (const { name, kind, status, run_id, told } of answered) {
    const items = kind === "line" ? [name] : [`${name} a`, `${name} b`];
    const counts = items.map(countOf);
    if (counts.some((count) => count > 1))
      judged.doubled.push(`${name} (${run_id}): ${counts.join(", ")} times`);
    if (counts.every((count) => count === 1) && status === "success") continue;
    if (run_id === "") {
      // It never came to a run: nothing of it may have been done.
      if (status === "failure" && counts.every((count) => count === 0)) judged.refused += 1;
      else judged.lost.push(`${name}: ${status} without a run: ${told}`);
      continue;
    }
    const said = await find(run_id);
    if (said === undefined) {
      judged.lost.push(`${name} (${run_id}): ${status}, done ${counts.join(", ")} times, not kept`);
      continue;
    }
    const isUnknown = said.steps.some((step) => step.status === "unknown");
    const isTold = items.every((item, at) => {
      const effect = said.plan.steps.findIndex(({ params }) =>
        Object.values(params).includes(item),
      );
      const ended = said.steps[effect]?.status ?? "pending";
      return counts[at] === 1 ? ended === "success" : ended === "failure" || ended === "skipped";
    });
    if (isUnknown && kind === "announce") judged.unknown += 1;
    // Its journal line could not be written, so it was not sent, nor what depends on it; who asked was told.
    else if (status !== "success" && isTold) judged.refused += 1;
    else
      judged.lost.push(`${name} (${run_id}): ${status}, done ${counts.join(", ")} times: ${told}`);
  }
  for (const { run_id } of answered.filter(({ kind }) => kind !== "line").slice(-FOLLOWED)) {
    const text = await fetch(`${url}/v1/runs/${run_id}/events`, {
      headers: { "last-event-id": "1" },
      signal: AbortSignal.timeout(5000),
    })
      .then((response) => response.text())
      .catch(() => "it does not end");
    const heard = (type: string) => text.split("\n").filter((line) => line === `event: ${type}`);
    const steps = (await find(run_id))?.plan.steps.length;
    if (steps === undefined) continue;
    if (heard("step_finished").length !== steps || heard("reply").length !== 1)
      judged.gaps.push(`${run_id}: ${text.slice(0, 200)}`);
  }
  const { ticks } = await ask("/v1/schedules/ticks?limit=500", (body) => ticksPage.parse(body));
  const fired = ticks.filter(({ status }) => status === "fired" || status === "late");
  for (const text of timers) {
    const of = fired.filter((tick) => tick.text.includes(text));
    if (of.length > 0) judged.timers.fired += 1;
    if (of.length > 1) judged.timers.doubled.push(text);
  }
  return judged;
}

/** So many of a hundred are at most that. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};
