import { registerHooks } from "node:module";
import { tmpdir } from "node:os";

// A process of its own: starts an orchestrator with what the environment says, and tells what was loaded for it.
const loaded: string[] = [];
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    loaded.push(resolved.url);
    return resolved;
  },
});
const { readConfig } = await import("../../orchestrator/config/config.ts");
const { startOrchestrator } = await import("../../orchestrator/start/start-orchestrator.ts");
const { jsonLog } = await import("../../orchestrator/adapters/log/json-log.ts");
const config = readConfig({ ...process.env, PORT: "0", TMPDIR: tmpdir() });
const orchestrator = await startOrchestrator(config, jsonLog({ level: "silent", secrets: [] }));
await orchestrator.close(0);
process.stdout.write(JSON.stringify(loaded), () => process.exit(0));
