import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })`;
const { bin } = JSON.parse(readFileSync("package.json", "utf8")) as { bin: { regente: string } };

it.each([
  ["en_US.UTF-8", "needs Node 24.14.1 or newer; this is 20.20.2. Run npm start once"],
  ["pt_BR.UTF-8", "precisa do Node 24.14.1 ou mais novo; este é o 20.20.2. Rode npm start uma vez"],
])(
  "an older Node is told in a sentence (%s) what is missing and which command helps",
  (LANG, said) => {
    const imports = `--import=data:text/javascript,${encodeURIComponent(older)}`;
    const { status, stdout, stderr } = spawnSync(process.execPath, [imports, bin.regente, "lint"], {
      encoding: "utf8",
      env: { LANG },
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(said);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  },
);
