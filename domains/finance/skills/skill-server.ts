import { isIP } from "node:net";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import {
  CODE_KEY,
  type MarketData,
  ProviderUnavailableError,
  type SkillInput,
  type SkillName,
  skills,
} from "../data/market-data.ts";

const descriptions: Readonly<Record<SkillName, { title: string; description: string }>> = {
  quote: {
    title: "Quotes",
    description:
      "Latest prices of symbols as Yahoo Finance writes them (PETR4.SA, AAPL, NDA-SE.ST, ^BVSP). Unknown ones are left out.",
  },
  search: {
    title: "Search symbols",
    description: "Symbols whose company name or ticker matches a text.",
  },
  history: {
    title: "Price history",
    description:
      "Daily closing prices of up to five symbols over a period in ISO 8601, such as P6M, 2026-10 or 2026-01-01/...",
  },
  movers: {
    title: "Top movers",
    description:
      "Shares of a country's market (BR, US, SE) that rose or fell most on its last day.",
  },
};

/**
 * The market-data skills as an MCP server: one read-only tool for each, declared with the schemas of `skills`.
 * `source.sample` of every answer says whether the figures are real.
 */
export function makeSkillServer(data: MarketData): McpServer {
  const server = new McpServer({ name: "regente-market-data", version: "1.0.0" });

  function register<Name extends SkillName>(name: Name): void {
    const { input, output } = skills[name];
    server.registerTool(
      name,
      {
        ...descriptions[name],
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
      },
      async (given: unknown, context: ServerContext) => {
        try {
          const answer = await data[name](given as SkillInput<Name>, context.mcpReq.signal);
          return {
            structuredContent: answer,
            content: [{ type: "text" as const, text: JSON.stringify(answer) }],
          };
        } catch (error) {
          if (!(error instanceof ProviderUnavailableError)) throw error;
          return {
            isError: true,
            content: [{ type: "text" as const, text: error.message }],
            _meta: { [CODE_KEY]: error.code },
          };
        }
      },
    );
  }

  register("quote");
  register("search");
  register("history");
  register("movers");
  return server;
}

/**
 * The skills for other MCP clients over Streamable HTTP, for programs on this machine only: the peer, the Host and
 * the Origin have to be local, so that no web page reaches it by rebinding a name.
 * Shape: `peer` is the address of the other end, undefined when there is no socket (in a test)
 */
export function makeMcpEndpoint(
  data: MarketData,
): (request: Request, peer?: string) => Promise<Response> {
  const handler = createMcpHandler(() => makeSkillServer(data));
  return async (request, peer) => {
    if (peer !== undefined && !isLoopback(peer)) return new Response("Forbidden", { status: 403 });
    return (
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins()) ??
      handler.fetch(request)
    );
  };
}

const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && (address === "::1" || /^(?:::ffff:)?127\./.test(address));
