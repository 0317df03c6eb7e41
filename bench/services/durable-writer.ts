import { openStore } from "../../orchestrator/adapters/store/open-store.ts";
import { systemClock } from "../../orchestrator/adapters/time/system-clock.ts";
import { ana, someStep } from "../../orchestrator/ports/stores.fixture.ts";

// Journals steps one after another, each when the last one is durable.
//   node durable-writer.ts <dataDir> <steps>

const [dataDir = "", steps = "0"] = process.argv.slice(2);
const store = await openStore({ dataDir, clock: systemClock });
for (let step = 0; step < Number(steps); step++)
  await store.runs.intend(ana, `traced_${step}`, someStep(), `traced_${step}:1`, "digest");
await store.close();
