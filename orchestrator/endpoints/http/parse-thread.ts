import { parentPort } from "node:worker_threads";
import { parseBody } from "./parse-body.ts";

// The thread that reads large bodies; parse-aside.ts starts it.

parentPort?.on("message", ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  parentPort?.postMessage({ id, parsed: parseBody(bytes) });
});
