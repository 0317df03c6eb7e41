import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { freePort } from "../cli/testing/free-port.ts";
import {
  openDomainClient,
  openManifestSource,
} from "../orchestrator/adapters/domain-client/domain-client.ts";
import { openRegistry } from "../orchestrator/catalogue/registry/registry.ts";
import type { DomainCallError } from "../orchestrator/ports/domain-client.ts";

const SECRET = "a key that both sides know";
const draft = (version: string): ManifestSource => ({
  manifest_version: "1",
  domain: "weather",
  version,
  description: { en: "Weather" },
  capabilities: [{ capability: "get_forecast", effect: "read" }],
});

async function serveWeather(port: number, version: string, secret: string) {
  const domain = defineDomain(
    draft(version),
    { get_forecast: async () => success({ explanation: `rain, says ${version}` }) },
    { secret, log: silentLog },
  );
  const served = await domain.serve({ port });
  onTestFinished(() => served.close());
  return served;
}

/** Registry and client as the orchestrator has them, over one domain at `port`. */
async function orchestrate(port: number) {
  const folder = mkdtempSync(join(tmpdir(), "domains-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bootstrap = join(folder, "domains.json");
  writeFileSync(bootstrap, JSON.stringify([{ name: "weather", url: `http://127.0.0.1:${port}` }]));
  const heard = new Map<string, () => void>();
  const hear = (_fields: object, message: string) => heard.get(message)?.();
  const source = openManifestSource();
  onTestFinished(() => source.close());
  const registry = await openRegistry({
    registered: `${bootstrap}.registered`,
    bootstrap,
    env: {},
    source,
    log: { info: hear, warn: hear, error: hear },
    prepare: (catalogue) => catalogue,
    timing: { pollMs: 20, retryMs: 10, maxRetryMs: 20, firstLoadMs: 5000 },
  });
  onTestFinished(() => registry.close());
  const client = openDomainClient({
    baseUrlOf: registry.urlOf,
    keyOf: () => SECRET,
    clock: { now: Date.now, monotonic: () => performance.now() },
    makeId: (prefix) => `${prefix}_${randomUUID()}`,
  });
  onTestFinished(() => client.close());
  await registry.ready;
  const context = {
    session_id: "s",
    user_id: "u",
    locale: "en" as const,
    timezone: "UTC",
    run_id: "run",
    step_id: "1",
    attempt: 1,
    deadline_at: Date.now() + 10_000,
    dry_run: false,
  };
  const intent = {
    domain: "weather",
    capability: "get_forecast",
    parameters: {},
    confidence: 1,
    original_query: "rain?",
  };
  const ask = () =>
    client.call({
      domain: "weather",
      request: { intent, context },
      idempotencyKey: `run:${randomUUID()}`,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
  return {
    registry,
    /** The next line of the registry's log with this message. */
    logged: (message: string) => new Promise<void>((resolve) => heard.set(message, resolve)),
    ask,
    fault: () =>
      ask().then(
        () => undefined,
        (error: DomainCallError) => ({ fault: error.fault, sent: error.sent }),
      ),
  };
}

it("a domain is called when it is up, fails clearly when it is not, and is called again when it is back", async () => {
  const port = await freePort();
  const served = await serveWeather(port, "1.0.0", SECRET);
  const { registry, logged, ask, fault } = await orchestrate(port);
  expect((await ask()).explanation).toBe("rain, says 1.0.0");

  const down = logged("a domain is down");
  await served.close();
  expect(await fault()).toEqual({ fault: "unreachable", sent: false });
  await down;
  expect(registry.status().domains[0]).toMatchObject({ state: "down", version: "1.0.0" });

  const changed = logged("a catalogue is in force");
  await serveWeather(port, "1.1.0", SECRET);
  await changed;
  expect((await ask()).explanation).toBe("rain, says 1.1.0");
  expect(registry.status().domains[0]).toMatchObject({ state: "up", version: "1.1.0" });
});

it("a domain with another key shows its manifest and refuses the call", async () => {
  const port = await freePort();
  await serveWeather(port, "1.0.0", "a key that only one side knows");
  const { registry, ask } = await orchestrate(port);
  expect(registry.status().domains[0]?.state).toBe("up");
  await expect(ask()).rejects.toThrow(
    /HTTP 401; .*is its REGENTE_DOMAIN_KEY what `regente domains key` prints/,
  );
});
