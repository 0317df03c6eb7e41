import type { HttpBindings } from "@hono/node-server";
import type { DomainOptions } from "#shared/domain-kit/define-domain.ts";
import type { MarketData } from "../data/market-data.ts";
import type { SkillGateway } from "./skill-gateway.ts";

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
  const [{ InMemoryTransport }, { makeSkillServer }, { connectSkills }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("./skill-server.ts"),
    import("./skill-gateway.ts"),
  ]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await makeSkillServer(data).connect(far);
  return connectSkills(near);
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
