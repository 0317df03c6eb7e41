import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

/** Where a process is looked for: one boot of one kernel, and the numbers that it may have there. */
type Machine = { boot: string; pids: string };

const machine = machineHere();

/**
 * A name for this process that no other one ever has. On Linux it says where the process can be looked for.
 * Shape:  `<boot>/<namespace of pids>/<pid>/<start, in ticks since the boot>/<random>`
 */
export function nameThisProcess(): string {
  const started = machine && startOf(process.pid);
  const place = machine && started ? [machine.boot, machine.pids, process.pid, started] : [];
  return [...place, randomUUID()].join("/");
}

/**
 * True when the process of that name has certainly ended. Only one of this machine can be looked for; of any
 * other no one knows before it has not been heard of for a while.
 */
export function hasEnded(name: string): boolean {
  const [boot, pids, pid, started] = name.split("/");
  if (machine === undefined || boot !== machine.boot || pids !== machine.pids) return false;
  return startOf(Number(pid)) !== started;
}

function machineHere(): Machine | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const pids = readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
    return { boot, pids };
  } catch {
    return undefined;
  }
}

/** When a process began: with it, a pid that was given out again is told apart. undefined: there is none. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything; fields are counted from its end.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
