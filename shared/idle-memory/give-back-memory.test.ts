import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const MODULE = new URL("./give-back-memory.ts", import.meta.url).href;
/** A process that has grown; it ends when V8 holds half of that room. */
const grown = `
import { giveBackMemory } from ${JSON.stringify(MODULE)};
let held = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
const room = () => Math.round(process.memoryUsage().heapTotal / 1e6);
held = undefined;
const before = room();
giveBackMemory(10);
const watching = setInterval(() => {
  if (room() >= before / 2) return;
  clearInterval(watching);
  setTimeout(() => console.log("given back"), 20);
}, 10);
`;

it("gives back what is held no more, and goes on", async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", grown], {
    timeout: 200_000,
  });
  expect(stdout).toBe("given back\n");
});
