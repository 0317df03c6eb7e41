import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import type { Figure } from "./figures.ts";
import { type Domains, SOURCE, startOrchestrator } from "./orchestrator.ts";
import { graph, planOf } from "./plans.ts";
import { startService } from "./processes.ts";
import type { Ask, Counted, Kind } from "./services/counting.ts";
import { manifestOf, ONLY_MANIFESTS, readingSentences, TOLD } from "./shipped.ts";

/** Requests before anything is counted: compilers decide what an object costs. */
const WARM = 300;
const TIMES = 60;
const STEPS = 100;
/** Until what is written in batches is in the store; milliseconds. */
const WRITTEN_MS = 300;

type Orchestrator = Awaited<ReturnType<typeof startOrchestrator>>;
/** Asks for the n-th time. Errors: an answer that is wrong */
type Do = (url: string, n: number) => Promise<void>;

/** What one step of a plan takes: objects, bytes, calls and rows, and no times. They are the same on a busy machine. */
export async function countSteps(): Promise<Figure[]> {
  const service = await startService<Domains>("services/weather.ts");
  const ours = await startCounted(service.ready);
  const body = JSON.stringify({ plan: planOf(graph(STEPS)) });
  const execute: Do = async (url) => {
    const answer = (await post(`${url}/v1/plans/execute`, body)) as { status?: string };
    if (answer.status !== "success") throw new Error(`a plan: ${JSON.stringify(answer)}`);
  };
  print("a step", STEPS, await countAll(ours, execute));
  await Promise.all([ours.stop(), service.stop()]);
  return [];
}

/** The same of a turn that only reads, as a message of a new conversation. */
export async function countTurns(): Promise<Figure[]> {
  const domains = await startService<Domains>("services/shipped-domains.ts");
  const only = ONLY_MANIFESTS.map((name) => ({ name, manifest: manifestOf(name) }));
  const ours = await startCounted([...domains.ready, ...only]);
  const say = async (url: string, user: string, content: string) => {
    const asked = { model: "regente", user, messages: [{ role: "user", content }] };
    const answer = await post(`${url}/v1/chat/completions`, JSON.stringify(asked));
    return (answer as Completion).choices?.[0]?.message.content === TOLD;
  };
  const answered: string[] = [];
  for (const text of readingSentences()) {
    if (answered.length === NEEDED) break;
    const isAnswered = await say(ours.url, "first", text);
    if (isAnswered && (await say(ours.url, "first", `${text}!`))) answered.push(text);
  }
  const sentence = (n: number): string => answered[n % NEEDED] ?? "";
  const saidBefore: Do = async (url, n) => void (await say(url, `user-${n}`, sentence(n % 20)));
  // Another text with the same words: it is read as if it had never been said.
  const saidAnew: Do = async (url, n) =>
    void (await say(url, `user-${n}`, sentence(n) + "!".repeat(2 + n / NEEDED)));
  print("a turn, its words said before", 1, await countAll(ours, saidBefore));
  print("a turn, its words new", 1, await countAll(ours, saidAnew));
  await Promise.all([ours.stop(), domains.stop()]);
  return [];
}
const NEEDED = 200;
type Completion = { choices?: { message: { content: string } }[] };

const COUNTING = fileURLToPath(new URL("services/counting.ts", import.meta.url));

/** The source, whose functions have their names and files. */
async function startCounted(domains: Parameters<typeof startOrchestrator>[0]) {
  const given = process.env["NODE_OPTIONS"];
  process.env["NODE_OPTIONS"] = `${given ?? ""} --import ${COUNTING}`.trimStart();
  const started = await startOrchestrator(domains, {}, SOURCE);
  if (given === undefined) delete process.env["NODE_OPTIONS"];
  else process.env["NODE_OPTIONS"] = given;
  return started;
}

async function post(url: string, body: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await request(url, { method: "POST", headers, body });
  return answer.body.json();
}

async function tell({ child }: Orchestrator, ask: Ask): Promise<Counted> {
  child.send(ask);
  const [answer] = (await once(child, "message")) as [Counted];
  return answer;
}

