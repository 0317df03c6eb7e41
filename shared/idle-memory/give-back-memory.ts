/** After this a start has done what it does only once, milliseconds. */
const SETTLED_AFTER_MS = 6000;

/**
 * What a start needed once is given back to the system when it has settled: V8 keeps the room it grew into until it needs
 * it again, which an idle process never does. The inspector's session is the way to ask for it that needs no flag; no one
 * can connect to it.
 * Cost: one collection, some 100 ms, once
 */
export function giveBackMemory(afterMs = SETTLED_AFTER_MS): void {
  // A Node that was built without it keeps what it has.
  setTimeout(() => void collect().catch(() => undefined), afterMs).unref();
}

async function collect(): Promise<void> {
  // Only who comes so far pays for loading it.
  const { Session } = await import("node:inspector");
  const session = new Session();
  session.connect();
  // A session that is closed while it answers never comes back.
  session.post("HeapProfiler.collectGarbage", () => setImmediate(() => session.disconnect()));
}
