import { join } from "node:path";
import { type Reconciled, reconcileAudit } from "../adapters/audit-log/audited.ts";
import { diskAuditLog } from "../adapters/audit-log/disk-audit-log.ts";
import { diskFiles } from "../adapters/files/disk-files.ts";
import type { JsonLog } from "../adapters/log/json-log.ts";
import { snapshotted } from "../adapters/snapshots/session-snapshots.ts";
import { openStore, type StoreWatch, watchStore } from "../adapters/store/open-store.ts";
import type { AuditLog } from "../ports/audit-log.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Owner, Store } from "../ports/stores.ts";
import type { Opening } from "./opening.ts";

/** What outlives the process. */
export type Stores = { store: Store; storeWatch: StoreWatch; files: FileStore; audit: AuditLog };

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** So many runs are named; of the rest the number is. */
const MOST_NAMED = 50;

/** Says which effects the store has lost. Nothing starts later for it: what is there is right. */
const tellMissing =
  (log: JsonLog) =>
  ({ effects, missing }: Reconciled): void => {
    for (const { run_id, step_id } of missing.slice(0, MOST_NAMED))
      log.error({ run_id, step_id }, "the audit log has an effect that the store does not know");
    if (missing.length > 0)
      log.error(
        { lost: missing.length, records: effects },
        "runs are missing in the store: it was deleted, cut, or is an older copy",
      );
  };

/** Errors: StoreError when the store cannot be opened */
export async function openStores({ config, log, clock, name, ends }: Opening): Promise<Stores> {
  const { dataDir, databaseUrl } = config;
  const audit = await diskAuditLog(join(dataDir, "audit"), name, { clock, log });
  ends.defer(() => audit.close());
  const opened = await openStore({ dataDir, databaseUrl, holder: name, clock, log });
  ends.defer(() => opened.close());
  const store = config.snapshots === undefined ? opened : withSnapshots(opened, config.snapshots);
  function withSnapshots(of: Store, folder: string): Store {
    const conversations = snapshotted(of.conversations, folder, { clock, log });
    ends.defer(() => conversations.written());
    const personal = {
      ...of.personal,
      async forget(owner: Owner) {
        await of.personal.forget(owner);
        await conversations.forget(owner.user_id);
      },
      async forgetBefore(epochMs: number) {
        await of.personal.forgetBefore(epochMs);
        await conversations.forgetBefore(epochMs);
      },
    };
    return { ...of, conversations, personal };
  }
  const storeWatch = watchStore(() => store.check(), log);
  ends.defer(() => storeWatch.close());
  const failed = (err: unknown) => log.warn({ err }, "the audit log was not compared");
  const keptSince = () => clock.now() - (config.keepMs ?? clock.now());
  reconcileAudit(join(dataDir, "audit"), store.runs, keptSince()).then(tellMissing(log), failed);
  const files = await diskFiles(join(dataDir, "files"), clock);
  // What is old is in no one's way; the start does not wait for it.
  const sweep = () => {
    const failed = (err: unknown) => log.warn({ err }, "what is over is not dropped");
    store.cache.sweep(clock.now()).catch(failed);
    store.channels.sweep(clock.now()).catch(failed);
    files.sweep().catch(failed);
    if (config.keepMs !== undefined) store.personal.forgetBefore(keptSince()).catch(failed);
  };
  sweep();
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS).unref();
  ends.defer(() => clearInterval(sweeping));
  return { store, storeWatch, audit, files };
}
