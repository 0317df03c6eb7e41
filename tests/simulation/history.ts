import type { PlanExecuteResponse, TurnResponse } from "#shared/contracts/endpoints.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Engine } from "../../orchestrator/adapters/store/engine.ts";
import { answer } from "../../orchestrator/turn/answer.ts";
import { executePlan } from "../../orchestrator/turn/execute-plan.ts";
import type { Hole, Lifetime, Process } from "./process.ts";
import { openProcess } from "./process.ts";
import { virtualTime } from "./virtual-time.ts";
import { claimOf, type Fate, makeWorld } from "./world.ts";

/** Something new to be done, under a name that nothing else has; or words about what was asked before. */
export const requests = ["carimbe", "despache", "queime", "escolha", "leia", "plan"] as const;
export const replies = ["sim", "não", "1", "2", "cancela", "desfaz", "hã?"] as const;
export type Op =
  | { do: "ask"; session: number; what: (typeof requests)[number] }
  /** `times` people press at once. */
  | { do: "reply"; session: number; words: (typeof replies)[number]; times: number }
  | { do: "wait"; minutes: number }
  | { do: "kill" };
export type History = { ops: Op[]; fates: Fate[]; lifetimes: Lifetime[] };

const SESSIONS = [
  { user: "ana", session: "kitchen" },
  { user: "ana", session: "garden" },
  { user: "bia", session: "kitchen" },
] as const;
/** This many looks at a process that waits for nothing but time; then time passes. */
const LOOKS = 2;
const MOST_WAITS = 200;
const immediately = () => new Promise<void>((look) => setImmediate(look));

let histories = 0;

/**
 * Live through a history and say what was wrong with it: each broken promise in a sentence, none when all were kept.
 * Everything that is not ours (time, ids, chance, the wire, when a process dies) is in the history; so the same one
 * always goes the same way.
 */
