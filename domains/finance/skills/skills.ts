import type { HttpBindings } from "@hono/node-server";
import type { Transport } from "@modelcontextprotocol/client";
import { ownValue } from "#shared/contracts/json.ts";
import type { DomainOptions } from "#shared/domain-kit/define-domain.ts";
import {
  CODE_KEY,
  type MarketData,
  ProviderUnavailableError,
  type SkillInput,
  type SkillName,
  type SkillOutput,
  skills,
} from "../data/market-data.ts";

/** POST, GET and DELETE /mcp: the skills for other programs on this machine. The SDK is loaded by the first request. */
export const mcpRoute =
  (data: MarketData): NonNullable<DomainOptions["routes"]> =>
  (app) => {
    const endpoint = lazy(async () => {
      const { makeMcpEndpoint } = await import("./skill-server.ts");
      return makeMcpEndpoint(data);
    });
    app.all("/mcp", async (c) => {
      const answer = await endpoint();
      const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
      return answer(c.req.raw, incoming?.socket.remoteAddress);
    });
  };

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * The skills in this process: an MCP client and server joined by a transport that is a function call.
 * Cost: imports the SDK when it is called, some 150 ms
 */
export async function openLocalSkills(data: MarketData): Promise<SkillGateway> {
  const [{ InMemoryTransport }, { makeSkillServer }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./skill-server.ts"),
  ]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await makeSkillServer(data).connect(far);
  return connectSkills(near);
}

/** The skills of an MCP server as market data. `close` ends the connection. */
type SkillGateway = MarketData & { close(): Promise<void> };

/**
 * Speaks to the market-data skills through any MCP transport; what they answer is checked here again.
 * Errors: ProviderUnavailableError when a skill says so, cannot be reached or answers with another shape
 */
export async function connectSkills(transport: Transport): Promise<SkillGateway> {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client({ name: "regente-finance", version: "1.0.0" });
  await client.connect(transport);

  async function call<Name extends SkillName>(
    name: Name,
    input: SkillInput<Name>,
    signal: AbortSignal,
  ): Promise<SkillOutput<Name>> {
    signal.throwIfAborted();
    const unavailable = (what: string, cause?: unknown) =>
      new ProviderUnavailableError("skills", what, { cause });
    const answer = await client.callTool({ name, arguments: input }, { signal }).catch((cause) => {
      signal.throwIfAborted();
      throw unavailable(`no answer from ${name}`, cause);
    });
    if (answer.isError === true) {
      const [said] = answer.content;
      const code = ownValue(answer._meta, CODE_KEY);
      const text = said?.type === "text" ? said.text : "no reason given";
      throw unavailable(code === "PROVIDER_UNAVAILABLE" ? text : `${name} failed`, text);
    }
    const parsed = skills[name].output.safeParse(answer.structuredContent);
    if (!parsed.success) throw unavailable(`${name} answered against its schema`, parsed.error);
    return parsed.data as SkillOutput<Name>;
  }

  return {
    quote: (input, signal) => call("quote", input, signal),
    search: (input, signal) => call("search", input, signal),
    history: (input, signal) => call("history", input, signal),
    movers: (input, signal) => call("movers", input, signal),
    close: () => client.close(),
  };
}

/** Skills that are still being opened, as market data: the first calls wait for them. */
export function whenOpen(opening: Promise<MarketData>): MarketData {
  return {
    quote: async (input, signal) => (await opening).quote(input, signal),
    search: async (input, signal) => (await opening).search(input, signal),
    history: async (input, signal) => (await opening).history(input, signal),
    movers: async (input, signal) => (await opening).movers(input, signal),
  };
}
