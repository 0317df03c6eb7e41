import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { knownSample } from "../data/known-sample.fixture.ts";
import { marketDataContract } from "../data/market-data.contract.ts";
import { type MarketData, ProviderUnavailableError } from "../data/market-data.ts";
import { makeMcpEndpoint } from "./skill-server.ts";
import { connectSkills, openLocalSkills } from "./skills.ts";

const never = new AbortController().signal;
const sample = knownSample();
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function local(data: MarketData) {
  const gateway = await openLocalSkills(data);
  closers.push(gateway.close);
  return gateway;
}

/** The endpoint on a socket of its own, and its address. */
async function served(data: MarketData): Promise<URL> {
  const endpoint = makeMcpEndpoint(data);
  const server = createAdaptorServer({ fetch: (request) => endpoint(request, "127.0.0.1") });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

marketDataContract("skills in this process", () => local(sample));

marketDataContract("skills over HTTP", async () => {
  const gateway = await connectSkills(new StreamableHTTPClientTransport(await served(sample)));
  closers.push(gateway.close);
  return gateway;
});

it("shows any MCP client four read-only tools with their schemas", async () => {
  const client = new Client({ name: "someone", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(await served(sample)));
  closers.push(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name).sort()).toEqual(["history", "movers", "quote", "search"]);
  for (const tool of tools) {
    expect(tool.annotations?.readOnlyHint).toBe(true);
    expect(tool.outputSchema?.["type"]).toBe("object");
  }
  const answer = await client.callTool({ name: "quote", arguments: { symbols: ["AAPL"] } });
  expect(answer.structuredContent).toMatchObject({ source: { sample: true } });
});

it.each([
  ["no symbols", { symbols: [] }],
  ["an unknown field", { symbols: ["AAPL"], extra: 1 }],
  ["another type", { symbols: "AAPL" }],
])("refuses %s before the source is asked", async (_what, input) => {
  let asked = 0;
  const gateway = await local({
    ...sample,
    quote: (given, signal) => {
      asked += 1;
      return sample.quote(given, signal);
    },
  });
  const wrong = z.custom<{ symbols: string[] }>().parse(input);
  await expect(gateway.quote(wrong, never)).rejects.toThrow(ProviderUnavailableError);
  expect(asked).toBe(0);
});

it("passes on that the source cannot answer, with its reason", async () => {
  const quote = () => Promise.reject(new ProviderUnavailableError("yahoo", "HTTP 429"));
  const gateway = await local({ ...sample, quote });
  await expect(gateway.quote({ symbols: ["AAPL"] }, never)).rejects.toThrow("HTTP 429");
  expect((await gateway.search({ text: "apple" }, never)).matches).toHaveLength(1);
});

it("keeps an unexpected error's text to itself", async () => {
  const quote = () => Promise.reject(new Error("password=hunter2"));
  const gateway = await local({ ...sample, quote });
  const error: unknown = await gateway.quote({ symbols: ["AAPL"] }, never).catch((e: unknown) => e);
  expect(String(error)).toBe(
    'ProviderUnavailableError: Market data provider "skills" cannot answer: quote failed',
  );
});

it("tells the source to stop when the caller gives up", async () => {
  const giveUp = new AbortController();
  let stopped = (_reason: string) => {};
  const whenStopped = new Promise<string>((resolve) => {
    stopped = resolve;
  });
  const quote: MarketData["quote"] = (_input, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped("stopped");
        reject(new Error("stopped"));
      });
      giveUp.abort(new Error("gave up"));
    });
  const gateway = await local({ ...sample, quote });
  await expect(gateway.quote({ symbols: ["AAPL"] }, giveUp.signal)).rejects.toThrow("gave up");
  expect(await whenStopped).toBe("stopped");
});

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "curl", version: "1" },
  },
});

it.each([
  ["a local caller", {}, "127.0.0.1", 200],
  ["a caller without a socket", {}, undefined, 200],
  ["a caller over IPv6", {}, "::ffff:127.0.0.1", 200],
  ["another machine", {}, "10.0.0.5", 403],
  ["a rebound name", { host: "evil.example" }, "127.0.0.1", 403],
  ["a web page elsewhere", { origin: "https://evil.example" }, "127.0.0.1", 403],
  ["a local web page", { origin: "http://localhost:3000" }, "127.0.0.1", 200],
])("over HTTP, %s", async (_who, headers, peer, status) => {
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: {
      host: "127.0.0.1",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: initialize,
  });
  expect((await makeMcpEndpoint(sample)(request, peer)).status).toBe(status);
});
