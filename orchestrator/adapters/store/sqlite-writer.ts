import { Worker } from "node:worker_threads";
import { StoreError } from "../../ports/store-error.ts";
import type { WriterData, WriterReply, WriterRequest } from "./pack-units.ts";

/** WriterRequest without the id, which is the writer's own business. */
type Ask<Request = WriterRequest> = Request extends WriterRequest ? Omit<Request, "id"> : never;

export interface Writer {
  /** Rejects with StoreError when the storage fails, or the thread dies. */
  ask(request: Ask): Promise<WriterReply>;
}

/**
 * Start the thread that writes to a file. `onEnd` hears when it has ended, for whatever reason.
 * Errors: StoreError when the file cannot be opened
 */
export async function startWriter(data: WriterData, onEnd: () => void): Promise<Writer> {
  const worker = new Worker(new URL("./sqlite-thread.ts", import.meta.url), {
    name: "store-writer",
    workerData: data,
    execArgv: [],
  });
  const asked = new Map<number, PromiseWithResolvers<WriterReply>>();
  let lastId = 0;

  const replyTo = (id: number) => {
    const reply = Promise.withResolvers<WriterReply>();
    asked.set(id, reply);
    return reply.promise;
  };
  worker.on("message", (reply: WriterReply) => {
    const waiting = asked.get(reply.id);
    asked.delete(reply.id);
    if ("fault" in reply) waiting?.reject(new StoreError(`${data.file}: ${reply.fault}`));
    else waiting?.resolve(reply);
  });
  const end = (why: string) => {
    onEnd();
    for (const waiting of asked.values())
      waiting.reject(new StoreError(`${data.file}: the thread that writes ${why}`));
    asked.clear();
  };
  worker.on("error", (error) => end(`died: ${String(error)}`));
  worker.on("exit", () => end("has ended"));

  await replyTo(0);
  return {
    ask(request) {
      lastId += 1;
      const reply = replyTo(lastId);
      worker.postMessage({ ...request, id: lastId });
      return reply;
    },
  };
}
