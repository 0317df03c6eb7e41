import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { locales } from "#shared/contracts/names.ts";
import { gateOfGoal } from "../../../catalogue/capabilities.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import type { Understanding } from "../../../understanding/understanding.ts";
import { comparable } from "../../evaluation/labelled.ts";
import type { Variant } from "../../evaluation/variants.ts";
import { finding, said } from "../finding.ts";

/** Roles of followers that no capability has. A warning, since its domain may join later. */
export const unknownRoles = ({ manifests, withRole }: Catalogue): LintFinding[] =>
  [...manifests.values()].flatMap(({ domain, capabilities }) =>
    capabilities.flatMap(({ capability, metadata }, at) =>
      (metadata.composition?.followup_roles ?? [])
        .filter((role) => withRole(role).length === 0)
        .map((role) =>
          finding(
            "unknown_role",
            { domain, path: `capabilities.${at}.metadata.composition.followup_roles` },
            "unknown_role",
            { capability, role },
          ),
        ),
    ),
  );

/** Near misses that send a sentence to a goal that is not there. */
export function unknownGoals({ manifests, goals }: Catalogue): LintFinding[] {
  const known = new Set(goals.map(({ spec }) => spec.goal));
  return [...manifests.values()].flatMap((manifest) =>
    manifest.goals.flatMap((goal, at) =>
      locales.flatMap((locale) =>
        (goal.hints.negatives?.[locale] ?? []).flatMap(({ text, goal: meant }, index) =>
          meant === null || known.has(meant)
            ? []
            : finding(
                "unknown_goal",
                {
                  domain: manifest.domain,
                  goal: goal.goal,
                  path: `goals.${at}.hints.negatives.${locale}.${index}.goal`,
                  sentence: text,
                },
                "unknown_goal",
                { goal: meant },
              ),
        ),
      ),
    ),
  );
}

type Keyword = { text: string; domain: string; goal: string; path: string };

const keywordsOf = ({ domain, goals }: Manifest): Keyword[] =>
  goals.flatMap(({ goal, hints }, at) =>
    locales.flatMap((locale) =>
      (hints.keywords?.[locale] ?? []).map((text, index) => ({
        text,
        domain,
        goal,
        path: `goals.${at}.hints.keywords.${locale}.${index}`,
      })),
    ),
  );

/** Keywords that speak for another goal: it has the same one, or it would act on that word alone. */
export function shadowedKeywords(
  catalogue: Catalogue,
  goalOn: (keyword: string) => string | undefined,
): LintFinding[] {
  const owners = new Map<string, string>();
  return [...catalogue.manifests.values()].flatMap(keywordsOf).flatMap(({ text, ...keyword }) => {
    const { domain, goal, path } = keyword;
    const owner = owners.get(comparable(text)) ?? goal;
    owners.set(comparable(text), owner);
    const other = owner === goal ? goalOn(text) : owner;
    if (other === undefined || other === goal) return [];
    return finding("shadowed_keyword", { domain, goal, path, sentence: text }, "shadowed_keyword", {
      other,
      goal,
    });
  });
}

/** The goal that would act on a keyword alone. */
export const goalOnKeyword =
  (catalogue: Catalogue, understanding: Pick<Understanding, "understand">) =>
  (text: string): string | undefined => {
    const { intent } = understanding.understand(text, { lastFrame: null });
    const { primary_domain: domain, goal, confidence, doubts = [] } = intent;
    if (goal === null || domain === null) return undefined;
    const acts = confidence >= (gateOfGoal(domain, goal, catalogue) ?? 0);
    return acts && doubts.length === 0 ? goal : undefined;
  };

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
