import { join } from "node:path";
import pg from "pg";
import type { OwnPostgres } from "../../scripts/cluster/postgres.ts";
import {
  installRestateServer,
  type RestateCluster,
  restateCluster,
} from "../../scripts/cluster/restate-server.ts";
import { openLedger } from "../crash/ledger.ts";
import { type Call, type CallCounter, countCalls } from "./call-counter.ts";
import { openDiary } from "./diary.ts";
import type { Load } from "./load.ts";
import { type Machine, machines } from "./machines.ts";

const SECRET = "cluster-test-secret-that-is-long-enough";

export type TriedSettings = {
  folder: string;
  postgres: OwnPostgres;
  machines: number;
  restateNodes: number;
  clients: number;
  version: string;
  from: string | undefined;
  say(text: string): void;
};

/** A cluster under one host of runs, and what is known of what it does. */
export type TriedCluster = {
  host: string;
  settings: TriedSettings;
  /** Not started yet. */
  all: Machine[];
  restate: RestateCluster | undefined;
  ledger: Awaited<ReturnType<typeof openLedger>>;
  diary: Awaited<ReturnType<typeof openDiary>>;
  /** Every call on its way to a domain. */
  calls: Call[];
  /** Every load that was put on it. */
  loads: Load[];
  /** What should not have been, in words. */
  findings: string[];
  report(what: string): void;
  query<Row extends pg.QueryResultRow>(text: string, given: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export async function openTriedCluster(
  host: string,
  settings: TriedSettings,
): Promise<TriedCluster> {
  const { postgres, folder } = settings;
  await queryOf(postgres.url("postgres"), `create database ${host}`, []);
  const ledger = await openLedger(SECRET, Math.random);
  const diary = await openDiary(SECRET);
  const restate =
    host === "restate"
      ? await restateCluster(installRestateServer(), join(folder, "restate"), settings.restateNodes)
      : undefined;
  await Promise.all(restate?.nodes.map((node) => node.start()) ?? []);
  const domains = [
    { name: "ledger", url: ledger.url },
    { name: "diary", url: diary.url },
  ];
  const calls: Call[] = [];
  const counters: CallCounter[] = [];
  for (let at = 0; at < settings.machines; at += 1)
    counters.push(await countCalls(at, domains, calls));
  const all = await machines({
    folder: join(folder, host),
    secret: SECRET,
    databaseUrl: postgres.url(host),
    domains,
    ways: counters.map(({ urls }) => urls),
    ...(restate && { restate }),
    ...(settings.from !== undefined && { from: settings.from }),
    version: settings.version,
    count: settings.machines,
  });
  const findings: string[] = [];
  return {
    ...{ host, settings, all, restate, ledger, diary, calls, loads: [], findings },
    report: (what) => void findings.push(what),
    query: (text, given) => queryOf(postgres.url(host), text, given),
    async close() {
      for (const each of all) await each.stop();
      await Promise.all(restate?.nodes.map((node) => node.stop()) ?? []);
      await ledger.close();
      await diary.close();
      for (const counter of counters) await counter.close();
    },
  };
}

async function queryOf<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  given: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...given])).rows;
  } finally {
    await client.end();
  }
}