async function countAll(ours: Orchestrator, act: Do): Promise<ReadonlyMap<string, number>> {
  let n = 0;
  for (let time = 0; time < WARM; time++) await act(ours.url, n++);
  const counted = async (kind: Kind) => {
    await pause(WRITTEN_MS);
    await tell(ours, { count: kind });
    for (let time = 0; time < TIMES; time++) await act(ours.url, n++);
    return tell(ours, { end: kind });
  };
  await pause(WRITTEN_MS);
  const rowsBefore = rowsOf(ours.folder);
  const objects = await counted("objects");
  await pause(WRITTEN_MS);
  const rows = rowsOf(ours.folder);
  const bytes = await counted("bytes");
  const calls = await counted("calls");
  if (process.env["COUNTS_IN_FULL"] !== undefined) {
    printMost("bytes", bytes);
    printMost("calls", calls);
  }
  const counts = new Map<string, number>();
  const add = (what: string, total: number) => counts.set(what, total / TIMES);
  add(
    "bytes allocated",
    sum(bytes, () => true),
  );
  for (const [what, names] of Object.entries(OBJECTS))
    add(
      what,
      sum(objects, (name) => names.has(name)),
    );
  for (const [what, isMeant] of Object.entries(CALLS)) add(what, sum(calls, isMeant));
  for (const table of rows.keys()) {
    const now = rows.get(table);
    const before = rowsBefore.get(table);
    if (now === undefined || before === undefined || now.rows === before.rows) continue;
    add(`rows of ${table}`, now.rows - before.rows);
    add(`bytes of ${table}`, now.bytes - before.bytes);
  }
  return counts;
}

const OBJECTS: Readonly<Record<string, ReadonlySet<string>>> = {
  promises: new Set(["PROMISE"]),
  timers: new Set(["Timeout", "Immediate"]),
  "ticks and other resources": new Set(["TickObject", "Microtask", "MESSAGEPORT", "AbortSignal"]),
  digests: new Set(["hash", "createHash", "createHmac"]),
  "Headers objects": new Set(["Headers"]),
};

const ends =
  (...names: string[]) =>
  (called: string) =>
    names.some((name) => called.endsWith(name));
/** By file and function. */
const CALLS: Readonly<Record<string, (called: string) => boolean>> = {
  "functions called": () => true,
  "of these of language and understanding": (called) =>
    /^(?:orchestrator\/(?:language|understanding)|shared\/(?:language|recognisers))\//.test(called),
  "tokens of a text": ends("language/text.ts:tokens"),
  "sentences understood": ends("understanding/understand.ts:hear"),
  "clauses interpreted": ends("understanding/interpreter.ts:interpret"),
  "parsed by zod": (called) =>
    /node_modules\/zod\/.*:(?:_?safeParse|inst\.safeParse)$/.test(called),
  "calls inside zod": (called) => called.startsWith("node_modules/zod/"),
  "service tokens": ends("service-token.ts:serviceToken"),
  "headers for a domain": ends("domain-client.ts:headersOf"),
  "events made": ends("memory-run-events.ts:publish"),
  "weighed values": ends("contracts/json.ts:weightOf"),
};

const sum = (counted: Counted, isMeant: (name: string) => boolean): number =>
  Object.entries(counted).reduce((all, [name, value]) => all + (isMeant(name) ? value : 0), 0);

type Rows = { rows: number; bytes: number };

function rowsOf(folder: string): Map<string, Rows> {
  const db = new DatabaseSync(join(folder, "regente.db"), { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all() as Record<string, string | number>[];
  const tables = all("select name from sqlite_master where type = 'table'").map(({ name }) =>
    String(name),
  );
  const found = new Map<string, Rows>();
  for (const table of tables) {
    const columns = all(`pragma table_info(${table})`).map(
      ({ name }) => `coalesce(length("${name}"), 0)`,
    );
    const [row] = all(
      `select count(*) as rows, coalesce(sum(${columns.join("+")}), 0) as bytes from ${table}`,
    );
    found.set(table, { rows: Number(row?.["rows"]), bytes: Number(row?.["bytes"]) });
  }
  db.close();
  return found;
}

function print(what: string, units: number, counts: ReadonlyMap<string, number>): void {
  const lines = [...counts]
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `  ${name.padEnd(42)} ${(value / units).toFixed(2)}`);
  process.stdout.write(`\n${what}\n${lines.join("\n")}\n`);
}

const MOST_PRINTED = 150;

function printMost(what: string, counted: Counted): void {
  const most = Object.entries(counted).sort(([, a], [, b]) => b - a);
  const lines = most
    .slice(0, MOST_PRINTED)
    .map(([name, value]) => `${(value / TIMES).toFixed(1).padStart(12)} ${name}`);
  process.stdout.write(`\n${what} a request\n${lines.join("\n")}\n`);
}
