import { fileURLToPath } from "node:url";
import { RegenteError } from "#shared/contracts/errors.ts";
import { MAX_INPUT_CHARS } from "#shared/contracts/intent.ts";
import { weightOf } from "#shared/contracts/json.ts";
import type { Config } from "../config/config.ts";
import type { AgentProtocol, OpenAgentProtocol } from "../ports/agent-protocol.ts";
import type { Log } from "../ports/log.ts";
import type { OpenRunHost, RestateSettings, RunHost, RunHostParts } from "../ports/run-host.ts";

/** What settings choose that is a package of its own. */
export type Chosen = {
  /** undefined: runs are hosted by this orchestrator's own means. */
  openHost: ((parts: RunHostParts) => Promise<RunHost>) | undefined;
  /** undefined: no other agent asks here. */
  a2a: AgentProtocol | undefined;
};

/** Before anything else is opened: whoever has not what they chose is told at once. Errors: PackageMissingError */
export async function openChosen(
  { runHost, a2a }: Pick<Config, "runHost" | "a2a">,
  log: Log,
): Promise<Chosen> {
  return {
    openHost: runHost.name === "restate" ? await loadRestate(runHost.restate) : undefined,
    a2a: a2a ? await openA2a(log) : undefined,
  };
}

async function loadRestate(settings: RestateSettings): Promise<Chosen["openHost"]> {
  type Restate = { openRestateHost: OpenRunHost<RestateSettings> };
  const restate = await loadPackage<Restate>("@regente/restate", "REGENTE_RUN_HOST=restate");
  return (parts) => restate.openRestateHost({ ...parts, settings });
}

async function openA2a(log: Log): Promise<AgentProtocol> {
  type A2a = { openA2aServer: OpenAgentProtocol };
  const { openA2aServer } = await loadPackage<A2a>("@regente/a2a", "REGENTE_A2A=true");
  return openA2aServer({ log, mostChars: MAX_INPUT_CHARS, weightOf });
}

/** A setting chose a package that is not installed. */
export class PackageMissingError extends RegenteError {
  override readonly name = "PackageMissingError";
  readonly code = "PACKAGE_MISSING";
}

const REGENTE = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A package by its name, which is no literal: neither the compiler nor a bundle takes it in, so only who has chosen it has
 * to have it.
 * Errors: PackageMissingError naming the package and the setting; what the package's own code throws
 */
export async function loadPackage<Exports>(name: string, setting: string): Promise<Exports> {
  try {
    return (await import(name)) as Exports;
  } catch (cause) {
    // What the package itself lacks is told in Node's own words.
    if (!(cause instanceof Error) || !cause.message.includes(`'${name}'`)) throw cause;
    throw new PackageMissingError(
      `${setting} needs the package ${name}, which is not installed beside Regente (${REGENTE}). Install it there, in the same version, or leave ${setting} out.`,
      { cause },
    );
  }
}
