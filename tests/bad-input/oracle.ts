import { connect } from "node:net";
import { expect } from "vitest";
import { errorBody } from "#shared/contracts/endpoints.ts";
import type { Notebook } from "../e2e/notebook.ts";

/** For a whole request in these tests, and how much longer an answer may take before it counts as none. */
export const DEADLINE_MS = 3000;
/** Nothing hangs so long, on whatever machine. */
const LATE_MS = DEADLINE_MS + 100_000;

/** What is never for a caller: a stack, a file of ours, a library's own words. */
const INSIDES =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|node:internal|\.ts:\d+|ZodError|TypeError|RangeError|Invalid input|Too (?:big|small)|SQLITE|undefined is not/;

export type Answer = { status: number; text: string };

/** What holds for every answer, whatever was asked: it is ours to give, it is in shape, and it gives nothing away. */
export function expectDecent(what: string, { status, text }: Answer): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(text, what).not.toMatch(INSIDES);
  if (status < 400) return;
  const { error } = errorBody.parse(JSON.parse(text));
  expect(error.message.length, what).toBeGreaterThan(10);
  expect(error.code, what).not.toBeNull();
}

/** Asks, and gives up where nothing comes in time. A body that is text goes as it stands. */
export async function ask(
  { url }: Pick<Notebook, "url">,
  path: string,
  init: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  const { body, headers = {}, method = body === undefined ? "GET" : "POST" } = init;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(LATE_MS),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * Writes bytes and reads until the other side hangs up; status 0 where it says nothing. Who has said all and hangs up may
 * hear nothing of what takes a moment; who `stays` waits for it.
 */
export function speak(
  { url }: Pick<Notebook, "url">,
  bytes: Buffer,
  { stays = false } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const socket = connect(Number(port), hostname);
  let heard = "";
  const late = setTimeout(() => {
    socket.destroy();
    reject(new Error(`nothing but "${heard.slice(0, 200)}" in ${LATE_MS} ms`));
  }, LATE_MS);
  socket.on("data", (chunk) => {
    heard += chunk.toString("latin1");
  });
  // What is refused before it is read whole ends in a reset; what was said until then counts.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    clearTimeout(late);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
    const [head = "", ...rest] = heard.split("\r\n\r\n");
    const body = rest.join("\r\n\r\n");
    resolve({ status, text: /^transfer-encoding: chunked/im.test(head) ? unchunked(body) : body });
  });
  if (stays) socket.write(bytes);
  else socket.end(bytes);
  return promise;
}

/** The pieces of a body without their lengths. */
function unchunked(body: string): string {
  let text = "";
  for (let rest = body; ; ) {
    const size = Number.parseInt(rest, 16);
    if (!(size > 0)) return text;
    const from = rest.indexOf("\r\n") + 2;
    text += rest.slice(from, from + size);
    rest = rest.slice(from + size + 2);
  }
}
