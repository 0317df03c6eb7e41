import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../cli/testing/free-port.ts";
import { makeDatabase } from "../../orchestrator/adapters/store/postgres-database.fixture.ts";
import { sleep, systemClock } from "../../orchestrator/adapters/time/system-clock.ts";
import { hostProcess } from "../../orchestrator/engine/recovery/run-host.fixture.ts";
import { takeHeldQuestion } from "../../orchestrator/engine/recovery/takeover.ts";
import {
  type HostProcess,
  runHostContract,
  type TestedHost,
} from "../../orchestrator/ports/run-host.contract.ts";
import { type RunHost, RunHostAwayError } from "../../orchestrator/ports/run-host.ts";
import {
  findRestateServer,
  type RestateCluster,
  restateCluster,
} from "../../scripts/cluster/restate-server.ts";
import { inEnglish } from "../../shared/messages/messages.ts";
import { reason } from "../../shared/messages/reason.ts";
import { oneAfterAnotherByKey } from "../../shared/patience/one-after-another.ts";
import { openRestateHost } from "./restate-host.ts";

const program = findRestateServer();
const url = process.env["TEST_DATABASE_URL"];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SECRET = "the processes of this test among themselves";

/** What processes know of each other beside what they ask: who is dead, and where the others are. */
function neighbourhood() {
  const dead = new Set<string>();
  const lines = new Map<string, string>();
  return { dead, lines };
}

async function openHosts(
  server: string,
  cluster: RestateCluster,
  port: number,
): Promise<TestedHost> {
  const database = await makeDatabase(server);
  const { dead, lines } = neighbourhood();
  const opened: (HostProcess & { end(): Promise<void> })[] = [];
  const [node] = cluster.nodes;
  if (node === undefined) throw new Error("a cluster has nodes");
  return {
    async open() {
      const process = await hostProcess(
        { dataDir: "", databaseUrl: database.databaseUrl },
        async (name, store) => {
          const host = await openRestateHost({
            settings: {
              ...{ ingress: [node.ingress], admin: [node.admin], token: undefined, port },
              ...{ endpoint: `http://127.0.0.1:${port}`, keys: [cluster.publicKey], attempts: 6 },
              node: { host: "127.0.0.1", port: 0, url: undefined, secret: SECRET },
            },
            ...{ name, store, clock: systemClock, log: silent, deadlineMs: 60_000, sleep },
            isGone: async (other) => dead.has(other),
            inOrder: oneAfterAnotherByKey(),
            ...{ RunHostAwayError, reason, inEnglish },
            lines: {
              tell: async (line) => void lines.set(name, line),
              find: async (other) => lines.get(other),
            },
            onGone: () => undefined,
            openAgain: (question, holder) =>
              takeHeldQuestion({ store, clock: systemClock }, question, holder),
            cancel: async (run) =>
              opened.some(({ underWay }) => {
                const found = underWay.get(run.run_id);
                if (found !== undefined) found.cancelled = true;
                return found !== undefined;
              }),
          });
          const end = async (ms: number) => {
            dead.add(name);
            host.stop();
            await host.leave(ms);
          };
          return { host, die: () => end(0), leave: () => end(100) };
        },
      );
      opened.push(process);
      return process;
    },
    async close() {
      for (const each of opened) await each.end();
      await database.remove();
    },
  };
}

/** Once Restate answers it. */
async function untilReady(host: RunHost): Promise<void> {
  while (host.away() !== undefined) await sleep(20, new AbortController().signal);
}

if (program === undefined || url === undefined)
  describe("Restate", () => {
    it.skip("needs TEST_DATABASE_URL (`source .ci/postgres.sh`) and Restate's program (`npm run cluster -- --install`)", () =>
      undefined);
  });
else
  describe("Restate", () => {
    let folder: string;
    let cluster: RestateCluster;
    /** One address for all: what Restate has begun there goes on with whoever is there. */
    let port: number;
    beforeAll(async () => {
      port = await freePort();
      folder = mkdtempSync(join(tmpdir(), "regente-restate-"));
      cluster = await restateCluster(program, folder, 1);
      await cluster.nodes[0]?.start();
    }, 60_000);
    afterAll(async () => {
      for (const node of cluster.nodes) await node.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    runHostContract("over PostgreSQL", () => openHosts(url, cluster, port));

    it("a session goes on however long nobody was there to end its turn", async () => {
      const tested = await openHosts(url, cluster, port);
      const one = await tested.open();
      await untilReady(one.host);
      const begun = Promise.withResolvers<void>();
      void one.host
        .owned("ana\ns1", async () => {
          begun.resolve();
          await new Promise(() => undefined);
        })
        .catch(() => undefined);
      await begun.promise;
      await one.die();
      // By then a run would be paused.
      await sleep(4000, new AbortController().signal);
      const { host } = await tested.open();
      await untilReady(host);
      expect(await host.owned("ana\ns1", async () => "said next")).toBe("said next");
      await tested.close();
    });

    it("while it is down what reads goes on, and no run is begun", async () => {
      const tested = await openHosts(url, cluster, port);
      const { host } = await tested.open();
      await untilReady(host);
      await cluster.nodes[0]?.kill();
      const run = { user_id: "ana", session_id: "s1", run_id: "run_1" };
      await expect(host.begin(run)).rejects.toThrow(RunHostAwayError);
      expect(await host.owned("ana\ns1", async () => "read")).toBe("read");
      const refused = host.owned("ana\ns1", () => host.begin(run));
      await expect(refused).rejects.toThrow(RunHostAwayError);
      await cluster.nodes[0]?.start();
      await untilReady(host);
      await host.begin(run);
      await tested.close();
    });

    it("what it has not signed is refused", async () => {
      const tested = await openHosts(url, cluster, port);
      await tested.open();
      const session = connect(`http://127.0.0.1:${port}`);
      const stream = session.request({ ":path": "/discover" });
      const [headers] = (await once(stream, "response")) as [Record<string, number>];
      expect(headers[":status"]).toBe(401);
      session.destroy();
      await tested.close();
    });
  });
