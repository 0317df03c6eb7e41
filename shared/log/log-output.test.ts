import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** A device that takes nothing, as a disk that is full. */
const FULL = "/dev/full";

/** Runs a program that writes 20,000 lines to its log, and then says on its other output that it is still there. */
function logTo(path: string, module: string, make: string) {
  const program = `
    import * as logs from ${JSON.stringify(resolve(module))};
    const log = ${make};
    for (let line = 0; line < 20_000; line++) log.info({}, "a line like any other, " + "x".repeat(100));
    setImmediate(() => process.stderr.write("still here"));`;
  const log = openSync(path, "w");
  onTestFinished(() => closeSync(log));
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", log, "pipe"],
    timeout: 200_000,
    env: { PATH: process.env["PATH"] },
  });
  return { status, said: stderr.toString() };
}

const LOGS = [
  [
    "the orchestrator",
    "orchestrator/adapters/log/json-log.ts",
    "logs.jsonLog({ level: 'info', secrets: [] })",
  ],
  ["a domain", "shared/domain-kit/log.ts", "logs.makeLog('weather')"],
];

it.runIf(existsSync(FULL)).each(LOGS)(
  "%s goes on when its log cannot be written",
  (_who, module, make) => {
    expect(logTo(FULL, module, make)).toEqual({ status: 0, said: "still here" });
  },
);

it("writes every line where there is room for it", () => {
  const folder = mkdtempSync(join(tmpdir(), "log-output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "log");
  const [, module = "", make = ""] = LOGS[0] ?? [];
  expect(logTo(file, module, make).status).toBe(0);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect([lines.length, JSON.parse(lines.at(-1) ?? "").level]).toEqual([20_000, 30]);
});
