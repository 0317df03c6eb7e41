import { Hono } from "hono";
import type { Doors } from "./doors.ts";

/** The domains as the registry sees them, and a way to look again at once. */
export function domainRoutes({ domains }: Doors): Hono {
  const routes = new Hono();
  routes.get("/domains", (context) => context.json(domains.status()));
  routes.post("/domains/reload", async (context) => context.json(await domains.reload()));
  return routes;
}
