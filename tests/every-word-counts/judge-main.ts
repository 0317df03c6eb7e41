/**
 * `npm run judge`: minutes, and figures instead of a verdict. All on one day, whatever day it is: 2027-03-10, 09:20 in São Paulo.
 * Each sentence is explained just before it is said: where its explanation said anything else, this ends with 1.
 *   npm run judge                       every judged file: figures, by category
 *   npm run judge -- FILE...            these; JUDGED=FILE keeps what did not come out right
 *   npm run judge -- --diff [FILE...]   what comes out otherwise than golden.jsonl says, sentence by sentence; ends with 1 where it is worse
 *   npm run judge -- --keep             golden.jsonl as it is now; with --diff, what is another in it is told first
 *   npm run judge -- strange            domains by strangers: tests/strange-domains/README.md
 */
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Difference,
  differences,
  type Golden,
  goldenOfNet,
  readGolden,
  sayDifference,
  writeGolden,
} from "./golden.ts";
import {
  figuresOf,
  type Judged,
  judgedFile,
  judgeFile,
  startJudgedSystem,
} from "./run-judgement.ts";
import { judgeStrange } from "./strange.ts";

const DAY = "2027-03-10T12:20:00Z";
const ON_THE_DAY = "REGENTE_JUDGED_DAY";

/** This process again with its clock on that day, and so all that it starts. */
function againOnTheDay(): number {
  const clock = new URL("../standing/moved-clock.mjs", import.meta.url).href;
  const options = `${process.env["NODE_OPTIONS"] ?? ""} --import=${clock}?by=${Date.parse(DAY) - Date.now()}`;
  const { status } = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: "inherit",
    env: { ...process.env, NODE_OPTIONS: options.trim(), TZ: "UTC", [ON_THE_DAY]: DAY },
  });
  return status ?? 1;
}

const allFiles = (): string[] =>
  readdirSync(fileURLToPath(new URL("judged", import.meta.url)))
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => judgedFile(basename(name, ".jsonl")));

async function judgeAll(files: readonly string[]): Promise<Judged[]> {
  const started = await startJudgedSystem();
  try {
    const all: Judged[] = [];
    for (const file of files) {
      const judged = await judgeFile(started, file);
      tell(file, judged);
      const name = basename(file, ".jsonl");
      all.push(...judged.map((row) => ({ ...row, id: `${name}:${row.id}` })));
    }
    return all;
  } finally {
    await started.close();
  }
}

function tell(file: string, judged: readonly Judged[]): void {
  const { false_effects, ...figures } = figuresOf(judged);
  console.log(basename(file), JSON.stringify(figures), "false effects:", false_effects.length);
  for (const { id, text, explained } of judged)
    for (const difference of explained)
      console.log("   explained otherwise:", id, text, difference);
  const by = new Map<string, Record<string, number>>();
  for (const { category = "", verdict } of judged) {
    const row = by.get(category) ?? {};
    row[verdict] = (row[verdict] ?? 0) + 1;
    by.set(category, row);
  }
  for (const [category, row] of by) console.log("  ", category, JSON.stringify(row));
}

const goldenOf = ({ id, text, verdict, came }: Judged): Golden => ({ id, text, verdict, ...came });

/** 1 where anything is worse than it was. */
function tellDifferences(found: readonly Difference[]): number {
  for (const each of found) console.log(sayDifference(each));
  const counts = (["worse", "better", "other", "new"] as const).map(
    (kind) => `${found.filter((each) => each.kind === kind).length} ${kind}`,
  );
  console.log(counts.join(", "));
  return found.some(({ kind }) => kind === "worse") ? 1 : 0;
}

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  if (given[0] === "strange") {
    await judgeStrange(given.slice(1), process.env["JUDGED"]);
    return 0;
  }
  const flags = given.filter((each) => each.startsWith("--"));
  const files = given.filter((each) => !each.startsWith("--"));
  const unknown = flags.find((flag) => flag !== "--diff" && flag !== "--keep");
  if (unknown !== undefined || (flags.includes("--keep") && files.length > 0)) {
    console.error(
      `"${unknown ?? given.join(" ")}" is not understood; see the beginning of judge-main.ts`,
    );
    return 2;
  }
  const judged = await judgeAll(files.length > 0 ? files : allFiles());
  const wanted = process.env["JUDGED"];
  const wrong = judged.filter(({ verdict }) => verdict !== "right");
  if (wanted !== undefined)
    writeFileSync(
      wanted,
      wrong.map(({ came: _, explained: _explained, ...row }) => JSON.stringify(row)).join("\n"),
    );
  const untrue = judged.filter(({ explained }) => explained.length > 0).length;
  console.log(`${untrue} of ${judged.length} explained otherwise than they came`);
  if (flags.length === 0) return Math.min(untrue, 1);
  const rows = [...judged.map(goldenOf), ...(files.length > 0 ? [] : goldenOfNet())];
  const told = flags.includes("--diff") ? tellDifferences(differences(readGolden(), rows)) : 0;
  if (flags.includes("--keep")) writeGolden(rows);
  return Math.max(told, Math.min(untrue, 1));
}

process.exitCode = process.env[ON_THE_DAY] === DAY ? await main() : againOnTheDay();
