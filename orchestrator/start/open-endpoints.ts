import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { readKeyFile } from "#shared/api-keys/key-file.ts";
import { ContractError, errorText, parseContract } from "#shared/contracts/errors.ts";
import { type PriceTable, priceTable } from "#shared/contracts/usage.ts";
import { closeServer } from "#shared/patience/close-server.ts";
import { builtFile, CONSOLE_SOURCE } from "../../cli/up/built-file.ts";
import type { Tracing } from "../adapters/tracing/tracing.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Registry } from "../catalogue/registry/registry.ts";
import { addressReader } from "../endpoints/access/client-address.ts";
import { makeApp } from "../endpoints/app.ts";
import type { ChannelDoor } from "../endpoints/channels/open-channel.ts";
import { openAdmission } from "../endpoints/http/admission.ts";
import {
  refuseBeforeReading,
  refuseMalformed,
  refuseUnreadable,
} from "../endpoints/http/refuse-before-reading.ts";
import { openUnreadAnswers } from "../endpoints/http/unread-answers.ts";
import { openUpstream } from "../endpoints/upstream/upstream.ts";
import type { Log } from "../ports/log.ts";
import { openPromotion } from "../quality/promotion/promotion.ts";
import { replayRun } from "../quality/replay/replay-run.ts";
import type { Review } from "../quality/review/open-review.ts";
import { pinDomains } from "../turn/pin-domain.ts";
import type { Snapshot } from "../turn/turn-deps.ts";
import type { Turns } from "../turn/turns.ts";
import { buildUnderstanding } from "../understanding/understand.ts";
import type { Access } from "./open-access.ts";
import type { Engine } from "./open-engine.ts";
import type { Stores } from "./open-stores.ts";
import type { Opening } from "./opening.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
/** Where an image has it that was built without the builder. */
const SHIPPED = join(PROJECT, ".build", "console");

/**
 * The console's files by their names: what `npm start` has built, else built now from its source, else what an image
 * brought along. undefined: there is none.
 */
async function readConsole(log: Log): Promise<ReadonlyMap<string, string> | undefined> {
  const source = join(PROJECT, CONSOLE_SOURCE);
  const built = builtFile(source, PROJECT);
  if (built !== source) return readFolder(dirname(built));
  try {
    const { buildConsole } = await import("../../scripts/build-console.ts");
    return (await buildConsole()).files;
  } catch (err) {
    const shipped = await readFolder(SHIPPED).catch(() => undefined);
    if (shipped === undefined) log.warn({ err }, "the console cannot be built");
    return shipped;
  }
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder);
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name), "utf8")] as const,
  );
  return new Map(await Promise.all(texts));
}

/** For a request to arrive, and for the next one, milliseconds: who sends a byte now and then holds a connection no longer. */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Longer than callers keep an idle connection, so that the end that sends is the end that closes.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
  // The endpoints look at the host themselves, and refuse in their own words.
  requireHostHeader: false,
};
/** Connections that wait to be taken; beyond them a network makes clients try again after seconds. */
const BACKLOG = 4096;

export type EndpointParts = {
  stores: Stores;
  access: Access;
  registry: Registry<Snapshot>;
  review: Review;
  engine: Engine;
  tracing: Tracing | undefined;
  turns: Turns;
  /** By their names; one that is not set up is undefined. */
  channels: Readonly<Record<string, ChannelDoor | undefined>> & {
    telegram: (ChannelDoor & { username(): string | undefined }) | undefined;
  };
};

/**
 * Every way in, open. Gives the address.
 * Errors: Node's own when the port is taken
 */
