/** Carries tasks out one after another, in the order in which they came, whatever becomes of those before. */
export function oneAfterAnother(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * The same by key: tasks of different keys are carried out side by side. The first of a key begins at once, and nothing
 * is kept for a key that is idle.
 */
export function oneAfterAnotherByKey(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
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
