import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { type ShippedSystem, startShippedSystem } from "../e2e/shipped-system.ts";
import type { System } from "../e2e/system.ts";
import { type Judgement, judge, type Verdict } from "./judge.ts";

/** The shipped domains, and a web in which anything is found; what the judgements speak of is saved in them later. */
export async function startJudgedSystem(): Promise<ShippedSystem> {
  const started = await startShippedSystem();
  started.tavily.findsAnything = true;
  return started;
}

type Call = readonly [domain: string, capability: string, params: object];
const SAVED: Call[] = [
  ["memory", "save_note", { content: "dentista quinta às 15h" }],
  ["memory", "save_note", { content: "lista de compras: leite e pão" }],
  ["memory", "save_movie", { title: "Inception", year: 2010, tmdb_id: 27205 }],
  ["memory", "save_tv_show", { title: "Breaking Bad", tmdb_id: 1396 }],
  ["memory", "save_link", { url: "https://nodejs.org" }],
];
/** By their titles. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  "Ata da reunião": "Ata da reunião\n\nTodos.",
  Contrato: "Contrato\n\nEntre as partes.",
};

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

async function reset(system: System, { memory, documents }: Touched = ALL): Promise<void> {
  if (memory) await resetMemory(system);
  if (documents) await resetDocuments(system);
  await cancelSchedules(system);
}

/** One by one: what deletes several at once would ask first. */
async function resetMemory(system: System): Promise<void> {
  const listed = await perform(system, [["memory", "list_all", { limit: 200 }]]);
  const found = JSON.stringify(listed.body).matchAll(/"id":(\d+),"type":/g);
  const ids = new Set([...found].map(([, id]) => Number(id)));
  const gone = [...ids].map((id): Call => ["memory", "delete_memory", { id }]);
  await perform(system, [...gone, ...SAVED]);
}

/** What was made since goes; those that were there are made again where one of them is gone. A PDF takes its time. */
async function resetDocuments(system: System): Promise<void> {
  const listed = await perform(system, [["documents", "list_documents", {}]]);
  const found = JSON.stringify(listed.body).matchAll(/"id":(\d+),"title":("(?:[^"\\]|\\.)*")/g);
  const all = [...found].map(([, id, title = ""]) => ({
    id: Number(id),
    isOurs: Object.hasOwn(DOCUMENTS, z.string().parse(JSON.parse(title))),
  }));
  const made = Object.entries(DOCUMENTS);
  const isWhole = all.filter(({ isOurs }) => isOurs).length === made.length;
  const gone = all.filter(({ isOurs }) => !isWhole || !isOurs);
  await perform(system, [
    ...gone.map(({ id }): Call => ["documents", "delete_document", { id }]),
    ...(isWhole ? [] : made).map(
      ([title, content]): Call => ["documents", "generate_pdf", { title, content }],
    ),
  ]);
}

async function cancelSchedules({ url }: System): Promise<void> {
  const listed = await fetch(`${url}/v1/schedules`);
  for (const { id } of schedulesPage.parse(await listed.json()).schedules)
    await fetch(`${url}/v1/schedules/${id}`, { method: "DELETE" });
}

/** Puts back what the messages since the last time have changed. */
function putBack({ system }: Pick<ShippedSystem, "system">) {
  let touched = ALL;
  return {
    async now() {
      if (touched.memory || touched.documents) await reset(system, touched);
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

export type Judged = Judgement & Verdict & { id: string; answer: string };

export const JUDGED_FILES = [
  "modifiers",
  "everyday",
  "dialogues",
  "modifiers-2",
  "everyday-2",
  "dialogues-2",
  "modifiers-3",
  "everyday-3",
  "dialogues-3",
  "modifiers-4",
  "everyday-4",
  "dialogues-4",
  "modifiers-5",
  "everyday-5",
  "dialogues-5",
  "modifiers-6",
  "everyday-6",
  "dialogues-6",
  "everyday-classes",
];
export const judgedFile = (name: string): string =>
  fileURLToPath(new URL(`judged/${name}.jsonl`, import.meta.url));

const readLines = (file: string): unknown[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);

/** Say each sentence in a session of its own, and judge what comes of it. */
export async function judgeSentences(
  started: ShippedSystem,
  sentences: readonly (Judgement & { id: string })[],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const before = putBack(started);
  for (const sentence of sentences) {
    await before.now();
    const told = await started.system.turn(sentence.text, sentence.id);
    before.after(told);
    judged.push({ ...sentence, ...judge(sentence, told), answer: told.answer });
  }
  return judged;
}

/** Each dialogue in a session of its own, from the same beginning. */
export async function judgeDialogues(
  started: ShippedSystem,
  dialogues: readonly { id: string; turns: Judgement[] }[],
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const before = putBack(started);
  for (const { id, turns } of dialogues) {
    await before.now();
    for (const [at, turn] of turns.entries()) {
      const told = await started.system.turn(turn.text, id);
      before.after(told);
      judged.push({ ...turn, ...judge(turn, told), id: `${id}:${at + 1}`, answer: told.answer });
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
  return file.includes("dialogues")
    ? judgeDialogues(started, lines as Parameters<typeof judgeDialogues>[1][number][])
    : judgeSentences(started, lines as Parameters<typeof judgeSentences>[1][number][]);
}

/** `npm run judge`: minutes, and figures instead of a verdict; the sentences that did not come out right with JUDGED=FILE. */
if (import.meta.main) {
  const given = process.argv.slice(2);
  const files = given.length > 0 ? given : JUDGED_FILES.map((name) => judgedFile(name));
  const started = await startJudgedSystem();
  try {
    const out: Judged[] = [];
    for (const file of files) {
      const judged = await judgeFile(started, file);
      const { false_effects, ...figures } = figuresOf(judged);
      console.log(file, JSON.stringify(figures), "false effects:", false_effects.length);
      const by = new Map<string, Record<string, number>>();
      for (const { category = "", verdict } of judged) {
        const row = by.get(category) ?? {};
        row[verdict] = (row[verdict] ?? 0) + 1;
        by.set(category, row);
      }
      for (const [category, row] of by) console.log("  ", category, JSON.stringify(row));
      out.push(...judged);
    }
    const wanted = process.env["JUDGED"];
    const wrong = out.filter(({ verdict }) => verdict !== "right");
    if (wanted !== undefined)
      writeFileSync(wanted, wrong.map((row) => JSON.stringify(row)).join("\n"));
  } finally {
    await started.close();
  }
}
