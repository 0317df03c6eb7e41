import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { hasEnded, nameThisProcess } from "./this-process.ts";

it("gives a name that is never given again, of a process that has not ended", () => {
  expect(nameThisProcess()).not.toBe(nameThisProcess());
  expect(hasEnded(nameThisProcess())).toBe(false);
});

it.each([
  ["another machine", (parts: string[]) => ["elsewhere", ...parts.slice(1)]],
  ["another container", ([boot = "", , ...rest]: string[]) => [boot, "1", ...rest]],
  ["a system without /proc", (parts: string[]) => parts.slice(-1)],
])("says nothing of a process of %s", (_where, change) => {
  const name = nameThisProcess().split("/");
  name[2] = "999999999";
  expect(hasEnded(change(name).join("/"))).toBe(false);
});

it.runIf(process.platform === "linux")(
  "knows that a process of this machine has ended",
  async () => {
    const [boot, pids] = nameThisProcess().split("/");
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
    await once(child, "spawn");
    const name = `${boot}/${pids}/${child.pid}/0/x`;
    // Its number was given out again: whoever has it now began at another time.
    expect(hasEnded(name)).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(hasEnded(name)).toBe(true);
  },
);
