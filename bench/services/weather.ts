import { Hono } from "hono";
import { answer, manifest } from "../plans.ts";
import { listenWith } from "./listen.ts";

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

async function serve(index: number): Promise<{ name: string; url: string }> {
  const app = new Hono();
  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/manifest", (context) => context.json(named(index)));
  app.post("/execute", async (context) => {
    const { intent } = await context.req.json<Body>();
    const { wait_ms = 0 } = intent.parameters;
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
    return context.json(answer);
  });
  return { name: named(index).domain, url: await listenWith(app.fetch) };
}

const count = Number(process.argv[2] ?? 1);
const domains = await Promise.all(Array.from({ length: count }, (_, index) => serve(index)));
process.send?.(domains);
