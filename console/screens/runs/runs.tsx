import { useEffect } from "preact/hooks";
import type { z } from "zod";
import type { RunSummary, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { RunStatus } from "#shared/contracts/run.ts";
import { ago, dateTime, duration, shortened } from "../../format.ts";
import { changedRuns, resumed } from "../../live.ts";
import { usePages } from "../../load.ts";
import { Choice, FilterField, Form } from "../../parts/fields.tsx";
import { StatusTag } from "../../parts/icons.tsx";
import { Button, type Column, Empty, Head, Paged, Table } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { words } from "./words.ts";

type Page = z.infer<typeof runsPage>;
const PAGE = "50";
const ENDED = ["success", "partial", "failure", "cancelled"] as const;
const statuses: readonly RunStatus[] = ["running", "waiting", ...ENDED];
const filters = ["status", "goal", "domain", "session_id"] as const;

/** Runs, newest first, as they change. What is filtered by stands in the address. */
export function Runs() {
  const { query } = place.value;
  const asked = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? undefined]));
  const isFiltered = Object.values(asked).some(Boolean);
  const pages = usePages<Page>("/v1/runs", { ...asked, limit: PAGE }, resumed.value);
  const shown = pages.first.value;
  // A run that began or went on takes its place without anything being asked for again.
  useEffect(() => {
    const page = shown.peek();
    if (page !== undefined)
      shown.value = { ...page, runs: merged(page.runs, changedRuns.value, asked) };
  }, [changedRuns.value]);
  const say = words();
  return (
    <>
      <Head title={common().screens.runs} />
      <Filters asked={asked} isFiltered={isFiltered} />
      <Paged of={pages}>
        {(all) => {
          const runs = all.flatMap((each) => each.runs);
          if (runs.length === 0) return <Empty>{isFiltered ? say.noneOfThese : say.none}</Empty>;
          return <Rows runs={runs} />;
        }}
      </Paged>
    </>
  );
}

type Asked = Readonly<Record<string, string | undefined>>;

/** What cannot be told from a summary (the domains of its steps) is left to the next look. */
function merged(
  runs: readonly RunSummary[],
  changed: readonly RunSummary[],
  asked: Asked,
): RunSummary[] {
  const known = new Map(runs.map((run) => [run.run_id, run]));
  for (const run of changed) {
    const isWanted =
      (asked["status"] ?? run.status) === run.status &&
      (asked["goal"] ?? run.goal) === run.goal &&
      (asked["session_id"] ?? run.session_id) === run.session_id;
    if (known.has(run.run_id) || (isWanted && !asked["domain"])) known.set(run.run_id, run);
  }
  return [...known.values()].sort((a, b) => b.created_at - a.created_at);
}

type FiltersProps = { asked: Asked; isFiltered: boolean };

function Filters({ asked, isFiltered }: FiltersProps) {
  const say = words();
  const field = (name: (typeof filters)[number]) => ({
    value: asked[name] ?? "",
    onValue: (value: string) => setQuery({ [name]: value }),
  });
  const known = statuses.map((status) => [status, common().statuses[status]] as const);
  return (
    <Form class="filters">
      <Choice label={say.status} {...field("status")} options={[["", say.any], ...known]} />
      <FilterField label={say.goal} data-main-field {...field("goal")} />
      <FilterField label={say.domain} {...field("domain")} />
      <FilterField label={say.session} {...field("session_id")} />
      {isFiltered ? (
        <Button
          says={say.clear}
          class="plain"
          onClick={() => setQuery(Object.fromEntries(filters.map((name) => [name, undefined])))}
        />
      ) : null}
    </Form>
  );
}

function Rows({ runs }: { runs: readonly RunSummary[] }) {
  const say = words();
  const columns: Column<RunSummary>[] = [
    {
      head: say.status,
      kind: "sign-cell",
      cell: ({ status, hosted_by }) => (
        <>
          <StatusTag status={status} />
          {hosted_by && <span class="minor">{say.hosted(hosted_by.process)}</span>}
        </>
      ),
    },
    {
      head: say.said,
      kind: "main-cell",
      cell: ({ run_id, input_text, answer }) => (
        <>
          <a href={href(["runs", run_id])}>{shortened(input_text, 90)}</a>
          <span class="minor">{shortened(answer.replaceAll(/\s+/g, " "), 130)}</span>
        </>
      ),
    },
    { head: say.goal, kind: "wide", cell: ({ goal }) => goal && <code>{goal}</code> },
    { head: say.steps, kind: "wide number", cell: ({ steps }) => steps },
    {
      head: say.took,
      kind: "wide number",
      cell: ({ created_at, updated_at }) => duration(Math.max(0, updated_at - created_at)),
    },
    {
      head: say.when,
      kind: "when",
      cell: ({ created_at }) => (
        <time dateTime={new Date(created_at).toISOString()} title={dateTime(created_at)}>
          {ago(created_at)}
        </time>
      ),
    },
  ];
  return <Table rows={runs} keyOf={({ run_id }) => run_id} columns={columns} />;
}
