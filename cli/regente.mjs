#!/usr/bin/env node
// What `npx regente` starts in a clone: an older Node cannot read the terminal, and is told so in a sentence.
import "../scripts/check-node.mjs";

await import("./regente.ts");