export async function openEndpoints(opening: Opening, parts: EndpointParts): Promise<string> {
  const { config, log, clock, chosen, ends, grace } = opening;
  const { stores, access, registry, review, engine, tracing, turns, channels } = parts;
  const { deps, host, processLease, metrics, scheduler } = engine;
  const { telegram } = channels;
  const { authentication } = access;
  const admission = openAdmission(clock, deps.makeId);
  // What has an effect goes on without its client; its receipt is worth a little time.
  ends.defer(() => deps.running.idle(grace.leftMs()));
  const upstream =
    config.upstream && openUpstream(config.upstream, authentication !== undefined, log);
  if (upstream !== undefined) ends.defer(() => upstream.close());
  const app = makeApp(
    {
      deps,
      turns,
      replay: replayRun,
      authentication,
      pin: pinDomains(registry.current, prepareUnkept),
      domains: { ...registry, breakerOf: engine.breakerOf },
      review: {
        ...review,
        evaluation: () => review.evaluation(registry.current().understanding.training()),
        tryManifest: (candidate, asked, signal) => {
          const { catalogue, understanding } = registry.current();
          const training = understanding.training();
          return review.tryManifest(candidate, asked, catalogue, training, signal);
        },
      },
      promotion: openPromotion({
        proposals: stores.store.proposals,
        current: () => registry.current().catalogue,
        judge: (example, inForce) =>
          review.judge(example, inForce, registry.current().understanding.training()),
        promote: registry.promote,
        log,
      }),
      prices: config.prices === undefined ? undefined : readPrices(config.prices),
      installation: {
        keepMs: config.keepMs,
        keys: () => {
          const file = config.access?.keyFile;
          return file === undefined ? undefined : readKeyFile(file);
        },
        post: telegram?.post,
      },
      readConsole: () => readConsole(log),
      processLease,
      host,
      a2a: chosen.a2a,
      botName: telegram?.username,
      audit: stores.audit,
      isStoreAway: stores.storeWatch.isAway,
      isReady: () => registry.isReady() && host.isLoaded() && !admission.isDraining(),
      metrics,
      settings: { ...config.endpoints, limits: config.limits },
    },
    upstream,
  );
  const doors = Object.values(channels).flatMap((channel) => channel ?? []);
  const addressOf = addressReader(config.limits.proxies);
  // They are in no table of routes: secrets, signatures and origins say who may call them, under any host name.
  for (const { paths, methods, handle } of doors)
    for (const path of paths)
      app.on(methods, path, ({ req, env: { incoming } }) => {
        const { remoteAddress } = incoming.socket;
        return handle(req.raw, addressOf(remoteAddress, incoming.headers["x-forwarded-for"]));
      });
  const listener = getRequestListener(app.fetch, { errorHandler: refuseUnreadable });
  const unread = openUnreadAnswers();
  const serve: RequestListener = (incoming, outgoing) => {
    admission.admit(incoming, outgoing, () => {
      unread.watch(outgoing);
      void listener(incoming, outgoing);
    });
  };
  const server = serverFor(tracing?.endpoints(serve) ?? serve);
  refuseBeforeReading(server, admission, deps.makeId);
  ends.defer(async () => {
    const open = doors.map((channel) => channel.close(grace.leftMs()));
    await Promise.all([...open, closeServer(server, grace.leftMs())]);
  });
  // The first of all ends: nothing new is begun.
  ends.defer(() => {
    admission.drain();
    scheduler.stop();
    host.stop();
  });
  return listen(server, config.host, config.port);
}

/** A part of a catalogue has its digest, but not its training. */
const prepareUnkept = (catalogue: Catalogue): Snapshot => ({
  catalogue,
  understanding: buildUnderstanding(catalogue),
});

function serverFor(serve: RequestListener): Server {
  const server = createServer(PATIENCE, serve);
  server.on("clientError", refuseMalformed);
  // Node would refuse, without a word, an expectation that it does not know.
  server.on("checkExpectation", serve);
  return server;
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen({ port, host, backlog: BACKLOG }, () => listening());
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
}

/**
 * What tokens cost, from the operator's file.
 * Errors: ContractError naming the file, for one that cannot be read, is no JSON or has wrong fields
 */
function readPrices(file: string): PriceTable {
  const what = `prices in ${file}`;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const message = errorText(cause);
    throw new ContractError(what, [{ path: "", message }], { cause });
  }
  return parseContract(priceTable, value, what);
}
