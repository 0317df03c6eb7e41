import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

it("does not start with a FINANCE_PROVIDER that there is not, and says which there are", async () => {
  const env = { PATH: process.env["PATH"], PORT: "0", FINANCE_PROVIDER: "bloomberg" };
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [main], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    stderr: 'finance: FINANCE_PROVIDER must be one of auto, yahoo, sample; it is "bloomberg"\n',
  });
});
