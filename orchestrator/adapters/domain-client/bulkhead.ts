/** For room that a domain which answers makes at once, and one that does not never; milliseconds. */
const LONGEST_WAIT_MS = 250;

/** The room that one domain's calls have, so that a slow domain holds up nothing else. */
export type Bulkhead = {
  readonly open: number;
  /**
   * Resolves to false when there was no room in time, or the signal fired; else `leave` has to follow.
   * Who names a time waits so long, and comes before all who do not; the others wait for a moment.
   */
  enter(signal: AbortSignal, waitMs?: number): boolean | Promise<boolean>;
  leave(): void;
};

/**
 * At most `size` calls are open at once. Further ones wait for a moment: a burst at a domain that answers passes, and
 * at one that does not, everybody is soon told that it is busy. Who has begun something that must not stay half done names a longer
 * time, and is let in first.
 */
export function bulkhead(size: number): Bulkhead {
  let open = 0;
  const first = new Set<(hasRoom: boolean) => void>();
  const others = new Set<(hasRoom: boolean) => void>();

  const wait = (signal: AbortSignal, waitMs: number | undefined) =>
    new Promise<boolean>((resolve) => {
      const line = waitMs === undefined ? others : first;
      const end = (hasRoom: boolean) => {
        line.delete(end);
        clearTimeout(late);
        signal.removeEventListener("abort", giveUp);
        resolve(hasRoom);
      };
      const giveUp = () => end(false);
      const late = setTimeout(giveUp, waitMs ?? LONGEST_WAIT_MS);
      signal.addEventListener("abort", giveUp, { once: true });
      line.add(end);
    });

  return {
    get open() {
      return open;
    },
    enter(signal, waitMs) {
      if (open >= size) return wait(signal, waitMs);
      open += 1;
      return true;
    },
    leave() {
      // The room goes to whoever has waited longest, and is never empty in between.
      const [next = others.values().next().value] = first;
      if (next === undefined) open -= 1;
      else next(true);
    },
  };
}
