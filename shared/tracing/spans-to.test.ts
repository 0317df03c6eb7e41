import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { libraryDomain } from "#shared/testing/library-domain.ts";

const CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

afterEach(() => vi.unstubAllEnvs());

/** What a collector gets of a domain that answers these requests. */
async function collected(ask: (url: string) => Promise<void>): Promise<string> {
  const bodies: Promise<string>[] = [];
  const collector = createServer((incoming, outgoing) => {
    bodies.push(text(incoming));
    outgoing.end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  const { url, close } = await libraryDomain().domain.serve({ port: 0 });
  await ask(url);
  await close();
  collector.closeAllConnections();
  collector.close();
  return (await Promise.all(bodies)).join("\n");
}

const execute = async (url: string, headers: Record<string, string>) => {
  const context = { session_id: "s", user_id: "ana", locale: "pt-BR", timezone: "UTC" };
  const body = {
    intent: {
      ...{ domain: "library", capability: "find_book", parameters: { title: "Iracema" } },
      ...{ confidence: 1, original_query: "acha Iracema" },
    },
    context: {
      ...{ ...context, run_id: "run_1", step_id: "1", attempt: 1 },
      ...{ deadline_at: Date.now() + 5000, dry_run: false },
    },
  };
  const response = await fetch(`${url}/execute`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer a-secret", ...headers },
    body: JSON.stringify(body),
  });
  await response.text();
};

it("each call is one span in the caller's trace, with the domain's name and nothing that anyone wrote", async () => {
  const spans = await collected(async (url) => {
    await execute(url, { traceparent: CALLER });
    await (await fetch(`${url}/health`)).text();
  });
  expect(spans.match(/"spanId"/g)).toHaveLength(1);
  expect(spans).toContain('"name":"POST /execute"');
  expect(spans).toContain('"traceId":"0af7651916cd43dd8448eb211c80319c"');
  expect(spans).toContain('"parentSpanId":"b7ad6b7169203331"');
  expect(spans).toContain('"stringValue":"library"');
  expect(spans).not.toMatch(/Iracema|acha|ana\b|a-secret/);
});

it("a call of nobody's trace begins one", async () => {
  const spans = await collected((url) => execute(url, {}));
  expect(spans.match(/"spanId"/g)).toHaveLength(1);
  expect(spans).not.toContain("parentSpanId");
});

it("an address of a collector that is none is refused by its name", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318");
  await expect(libraryDomain().domain.serve({ port: 0 })).rejects.toThrow(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
  );
});
