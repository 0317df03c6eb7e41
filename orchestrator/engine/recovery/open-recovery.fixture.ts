import type { ProcessLease } from "./process-lease.ts";
import { hostedWork, type WorkDeps } from "./recovery.ts";
import { openTakeover, type Takeover } from "./takeover.ts";

type Parts = Omit<WorkDeps, "due"> & { processLease: ProcessLease };

/** Keeps this process's lease, and carries on what processes without one have left. Begins by itself. */
export function openRecovery(deps: Parts): Takeover {
  const { store, clock, log, sleep, deadlineMs, inOrder } = deps.context;
  const { processLease } = deps;
  const parts = { store, clock, log, sleep, deadlineMs, inOrder, processLease };
  return openTakeover({ ...parts, work: hostedWork({ ...deps, due: () => undefined }) });
}
