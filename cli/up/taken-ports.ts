import { once } from "node:events";
import { createServer } from "node:net";
import type { Service } from "./services.ts";

/** The services whose port something else listens on already. */
export async function takenPorts(services: readonly Service[]): Promise<Service[]> {
  const free = await Promise.all(services.map(({ host, port }) => isFree(host, port)));
  return services.filter((_service, at) => free[at] === false);
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "EADDRINUSE");
  }
  server.close();
  await once(server, "close");
  return true;
}
