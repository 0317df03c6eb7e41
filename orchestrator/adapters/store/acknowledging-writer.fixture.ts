import { ana, someStep } from "../../ports/stores.fixture.ts";
import { openStore } from "./open-store.ts";

// A process to be killed, or to be robbed of its disk: it journals steps without end, eight at a
// time, and says on stdout which ones the store has promised to keep.
//   node acknowledging-writer.fixture.ts <dataDir> <name>

const [dataDir = "", name = ""] = process.argv.slice(2);
// A write past the file size limit then fails like any other, and does not end the process.
process.on("SIGXFSZ", () => undefined);

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const store = await openStore({ dataDir, clock });

async function writeForEver(lane: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const run_id = `${name}_${lane}_${count}`;
    try {
      await store.runs.intend(ana, run_id, someStep(), `${run_id}:1`, "digest");
      process.stdout.write(`kept ${run_id};\n`);
    } catch (error) {
      process.stdout.write(`failed ${String(error)};\n`);
      // Let the event loop breathe between two tries of a disk that is full.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writeForEver));
