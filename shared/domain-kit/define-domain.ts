import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { parseContract, RegenteError } from "../contracts/errors.ts";
import { ownValue } from "../contracts/json.ts";
import { type Manifest, type ManifestSource, manifestSchema } from "../contracts/manifest.ts";
import { domainKeyIn } from "../domain-secret/domain-secret.ts";
import { giveBackMemory } from "../idle-memory/give-back-memory.ts";
import type { Handler, KitClock } from "./call.ts";
import { makeExecution } from "./execute.ts";
import { type LogFields, type Logger, makeLog } from "./log.ts";
import type { ReceiptStore } from "./receipts.ts";
import { memoryReceipts } from "./receipts.ts";
import { Refusal } from "./refusal.ts";
import { type Served, type ServeOptions, serveApp } from "./serve.ts";
import { makeTokenGuard } from "./token-guard.ts";

const MAX_BODY_BYTES = 1024 * 1024;

const tooLarge = () => new Refusal(413, "TOO_LARGE", `The body is over ${MAX_BODY_BYTES} bytes`);

const countWhileReading = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw tooLarge();
  },
});

/**
 * The request's body as JSON, of at most 1 MiB.
 * Errors: Refusal 413, or 400 for anything but JSON in UTF-8
 * Cost:   a body that says its length is read without being copied
 */
async function readJson(c: Context): Promise<unknown> {
  const length = c.req.header("content-length");
  if (length === undefined || c.req.header("transfer-encoding") !== undefined)
    await countWhileReading(c, async () => {});
  else if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
  try {
    const bytes = await c.req.arrayBuffer();
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal(400, "INVALID_JSON", "The body is not JSON in UTF-8", { cause });
  }
}

export type { Call, Handler } from "./call.ts";
export type { Logger } from "./log.ts";

const MAX_KEY_CHARS = 255;

/** What is known of a request once it has been read, for its log line. */
type Env = { Variables: { about: LogFields } };

export type Domain = {
  manifest: Manifest;
  /** `app.fetch(new Request(...))` answers without a socket. */
  app: Hono<Env>;
  /** Listens until `close`, SIGTERM, SIGINT or the end of its supervisor. */
  serve(options?: ServeOptions): Promise<Served>;
};

export type DomainOptions = {
  /** Where effects leave their receipts; in memory when absent. Closed with the server. */
  receipts?: ReceiptStore;
  /** The key that callers' tokens are signed with; REGENTE_DOMAIN_KEY when absent. Neither: open, on loopback only. */
  secret?: string;
  /** Further routes, for files or pages. They are not guarded by the service token. */
  routes?: (app: Hono<Env>) => void;
  /** Lets go of what else the domain holds open, when the server has ended. */
  close?: () => void;
  log?: Logger;
  clock?: KitClock;
};

/**
 * A domain service from its manifest and one handler for each capability: GET /health, GET /manifest
 * and POST /execute with everything that the wire demands.
 * Errors: ContractError for a wrong manifest, TypeError when handlers and capabilities do not match
 * Source: docs/add-a-domain.md
 */
