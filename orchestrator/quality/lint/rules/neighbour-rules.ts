import type { LintFinding } from "#shared/contracts/lint.ts";
import { locales } from "#shared/contracts/names.ts";
import { type Catalogue, gateOfGoal } from "../../../catalogue/catalogue.ts";
import type { Understanding } from "../../../understanding/understanding.ts";
import { confusablePairs } from "../../evaluation/evaluate.ts";
import { comparable, type Prediction } from "../../evaluation/labelled.ts";
import type { LeftOut, ManifestSentence } from "../../evaluation/manifest-sentences.ts";
import type { Variant } from "../../evaluation/variants.ts";
import { hintsOf } from "../../hints-of.ts";
import { finding, said } from "../finding.ts";

/** Of two goals' examples, this many taken for the other's make them one goal to the understanding. */
const INSEPARABLE_SHARE = 0.15;
const FEWEST_CONFUSIONS = 3;

/** Examples that two goals have: neither can win them. */
export function sharedExamples(sentences: readonly ManifestSentence[]): LintFinding[] {
  const owners = new Map<string, ManifestSentence>();
  return sentences.flatMap((sentence) => {
    const key = comparable(sentence.text);
    const owner = owners.get(key) ?? sentence;
    owners.set(key, owner);
    return owner.of === sentence.of ? [] : stolen(sentence, owner.of);
  });
}

/** Examples that another goal would act on, if they were not written down. */
export const stolenExamples = (leftOut: readonly LeftOut[], catalogue: Catalogue): LintFinding[] =>
  leftOut
    .filter(({ prediction }) => prediction.template === undefined)
    .flatMap(({ sentence, prediction }) => {
      const thief = thiefOf(sentence, prediction, catalogue);
      return thief === undefined ? [] : stolen(sentence, thief);
    });

const stolen = ({ domain, of, path, text }: ManifestSentence, thief: string): LintFinding =>
  finding(
    "stolen_example",
    { domain, goal: of, path, sentence: text },
    {
      thief,
      goal: of,
    },
  );

/** Templates that take other goals' examples, each with the first of them. */
export function greedyTemplates(leftOut: readonly LeftOut[], catalogue: Catalogue): LintFinding[] {
  const taken = leftOut.flatMap(({ sentence, prediction }) => {
    const thief = thiefOf(sentence, prediction, catalogue);
    const { template, domain } = prediction;
    return thief === undefined || template === undefined || domain === null
      ? []
      : [{ sentence, domain, goal: thief, template }];
  });
  const byTemplate = Map.groupBy(taken, ({ goal, template }) => `${goal}\n${template}`);
  return [...byTemplate.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { sentence, domain, goal, template } = first;
    const more = own.length - 1;
    return finding(
      "greedy_template",
      {
        domain,
        goal,
        path: pathOfTemplate(catalogue, domain, goal, template),
        sentence: sentence.text,
      },
      { template, goal: sentence.of, more: more > 0 ? said("and_more", { count: more }) : "" },
    );
  });
}

function pathOfTemplate(
  { manifests }: Catalogue,
  domain: string,
  goal: string,
  template: string,
): string {
  const goals = manifests.get(domain)?.goals ?? [];
  const at = goals.findIndex((each) => each.goal === goal);
  const templates = Object.entries(goals[at]?.hints.templates ?? {});
  const [locale, own] = templates.find(([, all]) => all?.includes(template)) ?? [];
  return `goals.${at}.hints.templates.${locale}.${own?.indexOf(template)}`;
}

/** Pairs of goals whose examples are taken for each other's too often to tell them apart. */
export function inseparableGoals(leftOut: readonly LeftOut[]): LintFinding[] {
  const sentences = leftOut.map(({ sentence }) => sentence);
  const predictions = leftOut.map(({ prediction }) => prediction);
  return confusablePairs(sentences, predictions).flatMap(
    ({ goals, times, sentences: mistakes }) => {
      const both = sentences.filter(({ of }) => goals.includes(of));
      const share = times / both.length;
      const [first, second] = goals;
      const place = both.find(({ of }) => of === first);
      if (place === undefined || times < FEWEST_CONFUSIONS || share < INSEPARABLE_SHARE) return [];
      const percent = Math.round(share * 100);
      return finding(
        "inseparable_goals",
        {
          domain: place.domain,
          goal: first,
          path: place.path.replace(/\.hints\..*$/, ""),
          ...(mistakes[0] && { sentence: mistakes[0].text }),
        },
        { first, second, times, all: both.length, percent },
      );
    },
  );
}

/** The other goal that would act on an example, and does not say itself that it should not. */
function thiefOf(
  { of, text, domain: owner }: ManifestSentence,
  { goal, domain, confidence }: Prediction,
  catalogue: Catalogue,
): string | undefined {
  if (goal === null || domain === null || goal === of) return undefined;
  if (confidence < (gateOfGoal(domain, goal, catalogue) ?? 0)) return undefined;
  const negatives = catalogue.goal(domain, goal)?.spec.hints.negatives;
  // A domain names no other's goals: it says that the sentence is none of its own.
  const isOwners = (meant: string | null | undefined) =>
    meant === of || (owner !== domain && (meant ?? null) === null);
  const denies = locales
    .flatMap((locale) => negatives?.[locale] ?? [])
    .some((near) => isOwners(near.goal) && comparable(near.text) === comparable(text));
  return denies ? undefined : goal;
}

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
      hintsOf(goal, at, "negatives").flatMap(({ hint: { text, goal: meant }, path }) => {
        if (meant === null || known.has(meant)) return [];
        const place = { domain: manifest.domain, goal: goal.goal, path: `${path}.goal` };
        return finding(
          "unknown_goal",
          { ...place, sentence: text },
          {
            goal: meant,
          },
        );
      }),
    ),
  );
}

/** Keywords that speak for another goal: it has the same one, or it would act on that word alone. */
export function shadowedKeywords(
  catalogue: Catalogue,
  goalOn: (keyword: string) => string | undefined,
): LintFinding[] {
  const owners = new Map<string, string>();
  return [...catalogue.manifests.values()].flatMap(({ domain, goals }) =>
    goals.flatMap((spec, at) =>
      hintsOf(spec, at, "keywords").flatMap(({ hint, path }) => {
        const { goal } = spec;
        const owner = owners.get(comparable(hint)) ?? goal;
        owners.set(comparable(hint), owner);
        const other = owner === goal ? goalOn(hint) : owner;
        if (other === undefined || other === goal) return [];
        const place = { domain, goal, path, sentence: hint };
        return finding("shadowed_keyword", place, { other, goal });
      }),
    ),
  );
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
      { goal: of, modifier: said(`modifiers.${modifier}`, {}), more },
    );
  });
}
