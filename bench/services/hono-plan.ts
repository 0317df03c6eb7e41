import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { Pool } from "undici";
import { runByHand } from "../floor.ts";
import type { Shape } from "../plans.ts";

// What POST /v1/plans/execute is measured against: one bare endpoint around the plans written by hand.

const pool = new Pool(process.argv[2] ?? "", { connections: 64 });
const app = new Hono();
app.post("/plan", async (context) => {
  const shape = await context.req.json<Shape>();
  const answers = await runByHand(shape, pool);
  return context.json({ status: "success", output: answers.at(-1), steps: answers });
});
const server = createServer(getRequestListener(app.fetch));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.once("disconnect", () => process.exit(0));
