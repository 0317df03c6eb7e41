import type { MarketData } from "../data/market-data.ts";
import type { SkillGateway } from "./skill-gateway.ts";

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
