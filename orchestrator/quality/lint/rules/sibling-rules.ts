import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { gateOfGoal } from "../../../catalogue/capabilities.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { withoutOpening } from "../../../understanding/courtesy.ts";
import { actionOf } from "../../../understanding/lexicons/actions.ts";
import { isCommonWord } from "../../../understanding/lexicons/common-words.ts";
import { isDeterminer, SIBLING_ACTIONS } from "../../../understanding/lexicons/sibling-actions.ts";
import { tokens } from "../../../understanding/text.ts";
import type { Understanding } from "../../../understanding/understanding.ts";
import { finding } from "../finding.ts";

/** Examples of a goal in a language that siblings are made of: the shortest. */
const MOST_EXAMPLES = 4;
const LONGEST_OBJECT = 6;
/** So many sentences are proposed for a goal: more teach little more. */
const MOST_PROPOSED = 10;
/** One may be an odd sentence. */
const FEWEST_PROPOSED = 2;
/**
 * Requests that are probably made and that no goal is for: the same thing with another action. One finding a goal, with
 * the sentences that the catalogue would act on by it, ready to stand among its negatives.
 * Cost: up to 64 sentences a goal are understood
 */
export function missingSiblings(
  catalogue: Catalogue,
  understanding: Pick<Understanding, "understand">,
): LintFinding[] {
  return catalogue.goals.flatMap(({ domain, spec }) => {
    if (spec.fallback !== undefined) return [];
    const isTaken = (text: string): boolean => {
      const { intent } = understanding.understand(text, { lastFrame: null });
      const { primary_domain, goal, confidence, doubts = [] } = intent;
      const isIt = primary_domain === domain && goal === spec.goal && doubts.length === 0;
      return isIt && confidence >= (gateOfGoal(domain, spec.goal, catalogue) ?? 0);
    };
    const proposed = locales
      .flatMap((locale) => siblingsOf(spec, locale).filter(isTaken))
      .slice(0, MOST_PROPOSED);
    if (proposed.length < FEWEST_PROPOSED) return [];
    const written = proposed
      .map((text) => `{text: ${JSON.stringify(text)}, goal: null}`)
      .join(", ");
    return finding(
      "missing_sibling",
      { domain, goal: spec.goal, path: "goals", sentence: proposed[0] ?? "" },
      {
        "pt-BR": `${proposed.length} pedidos parecidos, com outra ação, são tomados por ${spec.goal}.`,
        en: `${proposed.length} requests like it, with another action, are taken for ${spec.goal}.`,
      },
      {
        "pt-BR": `Crie o objetivo que falta, ou ponha em negatives os que não são deste: ${written}`,
        en: `Write the goal that is missing, or put those that are not its own among its negatives: ${written}`,
      },
    );
  });
}

/** Sentences about what the goal's examples are about, with actions that none of them names; known ones are left out. */
function siblingsOf({ hints }: Goal, locale: Locale): string[] {
  const examples = (hints.examples?.[locale] ?? []).map((each) => parseExample(each).text);
  const negatives = (hints.negatives?.[locale] ?? []).map(({ text }) => text);
  const known = new Set(
    [...examples, ...negatives].flatMap((text) =>
      tokens(text).flatMap(({ word }) => actionOf(word) ?? []),
    ),
  );
  const objects = [...new Set(examples.flatMap(objectOf))]
    .sort((a, b) => a.length - b.length)
    .slice(0, MOST_EXAMPLES);
  return Object.entries(SIBLING_ACTIONS[locale]).flatMap(([kind, verb]) =>
    known.has(kind) ? [] : objects.map((object) => `${verb} ${object}`),
  );
}

/** What a request is about: "me mostra as minhas notas" gives "as minhas notas"; nothing where no thing is named. */
function objectOf(text: string): string[] {
  const words = tokens(text);
  const { from, to } = withoutOpening(words);
  const isNamed = (at: number) => isDeterminer(words[at]?.word ?? "");
  const isCommand = actionOf(words[from]?.word ?? "") !== undefined;
  const start = isCommand ? from + 1 : isNamed(from - 1) ? from - 1 : from;
  if (!isNamed(start) || isNamed(start + 1) || words[start + 1]?.word === "que") return [];
  const own = words.slice(start, to);
  const first = own[0];
  const last = own.at(-1);
  if (first === undefined || last === undefined || own.length > LONGEST_OBJECT) return [];
  if (own.every(({ word }) => isCommonWord(word))) return [];
  return [text.slice(first.start, last.end)];
}
