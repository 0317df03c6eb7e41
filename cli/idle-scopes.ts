import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";

/** Words that begin a scope and name no domain. */
const OWN_WORDS: ReadonlySet<string> = new Set(["*", "effect", "door"]);

/** Scopes of domains that the bootstrap file does not name. None where that file cannot be read: it may be elsewhere. */
export function idleScopes(
  scopes: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const file = resolve(env["REGENTE_BOOTSTRAP"] || "domains.bootstrap.json");
  let names: Set<string>;
  try {
    const { domains } = parseBootstrap(readFileSync(file, "utf8"), env, file);
    names = new Set(domains.map(({ name }) => name));
  } catch {
    return [];
  }
  return scopes.filter((scope) => {
    const [word = ""] = scope.split(/[:.]/);
    return !OWN_WORDS.has(word) && !names.has(word);
  });
}