export function defineDomain(
  source: ManifestSource | Manifest,
  handlers: Readonly<Record<string, Handler>>,
  options: DomainOptions = {},
): Domain {
  const manifest = parseContract(manifestSchema, source, `manifest of ${source.domain}`);
  const clock = options.clock ?? Date;
  const log = options.log ?? makeLog(manifest.domain);
  const kept = options.receipts ?? memoryReceipts();
  const receipts: ReceiptStore = {
    ...kept,
    close() {
      kept.close();
      options.close?.();
    },
  };
  const secret = options.secret ?? domainKeyIn(process.env, manifest.domain);
  const guard = secret === undefined ? undefined : makeTokenGuard(secret, manifest.domain, clock);
  const execution = makeExecution(manifest, handlers, { receipts, log, clock });
  const work = { stopping: false, running: new Set<Promise<unknown>>() };

  const app = new Hono<Env>();
  app.onError((error, c) => {
    const refusal = asRefusal(error);
    if (refusal.status === 401) c.header("www-authenticate", "Bearer");
    if (refusal.status === 503) c.header("retry-after", "1");
    const fields = { ...c.get("about"), code: refusal.code, status: refusal.status };
    if (refusal.status < 500) log.info(fields, "request refused");
    else log.error({ ...fields, error: refusal.cause ?? refusal }, "request failed");
    return c.json(refusal.body(), refusal.status);
  });
  app.notFound((c) => {
    const refusal = new Refusal(404, "NOT_FOUND", `No ${c.req.method} ${c.req.path} here`);
    return c.json(refusal.body(), 404);
  });

  app.get("/health", (c) => {
    const about = { domain: manifest.domain, version: manifest.version };
    if (work.stopping) return c.json({ status: "stopping", ...about }, 503);
    return c.json({ status: "ok", ...about });
  });

  // In the order of its author: what stands first in a manifest is asked for first, and takes a value first.
  const manifestText = JSON.stringify(manifest);
  const etag = `"${createHash("sha256").update(manifestText).digest("hex")}"`;
  app.get("/manifest", (c) => {
    c.header("etag", etag);
    c.header("cache-control", "no-cache");
    if (namesTag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    return c.body(manifestText, 200, { "content-type": "application/json" });
  });

  app.post("/execute", async (c) => {
    if (work.stopping) throw new Refusal(503, "STOPPING", "The service is stopping");
    const key = c.req.header("idempotency-key") || undefined;
    if (key !== undefined && key.length > MAX_KEY_CHARS)
      throw new Refusal(
        400,
        "INVALID_KEY",
        `An Idempotency-Key has at most ${MAX_KEY_CHARS} characters`,
        { param: "Idempotency-Key" },
      );
    if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? ""))
      throw new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", "Send content-type: application/json");
    const claims = await guard?.verify(c.req.header("authorization"));
    const request = execution.read(await readJson(c));
    const { run_id, step_id } = request.context;
    const about = { capability: request.intent.capability, run_id, step_id };
    c.set("about", about);
    if (claims !== undefined) guard?.admit(claims, request, key);

    const startedAt = performance.now();
    const run = execution.run(request, key, c.req.raw.signal);
    work.running.add(run);
    try {
      const { output, replayed } = await run;
      const code = ownValue(output.metadata, "code");
      const fields = {
        ...about,
        status: output.status,
        duration_ms: Math.round(performance.now() - startedAt),
        ...(typeof code === "string" ? { code } : {}),
      };
      log.info(fields, replayed ? "answered from the receipt" : "executed");
      if (replayed) c.header("idempotency-replayed", "true");
      return c.json(output);
    } finally {
      work.running.delete(run);
    }
  });
  options.routes?.(app);

  return {
    manifest,
    app,
    serve: (serveOptions = {}) =>
      serveApp(app, work, {
        ...serveOptions,
        domain: manifest.domain,
        log,
        receipts,
        isOpen: guard === undefined,
      }),
  };
}

/** True when an If-None-Match header names the tag; weak comparison, as RFC 9110 wants for it. */
function namesTag(header: string | undefined, etag: string): boolean {
  const named = header?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return named?.some((tag) => tag === etag || tag === "*") ?? false;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const message = "The service failed; its log says why";
  return new Refusal(500, "INTERNAL_ERROR", message, { cause: error });
}

/**
 * What a domain's main.ts does: makes the domain and serves it. A mistake of whoever starts it (a
 * wrong setting, a taken port, a wrong manifest) is one line on stderr and exit code 1, without a stack.
 */
export async function startDomain(make: () => Domain, options: ServeOptions): Promise<void> {
  try {
    await make().serve(options);
    giveBackMemory();
  } catch (error) {
    if (!(error instanceof RegenteError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
