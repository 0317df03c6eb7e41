import type { Logger } from "./log.ts";

const PARENT_CHECK_MS = 500;
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

type Close = () => Promise<void>;
const open = new Map<Close, Logger>();
let stopWatching: (() => void) | undefined;
let leaving = false;

/**
 * Closes a server and ends the process when it is told to stop (SIGTERM, SIGINT), or when the process
 * that started it is gone: a supervisor killed with -9 leaves no orphans.
 * Returns the way to take it back, for servers that are closed by hand.
 */
export function onShutdown(close: Close, log: Logger): () => void {
  open.set(close, log);
  stopWatching ??= watch();
  return () => {
    open.delete(close);
    // While the process is leaving, further signals must not cut short what is being finished.
    if (open.size > 0 || leaving) return;
    stopWatching?.();
    stopWatching = undefined;
  };
}

function watch(): () => void {
  const stop = () => void leave("told to stop");
  const orphaned = () => void leave("the parent process is gone: stopping");
  for (const signal of SIGNALS) process.on(signal, stop);
  process.on("disconnect", orphaned);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) orphaned();
  }, PARENT_CHECK_MS).unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    process.off("disconnect", orphaned);
    clearInterval(timer);
  };
}

async function leave(why: string): Promise<void> {
  if (leaving) return;
  leaving = true;
  const closing = [...open].map(([close, log]) => {
    log.info({}, why);
    return close();
  });
  await Promise.allSettled(closing);
  process.exit(0);
}
