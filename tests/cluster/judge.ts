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

/** How many runs are asked for the rest of their events. */
const FOLLOWED = 40;

/** What became of everything, by what the domains counted and what the store says. */
export async function judge(
  url: string,
  answered: readonly Answered[],
  countOf: (item: string) => number,
  timers: ReadonlySet<string>,
): Promise<Judged> {
  const ask = async <T>(path: string, read: (body: unknown) => T): Promise<T> =>
    read(await (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) })).json());
  const judged: Judged = {
    ...{ lost: [], doubled: [], unknown: 0, refused: 0, gaps: [] },
    timers: { asked: timers.size, fired: 0, doubled: [] },
  };
  const { runs } = await ask("/v1/runs?status=running&limit=50", (body) => runsPage.parse(body));
  for (const { run_id } of runs) judged.lost.push(`${run_id} never ended`);
  for (const { name, kind, status, run_id } of answered) {
    const items = kind === "line" ? [name] : [`${name} a`, `${name} b`];
    const counts = items.map(countOf);
    if (counts.some((count) => count > 1))
      judged.doubled.push(`${name} (${run_id}): ${counts.join(", ")} times`);
    if (counts.every((count) => count === 1) && status === "success") continue;
    const said = await ask(`/v1/runs/${run_id}`, (body) => runDetail.parse(body));
    const isUnknown = said.steps.some((step) => step.status === "unknown");
    const isTold = items.every((item, at) => {
      const effect = said.plan.steps.findIndex(({ params }) =>
        Object.values(params).includes(item),
      );
      const told = said.steps[effect]?.status ?? "pending";
      return counts[at] === 1 ? told === "success" : told === "failure" || told === "skipped";
    });
    if (isUnknown && kind === "announce") judged.unknown += 1;
    // Its journal line could not be written, so it was not sent, nor what depends on it; who asked was told.
    else if (status !== "success" && isTold) judged.refused += 1;
    else judged.lost.push(`${name} (${run_id}): ${status}, done ${counts.join(", ")} times`);
  }
  for (const { run_id } of answered.filter(({ kind }) => kind !== "line").slice(-FOLLOWED)) {
    const text = await fetch(`${url}/v1/runs/${run_id}/events`, {
      headers: { "last-event-id": "1" },
      signal: AbortSignal.timeout(5000),
    })
      .then((response) => response.text())
      .catch(() => "it does not end");
    const seen = text.split("\n").filter((line) => line.startsWith("id: "));
    const numbers = seen.map((line) => Number(line.slice(4)));
    if (numbers.some((number, at) => number !== at + 2) || !text.includes("event: reply"))
      judged.gaps.push(`${run_id}: ${numbers.join(" ")}`);
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
