import { ContractError } from "#shared/contracts/errors.ts";
import { type StepTrace, stepTrace, type TaskRun, taskRun } from "#shared/contracts/run.ts";
import { saysWords } from "#shared/plain-text/search-words.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import {
  type Owner,
  type RunFilter,
  type RunSort,
  type RunStore,
  RunTakenError,
} from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import {
  atMost,
  type Cursor,
  cursorOf,
  fillPage,
  NEWEST,
  originalText,
  pageSize,
  readCursor,
  readEach,
  readStored,
  rowName,
  storedId,
  storedText,
  userColumn,
  wordsLike,
} from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

const MAX_UTTERANCES = 5000;

export function createRuns(
  engine: Engine,
  writes: WriteQueue,
  holder: string | undefined,
  clock: Clock,
  log: Log,
): RunStore {
  const { call } = engine.queries;

  const saveRun = (run: TaskRun, isBegun: boolean) =>
    call("save_run", {
      ...runColumns(run, run.run_id),
      session_id: storedId("session_id", run.session_id),
      status: run.status,
      created_at: Math.trunc(run.created_at),
      updated_at: Math.trunc(run.updated_at),
      run: JSON.stringify(run),
      input_text: storedText(run.input_text),
      holder: holder ?? null,
      is_begun: isBegun ? 1 : 0,
    });
  const settleStep = (owner: Owner, run_id: string, step: StepTrace) =>
    call("settle_step", {
      ...stepColumns(owner, run_id, step),
      settled_at: clock.now(),
      domain: storedText(step.domain),
      capability: storedText(step.capability),
      duration_ms: step.duration_ms,
      holder: holder ?? null,
    });

  async function find(owner: Owner, run_id: string): Promise<TaskRun | undefined> {
    await writes.caughtUp();
    const row = await engine.get(call("find_run", runColumns(owner, run_id)));
    return row && readStored(taskRun, row["run"], rowName("task_runs", owner.user_id, run_id));
  }

  async function holderOf(owner: Owner, run_id: string): Promise<string | undefined> {
    const row = await engine.get(call("holder_of_run", runColumns(owner, run_id)));
    return row === undefined || row["holder"] === null ? undefined : String(row["holder"]);
  }
  const isTaken = async (owner: Owner, run_id: string): Promise<boolean> => {
    const other = await holderOf(owner, run_id);
    return other !== undefined && other !== holder;
  };

  return {
    find,

    async save(run, isBegun = false) {
      return (await writes.durable([saveRun(run, isBegun)])) === 1;
    },

    record(run, steps, isBegun = false) {
      const settled = steps.map((step) => settleStep(run, run.run_id, step));
      writes.batched("run", [saveRun(run, isBegun), ...settled]);
    },

    async list(owner, limit, before, filter = {}, sort = "newest") {
      await writes.caughtUp();
      const size = pageSize(limit);
      const of = {
        ...userColumn(owner),
        status: filter.status ?? "",
        session_id: storedId("session_id", filter.session_id ?? ""),
        goal: fieldLike("goal", filter.goal),
        domain: fieldLike("domain", filter.domain),
        words: wordsLike(filter.q),
        since: filter.since ?? 0,
        until: filter.until ?? Number.MAX_SAFE_INTEGER,
      };
      const page = await fillPage({
        size,
        isSearch: [filter.goal, filter.domain, filter.q].some((each) => each !== undefined),
        before,
        rows(after, rows) {
          const { at, id } = after === undefined ? FIRST[sort] : readCursor(after);
          return engine.all(call(`${sort}_runs`, { ...of, at, run_id: id, limit: rows }));
        },
        placeOf: (row) => cursorOf(row["place"], row["run_id"]),
        read: (row) => readEach([row], readRun, log).filter(isOf(filter)),
      });
      return { runs: page.shown, next: page.next };
    },

    async steps(owner, run_id) {
      const run = await find(owner, run_id);
      const rows = await engine.all(call("steps_of_run", runColumns(owner, run_id)));
      // None may be left out, readable or not: it would be taken for one that never ran.
      const steps = rows.map((row) =>
        readStored(
          stepTrace,
          row["step"],
          rowName("task_steps", owner.user_id, run_id, row["step_id"]),
        ),
      );
      return inOrderOfPlan(run, steps);
    },

    async intend(owner, run_id, step, key, paramsDigest, finished = []) {
      const row = {
        ...stepColumns(owner, run_id, step),
        idempotency_key: storedText(key),
        params_digest: storedText(paramsDigest),
        intended_at: clock.now(),
        holder: holder ?? null,
      };
      const before = finished.map((each) => settleStep(owner, run_id, each));
      const announced = await writes.durable([...before, call("intend_step", row)]);
      if (announced === 1) return;
      if (await isTaken(owner, run_id)) throw new RunTakenError(run_id);
      throw new ContractError(`step ${step.id} of run ${run_id}`, [
        { path: "params_digest", message: "it is under way with other parameters" },
      ]);
    },

    async settle(owner, run_id, step) {
      if ((await writes.durable([settleStep(owner, run_id, step)])) !== 1)
        throw new RunTakenError(run_id);
    },

    holder: holderOf,

    async holders() {
      const rows = await engine.all(call("holders", {}));
      return [...new Set(rows.map((row) => String(row["holder"])))];
    },

    async unfinished(of) {
      return readEach(await engine.all(call("unfinished_runs", { holder: of })), readRun, log);
    },

    async claim(run, { forgotten, changed } = { forgotten: [], changed: [] }) {
      const was = { was_status: run.status, was_updated_at: Math.trunc(run.updated_at) };
      const updated_at = Math.max(Math.trunc(clock.now()), was.was_updated_at + 1);
      const claimed: TaskRun = { ...run, status: "running", updated_at };
      const row = {
        ...runColumns(run, run.run_id),
        run: JSON.stringify(claimed),
        holder: holder ?? null,
        updated_at,
        ...was,
      };
      const placed = (step: StepTrace) => ({ ...stepColumns(run, run.run_id, step), ...was });
      const unit = [
        ...forgotten.map((step) => call("forget_step", placed(step))),
        ...changed.map((step) => call("change_step", placed(step))),
        call("claim_run", row),
      ];
      return (await writes.durable(unit)) === 1 ? claimed : undefined;
    },

    async durations(domain, capability, limit) {
      const which = { domain: storedText(domain), capability: storedText(capability) };
      const query = { ...which, limit: pageSize(limit) };
      const rows = await engine.all(call("newest_durations", query));
      return rows.map((row) => Number(row["duration_ms"]));
    },

    async utterances(limit) {
      await writes.caughtUp();
      const query = { limit: atMost(MAX_UTTERANCES, limit) };
      const rows = await engine.all(call("newest_utterances", query));
      return [...new Set(rows.map((row) => originalText(String(row["input_text"]))))];
    },
  };
}

