import { useEffect } from "preact/hooks";
import type { z } from "zod";
import type { RunSummary, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { Query } from "../../api.ts";
import { ago, dateTime, duration, shortened } from "../../format.ts";
import { changedRuns, resumed } from "../../live.ts";
import { pageSize, usePages } from "../../load.ts";
import { Choice, FilterField, Form } from "../../parts/fields.tsx";
import { inOneLine } from "../../parts/in-one-line.ts";
import { Button, type Column, Empty, Head, Paged, Table } from "../../parts/parts.tsx";
import { StatusTag } from "../../parts/receipts.tsx";
import { filtersOf, href } from "../../router.ts";
import { common } from "../../words.ts";
import { say } from "./words.ts";

const PAGE = 100;
const STATUSES = ["running", "waiting", "success", "partial", "failure", "cancelled"] as const;

/** Runs, newest first, as they change. What is filtered by stands in the address. */
export function Runs() {
  const filters = filtersOf(["status", "range", "sort", "q", "goal", "domain", "session_id"]);
  const { fieldOf, isFiltered, clear } = filters;
  const { range, ...asked } = filters.asked;
  const since = sinceOf(range);
  const pages = usePages<z.infer<typeof runsPage>>(
    "/v1/runs",
    { ...asked, since, limit: pageSize(PAGE) },
    resumed.value,
  );
  const shown = pages.first.value;
  // A run that began or went on takes its place without anything being asked for again.
  useEffect(() => {
    const page = shown.peek();
    if (page)
      shown.value = { ...page, runs: merged(page.runs, changedRuns.value, { ...asked, since }) };
  }, [changedRuns.value]);
  const statuses = STATUSES.map((status) => [status, common.statuses[status]] as const);
  return (
    <>
      <Head title={common.screens.runs} />
      <Form class="filters">
        <Choice label={say.status} {...fieldOf("status")} options={[["", say.any], ...statuses]} />
        <FilterField label={say.search} data-main-field {...fieldOf("q")} />
        <Choice label={say.range} {...fieldOf("range")} options={namesOf(say.ranges)} />
        <Choice label={say.sort} {...fieldOf("sort")} options={namesOf(say.sorts)} />
        <FilterField label={common.goal} {...fieldOf("goal")} />
        <FilterField label={common.domain} {...fieldOf("domain")} />
        {asked.session_id && <FilterField label={say.session} {...fieldOf("session_id")} />}
        {isFiltered && <Button says={say.clear} class="plain" act={clear} />}
      </Form>
      <Paged of={pages}>
        {(all) => {
          const rows = all.flatMap(({ runs }) => runs);
          if (rows.length === 0) return <Empty>{isFiltered ? say.noneOfThese : say.none}</Empty>;
          return <Table rows={rows} keyOf={({ run_id }) => run_id} columns={columns()} />;
        }}
      </Paged>
    </>
  );
}

const HOUR_MS = 3_600_000;
const RANGES: Readonly<Record<string, number>> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
};
const MINUTE_MS = 60_000;

/** When a stretch of time up to now begins; by the minute, so that drawing again asks for the same. */
function sinceOf(range: string | undefined): string | undefined {
  const long = RANGES[range ?? ""];
  return long === undefined
    ? undefined
    : String(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - long);
}

/** Choices by their names; "any" is what is not asked for. */
const namesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => [value === "any" ? "" : value, name] as const);

/** What cannot be told from a summary (the domains of its steps, its words) is left to the next look. */
function merged(
  runs: readonly RunSummary[],
  changed: readonly RunSummary[],
  asked: Query,
): RunSummary[] {
  const known = new Map(runs.map((run) => [run.run_id, run]));
  for (const run of changed) {
    const isWanted = (["status", "goal", "session_id"] as const).every(
      (name) => (asked[name] ?? run[name]) === run[name],
    );
    const isUnsure = ["domain", "q", "sort"].some((name) => asked[name]);
    if (known.has(run.run_id) || (isWanted && !isUnsure)) known.set(run.run_id, run);
  }
  if (asked["sort"]) return [...known.values()];
  return [...known.values()].sort((a, b) => b.created_at - a.created_at);
}

const columns = (): Column<RunSummary>[] => [
  [
    say.status,
    ({ status, hosted_by }) => (
      <>
        <StatusTag status={status} />
        {hosted_by && <span class="minor">{say.hosted(hosted_by.process)}</span>}
      </>
    ),
    "sign-cell",
  ],
  [
    say.said,
    ({ run_id, input_text, answer }) => (
      <>
        <a href={href(["runs", run_id])}>{shortened(input_text, 90)}</a>
        <span class="minor">{shortened(inOneLine(answer), 130)}</span>
      </>
    ),
    "main-cell",
  ],
  [common.goal, ({ goal }) => goal && <code>{goal}</code>, "wide"],
  [say.steps, ({ steps }) => steps, "wide number"],
  [
    common.took,
    ({ created_at, updated_at }) => duration(Math.max(0, updated_at - created_at)),
    "wide number",
  ],
  [
    common.when,
    ({ created_at }) => (
      <time dateTime={new Date(created_at).toISOString()} title={dateTime(created_at)}>
        {ago(created_at)}
      </time>
    ),
    "when",
  ],
];
