import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import {
  followupClash,
  followupPhrases,
  saysTooLittle,
} from "../../../understanding/followup-phrases.ts";
import { finding } from "../finding.ts";

/** Follow-up phrases that people say for something else as well: "hello", "do it", "send". */
export const weakFollowups = (manifest: Manifest): LintFinding[] =>
  followupPhrases(manifest)
    .filter(saysTooLittle)
    .map(({ capability, path, phrase }) =>
      finding(
        "weak_followup",
        { domain: manifest.domain, path, sentence: phrase },
        "weak_followup",
        { capability },
      ),
    );

/** Domains of which only one can come into force, for what people say to the one is also said to the other. */
export function sharedFollowups({ manifests }: Catalogue): LintFinding[] {
  const all = [...manifests.values()];
  return all.flatMap((manifest, at) => {
    const why = followupClash(manifest, all.slice(0, at));
    if (why === undefined) return [];
    return finding(
      "shared_followup",
      { domain: manifest.domain, path: "capabilities" },
      "shared_followup",
      { why },
    );
  });
}