/** Before every row, in each order. */
const FIRST: Readonly<Record<RunSort, Cursor>> = {
  newest: NEWEST,
  oldest: { at: Number.MIN_SAFE_INTEGER, id: "" },
  longest: { at: Number.MAX_SAFE_INTEGER, id: "" },
};

/** Whatever the text has by that name: more than is asked for, and never less. */
const fieldLike = (field: string, value: string | undefined): string =>
  value === undefined ? "%" : `%"${field}":${JSON.stringify(value)}%`;

const isOf =
  ({ goal, domain, q }: RunFilter) =>
  ({ intent, plan, input_text, answer }: TaskRun): boolean =>
    (goal === undefined || goal === intent?.goal) &&
    (domain === undefined || plan.steps.some((step) => step.domain === domain)) &&
    (q === undefined || saysWords(input_text, q) || saysWords(answer, q));

const runColumns = (owner: Owner, run_id: string) => ({
  ...userColumn(owner),
  run_id: storedId("run_id", run_id),
});

const stepColumns = (owner: Owner, run_id: string, step: StepTrace) => ({
  ...runColumns(owner, run_id),
  step_id: storedText(String(step.id)),
  status: step.status,
  step: JSON.stringify(step),
});

const readRun = (row: Row): TaskRun =>
  readStored(taskRun, row["run"], rowName("task_runs", row["user_id"], row["run_id"]));

function inOrderOfPlan(run: TaskRun | undefined, steps: StepTrace[]): StepTrace[] {
  const place = new Map(run?.plan.steps.map((step, index) => [String(step.id), index]));
  const placeOf = (step: StepTrace) => place.get(String(step.id)) ?? place.size;
  return steps.sort((a, b) => placeOf(a) - placeOf(b));
}
