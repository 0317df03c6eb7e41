import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { learnCatalogue } from "../../orchestrator/quality/tools/learn-catalogue.ts";
import { startShippedSystem } from "../e2e/shipped-system.ts";
import { type System, startSystem } from "../e2e/system.ts";
import { cameOf } from "./came.ts";
import { type Judgement, judge, type Terms, type Verdict } from "./judge.ts";

// Domains that strangers wrote from the docs, and what others asked of them: tests/strange-domains/README.md.

const WORK = ["restaurant", "parcel", "workshop", "farm"];
/** Opened only to count: who changes the program does not read them. */
const CLOSED = ["school", "gym", "property", "helpdesk"];
const ZONE = "America/Sao_Paulo";

/** What each of them exports. */
type Strange = {
  domain: { manifest: Manifest; serve(): Promise<{ close(): Promise<void> }> };
  effects: { capability: string; params: unknown }[];
  reset(): void;
};

const strangeModule = z.custom<Strange>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    ["domain", "effects", "reset"].every((name) => name in value),
  { error: "exports no domain, effects and reset" },
);

type Row = Judgement & { id: string; lang?: string; shows?: string[] };
type Said = Row &
  Verdict & { answer: string; kind: "sentence" | "turn"; afterYes: boolean; isAsked: boolean };

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../strange-domains/${name}/`, import.meta.url));

export async function judgeStrange(flags: readonly string[], keepIn?: string): Promise<void> {
  const cut = flags.find((flag) => flag.startsWith("--examples="));
  if (cut !== undefined) return judgeCut(cut.replace(/^.*=/, "").split(",").map(Number));
  const names = flags.includes("--work") ? WORK : [...WORK, ...CLOSED];
  const all: Said[] = [];
  const wrong: Said[] = [];
  for (const name of names) {
    const said = await judgeOne(name, flags.includes("--beside"));
    console.log(name.padEnd(12), sayFigures(said));
    all.push(...said);
    if (WORK.includes(name)) wrong.push(...said.filter(({ verdict }) => verdict !== "right"));
    if (name === WORK.at(-1)) console.log("for work".padEnd(12), sayFigures(all));
  }
  if (names.length > WORK.length)
    console.log("opened once".padEnd(12), sayFigures(all.filter(({ id }) => isOf(CLOSED, id))));
  if (keepIn !== undefined)
    writeFileSync(keepIn, wrong.map((each) => JSON.stringify(each)).join("\n"));
}

/** What is right at once of the first four where each goal has so many examples a language, and all else that it has. */
async function judgeCut(counts: readonly number[]): Promise<void> {
  for (const count of counts) {
    const all: Said[] = [];
    for (const name of WORK) {
      const folder = cutFolder(name, count);
      try {
        const said = await judgeOne(name, false, folder);
        all.push(...said.filter(({ kind }) => kind === "sentence"));
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
    console.log(String(count).padStart(3), sayFigures(all));
  }
}

/** A copy of a domain, in a folder from which its imports lead to this project, with the first examples of each goal. */
function cutFolder(name: string, count: number): string {
  const folder = mkdtempSync(join(tmpdir(), "strange-"));
  symlinkSync(join(process.cwd(), "shared"), join(folder, "shared"));
  const project = { type: "module", imports: { "#shared/*": "./shared/*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(project));
  const manifest = loadManifest(folderOf(name));
  for (const { hints } of manifest.goals)
    for (const examples of Object.values(hints.examples ?? {})) examples?.splice(count);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  for (const file of ["domain.ts", "sentences.jsonl"])
    cpSync(join(folderOf(name), file), join(folder, file));
  writeFileSync(join(folder, "dialogues.jsonl"), "");
  return folder;
}

const isOf = (names: readonly string[], id: string): boolean =>
  names.some((name) => id.startsWith(`${name}-`));

async function judgeOne(name: string, isBeside: boolean, folder = folderOf(name)): Promise<Said[]> {
  const shipped = isBeside ? await startShippedSystem() : undefined;
  const system = shipped?.system ?? (await startSystem({ learnsAnew: true }));
  const service = await system.addService(name);
  // Its kit reads them when it is loaded.
  Object.assign(process.env, service, { LOG_LEVEL: "silent" });
  const loaded: unknown = await import(pathToFileURL(join(folder, "domain.ts")).href);
  const strange = strangeModule.parse(loaded);
  const served = await strange.domain.serve();
  try {
    await learnAll(system, name, isBeside, folder);
    await system.startOrchestrator();
    return await sayAll(system, folder, strange);
  } finally {
    await served.close();
    await (shipped ?? system).close();
  }
}

/** A start that has learnt nothing asks where it should act. */
async function learnAll(
  system: System,
  name: string,
  isBeside: boolean,
  folder: string,
): Promise<void> {
  const bootstrap = join(system.folder, "learnt.json");
  const shipped = isBeside ? SHIPPED_IN_ORDER : [];
  const domains = [
    ...shipped.map((each) => ({ name: each, manifest: join(process.cwd(), "domains", each) })),
    { name, manifest: folder },
  ];
  writeFileSync(bootstrap, JSON.stringify({ domains }));
  const quiet = () => undefined;
  const silent = { info: quiet, warn: quiet, error: quiet };
  await learnCatalogue(bootstrap, {}, join(system.folder, "understanding"), silent);
}
const SHIPPED_IN_ORDER = [
  ...["finance", "notify", "memory", "web", "documents", "support", "language", "research"],
];

const rowsOf = (folder: string, file: string): unknown[] =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => z.json().parse(JSON.parse(line)));

async function sayAll(system: System, folder: string, strange: Strange): Promise<Said[]> {
  const said: Said[] = [];
  const terms = termsOf(strange.domain.manifest);
  for (const row of rowsOf(folder, "sentences.jsonl") as Row[])
    said.push(...(await converse(system, strange, terms, [row], row.id)));
  for (const { id, turns } of rowsOf(folder, "dialogues.jsonl") as { id: string; turns: Row[] }[])
    said.push(...(await converse(system, strange, terms, turns, id)));
  return said;
}

/** One conversation from the beginning. What a sentence asks for and is asked about is done after a yes, or is not. */
async function converse(
  system: System,
  strange: Strange,
  terms: Terms,
  turns: readonly Row[],
  id: string,
): Promise<Said[]> {
  strange.reset();
  await cancelAll(system);
  const said: Said[] = [];
  let stood = await schedulesOf(system);
  const say = async (row: Row, text: string) => {
    const body = {
      ...{ input_text: text, session_id: id, follows_ticks: true },
      metadata: { timezone: ZONE },
    };
    const before = strange.effects.length;
    const told = turnResponse.parse((await system.post("/v1/turns", body)).body);
    const stands = await schedulesOf(system);
    const came = cameOf(told, stood, stands);
    stood = stands;
    const happened = strange.effects.slice(before).map(({ capability }) => capability);
    return {
      told,
      verdict: hidden(row, happened) ?? shown(row, told.answer) ?? judge(row, told, came, terms),
    };
  };
  for (const [at, row] of turns.entries()) {
    const { told, verdict } = await say(row, row.text);
    const isSentence = turns.length === 1;
    const mayFollow = isSentence && row.in_scope === true && verdict.verdict === "asked";
    const isYesNo = told.pending?.kind === "confirm" || told.pending?.kind === "choose_goal";
    const yes = row.lang === "en" ? "yes" : "sim";
    const after = mayFollow && isYesNo ? (await say(row, yes)).verdict.verdict === "right" : false;
    said.push({
      ...row,
      ...verdict,
      id: isSentence ? id : `${id}:${at + 1}`,
      answer: told.answer,
      kind: isSentence ? "sentence" : "turn",
      afterYes: after || verdict.verdict === "right",
      isAsked: told.pending !== null,
    });
  }
  return said;
}

/** The service itself knows what has happened, whatever an answer says. */
const hidden = (row: Row, happened: readonly string[]): Verdict | undefined => {
  const forbidden = happened.find((capability) => !row.effects.includes(capability));
  return forbidden === undefined ? undefined : { verdict: "false_effect", why: `did ${forbidden}` };
};

function shown({ shows = [] }: Row, answer: string): Verdict | undefined {
  const missing = shows.find((each) => !answer.toLowerCase().includes(each.toLowerCase()));
  return missing === undefined ? undefined : { verdict: "wrong", why: `shows no “${missing}”` };
}

async function schedulesOf({ url }: System) {
  return schedulesPage.parse(await (await fetch(`${url}/v1/schedules`)).json()).schedules;
}

async function cancelAll(system: System): Promise<void> {
  for (const { id } of await schedulesOf(system))
    await fetch(`${system.url}/v1/schedules/${id}`, { method: "DELETE" });
}

function termsOf({ goals, capabilities }: Manifest): Terms {
  const goalOf = new Map(
    goals.flatMap(({ goal, capability, entities_schema }) => {
      const mapped = Object.values(entities_schema).flatMap(({ capability_map = {} }) =>
        Object.values(capability_map).flat(),
      );
      return [...mapped, ...(capability === undefined ? [] : [capability])].map(
        (each) => [each, goal] as const,
      );
    }),
  );
  const effects = new Set(
    capabilities.filter(({ effect }) => effect !== "read").map(({ capability }) => capability),
  );
  return {
    goalOf: (capability) => goalOf.get(capability) ?? capability,
    effectOf: (capability) => capability,
    isEffect: (capability) => effects.has(capability),
    helpers: new Set(),
    alike: new Set(),
    undoIsNoGoal: true,
  };
}

/** The figures that the promise is held to, each with what 95 of 100 such samples would show. */
function sayFigures(said: readonly Said[]): string {
  const sentences = said.filter(({ kind }) => kind === "sentence");
  const turns = said.filter(({ kind }) => kind === "turn");
  const inScope = sentences.filter(
    ({ in_scope, outcome }) => in_scope === true && outcome.includes("does"),
  );
  const outside = sentences.filter(({ outcome }) => outcome.every((each) => each === "declines"));
  const isRight = ({ verdict }: Said) => verdict === "right";
  const isFalse = ({ verdict }: Said) => verdict === "false_effect";
  return [
    `in scope right at once ${share(inScope, isRight)}`,
    `or after one yes ${share(inScope, ({ afterYes }) => afterYes)}`,
    `wrong ${share(inScope, ({ verdict }) => verdict === "wrong")}`,
    `all sentences ${share(sentences, isRight)}`,
    `outside declined ${share(outside, (each) => isRight(each) && !each.isAsked)}`,
    `turns ${share(turns, isRight)}`,
    `false effects ${sentences.filter(isFalse).length} and ${turns.filter(isFalse).length}`,
  ].join("; ");
}

/** Wilson's interval. */
function share<T>(rows: readonly T[], holds: (row: T) => boolean): string {
  const all = rows.length;
  if (all === 0) return "-";
  const part = rows.filter(holds).length / all;
  const z2 = 1.96 ** 2;
  const middle = (part + z2 / (2 * all)) / (1 + z2 / all);
  const half =
    (1.96 / (1 + z2 / all)) * Math.sqrt((part * (1 - part)) / all + z2 / (4 * all * all));
  const percent = (value: number) => (value * 100).toFixed(0);
  return `${percent(part)} % (${percent(middle - half)} to ${percent(middle + half)}, of ${all})`;
}
