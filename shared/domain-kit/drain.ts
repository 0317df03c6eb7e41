import type { Server } from "node:http";
import { closeServer } from "../patience/close-server.ts";
import { doneWithin } from "../patience/done-within.ts";

/** What is under way finishes in this time, or is cut. */
const DRAIN_MS = 9000;

/** Lets `running` and the answers that are on their way finish, then closes the server. */
export async function drain(server: Server, running: Iterable<Promise<unknown>>): Promise<void> {
  const until = performance.now() + DRAIN_MS;
  await doneWithin(Promise.allSettled(running), DRAIN_MS);
  await closeServer(server, Math.max(until - performance.now(), 0));
}
