import { Worker } from "node:worker_threads";
import { HttpError } from "./http-error.ts";
import { type ParsedBody, parseBody } from "./parse-body.ts";

/** Below it a body is read where it arrived, in a few milliseconds; bytes. */
const LARGE_BYTES = 256 * 1024;

type Asked = PromiseWithResolvers<ParsedBody>;

let thread: Worker | undefined;
const asked = new Map<number, Asked>();
let lastId = 0;

/**
 * A body's JSON. Large ones are read by another thread, one after the other, so that whoever sends them holds no one up.
 * The thread is started with the first large body, and does not keep the process.
 * Errors: DoorError 503 when the thread ends before it has answered
 */
export function parseAside(bytes: Uint8Array): ParsedBody | Promise<ParsedBody> {
  if (bytes.byteLength <= LARGE_BYTES) return parseBody(bytes);
  thread ??= startThread();
  lastId += 1;
  const answer = Promise.withResolvers<ParsedBody>();
  asked.set(lastId, answer);
  thread.postMessage({ id: lastId, bytes });
  return answer.promise;
}

function startThread(): Worker {
  const worker = new Worker(new URL("./parse-thread.ts", import.meta.url), {
    name: "body-parser",
    execArgv: [],
  });
  worker.unref();
  worker.on("message", ({ id, parsed }: { id: number; parsed: ParsedBody }) => {
    asked.get(id)?.resolve(parsed);
    asked.delete(id);
  });
  const end = () => {
    if (thread === worker) thread = undefined;
    for (const { reject } of asked.values())
      reject(new HttpError(503, "overloaded", "The body could not be read now; send it again."));
    asked.clear();
  };
  worker.on("error", end);
  worker.on("exit", end);
  return worker;
}
