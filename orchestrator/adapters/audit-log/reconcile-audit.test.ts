import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { digestOf } from "#shared/contracts/digest.ts";
import { ana, someRun, someStep } from "../../ports/stores.fixture.ts";
import { openStore } from "../store/open-store.ts";
import { auditedRuns } from "./audited.ts";
import { diskAuditLog } from "./disk-audit-log.ts";
import { reconcileAudit } from "./reconcile-audit.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { now: () => Date.now(), monotonic: () => performance.now() };

it("names the effects of the audit log that the store has lost, and no others", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reconcile-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const audit = await diskAuditLog(join(folder, "audit"), "one", { clock, log });
  const begin = async (name: string) => {
    const store = await openStore({ dataDir: join(folder, name), clock });
    onTestFinished(() => store.close());
    return { store, runs: auditedRuns(store.runs, audit, () => "write", log) };
  };
  const before = await begin("before");
  const act = async ({ runs }: typeof before, run_id: string) => {
    await runs.save(someRun({ run_id, status: "running" }));
    await runs.intend(ana, run_id, someStep({ status: "running", output: null }), run_id, "digest");
    await runs.settle(ana, run_id, someStep());
  };
  await act(before, "run_1");
  await act(before, "run_2");
  expect(await reconcileAudit(join(folder, "audit"), before.store.runs)).toEqual({
    effects: 4,
    missing: [],
  });

  // Another store: of the first run it has nothing, of the second not the step.
  const after = await begin("after");
  await after.store.runs.save(someRun({ run_id: "run_2", status: "running" }));
  await act(after, "run_3");
  const found = await reconcileAudit(join(folder, "audit"), after.store.runs, Date.now() + 1);
  expect(found).toEqual({ effects: 0, missing: [] });
  expect(await reconcileAudit(join(folder, "audit"), after.store.runs)).toEqual({
    effects: 6,
    missing: [
      { run_id: "run_1", step_id: "1" },
      { run_id: "run_2", step_id: "1" },
    ],
  });

  await audit.append({
    what: "user_forgotten",
    user_id: "ops",
    forgotten: digestOf(ana.user_id),
  });
  await audit.close();
  const { missing } = await reconcileAudit(join(folder, "audit"), after.store.runs);
  expect(missing).toEqual([]);
});
