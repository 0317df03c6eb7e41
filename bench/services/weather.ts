import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { answer, manifest } from "../plans.ts";

// The domain service that everything is measured against, in a process of its own: as little as Hono
// allows, so that what is measured is the caller. `weather.ts 10` listens as ten domains.

type Body = { intent: { parameters: { wait_ms?: number } } };

/** Domains under other names for the measurement of many; their goals must not be the same. */
const named = (index: number) =>
  index === 0
    ? manifest
    : {
        ...manifest,
        domain: `weather${index}`,
        goals: [],
        capabilities: manifest.capabilities.map((each) => ({
          ...each,
          capability: `${each.capability}${index}`,
        })),
      };

async function listen(index: number): Promise<{ name: string; url: string }> {
  const app = new Hono();
  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/manifest", (context) => context.json(named(index)));
  app.post("/execute", async (context) => {
    const { intent } = await context.req.json<Body>();
    const { wait_ms = 0 } = intent.parameters;
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
    return context.json(answer);
  });
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { name: named(index).domain, url: `http://127.0.0.1:${port}` };
}

const count = Number(process.argv[2] ?? 1);
const domains = await Promise.all(Array.from({ length: count }, (_, index) => listen(index)));
process.send?.(domains);
process.once("disconnect", () => process.exit(0));
