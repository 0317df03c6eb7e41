import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { startFakeTavily } from "../../domains/web/testing/fake-tavily.ts";
import { type System, startSystem } from "../e2e/system.ts";
import { type Judgement, judge, type Verdict } from "./judge.ts";

/** The shipped domains with what the judgements speak of saved in them. */
export async function startJudgedSystem() {
  const [system, telegram, tavily] = await Promise.all([
    startSystem(),
    startFakeTelegram(),
    startFakeTavily(),
  ]);
  const env: Record<string, Record<string, string>> = {
    notify: {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_CHAT_ID: "42",
    },
    web: { TAVILY_API_KEY: tavily.key, TAVILY_API_ROOT: tavily.url },
  };
  const domains = ["finance", "notify", "memory", "web", "documents", "support"];
  await Promise.all(
    domains.map((name) => system.startDomain(name, `domains/${name}/main.ts`, env[name])),
  );
  system.addManifest("language");
  system.addManifest("research");
  await system.startOrchestrator();
  return {
    system,
    /** Everything saved is as the judgements were written for. */
    reset: () => reset(system),
    close: async () => {
      await system.close();
      await telegram.close();
      tavily.close();
    },
  };
}

const SAVED: [domain: string, capability: string, params: object][] = [
  ["memory", "save_note", { content: "dentista quinta às 15h" }],
  ["memory", "save_note", { content: "lista de compras: leite e pão" }],
  ["memory", "save_movie", { title: "Inception", year: 2010, tmdb_id: 27205 }],
  ["memory", "save_tv_show", { title: "Breaking Bad", tmdb_id: 1396 }],
  ["memory", "save_link", { url: "https://nodejs.org" }],
  ["documents", "generate_pdf", { title: "Ata da reunião", content: "Ata da reunião\n\nTodos." }],
  ["documents", "generate_pdf", { title: "Contrato", content: "Contrato\n\nEntre as partes." }],
];

async function perform(system: System, calls: readonly [string, string, object][]) {
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

async function reset(system: System): Promise<void> {
  const listed = await perform(system, [["documents", "list_documents", {}]]);
  const documents = JSON.stringify(listed.body).match(/"id":(\d+),"title"/g) ?? [];
  await perform(system, [
    ["memory", "delete_all_memories", {}],
    ...documents.map((each): [string, string, object] => [
      "documents",
      "delete_document",
      { id: Number(/\d+/.exec(each)?.[0]) },
    ]),
  ]);
  await perform(system, SAVED);
}

export type Judged = Judgement & Verdict & { id: string; answer: string };

const readLines = (file: string): unknown[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);

/** Say each sentence in a session of its own, and judge what comes of it. */
export async function judgeSentences(
  { system, reset }: Awaited<ReturnType<typeof startJudgedSystem>>,
  file: string,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  let isFresh = false;
  for (const sentence of readLines(file) as (Judgement & { id: string })[]) {
    if (!isFresh) await reset();
    const told = await system.turn(sentence.text, sentence.id);
    isFresh = told.trace.receipts.length === 0;
    judged.push({ ...sentence, ...judge(sentence, told), answer: told.answer });
  }
  return judged;
}

/** Each dialogue in a session of its own, from the same beginning. */
export async function judgeDialogues(
  { system, reset }: Awaited<ReturnType<typeof startJudgedSystem>>,
  file: string,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { id, turns } of readLines(file) as { id: string; turns: Judgement[] }[]) {
    await reset();
    for (const [at, turn] of turns.entries()) {
      const told = await system.turn(turn.text, id);
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

/** `npm run judge`: minutes, and figures instead of a verdict; the sentences that did not come out right with JUDGED=FILE. */
if (import.meta.main) {
  const given = process.argv.slice(2);
  const files =
    given.length > 0
      ? given
      : ["modifiers", "everyday", "dialogues"].map((name) =>
          fileURLToPath(new URL(`judged/${name}.jsonl`, import.meta.url)),
        );
  const started = await startJudgedSystem();
  try {
    const out: Judged[] = [];
    for (const file of files) {
      const judged = file.includes("dialogues")
        ? await judgeDialogues(started, file)
        : await judgeSentences(started, file);
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
