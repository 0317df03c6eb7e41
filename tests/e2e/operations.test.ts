import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Notebook, startNotebook } from "./notebook.ts";

/** Every body that the collector was given. */
const collected: string[] = [];
const collector = createServer((incoming, outgoing) => {
  void text(incoming).then((body) => {
    collected.push(body);
    outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});

let system: Notebook;
beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  system = await startNotebook({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(() => {
  collector.close();
});

it("what was done can be read at /metrics and by a collector; what was said cannot", async () => {
  await system.ask("/v1/turns", { input_text: "anote segredo-do-dia", session_id: "s" });
  await system.ask("/v1/turns", { input_text: "quebre", session_id: "s" });
  await system.ask("/v1/turns", { input_text: 7 });
  const { status, headers, text: page } = await system.ask("/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(page).toContain('goal="WRITE_LINE",tier="template",status="success"} 1');
  expect(page).toContain(
    'regente_step_duration_seconds_count{domain="notebook",capability="break_down",status="failure"} 1',
  );
  expect(page).toContain('regente_door_errors_total{status="400",code="invalid_request"} 1');
  // One line before the effect, and its receipt.
  expect(page).toContain('regente_journal_write_duration_seconds_count{written="true"} 2');
  expect(page).toContain('regente_domain_up{domain="notebook"} 1');
  expect(page).not.toContain("segredo");

  await system.close();
  const spans = collected.join("");
  expect(spans).toContain("execute_tool notebook.write_line");
  expect(spans).toContain("POST /v1/turns");
  expect(spans).not.toContain("segredo");
});
