import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { BUILT_TERMINAL, runEnvironment } from "./run-environment.ts";

const REGENTE = fileURLToPath(new URL("../regente.ts", import.meta.url));

export type Ran = { code: number | null; out: string; err: string };

/** Runs `regente` as its own process, with this standard input and an environment of its own. */
export async function runRegente(
  args: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const built = process.env[BUILT_TERMINAL];
  const own = {
    ...{ PATH: process.env["PATH"], LANG: "pt_BR.UTF-8", ...runEnvironment() },
    ...(built !== undefined && { NODE_COMPILE_CACHE: join(dirname(built), "compiled") }),
  };
  const child = spawn(process.execPath, [built ?? REGENTE, ...args], { env: { ...own, ...env } });
  child.stdin.end(input);
  const [[code], out, err] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}
