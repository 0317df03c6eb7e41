import { join } from "node:path";
import { diskAuditLog } from "../adapters/audit-log/disk-audit-log.ts";
import { diskFiles } from "../adapters/files/disk-files.ts";
import { openStore } from "../adapters/store/open-store.ts";
import type { AuditLog } from "../ports/audit-log.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Store } from "../ports/stores.ts";
import type { Opening } from "./opening.ts";

/** What outlives the process. */
export type Stores = { store: Store; files: FileStore; audit: AuditLog };

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** Errors: StoreError when the store cannot be opened */
export async function openStores({ config, log, clock, name, ends }: Opening): Promise<Stores> {
  const { dataDir, databaseUrl } = config;
  const audit = await diskAuditLog(join(dataDir, "audit"), name, { clock, log });
  ends.defer(() => audit.close());
  const store = await openStore({ dataDir, databaseUrl, holder: name, clock, log });
  ends.defer(() => store.close());
  const sweeping = setInterval(() => {
    const failed = (err: unknown) => log.warn({ err }, "expired answers are not dropped");
    store.cache.sweep(clock.now()).catch(failed);
  }, SWEEP_EVERY_MS).unref();
  ends.defer(() => clearInterval(sweeping));
  return { store, audit, files: await diskFiles(join(dataDir, "files"), clock) };
}
