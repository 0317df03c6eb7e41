import { Hono } from "hono";
import { Pool } from "undici";
import { runByHand } from "../floor.ts";
import type { Shape } from "../plans.ts";
import { listenWith } from "./listen.ts";

// What POST /v1/plans/execute is measured against: one bare endpoint around the plans written by hand.

const pool = new Pool(process.argv[2] ?? "", { connections: 64 });
const app = new Hono();
app.post("/plan", async (context) => {
  const shape = await context.req.json<Shape>();
  const answers = await runByHand(shape, pool);
  return context.json({ status: "success", output: answers.at(-1), steps: answers });
});
process.send?.({ url: await listenWith(app.fetch) });
