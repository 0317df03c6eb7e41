import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { type ScheduleView, schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { type ShippedSystem, startShippedSystem } from "../e2e/shipped-system.ts";
import type { System } from "../e2e/system.ts";
import { type Came, cameOf } from "./came.ts";
import { differencesOf } from "./explained.ts";
import { type Judgement, judge, type Verdict } from "./judge.ts";

/** The shipped domains, and a web in which anything is found; what the judgements speak of is saved in them later. */
export async function startJudgedSystem(): Promise<ShippedSystem> {
  const started = await startShippedSystem();
  started.tavily.findsAnything = true;
  return started;
}

type Call = readonly [domain: string, capability: string, params: object];

/** What is kept before each conversation of a folder of judgements: its `kept.json`, else the one beside this file. */
const keptSchema = z.strictObject({
  saved: z.array(z.tuple([z.string(), z.string(), z.record(z.string(), z.json())])),
  /** By their titles. */
  documents: z.record(z.string(), z.string()),
  /** Its judges say where something may be scheduled: what else is scheduled is a false effect. */
  judges_schedules: z.boolean(),
});
type Kept = z.infer<typeof keptSchema>;

function keptFor(file: string): Kept {
  const own = join(dirname(file), "kept.json");
  const path = existsSync(own) ? own : fileURLToPath(new URL("kept.json", import.meta.url));
  return keptSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}

async function perform(system: System, calls: readonly Call[]) {
  if (calls.length === 0) return { body: null };
  const steps = calls.map(([domain, capability, params], at) => ({
    ...{ id: at + 1, domain, capability, params, depends_on: [], required: false },
  }));
  const plan = {
    execution_mode: "sequential",
    combine_mode: "report",
    max_concurrency: 1,
    steps,
  };
  return system.post("/v1/plans/execute", { plan, context: { session_id: "seeding" } });
}

/** What a message may have changed; a message that changed nothing leaves nothing to be put back. */
type Touched = { memory: boolean; documents: boolean };
const ALL: Touched = { memory: true, documents: true };

async function reset(system: System, kept: Kept, { memory, documents }: Touched): Promise<void> {
  if (memory) await resetMemory(system, kept);
  if (documents) await resetDocuments(system, kept);
  await cancelSchedules(system);
}

/** One by one: what deletes several at once would ask first. */
async function resetMemory(system: System, { saved }: Kept): Promise<void> {
  const listed = await perform(system, [["memory", "list_all", { limit: 200 }]]);
  const found = JSON.stringify(listed.body).matchAll(/"id":(\d+),"type":/g);
  const ids = new Set([...found].map(([, id]) => Number(id)));
  const gone = [...ids].map((id): Call => ["memory", "delete_memory", { id }]);
  await perform(system, [...gone, ...saved]);
}

/** What was made since goes; those that were there are made again where one of them is gone. A PDF takes its time. */
async function resetDocuments(system: System, { documents }: Kept): Promise<void> {
  const listed = await perform(system, [["documents", "list_documents", {}]]);
  const found = JSON.stringify(listed.body).matchAll(/"id":(\d+),"title":("(?:[^"\\]|\\.)*")/g);
  const all = [...found].map(([, id, title = ""]) => ({
    id: Number(id),
    isOurs: Object.hasOwn(documents, z.string().parse(JSON.parse(title))),
  }));
  const made = Object.entries(documents);
  const isWhole = all.filter(({ isOurs }) => isOurs).length === made.length;
  const gone = all.filter(({ isOurs }) => !isWhole || !isOurs);
  await perform(system, [
    ...gone.map(({ id }): Call => ["documents", "delete_document", { id }]),
    ...(isWhole ? [] : made).map(
      ([title, content]): Call => ["documents", "generate_pdf", { title, content }],
    ),
  ]);
}

async function schedulesOf({ url }: System): Promise<ScheduleView[]> {
  const listed = await fetch(`${url}/v1/schedules`);
  return schedulesPage.parse(await listed.json()).schedules;
}

async function cancelSchedules(system: System): Promise<void> {
  for (const { id } of await schedulesOf(system))
    await fetch(`${system.url}/v1/schedules/${id}`, { method: "DELETE" });
}

/** Puts back what the messages since the last time have changed. */
function putBack(system: System, kept: Kept) {
  let touched = ALL;
  return {
    async now() {
      if (touched.memory || touched.documents) await reset(system, kept, touched);
      else await cancelSchedules(system);
      touched = { memory: false, documents: false };
    },
    after({ trace }: TurnResponse) {
      const changed = trace.receipts.map(({ domain }) => domain);
      touched = {
        memory: touched.memory || changed.includes("memory"),
        documents: touched.documents || changed.includes("documents"),
      };
    },
  };
}

export type Judged = Judgement &
  Verdict & {
    id: string;
    answer: string;
    came: Came;
    /** In what its explanation, asked for just before, said something else. */
    explained: string[];
  };

export const judgedFile = (name: string): string =>
  fileURLToPath(new URL(`judged/${name}.jsonl`, import.meta.url));

const readLines = (file: string): unknown[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);

type Dialogue = { id: string; turns: Judgement[] };

/** Each dialogue in a session of its own, from the same beginning; a sentence is a dialogue of one turn. */
async function judgeDialogues(
  { system }: ShippedSystem,
  kept: Kept,
  dialogues: readonly Dialogue[],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const before = putBack(system, kept);
  for (const { id, turns } of dialogues) {
    await before.now();
    let stood: ScheduleView[] = [];
    for (const [at, turn] of turns.entries()) {
      const explained = await system.explain(turn.text, id);
      const told = await system.turn(turn.text, id);
      before.after(told);
      const stands = await schedulesOf(system);
      const came = cameOf(told, stood, stands);
      const untrue = differencesOf(explained, told, stood, stands);
      stood = stands;
      const verdict = judge(turn, told, kept.judges_schedules ? came : undefined);
      const name = turns.length === 1 ? id : `${id}:${at + 1}`;
      judged.push({ ...turn, ...verdict, id: name, answer: told.answer, came, explained: untrue });
    }
  }
  return judged;
}

/** The figures of a judgement: all, and those that should have been carried out at once. */
export function figuresOf(judged: readonly Judged[]) {
  const inScope = judged.filter(({ in_scope }) => in_scope === true);
  const share = (rows: readonly Judged[], verdict: Verdict["verdict"]) =>
    rows.length === 0 ? 0 : rows.filter((row) => row.verdict === verdict).length / rows.length;
  return {
    sentences: judged.length,
    right: share(judged, "right"),
    wrong: share(judged, "wrong"),
    false_effects: judged.filter(({ verdict }) => verdict === "false_effect"),
    in_scope: inScope.length,
    in_scope_right: share(inScope, "right"),
    in_scope_wrong: share(inScope, "wrong"),
  };
}

/** Every so manieth line of a file, said and judged. */
export async function judgeFile(started: ShippedSystem, file: string, step = 1): Promise<Judged[]> {
  const lines = readLines(file).filter((_, at) => at % step === 0);
  const dialogues = basename(file).includes("dialogues")
    ? (lines as Dialogue[])
    : (lines as (Judgement & { id: string })[]).map((line) => ({ id: line.id, turns: [line] }));
  return judgeDialogues(started, keptFor(file), dialogues);
}
