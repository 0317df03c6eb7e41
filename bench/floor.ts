import type { Pool } from "undici";
import { signingKey } from "#shared/contracts/digest.ts";
import { serviceToken } from "../orchestrator/adapters/domain-client/domain-client.ts";
import { randomId } from "../orchestrator/adapters/time/system-clock.ts";
import type { Shape } from "./plans.ts";

/** What signs the calls on both sides; the services of a real installation demand it. */
export const SECRET = "a-secret-for-measuring-of-the-usual-length";

export type Answer = { status: string; explanation: string; result: { degrees: number } };
const key = signingKey(SECRET);

/** One call by hand: the request as the wire wants it, and the answer. */
async function call(pool: Pool, at: number, parameters: Record<string, unknown>): Promise<Answer> {
  const now = Date.now();
  const step_id = String(at + 1);
  const claims = {
    aud: "weather",
    sub: "bench",
    run_id: "run_bench",
    step_id,
    capability: "forecast",
    idempotency_key: `run_bench:${step_id}`,
  };
  const { body, statusCode } = await pool.request({
    method: "POST",
    path: "/execute",
    headers: {
      "content-type": "application/json",
      "idempotency-key": `run_bench:${step_id}`,
      authorization: `Bearer ${serviceToken(key, claims, now, randomId("call"))}`,
    },
    body: JSON.stringify({
      intent: {
        domain: "weather",
        capability: "forecast",
        parameters,
        confidence: 1,
        original_query: "bench",
      },
      context: {
        session_id: "bench",
        user_id: "bench",
        locale: "en",
        timezone: "UTC",
        run_id: "run_bench",
        step_id,
        attempt: 1,
        deadline_at: now + 5000,
        dry_run: false,
      },
    }),
  });
  const answer = (await body.json()) as Answer;
  if (statusCode !== 200 || answer.status !== "success") throw new Error(`answered ${statusCode}`);
  return answer;
}

/** Sends step `at` with these parameters, so that a process which starts again knows of it. */
export type DurableCall = (
  at: number,
  params: unknown,
  send: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * The floor: a plan as someone would write it for this one case, promises over undici and nothing else.
 * It sends what the wire demands (key, signature, context) and has no checks, events, retries or deadline.
 * `durably` makes a call durable in its own way; without it each is just sent.
 */
export function runByHand(
  { dependencies, waits }: Shape,
  pool: Pool,
  durably: DurableCall = (_at, _params, send) => send(),
): Promise<Answer[]> {
  const steps: Promise<Answer>[] = [];
  for (const [at, before] of dependencies.entries()) {
    const wait = waits === undefined ? {} : { wait_ms: waits[at] };
    const run = async () => {
      const [first] = await Promise.all(before.map(async (position) => steps[position]));
      const params =
        first === undefined
          ? { city_text: "Lisbon", ...wait }
          : {
              city_text: `after ${first.explanation}`,
              previous: first.result.degrees,
              ...wait,
            };
      return durably(at, params, () => call(pool, at, params));
    };
    steps.push(run());
  }
  return Promise.all(steps);
}
