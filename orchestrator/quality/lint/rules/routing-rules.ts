import type { LintFinding } from "#shared/contracts/lint.ts";
import { locales } from "#shared/contracts/names.ts";
import { gateOfGoal } from "../../../catalogue/capabilities.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { confusablePairs } from "../../evaluation/confusable.ts";
import { comparable, type Prediction } from "../../evaluation/labelled.ts";
import type { LeftOut, ManifestSentence } from "../../evaluation/leave-out.ts";
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
  finding("stolen_example", { domain, goal: of, path, sentence: text }, "stolen_example", {
    thief,
    goal: of,
  });

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
      "greedy_template",
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
        "inseparable_goals",
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
