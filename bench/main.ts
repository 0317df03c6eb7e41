import { measureEngine } from "./engine.ts";
import { printFigures } from "./figures.ts";
import { measurePlans } from "./plans-over-http.ts";
import { measureStore } from "./store.ts";

const figures = [];
for (const [name, measure] of Object.entries({
  engine: measureEngine,
  plans: measurePlans,
  store: measureStore,
})) {
  process.stdout.write(`measuring ${name} ...\n`);
  figures.push(...(await measure()));
}
printFigures(figures);
