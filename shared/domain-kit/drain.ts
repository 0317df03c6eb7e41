import type { Server } from "node:http";

/** What is under way finishes in this time, or is cut. */
const DRAIN_MS = 9000;
const SWEEP_MS = 50;

/** Lets `running` and the answers that are on their way finish, then closes the server. */
export async function drain(server: Server, running: Iterable<Promise<unknown>>): Promise<void> {
  const enough = Promise.withResolvers<void>();
  const timer = setTimeout(enough.resolve, DRAIN_MS);
  await Promise.race([Promise.allSettled(running), enough.promise]);
  const closed = new Promise<unknown>((resolve) => server.close(resolve));
  // An answer that was still being written keeps its connection open; it is idle soon.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  void enough.promise.then(() => server.closeAllConnections());
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}
