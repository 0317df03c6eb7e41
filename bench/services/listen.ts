import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

/** Listen on any free port of loopback; the process ends with the one that started it. */
export async function listen(answer: RequestListener): Promise<string> {
  process.once("disconnect", () => process.exit(0));
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** The same for a Hono app. */
export function listenWith(app: Parameters<typeof getRequestListener>[0]): Promise<string> {
  const answer = getRequestListener(app);
  return listen((request, response) => void answer(request, response));
}
