/**
 * Loaded before anything else of a process (`node --import`): its clock shows what a file says, so that a test moves the
 * clocks of several processes together. Timers keep running as they do, but whoever looks every five seconds whether
 * the clock was moved (keyed-timers.ts) looks five times a second.
 */
import { readFileSync } from "node:fs";

const file = process.env["MOVED_CLOCK"];
const real = Date.now.bind(Date);
const RealDate = Date;

function now(): number {
  if (file === undefined) return real();
  try {
    return real() + Number(readFileSync(file, "utf8"));
  } catch {
    return real();
  }
}

class MovedDate extends RealDate {
  constructor(...args: readonly unknown[]) {
    if (args.length === 0) super(now());
    else super(...(args as ConstructorParameters<typeof Date>));
  }
  static override now(): number {
    return now();
  }
}
globalThis.Date = MovedDate as DateConstructor;

const LOOKS_EVERY_MS = 5000;
const realTimeout = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (...[callback, ms, ...args]: Parameters<typeof realTimeout>) =>
    realTimeout(callback, ms === LOOKS_EVERY_MS ? 200 : ms, ...args),
  realTimeout,
);
