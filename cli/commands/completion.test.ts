import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runRegente } from "../testing/run-regente.ts";

let folder: string;
let script: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "completion-"));
  script = join(folder, "regente.bash");
  writeFileSync(script, (await runRegente(["completion", "bash"])).out);
  writeFileSync(join(folder, "cases.json"), "[]");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers for a line whose last word is being typed; bash itself splits at "=". */
function offered(line: string): string[] {
  const words = line.split(" ").flatMap((word) => word.split(/(=)/).filter((part) => part !== ""));
  if (line.endsWith(" ")) words.push("");
  const ask = [
    `source ${script}`,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
    `COMP_CWORD=${words.length - 1}`,
    "_regente",
    'printf "%s\\n" "$' + '{COMPREPLY[@]}"',
  ].join("\n");
  const out = execFileSync("bash", ["--norc", "-c", ask], { cwd: folder, encoding: "utf8" });
  return out.split("\n").filter((word) => word !== "");
}

it.each([
  ["a command", "regente us", ["usage"]],
  ["several commands", "regente do", ["domains"]],
  ["the commands of a group", "regente runs f", ["follow"]],
  ["an option", "regente ask --se", ["--session"]],
  ["an option of a group's command", "regente runs list --st", ["--status"]],
  ["an option after words", "regente ask 'chuva' --js", ["--json"]],
  ["a choice", "regente runs list --status fa", ["failure"]],
  ["a choice after =", "regente runs list --status=can", ["cancelled"]],
  ["every choice of an argument", "regente completion ", ["bash", "zsh", "fish"]],
  ["every choice after =", "regente eval --shots=", ["k5", "k10", "k20"]],
  ["help to who asks for an option", "regente runs --h", ["--help"]],
  ["a file", "regente check-domain http://a.example --cases ca", ["cases.json"]],
  ["a file after =", "regente check-domain http://a.example --cases=ca", ["cases.json"]],
  ["nothing where only you know", "regente ask --session ", []],
  ["nothing of another command", "regente usage --st", []],
])("completes %s", (_what, line, words) => {
  expect(offered(line)).toEqual(words);
});

it.each([
  ["zsh", "#compdef regente", ["list:Lista o que foi pedido, o mais recente primeiro"]],
  ["fish", "complete -c regente -f", ["list\tLista o que foi pedido, o mais recente primeiro"]],
])("writes a script for %s, which is told what each word means", async (shell, part, lines) => {
  const { out, code } = await runRegente(["completion", shell]);
  expect(code).toBe(0);
  expect(out).toContain(part);
  const told = await runRegente(["complete", shell, "--", "runs", "li"]);
  expect(told).toEqual({ code: 0, out: `${lines.join("\n")}\n`, err: "" });
});

it("gives zsh and fish a whole word where one was begun", async () => {
  const told = await runRegente(["complete", "fish", "--", "runs", "list", "--status=can"]);
  expect(told.out).toMatch(/^--status=cancelled\t/);
});

it("says which shells there are", async () => {
  const ran = await runRegente(["completion", "tcsh"]);
  expect(ran).toEqual({
    code: 2,
    out: "",
    err: "Só há scripts de autocompletar para bash, zsh, fish.\n",
  });
});
