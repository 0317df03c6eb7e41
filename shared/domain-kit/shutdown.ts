import type { Logger } from "./log.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

type Close = () => Promise<void>;
const open = new Map<Close, Logger>();
let stopWatching: (() => void) | undefined;
let leaving = false;

/**
 * Closes a server and ends the process when it is told to stop (SIGTERM, SIGINT), or when the
 * supervisor that started it with an IPC channel is gone: even killed with -9 it leaves no orphans.
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
  const orphaned = () => void leave("the supervisor is gone: stopping");
  for (const signal of SIGNALS) process.on(signal, stop);
  process.on("disconnect", orphaned);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    process.off("disconnect", orphaned);
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
