import type { ChannelStore } from "../ports/channel-store.ts";
import type { Clock } from "../ports/clock.ts";

/** How often a process has to be heard of, and from when on it counts as gone; milliseconds. */
export const BEAT_MS = 1000;
export const LEASE_MS = 5000;
const PLACE = { channel: "orchestrator", kind: "process" };

/** The lease of a process: while it is renewed, what the process carries out is nobody else's. */
export type Presence = {
  /** Renews it, and looks who else is there. Rejects with StoreError. */
  beat(): Promise<void>;
  /** Gives it back: others may go on with what is left at once. */
  leave(): Promise<void>;
  /** At the last beat. */
  isAlone(): boolean;
  /** True when that process cannot come back to what it has. Rejects with StoreError. */
  isGone(name: string): Promise<boolean>;
  readonly name: string;
};

/** `hasEnded`: the process is certainly not there, whatever its lease says. */
export function openPresence(
  store: ChannelStore,
  name: string,
  clock: Clock,
  hasEnded: (name: string) => boolean,
): Presence {
  let others: ReadonlySet<string> = new Set();
  const note = (expires_at: number) => ({ ...PLACE, id: name, note: true, expires_at });
  return {
    async beat() {
      const now = clock.now();
      const [, known] = await Promise.all([
        store.put(note(now + LEASE_MS)),
        store.open(PLACE, now),
      ]);
      const ids = known.map(({ id }) => id).filter((id) => id !== name && !hasEnded(id));
      others = new Set(ids);
    },
    leave: () => store.put(note(clock.now())),
    isAlone: () => others.size === 0,
    async isGone(other) {
      if (other === name) return false;
      // Asked anew: it may have come after the last beat, and has its lease from before it had anything else.
      return (
        hasEnded(other) || (await store.find({ ...PLACE, id: other }, clock.now())) === undefined
      );
    },
    name,
  };
}
