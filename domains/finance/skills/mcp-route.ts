import type { HttpBindings } from "@hono/node-server";
import type { DomainOptions } from "#shared/domain-kit/define-domain.ts";
import type { MarketData } from "../data/market-data.ts";

/** POST, GET and DELETE /mcp: the skills for other programs on this machine. The SDK is loaded by the first request. */
export const mcpRoute =
  (data: MarketData): NonNullable<DomainOptions["routes"]> =>
  (app) => {
    const endpoint = lazy(async () => {
      const { makeMcpEndpoint } = await import("./mcp-endpoint.ts");
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
