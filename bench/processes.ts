import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export type Service<Ready> = { child: ChildProcess; ready: Ready; stop(): Promise<void> };

/** Start a file of bench/services and wait for what it says when it listens. It ends with this process. */
export async function startService<Ready>(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Service<Ready>> {
  const child = fork(new URL(file, import.meta.url), [...args], {
    env: { PATH: process.env["PATH"], ...env },
  });
  const [ready] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${file} ended with ${code} before it listened`);
    }),
  ])) as [Ready];
  return { child, ready, stop: () => stop(child) };
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Memory that a process holds now, and the most it ever held, MB. Linux only; NaN elsewhere. */
export function memoryOf({ pid }: ChildProcess): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
    return { now: kilobytes("VmRSS") / 1024, peak: kilobytes("VmHWM") / 1024 };
  } catch {
    return { now: Number.NaN, peak: Number.NaN };
  }
}

/** Processor time that a process has taken so far, in all its threads, microseconds. Linux only; NaN elsewhere. */
export function processorOf({ pid }: ChildProcess): number {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) * MICROSECONDS_A_TICK;
  } catch {
    return Number.NaN;
  }
}

/** Linux counts in hundredths of a second, whatever its own clock. */
const MICROSECONDS_A_TICK = 10_000;
