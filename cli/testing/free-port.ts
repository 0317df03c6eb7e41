import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to connections that go out: none of these takes one between a look and its use. */
const FIRST = 15_000;
/** Workers of one run of the tests (vitest names each by a number) choose among ports of their own, one after the other. */
const WORKERS = 16;
const OF_A_WORKER = 1000;
const first = FIRST + (Number(process.env["VITEST_POOL_ID"] ?? 0) % WORKERS) * OF_A_WORKER;
let next = randomInt(OF_A_WORKER);

/** A port of loopback that nothing listens on now, and that no other test is about to listen on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + next;
    next = (next + 1) % OF_A_WORKER;
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
