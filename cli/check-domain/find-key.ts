import { resolve } from "node:path";
import type { Probe } from "#shared/conformance/domain-probe.ts";
import { domainKey, domainKeyIn } from "#shared/domain-secret/domain-key.ts";
import { storedSecret } from "#shared/domain-secret/domain-secret.ts";
import type { Terminal } from "../terminal.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** True for a domain that turns a caller without a token away. */
export async function isLocked(probe: Probe): Promise<boolean> {
  const { domain, capabilities } = await probe.manifest();
  const late = { deadline_at: Date.now() - 1000, dry_run: true };
  const name = capabilities[0]?.capability ?? "none";
  return (await probe.execute(probe.request(domain, name, {}, late))).status === 401;
}

/**
 * The key of a domain that wants one: by the environment, else by the secret that `npm start` made in this folder.
 * That one is only used for domains of this machine: a token made with it would open them to whoever gets it.
 */
export function keyFor(url: string, domain: string, env: Terminal["env"]): string | undefined {
  const told = domainKeyIn(env, domain);
  if (told !== undefined) return told;
  if (!LOOPBACK.has(new URL(url).hostname)) return undefined;
  const kept = storedSecret(resolve(env["REGENTE_DATA"] || ".regente"));
  return kept === undefined ? undefined : domainKey(kept, domain);
}
