import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Domain } from "#shared/domain-kit/define-domain.ts";
import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import { openDomainClient } from "../adapters/domain-client/domain-client.ts";
import { memoryRunEvents } from "../adapters/events/memory-run-events.ts";
import { diskFiles } from "../adapters/files/disk-files.ts";
import { signedPlanTokens } from "../adapters/plan-tokens/signed-plan-tokens.ts";
import { memoryEngine } from "../adapters/store/memory-engine.fixture.ts";
import { storeOver } from "../adapters/store/open-store.ts";
import { deadlineWheel, randomId, sleep, systemClock } from "../adapters/time/system-clock.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { buildCatalogue } from "../catalogue/registry/build-catalogue.ts";
import { CARRIERS } from "../engine/carriers/carriers.ts";
import { openBudget, type TokenLimits } from "../engine/metering/budget.ts";
import { runningRuns } from "../engine/running-runs.ts";
import type { Training } from "../understanding/classifier/training.ts";
import { buildUnderstanding } from "../understanding/understand.ts";
import type { Understanding } from "../understanding/understanding.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** What catalogues taught, by their digests: the tests of a file mostly go by the same one. */
const learnt = new Map<string, Training>();
function understandingOf(catalogue: Catalogue): Understanding {
  const understanding = buildUnderstanding(catalogue, learnt.get(catalogue.digest));
  if (!learnt.has(catalogue.digest)) learnt.set(catalogue.digest, understanding.training());
  return understanding;
}

/**
 * A whole deps over domains that really listen, with a store of its own: the embedded one's queries and commits,
 * without its disk. `now` can be moved; `reopen` is what a restart leaves: what was committed.
 */
export async function openTurnDeps(
  domains: readonly Domain[],
  more: Partial<Pick<TurnDeps, "model" | "deadlineMs" | "log">> & { limits?: TokenLimits } = {},
) {
  const { limits = {}, ...others } = more;
  const folder = await mkdtemp(join(tmpdir(), "desk-"));
  const served = await Promise.all(domains.map((domain) => domain.serve({ port: 0 })));
  const urls = new Map(domains.map(({ manifest }, at) => [manifest.domain, served[at]?.url]));
  let ahead = 0;
  const clock = { now: () => systemClock.now() + ahead, monotonic: systemClock.monotonic };
  const catalogue = buildCatalogue(domains.map(({ manifest }) => manifest));
  const snapshot = { catalogue, understanding: understandingOf(catalogue) };
  const engine = await memoryEngine();
  const open = async () => {
    const client = openDomainClient({
      baseUrlOf: (domain) => urls.get(domain),
      clock,
      makeId: randomId,
    });
    const store = storeOver(engine, { clock });
    const deps: TurnDeps = {
      current: () => snapshot,
      pinned: (digest) => (digest === catalogue.digest ? snapshot : undefined),
      catalogueOf: async () => catalogue,
      client,
      carriers: CARRIERS,
      planTokens: signedPlanTokens("a secret of this room alone, for its tokens"),
      store,
      budget: openBudget(limits, (key) => store.usage.spent(key, clock.now())),
      events: memoryRunEvents(clock),
      files: await diskFiles(join(folder, "files"), clock),
      clock,
      makeId: randomId,
      random: Math.random,
      sleep,
      after: deadlineWheel(),
      inOrder: oneAfterAnotherByKey(),
      running: runningRuns(),
      log: { info() {}, warn() {}, error() {} },
      // No test waits for it: it is there for what hangs, on whatever machine.
      deadlineMs: 120_000,
      timezone: "America/Sao_Paulo",
      ...others,
    };
    return { deps, close: () => Promise.all([client.close(), deps.store.close()]) };
  };
  let opened = await open();
  return {
    turnDeps: () => opened.deps,
    pass: (ms: number) => {
      ahead += ms;
    },
    reopen: async () => {
      await opened.close();
      opened = await open();
    },
    close: async () => {
      await opened.close();
      await Promise.all(served.map((each) => each.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
