import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { BUILT_TERMINAL, runEnvironment } from "../../cli/testing/run-environment.ts";
import { build, builtName, startable } from "../../scripts/build.ts";

/** Where what this run of the tests makes once is, for the processes that need it. */
const BUILT = "REGENTE_TESTS_BUILT";
/** Below the folder of this run. */
const SERVICES = "services";
const TERMINAL = "cli/regente.ts";
/** Made by this very run: one that a test of another run started finds what is built already. */
let made: string | undefined;

/** Before the first of these tests the services and the terminal are built, which then start in half the time. */
export async function setup(): Promise<void> {
  if (process.env[BUILT] !== undefined) return;
  // Below node_modules, where the few packages that stay outside are found.
  made = mkdtempSync(join("node_modules", ".built-"));
  process.env[BUILT] = made;
  const terminal = resolve(made, "terminal");
  await Promise.all([build(startable(), join(made, SERVICES)), build([TERMINAL], terminal)]);
  process.env[BUILT_TERMINAL] = join(terminal, `${builtName(TERMINAL)}.mjs`);
}
export function teardown(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}

/** For a process of this file. What Node compiled of what goes with this run goes with it as well. */
export function startEnvironment(file: string): Record<string, string> {
  const built = process.env[BUILT];
  const isBuilt = built !== undefined && file.startsWith(built);
  return {
    ...runEnvironment(),
    ...(isBuilt && { NODE_COMPILE_CACHE: resolve(built, "compiled") }),
  };
}

/** The build of a source that `npm start` would start; anything else is started as it is. */
export function builtOnce(source: string): string {
  const built = join(process.env[BUILT] ?? ".", SERVICES, `${builtName(source)}.mjs`);
  return startable().includes(source) && existsSync(built) ? built : source;
}
