import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ManifestSource as Draft } from "#shared/contracts/manifest.ts";
import { DomainCallError, type ManifestSource } from "../../ports/domain-client.ts";
import type { Catalogue } from "../catalogue.ts";
import { openRegistry, type RegistryDeps } from "./registry.ts";

/** A manifest of an invented domain: one goal, one capability, both named after it. */
export const draft = (domain: string, more: Partial<Draft> = {}): Draft => ({
  manifest_version: "1",
  domain,
  version: "1.0.0",
  description: { en: domain },
  capabilities: [{ capability: `get_${domain}`, effect: "read" }],
  goals: [
    {
      goal: `ASK_${domain.toUpperCase()}`,
      description: { en: "ask" },
      capability: `get_${domain}`,
    },
  ],
  ...more,
});

/** A folder that is removed after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A service on loopback that shows whatever `manifest` holds, with or without ETags; it can be stopped and started. */
export async function aService(manifest: unknown, { etags = true } = {}) {
  const shown = { manifest, requests: 0 };
  const answer: RequestListener = (request, response) => {
    shown.requests += 1;
    const text = JSON.stringify(shown.manifest);
    const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
    if (etags && request.headers["if-none-match"] === etag) return response.writeHead(304).end();
    const headers = { "content-type": "application/json", ...(etags && { etag }) };
    return response.writeHead(200, headers).end(text);
  };
  let server = createServer(answer);
  let port = 0;
  const start = async () => {
    server = createServer(answer).listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  };
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  await start();
  onTestFinished(stop);
  return Object.assign(shown, { url: `http://127.0.0.1:${port}`, start, stop });
}

/** Fetches with what Node has: the adapter for it is tested where it lives. */
export const plainSource: ManifestSource = {
  async fetchManifest(url, etag) {
    try {
      const headers = etag === undefined ? {} : { "if-none-match": etag };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) });
      if (response.status === 304) return { changed: false };
      const tag = response.headers.get("etag");
      const body: unknown = await response.json();
      return { changed: true, body, ...(tag !== null && { etag: tag }) };
    } catch (cause) {
      throw new DomainCallError(url, "unreachable", "does not answer", false, { cause });
    }
  },
};

type Entry = {
  name: string;
  url?: string;
  manifest?: string;
  start?: string;
  enabled?: boolean;
  provides?: string[];
  versions?: string[];
};
type Line = { fields: object; message: string };

/** A registry over these entries, that looks every 20 ms, and the log to wait on. */
export async function aRegistry<S = Catalogue>(
  entries: Entry[],
  more: Partial<RegistryDeps<S>> = {},
) {
  const file = join(aFolder(), "domains.json");
  const list = (domains: Entry[]) => writeFileSync(file, JSON.stringify({ domains }));
  list(entries);
  const lines: Line[] = [];
  const waiting: { message: string; has: string; resolve: () => void }[] = [];
  const write = (fields: object, message: string) => {
    lines.push({ fields, message });
    for (const one of waiting)
      if (one.message === message && JSON.stringify(fields).includes(one.has)) one.resolve();
  };
  /** Resolves when such a line is written from now on. */
  const logged = (message: string, has = "") =>
    new Promise<void>((resolve) => waiting.push({ message, has, resolve }));
  const registry = await openRegistry<S>({
    bootstrap: file,
    registered: `${file}.registered`,
    env: {},
    source: plainSource,
    log: { info: write, warn: write, error: write },
    // Tests that do not say otherwise ask for the catalogue itself.
    prepare: (catalogue) => catalogue as S,
    ...more,
    timing: { pollMs: 20, retryMs: 10, maxRetryMs: 20, firstLoadMs: 5000, ...more.timing },
  });
  onTestFinished(() => registry.close());
  return { registry, file, list, lines, logged };
}

export const inForce = "a catalogue is in force";
