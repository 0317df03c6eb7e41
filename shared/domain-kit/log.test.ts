import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { type LogFields, makeLog, withFields } from "./log.ts";

function logged(write: (log: ReturnType<typeof makeLog>) => void): Record<string, unknown> {
  const lines: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  write(makeLog("library", out));
  return JSON.parse(lines.join("")) as Record<string, unknown>;
}

it("writes the fields it knows, and no others", () => {
  const fields = { run_id: "r", status: "success", duration_ms: 3, message: "meu segredo" };
  const line = logged((log) => log.info(fields as LogFields, "executed"));
  expect(line).toMatchObject({
    domain: "library",
    run_id: "r",
    status: "success",
    msg: "executed",
  });
  expect(JSON.stringify(line)).not.toContain("meu segredo");
});

it("keeps a call's own fields on every line", () => {
  const line = logged((log) => withFields(log, { run_id: "r", step_id: "1" }).warn({}, "slow"));
  expect(line).toMatchObject({ level: 40, run_id: "r", step_id: "1" });
});

it("tells what was thrown and where, not what else it carries", () => {
  const error = Object.assign(new TypeError("no Bearer abc.def"), { url: "https://secret" });
  const line = logged((log) => log.error({ error }, "failed"));
  expect(line["error"]).toMatchObject({ name: "TypeError", message: "no [removed]" });
  expect(JSON.stringify(line)).not.toContain("https://secret");
});
