/**
 * Loaded before anything else of a process (`node --import`), on whatever Node: its clock is moved. Several of them add up.
 * `moved-clock.mjs?by=3600000` is so many milliseconds ahead, for good. Without it the clock shows what the file
 * MOVED_CLOCK says, so that a test moves the clocks of several processes together; timers keep running as they do, but
 * what looks every five seconds whether the clock was moved (`wake` of system-clock.ts) looks five times a second. Whoever
 * else waits for five seconds, such as for a connection, has them.
 */
import { readFileSync } from "node:fs";

const by = new URL(import.meta.url).searchParams.get("by");
const file = process.env["MOVED_CLOCK"];
const BelowDate = globalThis.Date;

let last = 0;
function movedMs() {
  if (by !== null) return Number(by);
  if (file === undefined) return 0;
  try {
    // While it is being written it is empty.
    const text = readFileSync(file, "utf8");
    if (text !== "") last = Number(text);
  } catch {
    // It is not there yet, or not any more.
  }
  return last;
}
const now = () => BelowDate.now() + movedMs();

class MovedDate extends BelowDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }
  static now() {
    return now();
  }
}
globalThis.Date = MovedDate;

const LOOKS_EVERY_MS = 5000;
const looks = (callback, ms) => ms === LOOKS_EVERY_MS && callback.name === "wake";
if (by === null) {
  const realTimeout = globalThis.setTimeout;
  globalThis.setTimeout = Object.assign(
    (callback, ms, ...args) => realTimeout(callback, looks(callback, ms) ? 200 : ms, ...args),
    realTimeout,
  );
}
