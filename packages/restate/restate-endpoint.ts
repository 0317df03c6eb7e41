import { createServer, type ServerHttp2Session } from "node:http2";
import {
  createEndpointHandler,
  type ObjectContext,
  object,
  RetryableError,
  type WorkflowContext,
  workflow,
} from "@restatedev/restate-sdk";
import type { Log } from "../../orchestrator/ports/log.ts";

/** As they are registered: another shape of what they are sent needs another name. */
export const SESSION = "RegenteSession";
export const RUN = "RegenteRun";
export const TIMER = "RegenteTimer";

/** Where a message waits for its turn. */
export type TurnOf = {
  user_id: string;
  session_id: string;
  url: string;
  name: string;
  ticket: string;
};
/** A run and who has begun it; no `url`: no one has it. */
export type RunOf = {
  user_id: string;
  session_id: string;
  run_id: string;
  url: string;
  name: string;
};

/** What Restate calls, in whichever process it comes to. A rejection is tried again. */
export type Called = {
  own(turn: TurnOf): Promise<void>;
  carry(run: RunOf): Promise<void>;
  due(key: string): void;
};

export type EndpointSettings = {
  port: number;
  host: string;
  keys: readonly string[];
  /** Failures before a run is paused. */
  attempts: number;
};

/** A turn and a timer do no harm when they are tried again, and whatever comes after one that is paused waits for ever. */
const WITHOUT_END = 2 ** 31 - 1;

export type RestateEndpoint = Awaited<ReturnType<typeof openRestateEndpoint>>;

/**
 * Our side of Restate: an object for each session, a workflow for each segment of a run, an object for each timer. Each has
 * one journaled step, over the store; what it gives is small and always the same, so that a journal of an older version is
 * read by a newer one. Requests that Restate has not signed are refused.
 * Errors: Node's own when the port is taken
 */
export async function openRestateEndpoint(
  { port, host, keys, attempts }: EndpointSettings,
  called: Called,
  log: Log,
) {
  const options = {
    // A turn and a run end by their own deadline.
    inactivityTimeout: { minutes: 30 },
    abortTimeout: { minutes: 1 },
    journalRetention: { minutes: 10 },
    ingressPrivate: false,
    retryPolicy: retriedUpTo(WITHOUT_END),
  };
  const session = object({
    name: SESSION,
    handlers: {
      own: async (ctx: ObjectContext, turn: TurnOf) => {
        await ctx.run("own", () => plainly(called.own(turn)));
      },
    },
    options,
  });
  const run = workflow({
    name: RUN,
    handlers: {
      run: async (ctx: WorkflowContext, of: RunOf) => {
        await ctx.run("carry", () => plainly(called.carry(of)));
      },
    },
    options: {
      ...options,
      workflowRetention: { hours: 1 },
      retryPolicy: retriedUpTo(attempts),
    },
  });
  const timer = object({
    name: TIMER,
    handlers: {
      set: async (ctx: ObjectContext, { at }: { at: number }) => {
        const known = await ctx.get<number>("at");
        const now = await ctx.date.now();
        if (known !== null && known <= at && known > now) return;
        ctx.set("at", at);
        ctx.genericSend({
          ...{ service: TIMER, method: "fire", key: ctx.key },
          parameter: new TextEncoder().encode(JSON.stringify({ at })),
          delay: Math.max(0, at - now),
        });
      },
      drop: async (ctx: ObjectContext) => {
        ctx.clear("at");
      },
      fire: async (ctx: ObjectContext, { at }: { at: number }) => {
        if ((await ctx.get<number>("at")) !== at) return;
        ctx.clear("at");
        await ctx.run("due", async () => called.due(ctx.key));
      },
    },
    options,
  });
  const handler = createEndpointHandler({
    services: [session, run, timer],
    identityKeys: [...keys],
    logger: ({ level }, message) => {
      if (level === "error") log.warn({ reason: String(message) }, "said by Restate's SDK");
    },
  });
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer(handler);
  server.on("session", (opened) => {
    sessions.add(opened);
    opened.on("close", () => sessions.delete(opened));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    // Every process of a machine takes a part of what comes to the one address.
    server.listen({ port, host, reusePort: true }, () => listening());
  });
  return {
    /** Takes nothing more; what is under way may end. */
    stop(): void {
      server.close();
      for (const each of sessions) each.close();
    },
    close(): void {
      server.close();
      for (const each of sessions) each.destroy();
    },
  };
}

const retriedUpTo = (maxAttempts: number) => ({
  initialInterval: 50,
  exponentiationFactor: 2,
  maxInterval: 5000,
  maxAttempts,
  onMaxAttempts: "pause" as const,
});

/** Traces differ from one attempt to the next, and say where our code is: neither belongs into a journal. */
async function plainly(work: Promise<void>): Promise<string> {
  try {
    await work;
    return "over";
  } catch (error) {
    const told = new RetryableError(error instanceof Error ? error.message : "it failed");
    told.stack = told.message;
    throw told;
  }
}
