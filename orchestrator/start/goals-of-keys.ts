import { existsSync } from "node:fs";
import { join } from "node:path";
import { readKeyFile } from "#shared/api-keys/key-file.ts";
import { noSuchGoal, unmatchedGoals } from "#shared/api-keys/unmatched-goals.ts";
import { ContractError, faultAt } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import { knownGoals } from "../catalogue/registry/known-goals.ts";
import type { Registry } from "../catalogue/registry/registry.ts";
import type { Opening } from "./opening.ts";

/**
 * In front of a model a key names goals, and a name that no goal has would send to the upstream what was meant to be answered
 * here. Domains that are away now may have the goals: that is only said.
 * Errors: ContractError with every name that no domain has
 */
export async function checkGoalsOfKeys(
  { config, log, clock }: Pick<Opening, "config" | "log" | "clock">,
  { looked }: Pick<Registry<unknown>, "looked">,
): Promise<void> {
  const file = config.access?.keyFile;
  if (config.upstream === undefined || file === undefined || !existsSync(file)) return;
  const named = readKeyFile(file)
    .filter(({ expires_at }) => expires_at === undefined || Date.parse(expires_at) > clock.now())
    .flatMap(({ id, answers = [], suggests = [] }) => [
      { id, list: "answers", patterns: answers },
      { id, list: "suggests", patterns: suggests },
    ])
    .filter(({ patterns }) => patterns.some((each) => each !== "*"));
  if (named.length === 0) return;
  const { bootstrap, dataDir } = config;
  const registered = join(dataDir, "registered-domains.json");
  const known = await knownGoals(await looked, { bootstrap, registered }, process.env);
  const faults = named.flatMap(({ id, list, patterns }) => {
    const { unknown, away } = unmatchedGoals(patterns, known);
    if (away.length > 0)
      log.warn({ key: id, [list]: away }, "a key names goals of domains that are not up");
    return unknown.map((each) => faultAt(`${id}.${list}`, noSuchGoal(each)));
  });
  if (faults.length > 0) throw new ContractError(reason("key_file", { path: file }), faults);
}
