import { Readable } from "node:stream";
import { Agent, request } from "undici";

/** Longer answers are cut off, bytes; the longest text that is ever asked for is a tenth of it. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 5000;

/** What an SDK needs to reach its provider. */
export type Transport = {
  fetch(this: void, url: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

const NO_BODY = new Set([204, 205, 304]);

/**
 * The way to the provider: kept-alive connections and a cap on what comes back. Nothing is followed, so
 * that a key goes to one host only, and nothing is unpacked. Time is the caller's, by the signal.
 */
export function openTransport(): Transport {
  const agent = new Agent({
    connections: CONNECTIONS,
    maxResponseSize: MAX_ANSWER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  return {
    async fetch(url, init = {}) {
      // Without a body it only asks, for a list of models.
      const body = init.body ?? null;
      if (body !== null && typeof body !== "string") throw new TypeError("only a text can be sent");
      const headers = new Headers(init.headers);
      headers.set("accept-encoding", "identity");
      const answer = await request(String(url), {
        dispatcher: agent,
        method: body === null ? "GET" : "POST",
        headers: Object.fromEntries(headers),
        body,
        signal: init.signal ?? null,
      });
      const { statusCode: status, body: told } = answer;
      const isBare = NO_BODY.has(status);
      if (isBare) await told.dump();
      return new Response(isBare ? null : Readable.toWeb(told), {
        status,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        ),
      });
    },
    close: () => agent.destroy(),
  };
}
