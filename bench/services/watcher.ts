import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";

// Asks one address again and again from a process of its own, so that what is measured is the one who answers and not
// the one who puts load on it. Sends the slowest answer in milliseconds when it is told to stop.

const url = process.argv[2] ?? "";
const PAUSE_MS = 20;
let slowest = 0;
let stopped = false;
process.once("message", () => {
  stopped = true;
});
process.send?.("watching");
while (!stopped) {
  const before = performance.now();
  const { body } = await request(url);
  await body.text();
  slowest = Math.max(slowest, performance.now() - before);
  await pause(PAUSE_MS);
}
process.send?.(slowest);
process.disconnect?.();
