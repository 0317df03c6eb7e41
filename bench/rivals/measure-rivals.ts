import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { freePort } from "../../cli/testing/free-port.ts";
import { type OwnPostgres, ownPostgres } from "../../scripts/cluster/postgres.ts";
import {
  installAside,
  installRestateServer,
  restateCluster,
} from "../../scripts/cluster/restate-server.ts";
import type { Figure } from "../figures.ts";
import { type Loaded, putLoad } from "../load.ts";
import { inTurns, median, ratioOf } from "../measure.ts";
import { type Domains, startOrchestrator } from "../orchestrator.ts";
import { chain, planOf } from "../plans.ts";
import { startService } from "../processes.ts";

/** Tried here; it is got from npm when it is asked for, and no dependency. */
const DBOS = "@dbos-inc/dbos-sdk@5.3.0";
const CLIENTS = 32;
const ROUND_MS = 1500;
const NODES = 3;

/** Where a contender takes plans: several addresses are asked in turn. */
type Contender = { urls: string[]; path: string; body: string };

/**
 * Chains of effects, each durable before the next is sent, side by side: an endpoint by hand over SQLite with group commit,
 * Restate, DBOS, and Regente over SQLite, over PostgreSQL as one process and as three, and hosted by Restate.
 */
export async function measureRivals(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "regente-rivals-"));
  const ends: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ];
  try {
    return await measureIn(folder, (end) => ends.unshift(end));
  } finally {
    for (const end of ends) await end();
  }
}

async function measureIn(
  folder: string,
  atEnd: (end: () => Promise<unknown>) => void,
): Promise<Figure[]> {
  const weather = await startService<Domains>("services/weather.ts");
  atEnd(weather.stop);
  const domain = weather.ready[0]?.url ?? "";
  const postgres = await ownPostgres();
  await postgres.start();
  atEnd(postgres.remove);
  const restate = await restateCluster(installRestateServer(), join(folder, "restate"), 1);
  const [node] = restate.nodes;
  if (node === undefined) throw new Error("Restate has no node");
  await node.start();
  atEnd(node.stop);

  const [bare, restatePlan, dbosPlan] = await Promise.all([
    startService<{ url: string }>("services/durable-plan.ts", [domain, join(folder, "bare.db")]),
    // It writes a line for each invocation otherwise, which takes its time.
    startService<{ url: string }>("rivals/restate-plan.ts", [domain, restate.publicKey], {
      RESTATE_LOGGING: "ERROR",
    }),
    startService<{ url: string }>("rivals/dbos-plan.ts", [
      domain,
      resolve(installAside(DBOS), "@dbos-inc/dbos-sdk/dist/src/index.js"),
      await database(postgres, "dbos"),
    ]),
  ]);
  for (const each of [bare, restatePlan, dbosPlan]) atEnd(each.stop);
  await fetch(`${node.admin}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri: restatePlan.ready.url }),
  }).then(async (response) => {
    if (!response.ok) throw new Error(`Restate refuses the service: ${await response.text()}`);
  });

  const started = async (settings: Record<string, string>[]) => {
    const all = await Promise.all(settings.map((own) => startOrchestrator(weather.ready, own)));
    for (const each of all) atEnd(each.stop);
    return all.map(({ url }) => url);
  };
  const leases = { DATABASE_URL: await database(postgres, "leases"), REGENTE_RUN_HOST: "leases" };
  const hosted = {
    DATABASE_URL: await database(postgres, "hosted"),
    REGENTE_RUN_HOST: "restate",
    REGENTE_RESTATE_INGRESS: node.ingress,
    REGENTE_RESTATE_ADMIN: node.admin,
    REGENTE_RESTATE_KEYS: restate.publicKey,
    REGENTE_RESTATE_PORT: String(await freePort()),
  };
  const sqlite = await started([{}]);
  const three = await started(Array.from({ length: NODES }, () => leases));
  const onRestate = await started([hosted]);

  const figures: Figure[] = [];
  for (const length of [1, 5]) {
    const plan = JSON.stringify({ plan: planOf(chain(length), "record") });
    const byHand = JSON.stringify(chain(length));
    const ours = (urls: string[]): Contender => ({ urls, path: "/v1/plans/execute", body: plan });
    const theirs = (url: string, path = "/plan"): Contender => ({
      urls: [url],
      path,
      body: byHand,
    });
    const measured = await inTurns({
      bare: () => load(theirs(bare.ready.url)),
      restate: () => load(theirs(node.ingress, "/plan/run")),
      dbos: () => load(theirs(dbosPlan.ready.url)),
      sqlite: () => load(ours(sqlite)),
      one: () => load(ours(three.slice(0, 1))),
      three: () => load(ours(three)),
      hosted: () => load(ours(onRestate)),
    });
    const ratio = (
      what: string,
      mine: keyof typeof measured,
      other: keyof typeof measured,
      atLeast: number,
    ) =>
      figures.push({
        id: "P9",
        what: `chains of ${length} at ${CLIENTS} clients, ${what}`,
        measured: ratioOf(measured[mine], measured[other], ({ perSecond }) => perSecond),
        unit: "x",
        target: { atLeast },
      });
    ratio("SQLite over a bare group commit", "sqlite", "bare", 0.5);
    ratio("SQLite over Restate alone", "sqlite", "restate", 3);
    ratio("SQLite over DBOS alone", "sqlite", "dbos", 6);
    ratio("one process on PostgreSQL over Restate alone", "one", "restate", 2);
    ratio("one process on PostgreSQL over DBOS alone", "one", "dbos", 4);
    ratio("three processes on PostgreSQL over one", "three", "one", 1);
    ratio("three processes on PostgreSQL over Restate alone", "three", "restate", 2);
    ratio("three processes on PostgreSQL over DBOS alone", "three", "dbos", 4);
    ratio("hosted by Restate over one process with leases", "hosted", "one", 0.3);
    for (const [name, rounds] of Object.entries(measured))
      process.stdout.write(
        `  chain ${length}, ${name}: ${Math.round(median(rounds.map(({ perSecond }) => perSecond)) * length)} steps/s\n`,
      );
  }
  return figures;
}

async function database(postgres: OwnPostgres, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return postgres.url(name);
}

async function load({ urls, path, body }: Contender): Promise<Pick<Loaded, "perSecond">> {
  const clients = Math.ceil(CLIENTS / urls.length);
  const all = await Promise.all(
    urls.map((url) => putLoad({ url, path, clients, ms: ROUND_MS, body: () => body, isRight })),
  );
  const wrong = all.find(({ errors }) => errors > 0);
  if (wrong !== undefined) throw new Error(`a wrong answer at ${path}: ${wrong.wrong}`);
  return { perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0) };
}

const isRight = (status: number, body: unknown): boolean =>
  status === 200 && (body as { status?: string }).status === "success";
