import { z } from "zod";
import type { AnswerCache, CachePlace } from "../../ports/answer-cache.ts";
import type { Log } from "../../ports/log.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Engine } from "./engine.ts";
import { readStored, rowName, storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

export function createCache(engine: Engine, writes: WriteQueue, log: Log): AnswerCache {
  const { call } = engine.queries;
  return {
    async find({ key, ...place }, now) {
      const at = { ...placeOf(place), key: storedId("key", key), now: Math.trunc(now) };
      const row = await engine.get(call("find_cached", at));
      if (row === undefined) return undefined;
      try {
        return readStored(z.json(), row["answer"], rowName("cached_answers", place.owner, key));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // What cannot be read is made again.
        log.warn({ reason: error.message }, "a cached answer is left out");
        return undefined;
      }
    },

    put({ key, answer, expires_at, ...place }) {
      const row = {
        ...placeOf(place),
        key: storedId("key", key),
        answer: JSON.stringify(answer),
        expires_at: Math.trunc(expires_at),
      };
      writes.batched("usage", [call("put_cached", row)]);
    },

    async forget(place) {
      await writes.durable([call("forget_cached", placeOf(place))]);
    },

    async sweep(now) {
      await writes.durable([call("sweep_cached", { now: Math.trunc(now) })]);
    },
  };
}

const placeOf = ({ owner, kind }: CachePlace): CachePlace => ({
  owner: storedId("owner", owner),
  kind: storedId("kind", kind),
});
