import { existsSync, mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

// Reading our own modules is most of a start; what was compiled once is kept beside the data. The
// modules are asked for only after that, which is why they are in a file of their own.
const cache = resolve(process.env["REGENTE_DATA"] || ".regente", "compile-cache");
try {
  mkdirSync(cache, { mode: 0o700 });
} catch {
  // It is there; or there is no data folder yet, or can be none, which is told by who needs it.
}
// Where the folder cannot be made, Node would try for ever.
if (existsSync(cache)) enableCompileCache(cache);
const { serve } = await import("./start/start-orchestrator.ts");
await serve();
