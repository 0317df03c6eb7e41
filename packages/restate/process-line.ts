import { timingSafeEqual } from "node:crypto";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Someone who waits hears something so often, and takes silence for death after so long; milliseconds. */
const SIGN_MS = 1000;
const SILENCE_MS = 5000;

/** `done`: what was waited for is over. `none`: it is not there. `gone`: no one answers, or not any more. */
export type Waited = "done" | "none" | "gone";

/** What a process waits for on behalf of another. */
export type WaitedFor = {
  /** A message's turn in its session: it begins when it is asked for, and is over when it was answered. */
  turn(ticket: string): Promise<boolean>;
  /** A run that this process carries out. False: it does not. */
  run(user_id: string, run_id: string): Promise<boolean>;
};

type Settings = { host: string; port: number; url: string | undefined; secret: string };

export type ProcessLine = Awaited<ReturnType<typeof openProcessLine>>;

/**
 * Where other processes wait for what this one does. The answer comes when it is over, with a sign of life each second;
 * a connection that breaks says that the process is gone.
 * Errors: Node's own when the port is taken
 */
export async function openProcessLine(settings: Settings, waited: WaitedFor) {
  const server = createServer({ requestTimeout: 0 }, (incoming, outgoing) => {
    if (!isOurs(incoming, settings.secret)) return void outgoing.writeHead(401).end();
    const [kind, ...names] = (incoming.url ?? "").slice(1).split("/").map(decoded);
    const [first = "", second = ""] = names;
    if (kind === "turn") return answer(outgoing, waited.turn(first));
    if (kind === "run") return answer(outgoing, waited.run(first, second));
    outgoing.writeHead(404).end();
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen({ port: settings.port, host: settings.host }, () => listening());
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** Where other processes reach this one. */
    url: settings.url ?? `http://${settings.host}:${port}`,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(outgoing: ServerResponse, over: Promise<boolean>): void {
  outgoing.writeHead(200, { "content-type": "text/plain" });
  outgoing.write(".");
  const signs = setInterval(() => outgoing.write("."), SIGN_MS);
  outgoing.on("close", () => clearInterval(signs));
  over.then(
    (isDone) => outgoing.end(isDone ? "done" : "none"),
    () => outgoing.destroy(),
  );
}

/** Waits for something at another process, for as long as that process lives. */
export function waitAt(url: string, secret: string, path: readonly string[]): Promise<Waited> {
  return new Promise((resolve) => {
    const target = `${url}/${path.map(encodeURIComponent).join("/")}`;
    // A connection of its own: one that was kept may be closed under the question, which would look like a death.
    const request = get(target, {
      agent: false,
      headers: { authorization: `Bearer ${secret}` },
      timeout: SILENCE_MS,
    });
    const gone = () => {
      request.destroy();
      resolve("gone");
    };
    request.on("error", gone);
    request.on("timeout", gone);
    request.on("response", (response) => {
      let said = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        said = (said + text).slice(-4);
      });
      response.on("error", gone);
      response.on("close", () =>
        resolve(said === "done" ? "done" : said === "none" ? "none" : "gone"),
      );
    });
  });
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
};

function isOurs({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
