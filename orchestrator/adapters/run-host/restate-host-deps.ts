import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { HostedRun, RunHost } from "../../ports/run-host.ts";
import type { HeldQuestion, Store } from "../../ports/stores.ts";

/** What a host over Restate works with, beside Restate. */
export type RestateHostDeps = {
  settings: {
    ingress: readonly string[];
    admin: readonly string[];
    token: string | undefined;
    port: number;
    endpoint: string;
    keys: readonly string[];
    attempts: number;
    node: { host: string; port: number; url: string | undefined; secret: string };
  };
  /** This process, among those that share the store. */
  name: string;
  store: Pick<Store, "runs" | "pending" | "flush">;
  clock: Clock;
  log: Log;
  deadlineMs: number;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** True when that process cannot come back to what it has. */
  isGone(name: string): Promise<boolean>;
  /** Where processes are asked, by their names; `tell` says it of this one. */
  lines: {
    tell(url: string, keptMs: number): Promise<void>;
    find(name: string): Promise<string | undefined>;
  };
  /** Hears that some process is gone. */
  onGone(handler: () => void): void;
  /** In this process alone, while Restate is away. */
  inOrder: RunHost["owned"];
  /** Opens a question again that a dead process held; gives the run that has to go on by itself instead. */
  openAgain(question: HeldQuestion, holder: string): Promise<HostedRun | undefined>;
  /** Tells whoever has the run to stop. */
  cancel(run: HostedRun): Promise<boolean>;
};
