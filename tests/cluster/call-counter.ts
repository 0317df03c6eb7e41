import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Pool } from "undici";
import { executeRequest } from "#shared/contracts/execute.ts";

/** What stands between one machine and the domains, and counts what goes through. */
export type CallCounter = {
  /** By the domain's name: where this machine finds it. */
  urls: Readonly<Record<string, string>>;
  /** Calls of effects and of reads that are not answered now. */
  inFlight(): number;
  close(): Promise<void>;
};

/** Calls of each step of each run, of all machines; `isEffect` by the capability's name. */
export type Calls = Map<string, { capability: string; count: number }>;

/** Opens the way of one machine to these domains. */
export async function countCalls(
  domains: readonly { name: string; url: string }[],
  calls: Calls,
): Promise<CallCounter> {
  let inFlight = 0;
  const ends: (() => Promise<unknown>)[] = [];
  const open = async (target: string): Promise<string> => {
    const pool = new Pool(target, { connections: 64 });
    const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await buffer(request);
      const isCall = request.url === "/execute";
      if (isCall) note(body, calls);
      inFlight += Number(isCall);
      try {
        const { host: _host, connection: _connection, ...headers } = request.headers;
        const answer = await pool.request({
          method: request.method === "POST" ? "POST" : "GET",
          path: request.url ?? "/",
          headers,
          body: body.length > 0 ? body : null,
        });
        response.writeHead(answer.statusCode, answer.headers);
        response.end(Buffer.from(await answer.body.arrayBuffer()));
      } catch {
        response.destroy();
      } finally {
        inFlight -= Number(isCall);
      }
    };
    const server = createServer((request, response) => void pass(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(async () => {
      server.closeAllConnections();
      server.close();
      await pool.destroy();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const urls = await Promise.all(
    domains.map(async ({ name, url }): Promise<[string, string]> => [name, await open(url)]),
  );
  return {
    urls: Object.fromEntries(urls),
    inFlight: () => inFlight,
    close: async () => void (await Promise.all(ends.map((end) => end()))),
  };
}

function note(body: Buffer, calls: Calls): void {
  const { intent, context } = executeRequest.parse(JSON.parse(body.toString()));
  const key = `${context.run_id} ${context.step_id}`;
  const { count } = calls.get(key) ?? { count: 0 };
  calls.set(key, { capability: intent.capability, count: count + 1 });
}

/** Calls beyond the first of each step: of effects, and of what only reads. */
export function repeatedCalls(calls: Calls): { effects: number; reads: number } {
  const repeated = { effects: 0, reads: 0 };
  for (const { capability, count } of calls.values())
    repeated[capability === "turn_page" ? "reads" : "effects"] += count - 1;
  return repeated;
}