export async function live(history: History, engine: Engine, hole: Hole = {}): Promise<string[]> {
  histories += 1;
  const age = histories;
  const { clock, forProcess } = virtualTime();
  const world = makeWorld(history.fates);
  const wrong: string[] = [];
  const ended = new Set<string>();
  /** What people were told, and which destructive things they have said yes to. */
  const told: { text: string; run_id: string; receipts: TurnResponse["trace"]["receipts"] }[] = [];
  const allowed = new Set<string>();
  let ids = 0;
  let names = 0;
  const who = (at: number) => {
    const { user, session } = SESSIONS[at] ?? SESSIONS[0];
    return { user_id: `${user}${age}`, session_id: session };
  };

  let time = forProcess();
  let process = open();
  /** The next process over what is left, and the next, until one comes through its start. */
  const boot = async (): Promise<void> => {
    do {
      if (process.isDead()) {
        ended.add(process.name);
        time = forProcess();
        process = open();
      }
      await through(process.recover());
    } while (process.isDead());
  };
  /** Until it is over, or the process is: while no one waits for anything else, time passes. */
  const through = async <T>(task: Promise<T>): Promise<T | undefined> => {
    let outcome: { value: T } | undefined;
    let failure: { error: unknown } | undefined;
    task.then(
      (value) => {
        outcome = { value };
      },
      (error: unknown) => {
        failure = { error };
      },
    );
    for (let looks = 0, waits = 0; outcome === undefined && failure === undefined; ) {
      if (process.isDead()) return undefined;
      await immediately();
      looks = process.isBusy() ? 0 : looks + 1;
      if (looks < LOOKS) continue;
      looks = 0;
      waits += 1;
      if (waits > MOST_WAITS || !time.next()) {
        wrong.push("somebody waits for ever");
        return undefined;
      }
    }
    if (failure !== undefined) throw failure.error;
    return outcome?.value;
  };

  const say = (at: number, input_text: string) =>
    answer(
      { ...who(at), input_text, channel: "test", metadata: {}, locale: "pt-BR" },
      process.deps,
    );
  const plan = (at: number, name: string): Promise<PlanExecuteResponse> => {
    const step = (id: number, capability: string, after: number[]) => ({
      ...{ id, domain: "workshop", capability, params: { text: `${name}-${id}` } },
      ...{ depends_on: after, required: true },
    });
    const steps = [step(1, "dial", []), step(2, "stamp", [1]), step(3, "post", [2])];
    const shape = { execution_mode: "dag", combine_mode: "report", max_concurrency: 2 } as const;
    const entry = {
      ...who(at),
      input_text: "plan",
      channel: "test",
      metadata: {},
      locale: "pt-BR" as const,
    };
    return executePlan({ plan: { ...shape, steps }, entry }, process.deps);
  };
  const hear = (response: TurnResponse | undefined) => {
    if (response === undefined) return;
    const { answer: text, run_id, trace } = response;
    told.push({ text, run_id, receipts: trace.receipts });
  };

  const perform = async (op: Op): Promise<void> => {
    switch (op.do) {
      case "wait":
        time.pass(op.minutes * 60_000);
        return;
      case "kill":
        process.kill();
        return;
      case "ask": {
        const name = `n${++names}`;
        if (op.what !== "plan") return hear(await through(say(op.session, `${op.what} ${name}`)));
        const done = await through(plan(op.session, name));
        if (done === undefined) return;
        const { run_id, output, receipts } = done;
        told.push({ text: output.explanation, run_id, receipts });
        return;
      }
      case "reply": {
        // Who says yes has looked at what is open, here or on another channel.
        const open = await through(process.deps.store.pending.find(who(op.session), clock.now()));
        const shown = open?.kind === "confirm" ? /n\d+/.exec(open.question)?.[0] : undefined;
        if (op.words === "sim" && shown !== undefined) allowed.add(shown);
        const all = Array.from({ length: op.times }, () => say(op.session, op.words));
        const heard = await through(Promise.all(all));
        for (const response of heard ?? []) hear(response);
      }
    }
  };

  for (const op of history.ops) {
    await perform(op);
    if (process.isDead()) await boot();
  }
  // The last one ends as well, and what comes after it dies no more: everything unfinished is finished.
  process.kill();
  history.lifetimes.length = 0;
  await boot();
  await judge();
  // The histories that follow on this engine have nothing to do with who lived in this one.
  await process.deps.store.channels.sweep(Number.MAX_SAFE_INTEGER);
  return wrong;

  function open(): Process {
    return openProcess({
      ...{ engine, name: `p${age}.${ids++}`, clock, time, world, hole },
      lifetime: history.lifetimes.shift(),
      makeId: (prefix) => `${prefix}_${age}_${ids++}`,
      hasEnded: (other) => ended.has(other),
    });
  }

  async function judge(): Promise<void> {
    const { store } = process.deps;
    const runs: { run: TaskRun; steps: StepTrace[] }[] = [];
    for (const user_id of new Set(SESSIONS.map((_, at) => who(at).user_id))) {
      const { runs: page } = await store.runs.list({ user_id }, 500);
      for (const run of page) runs.push({ run, steps: await store.runs.steps(run, run.run_id) });
      const open = await store.pending.list({ user_id }, clock.now(), 500);
      if (new Set(open.map(({ session_id }) => session_id)).size !== open.length)
        wrong.push("two questions are open in one session");
    }
    const stepOf = (claim: string) =>
      runs
        .flatMap(({ run, steps }) => steps.map((step) => ({ run, step })))
        .filter(({ run, step }) => {
          const planned = run.plan.steps.find(({ id }) => String(id) === String(step.id));
          return claimOf(step.capability, planned?.params["text"]) === claim;
        });

    for (const { run } of runs)
      if (run.status === "running") wrong.push(`run ${run.run_id} is left under way`);
    for (const [claim, times] of world.done) {
      if (times > 1) wrong.push(`${claim} was done ${times} times`);
      const kept = stepOf(claim).map(({ step }) => step.status);
      if (!kept.some((status) => status === "success" || status === "unknown"))
        wrong.push(`${claim} was done, and the journal says ${kept.join() || "nothing"}`);
      const burned = /^done:burn:(\w+);$/.exec(claim)?.[1];
      if (burned !== undefined && !allowed.has(burned)) wrong.push(`${claim} was done unasked`);
    }
    for (const { text, receipts, run_id } of told) {
      for (const [claim] of text.matchAll(/done:[^;]*;/g))
        if (!world.done.has(claim)) wrong.push(`people were told ${claim}, and it was not done`);
      for (const { step_id, capability } of receipts) {
        const found = runs.find(({ run }) => run.run_id === run_id);
        const step = found?.steps.find(({ id }) => String(id) === String(step_id));
        if (step?.status !== "success")
          wrong.push(`the receipt of ${capability} in ${run_id} is not in the journal`);
      }
    }
  }
}
