import { Hono } from "hono";
import { Pool } from "undici";
import { bareGroupCommit } from "../bare-journal.ts";
import { runByHand } from "../floor.ts";
import type { Shape } from "../plans.ts";
import { listenWith } from "./listen.ts";

// What durable plans are measured against: one bare endpoint around the plans written by hand, which keeps each step in a
// bare journal before it is sent and after its answer, with an fsync for all that arrives in one turn of the event loop.

const [domain = "", file = ""] = process.argv.slice(2);
const pool = new Pool(domain, { connections: 64 });
const journal = bareGroupCommit(file);
let runs = 0;
const app = new Hono();
app.post("/plan", async (context) => {
  const shape = await context.req.json<Shape>();
  const run = `run_${runs++}`;
  let line = 0;
  const keep = (body: unknown) => journal.append([run, String(line++), JSON.stringify(body)]);
  const answers = await runByHand(shape, pool, async (_at, params, send) => {
    await keep(params);
    const answer = await send();
    await keep(answer);
    return answer;
  });
  return context.json({ status: "success", output: answers.at(-1), steps: answers });
});
process.send?.({ url: await listenWith(app.fetch) });
