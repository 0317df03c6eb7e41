import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { turns } from "../../start/start-orchestrator.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { makeApp } from "../app.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

/** The endpoints over these deps, listening; the caller is the user named in `x-user`. */
export async function serveEndpoints(deps: TurnDeps, more: Partial<EndpointDeps> = {}) {
  const endpoints: Partial<EndpointDeps> = {
    deps,
    turns,
    pin: () => undefined,
    isReady: () => true,
    domains: { status: () => ({ domains: [] }) } as unknown as EndpointDeps["domains"],
    settings: {
      ...{ host: "127.0.0.1", allowedHosts: [], corsOrigins: [], domainHosts: [] },
      ...{ sessionHeaders: [], userHeaders: ["x-user"] },
    },
    ...more,
  };
  const listener = getRequestListener(makeApp(endpoints as EndpointDeps).fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    async ask(
      method: string,
      path: string,
      { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
    ) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { "content-type": "application/json", "x-user": "ana", ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as unknown };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
