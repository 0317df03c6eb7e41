import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { executeRequest } from "#shared/contracts/execute.ts";

/** What stands between one machine and the domains, and notes what goes through. */
export type CallCounter = {
  /** By the domain's name: where this machine finds it. */
  urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** A call of a step, by whichever machine. */
export type Call = {
  readonly machine: number;
  readonly run_id: string;
  readonly step_id: string;
  readonly capability: string;
  /** The whole answer was written to the machine. */
  isAnswered: boolean;
};

/** Opens the way of one machine to these domains. */
export async function countCalls(
  machine: number,
  domains: readonly { name: string; url: string }[],
  calls: Call[],
): Promise<CallCounter> {
  const ends: (() => Promise<unknown>)[] = [];
  const open = async (target: string): Promise<string> => {
    const pool = new Pool(target, { connections: 64 });
    const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await buffer(request);
      const call = request.url === "/execute" ? callIn(body, machine) : undefined;
      if (call !== undefined) calls.push(call);
      try {
        const { host: _host, connection: _connection, ...headers } = request.headers;
        const answer = await pool.request({
          method: request.method === "POST" ? "POST" : "GET",
          path: request.url ?? "/",
          headers,
          body: body.length > 0 ? body : null,
        });
        response.writeHead(answer.statusCode, answer.headers);
        const text = Buffer.from(await answer.body.arrayBuffer());
        response.end(text);
        if (call !== undefined && !response.destroyed) call.isAnswered = true;
      } catch {
        response.destroy();
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
    close: async () => void (await Promise.all(ends.map((end) => end()))),
  };
}

function callIn(body: Buffer, machine: number): Call {
  const { intent, context } = executeRequest.parse(JSON.parse(body.toString()));
  const { run_id, step_id } = context;
  return { machine, run_id, step_id, capability: intent.capability, isAnswered: false };
}

const stepOf = ({ run_id, step_id }: Pick<Call, "run_id" | "step_id">) => `${run_id} ${step_id}`;

/** Calls that were in flight when their machine died: sent, and the store does not know how they ended. */
export type InFlight = { unanswered: Set<string>; unwritten: Set<string> };

/** What was sent to the store before may still be committed, milliseconds. */
const COMMITS_WITHIN_MS = 20;

/**
 * What a machine that stands still from now on has in flight. `endedOf` gives the steps of these runs whose end the store
 * knows. An answer that the machine was given, and has not written down, is in flight as well: no one else can know it.
 */
export async function inFlightOf(
  machine: number,
  calls: readonly Call[],
  endedOf: (run_ids: readonly string[]) => Promise<{ run_id: string; step_id: string }[]>,
): Promise<InFlight> {
  const recent = () => calls.slice(-2000).filter((call) => call.machine === machine);
  const answered = new Set(recent().filter(({ isAnswered }) => isAnswered));
  await pause(COMMITS_WITHIN_MS);
  const run_ids = new Set(recent().map(({ run_id }) => run_id));
  const ended = new Set((await endedOf([...run_ids])).map(stepOf));
  // Only now: what it sent before it stood still may have come a little later.
  const open = recent().filter((call) => !ended.has(stepOf(call)));
  const of = (wasAnswered: boolean) =>
    new Set(open.filter((call) => answered.has(call) === wasAnswered).map(stepOf));
  return { unanswered: of(false), unwritten: of(true) };
}

/** Calls beyond the first of each step: of effects, of what only reads, and of what was not in flight at any death. */
export function repeatedCalls(calls: readonly Call[], deaths: readonly InFlight[]) {
  const inFlight = new Set(deaths.flatMap((death) => [...death.unanswered, ...death.unwritten]));
  const seen = new Set<string>();
  const repeated = { effects: 0, reads: 0, others: [] as string[] };
  for (const call of calls) {
    const step = stepOf(call);
    if (!seen.has(step)) {
      seen.add(step);
      continue;
    }
    repeated[call.capability === "turn_page" ? "reads" : "effects"] += 1;
    if (!inFlight.has(step))
      repeated.others.push(`${step} (${call.capability}) was called again by ${call.machine}`);
  }
  return repeated;
}
