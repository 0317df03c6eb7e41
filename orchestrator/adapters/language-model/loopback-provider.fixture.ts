import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { Behaviour, TestedModel } from "../../ports/language-model.contract.ts";
import { listenUntilClosed } from "../listen.fixture.ts";
import { type ModelSettings, openLanguageModel } from "./open-language-model.ts";

/** One provider's protocol, from the provider's side. */
export type Dialect = {
  settings: Pick<ModelSettings, "provider"> & { path: string };
  /** A whole answer. `text` and why it stopped: "end", "cut_off", "refused" or "tool". */
  message(text: string, stopped: Stopped): object;
  /** The same as server-sent events, each with its name where the protocol has names. */
  events(text: string, stopped: Stopped): StreamEvent[];
  overload: StreamEvent;
  error(status: number, because: "spend limit" | undefined): object;
  /** The texts of a request's messages, in order, without the instructions. */
  texts(body: unknown): string[];
};
export type Stopped = "end" | "cut_off" | "refused" | "tool";
export type StreamEvent = { event?: string; data: object | string };

export type Received = { path: string; headers: Record<string, unknown>; body: unknown };

const KEY = "sk-canary-8f41c2d7a9";

/** A provider on loopback, in its own protocol, until the test ends. */
export async function openLoopbackProvider(dialect: Dialect) {
  const { close, ...provider } = await serveProvider(dialect);
  onTestFinished(close);
  return provider;
}

/** The same until it is closed. */
export async function serveProvider({ settings, ...dialect }: Dialect) {
  const received: Received[] = [];
  let plan: Behaviour[] = [];
  const abandoned = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) abandoned.resolve();
    });
    json(request).then(
      (body) => {
        received.push({ path: request.url ?? "", headers: request.headers, body });
        const behaviour = (plan.length > 1 ? plan.shift() : plan[0]) ?? { status: 500 };
        behave(behaviour, dialect, isStream(body), response);
      },
      () => response.destroy(),
    );
  });
  const { url, close } = await listenUntilClosed(server);
  const { origin, host } = new URL(url);
  return {
    close,
    baseUrl: `${origin}${settings.path}`,
    provider: settings.provider,
    received,
    plan: (...behaviours: Behaviour[]) => {
      plan = behaviours;
    },
    asked: () => received.map(({ body }) => dialect.texts(body)),
    abandoned: abandoned.promise,
    secrets: [KEY, host],
    key: KEY,
  };
}

/** A model over such a provider; its clock is the test's, and waiting takes no time. */
export async function openLoopbackModel(
  dialect: Dialect,
  more: Partial<ModelSettings> = {},
): Promise<TestedModel & { received: Received[] }> {
  const { baseUrl, provider, ...rest } = await openLoopbackProvider(dialect);
  const pauses: number[] = [];
  let ahead = 0;
  const model = await openLanguageModel(
    { provider, apiKey: KEY, baseUrl, fast: "small-one", smart: "large-one", ...more },
    {
      clock: { now: () => ahead, monotonic: () => ahead },
      random: () => 0.5,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        pauses.push(ms);
      },
    },
  );
  onTestFinished(() => model.close());
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { ...rest, model, pauses, pass };
}

const isStream = (body: unknown): boolean =>
  z.looseObject({ stream: z.literal(true) }).safeParse(body).success;

function behave(
  behaviour: Behaviour,
  dialect: Omit<Dialect, "settings">,
  asStream: boolean,
  response: ServerResponse,
): void {
  const send = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));
  const stream = (events: readonly StreamEvent[]) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map(written).join(""));
  };
  const answer = (text: string, stopped: Stopped) =>
    asStream ? stream(dialect.events(text, stopped)) : send(dialect.message(text, stopped));
  /** The beginning of an answer, without its end. */
  const begun = () => dialect.events("It rains, so take an umbrella with you.", "end").slice(0, 4);

  if ("says" in behaviour) answer(behaviour.says, "end");
  else if ("status" in behaviour) {
    const { status, retryAfter, because } = behaviour;
    const headers = {
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      ...(status === 307 && { location: "/elsewhere" }),
    };
    send(dialect.error(status, because), status, headers);
  } else
    switch (behaviour.does) {
      case "refuses":
        return void answer("I can", "refused");
      case "says nothing":
        return void answer("", "end");
      case "asks for a tool":
        return void answer("", "tool");
      case "hits the limit of tokens":
        return void answer(behaviour.after, "cut_off");
      case "hangs":
        return;
      case "drips": {
        response.writeHead(200, {
          "content-type": asStream ? "text/event-stream" : "application/json",
        });
        const drop = setInterval(() => response.write(asStream ? ": \n" : " "), 10);
        response.on("close", () => clearInterval(drop));
        return;
      }
      case "resets":
        return void response.socket?.resetAndDestroy();
      case "sends HTML":
        response.writeHead(200, { "content-type": "text/html" });
        return void response.end("<html><body>Welcome to the proxy of 127.0.0.1</body></html>");
      case "sends half of its JSON": {
        const whole = JSON.stringify(dialect.message("It rains", "end"));
        response.writeHead(200, { "content-type": "application/json" });
        return void response.end(whole.slice(0, whole.length / 2));
      }
      case "sends 8 MB":
        return void send(dialect.message("a".repeat(8 * 1024 * 1024), "end"));
      case "breaks off":
        return void stream(begun());
      case "reports overload midway":
        return void stream([...begun(), dialect.overload]);
    }
}

const written = ({ event, data }: StreamEvent): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

/** A text in pieces, as models stream it. */
export const piecesOf = (text: string): string[] => text.match(/.{1,6}/gs) ?? [];
