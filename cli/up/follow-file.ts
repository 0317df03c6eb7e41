import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Editors write a file in several steps; this long after the last one it is whole. */
const SETTLE_MS = 50;

/**
 * Calls `changed` after the file was written, one call at a time. Where the system cannot watch
 * files, it never calls.
 */
export function followFile(file: string, changed: () => Promise<void>): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  // The folder, because an editor may put a new file in the old one's place.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(changed);
    }, SETTLE_MS);
  });
  watcher.on("error", () => watcher.close());
  return {
    async close() {
      clearTimeout(timer);
      watcher.close();
      await running;
    },
  };
}
