import { pathToFileURL } from "node:url";
import { Hono } from "hono";
import { Pool } from "undici";
import { type Answer, runByHand } from "../floor.ts";
import type { Shape } from "../plans.ts";
import { listenWith } from "../services/listen.ts";

// The same plan as a workflow of DBOS, behind the same bare endpoint: each call is a step that it keeps.

/** What is used of its package, which is no dependency of ours. */
type Dbos = {
  setConfig(config: { name: string; systemDatabaseUrl: string; logLevel: string }): void;
  registerWorkflow<Return>(
    run: (shape: Shape) => Promise<Return>,
    config: { name: string },
  ): (shape: Shape) => Promise<Return>;
  runStep(send: () => Promise<Answer>, config: { name: string }): Promise<Answer>;
  launch(): Promise<void>;
};

const [domain = "", file = "", systemDatabaseUrl = ""] = process.argv.slice(2);
const { DBOS } = (await import(pathToFileURL(file).href)) as { DBOS: Dbos };
const pool = new Pool(domain, { connections: 64 });
DBOS.setConfig({ name: "bench", systemDatabaseUrl, logLevel: "error" });
const run = DBOS.registerWorkflow(
  (shape) =>
    runByHand(shape, pool, (at, _params, send) => DBOS.runStep(send, { name: `step ${at + 1}` })),
  { name: "plan" },
);
await DBOS.launch();
const app = new Hono();
app.post("/plan", async (context) => {
  const answers = await run(await context.req.json<Shape>());
  return context.json({ status: "success", output: answers.at(-1), steps: answers });
});
process.send?.({ url: await listenWith(app.fetch) });
