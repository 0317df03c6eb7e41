import type { SessionKey } from "../ports/stores.ts";

/** The key of what happens in a session one after another. Other processes know it too: its shape stays. */
export const sessionOrderKey = ({ user_id, session_id }: SessionKey): string =>
  `${user_id}\n${session_id}`;

/**
 * Run tasks of one key one after another, tasks of different keys side by side.
 * A task that fails does not stop the next. Nothing is kept for a key that is idle.
 */
export function makeInOrder(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = tails.get(key);
    const mine = before === undefined ? task() : before.then(task, task);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}
