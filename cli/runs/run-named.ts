import { runsPage } from "#shared/contracts/native-endpoints.ts";
import type { Client } from "../client.ts";

/** What stands for the newest run where an id is wanted. */
const LAST = "last";

/** The id that was typed, or that of the newest run; where there is none, the server says so of "last". */
export async function runNamed(
  typed: string,
  client: Client,
  signal: AbortSignal,
): Promise<string> {
  if (typed !== LAST) return typed;
  const { runs } = await client.get("/v1/runs?limit=1", runsPage, signal);
  return runs[0]?.run_id ?? LAST;
}

export const runPath = (run_id: string, rest = ""): string =>
  `/v1/runs/${encodeURIComponent(run_id)}${rest}`;
