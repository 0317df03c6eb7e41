import { readFileSync } from "node:fs";
import { nationalHolidays } from "#shared/calendar/holidays.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { standingRequests } from "../../orchestrator/start/open-standing.ts";
import { answer } from "../../orchestrator/turn/answer.ts";
import { openTurnDeps } from "../../orchestrator/turn/turn-deps.fixture.ts";

// Says each further word of the command line in a conversation of its own, in the time zone that is the first, and writes
// what became of them as JSON.

const manifest = manifestSchema.parse(
  JSON.parse(readFileSync(new URL("./panaderia.json", import.meta.url), "utf8")),
);
let baked: string[] = [];
const bakery = defineDomain(
  manifest,
  {
    bake: async ({ bread_text }, { locale }) => {
      baked.push(String(bread_text));
      return success({ result: {}, explanation: `Al horno (${locale}): ${String(bread_text)}.` });
    },
    show_oven: async () => success({ result: {}, explanation: "El horno está caliente." }),
  },
  { log: silentLog },
);
const [timezone = "", ...sentences] = process.argv.slice(2);
const opened = await openTurnDeps([bakery]);
const deps = {
  ...opened.turnDeps(),
  timezone,
  standing: standingRequests(nationalHolidays(), new Map()),
};
const told = [];
for (const [at, input_text] of sentences.entries()) {
  baked = [];
  const key = { user_id: "ana", session_id: `s${at}` };
  const turn = await answer({ ...key, input_text, channel: "test", metadata: {} }, deps);
  const [schedule = null] = await deps.store.schedules.list({ user_id: "ana" }, 1, false);
  const state = await deps.store.conversations.load(key);
  const { status, answer: said, trace } = turn;
  told.push({ status, said, goal: trace.intent.goal, locale: state?.locale, baked, schedule });
}
process.stdout.write(JSON.stringify(told));
await opened.close();
