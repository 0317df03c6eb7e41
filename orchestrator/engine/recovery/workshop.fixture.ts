import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

const text = { type: "string" as const };
const note = { type: "object" as const, properties: { text }, required: ["text"] };
const goal = (name: string, capability: string, words: string) => ({
  goal: name,
  description: { en: `${name} something` },
  capability,
  hints: { templates: { en: [words, words.split(" ").slice(0, 1).join("")] } },
  entities_schema: { text: { required: true, question: { en: "Which text?" } } },
});

/**
 * A domain that counts: `read_dial` never says the same twice, `stamp` honours its key, `post` must not be sent
 * again. Every effect is written into `done`; `reads` counts the rest.
 */
export function workshop(done: string[], seen: { reads: number } = { reads: 0 }): Domain {
  const act = (what: string) => async (params: Record<string, unknown>) => {
    done.push(`${what} ${params["text"]}`);
    return success({ result: { text: params["text"] }, explanation: `${what}: ${params["text"]}` });
  };
  return defineDomain(
    {
      manifest_version: "1",
      domain: "workshop",
      version: "1.0.0",
      description: { en: "A workshop" },
      goals: [goal("STAMP", "stamp", "stamp {text}"), goal("POST", "post", "post {text}")],
      capabilities: [
        { capability: "read_dial", effect: "read", params_schema: { type: "object" } },
        { capability: "stamp", effect: "write", repeat: "keyed", params_schema: note },
        {
          capability: "post",
          effect: "external",
          repeat: "once",
          params_schema: note,
          confirm: "never",
        },
      ],
    },
    {
      async read_dial() {
        seen.reads += 1;
        return success({ result: { turns: seen.reads }, explanation: `dial ${seen.reads}` });
      },
      stamp: act("stamp"),
      post: act("post"),
    },
    { log: silentLog },
  );
}

const step = (id: number, capability: string, value: string | undefined, after: number[] = []) => ({
  id,
  domain: "workshop",
  capability,
  params: value === undefined ? {} : { text: value },
  depends_on: after,
  required: true,
});

/** A dial is read, and what it showed goes into two effects. */
export const readThenAct = (second: "stamp" | "post" = "stamp"): ExecutionPlan => ({
  execution_mode: "dag",
  combine_mode: "report",
  max_concurrency: 4,
  steps: [
    step(1, "read_dial", undefined),
    step(2, "stamp", "${1.explanation}", [1]),
    step(3, second, "after ${2.explanation}", [2]),
  ],
});
