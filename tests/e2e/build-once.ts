import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, builtName, startable } from "../../scripts/build.ts";

/** Where the services of this run of the tests are, for the processes that run them. */
const BUILT = "REGENTE_TESTS_BUILT";

/** Before the first of these tests the services become what `npm start` runs, which starts in half the time. */
export async function setup(): Promise<void> {
  // Below node_modules, where the few packages that stay outside are found.
  const folder = mkdtempSync(join("node_modules", ".built-"));
  process.env[BUILT] = folder;
  await build(startable(), folder);
}
export const teardown = () => rmSync(process.env[BUILT] ?? "", { recursive: true, force: true });

/** The build of a source that `npm start` would start; anything else is started as it is. */
export function builtOnce(source: string): string {
  const built = join(process.env[BUILT] ?? ".", `${builtName(source)}.mjs`);
  return startable().includes(source) && existsSync(built) ? built : source;
}
