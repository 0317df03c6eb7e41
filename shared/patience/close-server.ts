import type { Server } from "node:http";
import { doneWithin } from "./timer.ts";

const SWEEP_MS = 50;

/** Takes no more connections, lets the answers that are on their way finish for `graceMs`, and cuts the rest. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A connection that becomes idle meanwhile is closed as well; its client would keep it open.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  server.closeIdleConnections();
  if (!(await doneWithin(closed, graceMs))) server.closeAllConnections();
  await closed;
  clearInterval(sweep);
}
