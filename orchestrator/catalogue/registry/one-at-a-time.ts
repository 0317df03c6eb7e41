/**
 * `task` as a function that never runs twice at once. Whoever calls while it runs shares the run after
 * it, so that each caller's promise covers everything that was true when it called.
 */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = () => {
    next = undefined;
    running = task();
    return running;
  };
  return () => {
    next ??= running.then(begin, begin);
    return next;
  };
}
