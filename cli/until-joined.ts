import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ClientError } from "./client.ts";
import { printable, type Terminal } from "./terminal.ts";

const LOOK_EVERY_MS = 250;
/** Longer than a large catalogue takes to be learnt. */
const PATIENCE_MS = 60_000;

/**
 * Waits while a domain is still joining: asked too early, its requests are not understood yet. Where no one may look, or
 * nothing answers, it does not wait: the request itself says why.
 */
export async function untilJoined(
  client: Client,
  { errors, paint, words }: Terminal,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const until = performance.now() + patienceMs;
  let told = "";
  for (;;) {
    const joining = await namesOfJoining(client, signal);
    if (joining.length === 0 || performance.now() > until) return;
    const names = printable(joining.join(", "));
    if (names !== told) errors.write(`${paint.dim(words.waitsFor(names))}\n`);
    told = names;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function namesOfJoining(client: Client, signal: AbortSignal): Promise<string[]> {
  try {
    const { domains } = await client.domains(signal);
    return domains.filter(({ state }) => state === "joining").map(({ name }) => name);
  } catch (error) {
    if (error instanceof ClientError) return [];
    throw error;
  }
}
