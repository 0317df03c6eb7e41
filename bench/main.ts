import { measureConsole } from "./console.ts";
import { countSteps, countTurns } from "./counts.ts";
import { measureDurable } from "./durable.ts";
import { measureEndpoints } from "./endpoints.ts";
import { measureEngine } from "./engine.ts";
import { printFigures } from "./figures.ts";
import { measureMixed } from "./mixsnips.ts";
import { measureOverload } from "./overload.ts";
import { measurePlans } from "./plans-over-http.ts";
import { measureRealisticChat } from "./realistic-chat.ts";
import { measureRecovery } from "./recovery.ts";
import { measureRivals } from "./rivals/measure-rivals.ts";
import { measureStore } from "./store.ts";
import { measureUnderstanding } from "./understanding.ts";

// `npm run bench` measures everything, `npm run bench -- engine plans` only that. See bench/README.md.

const parts = new Map(
  Object.entries({
    steps: countSteps,
    turns: countTurns,
    engine: measureEngine,
    plans: measurePlans,
    endpoints: measureEndpoints,
    chat: measureRealisticChat,
    store: measureStore,
    durable: measureDurable,
    recovery: measureRecovery,
    understanding: measureUnderstanding,
    overload: measureOverload,
    mixsnips: measureMixed,
    console: measureConsole,
    rivals: measureRivals,
  }),
);
/** It brings what it measures from npm, and wants PostgreSQL. */
const ONLY_WHEN_ASKED = "rivals";
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !parts.has(name));
if (unknown.length > 0) {
  process.stderr.write(
    `no part ${unknown.join(", ")}; there are ${[...parts.keys()].join(", ")}\n`,
  );
  process.exit(2);
}
const figures = [];
for (const [name, measure] of parts) {
  if (asked.length > 0 ? !asked.includes(name) : name === ONLY_WHEN_ASKED) continue;
  process.stdout.write(`measuring ${name} ...\n`);
  figures.push(...(await measure()));
}
printFigures(figures);
