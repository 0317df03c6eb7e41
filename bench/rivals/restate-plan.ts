import * as restate from "@restatedev/restate-sdk";
import { Pool } from "undici";
import { freePort } from "../../cli/testing/free-port.ts";
import { runByHand } from "../floor.ts";
import type { Shape } from "../plans.ts";

// The same plan as a program of Restate: each call is a step of its journal.

const [domain = "", signingKey = ""] = process.argv.slice(2);
const pool = new Pool(domain, { connections: 64 });
process.once("disconnect", () => process.exit(0));
const plan = restate.service({
  name: "plan",
  handlers: {
    async run(context: restate.Context, shape: Shape) {
      const answers = await runByHand(shape, pool, (at, _params, send) =>
        context.run(`step ${at + 1}`, send),
      );
      return { status: "success", output: answers.at(-1), steps: answers };
    },
  },
});
const port = await freePort();
await restate.serve({ services: [plan], identityKeys: [signingKey], port });
process.send?.({ url: `http://127.0.0.1:${port}` });
