import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract, type TestStorage } from "../../ports/stores.contract.ts";
import { openStore } from "./open-store.ts";

const clock = { now: () => Date.now(), monotonic: () => performance.now() };

async function makeStorage(): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), "regente-store-"));
  return {
    open: () => openStore({ dataDir, clock }),
    remove: async () => rmSync(dataDir, { recursive: true }),
  };
}

storeContract("The embedded store", makeStorage);
