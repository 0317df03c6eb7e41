import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Route } from "#shared/contracts/routing.ts";
import { type Router, routeOf, type ToHear } from "../diff/route-of.ts";

/** Of what is heard most is young, and thrown away. */
const ROOM = { maxYoungGenerationSizeMb: 128 };

export type Hearing = {
  /** Puts where each of the texts leads into what the router knows. Rejects with what the second thread threw. */
  hear(router: Router, manifests: readonly Manifest[], texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** Fewer are heard sooner than a second understanding is built. */
const WORTH_A_THREAD = 400;

/** Hears half of many sentences here, and half in a thread of its own that loads from now on. */
export function openHearing(): Hearing {
  const thread = new Worker(new URL("./hearing-thread.ts", import.meta.url), {
    resourceLimits: ROOM,
  });
  return {
    async hear(router, manifests, texts) {
      const known = router.known ?? new Map<string, Route>();
      const unknown = texts.filter((text) => !known.has(text));
      const half = unknown.length < WORTH_A_THREAD ? unknown.length : unknown.length >> 1;
      const others = unknown.slice(half);
      const training = router.understanding.training();
      const answered = others.length > 0 ? once(thread, "message") : undefined;
      if (answered) thread.postMessage({ manifests, training, texts: others } satisfies ToHear);
      for (const text of unknown.slice(0, half)) known.set(text, routeOf(router, text));
      const [routes] = ((await answered) ?? [[]]) as [Route[]];
      for (const [at, route] of routes.entries()) known.set(others[at] ?? "", route);
    },
    async close() {
      await thread.terminate();
    },
  };
}
