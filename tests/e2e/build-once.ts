import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, builtName, startable } from "../../scripts/build.ts";

/** Where the services of this run of the tests are, for the processes that run them. */
const BUILT = "REGENTE_TESTS_BUILT";
/** Made by this very run: one that a test of another run started finds what is built already. */
let made: string | undefined;

/** Before the first of these tests the services become what `npm start` runs, which starts in half the time. */
export async function setup(): Promise<void> {
  if (process.env[BUILT] !== undefined) return;
  // Below node_modules, where the few packages that stay outside are found.
  made = mkdtempSync(join("node_modules", ".built-"));
  process.env[BUILT] = made;
  await build(startable(), made);
}
export function teardown(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}

/** The build of a source that `npm start` would start; anything else is started as it is. */
export function builtOnce(source: string): string {
  const built = join(process.env[BUILT] ?? ".", `${builtName(source)}.mjs`);
  return startable().includes(source) && existsSync(built) ? built : source;
}
