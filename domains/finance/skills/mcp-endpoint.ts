import { isIP } from "node:net";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { MarketData } from "../data/market-data.ts";
import { makeSkillServer } from "./skill-server.ts";

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
