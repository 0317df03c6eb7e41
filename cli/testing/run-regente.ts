import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runEnvironment } from "./run-environment.ts";

const REGENTE = fileURLToPath(new URL("../regente.ts", import.meta.url));

export type Ran = { code: number | null; out: string; err: string };

/** Runs `regente` as its own process, with this standard input and an environment of its own. */
export async function runRegente(
  args: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [REGENTE, ...args], {
    env: { PATH: process.env["PATH"], LANG: "pt_BR.UTF-8", ...runEnvironment(), ...env },
  });
  child.stdin.end(input);
  const [[code], out, err] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}
