import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Variant } from "../../evaluation/variants.ts";
import { finding, said } from "../finding.ts";

/** Requests that would be carried out though a word around them says otherwise: one finding for each goal and kind of word. */
export function ignoredModifiers(acting: readonly Variant[]): LintFinding[] {
  const kinds = Map.groupBy(acting, ({ domain, of, modifier }) => `${domain} ${of} ${modifier}`);
  return [...kinds.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { domain, goal, of, path, text, modifier } = first;
    const more = own.length === 1 ? "" : said("and_more_of_sample", { count: own.length - 1 });
    return finding(
      "ignored_modifier",
      { domain, ...(goal !== null && { goal }), path, sentence: text },
      "ignored_modifier",
      { goal: of, modifier: said(`modifiers.${modifier}`, {}), more },
    );
  });
}
