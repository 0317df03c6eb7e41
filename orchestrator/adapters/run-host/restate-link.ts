import type { Log } from "../../ports/log.ts";
import { RunHostAwayError } from "../../ports/run-host.ts";
import { type RestateClient, restateClient } from "./restate-client.ts";

/** Restate, and whether it answers. */
export type RestateLink = RestateClient & {
  /** Why it does not, as far as it was asked; undefined: it does. */
  away(): string | undefined;
};

export function restateLink(settings: Parameters<typeof restateClient>[0], log: Log): RestateLink {
  const restate = restateClient(settings);
  let why: string | undefined = "it was not asked yet";
  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const given = await ask();
      isThere();
      return given;
    } catch (error) {
      if (error instanceof RunHostAwayError) isAway(error.message);
      throw error;
    }
  }
  const isThere = () => {
    if (why !== undefined) log.info({}, "the host of runs is there");
    why = undefined;
  };
  const isAway = (reason: string) => {
    if (why === undefined)
      log.warn({ reason }, "the host of runs is away: nothing that changes something is begun");
    why = reason;
  };

  return {
    send: (...sent) => asking(() => restate.send(...sent)),
    check: () => asking(() => restate.check()),
    register: restate.register,
    paused: restate.paused,
    away: () => why,
  };
}
