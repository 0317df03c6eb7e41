/** The tasks that wait for a signal, behind the one listener that it has of ours. */
type Waiting = { tasks: Set<() => void>; ring: () => void };

const known = new WeakMap<AbortSignal, Waiting>();

/**
 * Does `task` when the signal fires, unless what is given back is called before. For signals that many wait for at once:
 * Node goes through all listeners of a signal for each one that comes or goes.
 * Cost: an entry in a set; a listener for the first that waits
 */
export function onceAborted(signal: AbortSignal, task: () => void): () => void {
  const waiting = known.get(signal) ?? listen(signal);
  // The same task may be given twice.
  const entry = () => task();
  waiting.tasks.add(entry);
  return () => {
    // A signal that is made of others lives for as long as it has a listener.
    if (waiting.tasks.delete(entry) && waiting.tasks.size === 0) forget(signal, waiting);
  };
}

function listen(signal: AbortSignal): Waiting {
  const tasks = new Set<() => void>();
  const waiting: Waiting = {
    tasks,
    ring() {
      forget(signal, waiting);
      const all = [...tasks];
      tasks.clear();
      for (const task of all) task();
    },
  };
  known.set(signal, waiting);
  signal.addEventListener("abort", waiting.ring, { once: true });
  return waiting;
}

function forget(signal: AbortSignal, waiting: Waiting): void {
  known.delete(signal);
  signal.removeEventListener("abort", waiting.ring);
}
