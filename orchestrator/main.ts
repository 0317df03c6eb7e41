import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

// Reading our own modules is most of a start; what was compiled once is kept beside the data. The
// modules are asked for only after that, which is why they are in a file of their own.
enableCompileCache(resolve(process.env["REGENTE_DATA"] || ".regente", "compile-cache"));
const { serve } = await import("./start/start-orchestrator.ts");
await serve();
