import { type Store, StoreError } from "../../ports/stores.ts";

/** What happens to the durable write that a test counts to. */
export type Fate =
  /** The process dies before it is on the disk, or after it and before anyone hears of it. */
  | "dies before"
  | "dies after"
  /** The disk refuses this one write. */
  | "fails"
  /** The disk refuses this one and all that follow. */
  | "fails for good";

const DURABLE = new Set("save intend settle claim put take hold reopen uses leadsTo".split(" "));
const BATCHED = new Set(["record", "letGo"]);

/**
 * A store over a real one that meets its fate at the `at`-th durable write, counted from 0. A dead one keeps
 * silent: nothing that is asked of it ever ends, and nothing it is given is kept.
 */
export function mortalStore(store: Store, at: number, fate: Fate) {
  const dead = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);
  let isDead = false;
  let writes = 0;
  const die = () => {
    isDead = true;
    dead.resolve();
    return never;
  };
  const durable = async (write: () => Promise<unknown>): Promise<unknown> => {
    const turn = writes++;
    if (turn < at) return write();
    if (fate === "fails" && turn > at) return write();
    if (fate === "fails" || fate === "fails for good") throw new StoreError("EIO: the test's disk");
    if (fate === "dies after") await write();
    return die();
  };
  const part = <T extends object>(of: T): T =>
    new Proxy(of, {
      get(target, name, receiver) {
        const known: unknown = Reflect.get(target, name, receiver);
        if (typeof known !== "function") return known;
        return (...args: unknown[]): unknown => {
          const call = () => Reflect.apply(known, target, args) as Promise<unknown>;
          // A batch is given up silently; whoever waits for something waits for ever.
          if (isDead) return BATCHED.has(String(name)) ? undefined : never;
          return DURABLE.has(String(name)) ? durable(call) : call();
        };
      },
    });
  const messages: Store["messages"] = {
    ...store.messages,
    async take(...asked) {
      const taken = await store.messages.take(...asked);
      return taken.is === "ours" ? { ...taken, message: part(taken.message) } : taken;
    },
  };
  return {
    store: {
      ...{ ...store, messages },
      ...{ runs: part(store.runs), pending: part(store.pending) },
    } satisfies Store,
    dead: dead.promise,
    writes: () => writes,
  };
}
