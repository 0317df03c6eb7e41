import { useEffect, useState } from "preact/hooks";
import type { z } from "zod";
import type { RunSummary, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { RunStatus } from "#shared/contracts/run.ts";
import { get, withQuery } from "../../api.ts";
import { ago, dateTime, duration, shortened } from "../../format.ts";
import { changedRuns, resumed } from "../../live.ts";
import { useLoaded } from "../../load.ts";
import { StatusTag } from "../../parts/icons.tsx";
import { Empty, Head, Shown } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { words } from "./words.ts";

type Page = z.infer<typeof runsPage>;
const PAGE = "50";
const statuses: readonly RunStatus[] = [
  "running",
  "waiting",
  "success",
  "partial",
  "failure",
  "cancelled",
];
const filters = ["status", "goal", "domain", "session_id"] as const;

/** Runs, newest first, as they change. What is filtered by stands in the address. */
export function Runs() {
  const { query } = place.value;
  const asked = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? undefined]));
  const isFiltered = Object.values(asked).some((value) => value !== undefined && value !== "");
  const [older, setOlder] = useState<Page[]>([]);
  const first = useLoaded(
    (signal) => get<Page>(withQuery("/v1/runs", { ...asked, limit: PAGE }), signal),
    [...Object.values(asked), resumed.value],
  );
  useEffect(() => setOlder([]), Object.values(asked));
  // A run that began or went on takes its place without anything being asked for again.
  useEffect(() => {
    const page = first.value.peek();
    if (page !== undefined)
      first.value.value = { ...page, runs: merged(page.runs, changedRuns.value, asked) };
  }, [changedRuns.value]);
  const say = words();
  return (
    <>
      <Head title={common().screens.runs} />
      <Filters asked={asked} isFiltered={isFiltered} />
      <Shown of={first}>
        {(page) => {
          const runs = [page, ...older].flatMap((each) => each.runs);
          const next = (older.at(-1) ?? page).next;
          const more = async () => {
            const path = withQuery("/v1/runs", {
              ...asked,
              limit: PAGE,
              before: next ?? undefined,
            });
            setOlder([...older, await get<Page>(path)]);
          };
          return (
            <>
              {runs.length === 0 ? (
                <Empty>{isFiltered ? say.noneOfThese : say.none}</Empty>
              ) : (
                <Table runs={runs} />
              )}
              {next === null ? null : (
                <button type="button" onClick={() => void more()}>
                  {common().more}
                </button>
              )}
            </>
          );
        }}
      </Shown>
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

function Filters({ asked, isFiltered }: { asked: Asked; isFiltered: boolean }) {
  const say = words();
  const field = (name: (typeof filters)[number], label: string, isMain = false) => (
    <label class="field">
      {label}
      <input
        type="search"
        value={asked[name] ?? ""}
        spellcheck={false}
        {...(isMain && { "data-main-field": "" })}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value.trim() })}
      />
    </label>
  );
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        {say.status}
        <select
          value={asked["status"] ?? ""}
          onChange={({ currentTarget }) => setQuery({ status: currentTarget.value })}
        >
          <option value="">{say.any}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {common().statuses[status]}
            </option>
          ))}
        </select>
      </label>
      {field("goal", say.goal, true)}
      {field("domain", say.domain)}
      {field("session_id", say.session)}
      {isFiltered ? (
        <button
          type="button"
          class="plain"
          onClick={() => setQuery(Object.fromEntries(filters.map((name) => [name, undefined])))}
        >
          {say.clear}
        </button>
      ) : null}
    </form>
  );
}

function Table({ runs }: { runs: readonly RunSummary[] }) {
  const say = words();
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{say.status}</th>
          <th>{say.said}</th>
          <th class="wide">{say.goal}</th>
          <th class="wide number">{say.steps}</th>
          <th class="wide number">{say.took}</th>
          <th>{say.when}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.run_id}>
            <td>
              <StatusTag status={run.status} />
              {run.hosted_by === undefined ? null : (
                <span class="minor">{say.hosted(run.hosted_by.process)}</span>
              )}
            </td>
            <td class="main-cell">
              <a href={href(["runs", run.run_id])}>{shortened(run.input_text, 90)}</a>
              <span class="minor">{shortened(run.answer.replaceAll(/\s+/g, " "), 130)}</span>
            </td>
            <td class="wide">{run.goal === null ? "" : <code>{run.goal}</code>}</td>
            <td class="wide number">{run.steps}</td>
            <td class="wide number">{duration(Math.max(0, run.updated_at - run.created_at))}</td>
            <td class="when">
              <time
                dateTime={new Date(run.created_at).toISOString()}
                title={dateTime(run.created_at)}
              >
                {ago(run.created_at)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
