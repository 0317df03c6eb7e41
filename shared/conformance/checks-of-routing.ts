import { parseExample } from "../contracts/annotated-example.ts";
import type { ExplainRequest, ExplainResponse } from "../contracts/endpoints.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { type Locale, locales } from "../contracts/names.ts";
import { whyIn } from "../messages/messages.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { type CheckResult, resultOf } from "./domain-check.ts";
import { said } from "./said.ts";

/** Asks a running Regente what a sentence would lead to. */
export type Explain = (
  request: ExplainRequest,
) => Promise<Pick<ExplainResponse, "intent" | "gate">>;

/** How many sentences are asked for at once, and how many that went astray are shown. */
const AT_ONCE = 8;
const MOST_SHOWN = 5;

/**
 * Whether every example of a manifest leads to its own goal, among all the domains that run there: a
 * result for each goal and language. Those that are understood, and still asked about first, are told beside it, in the language `told`.
 * Errors: whatever `explain` rejects with
 */
export async function checkRouting(
  manifest: Manifest,
  explain: Explain,
  told: Locale = "en",
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { goal, hints, fallback } of manifest.goals)
    for (const locale of locales) {
      // Words alone never lead there.
      if (fallback !== undefined) continue;
      const examples = hints.examples?.[locale] ?? [];
      if (examples.length === 0) continue;
      const led = await mapSome(examples, async (example) => {
        const { text } = parseExample(example);
        const { intent, gate } = await explain({ input_text: text });
        const isHome = intent.primary_domain === manifest.domain && intent.goal === goal;
        return { text, isHome, acts: gate.passed, goal: intent.goal ?? said("seen.no_goal") };
      });
      const astray = led.filter(({ isHome }) => !isHome);
      const asked = led.filter(({ isHome, acts }) => isHome && !acts);
      const count = examples.length;
      const name = said("name.examples_in_language_reach_their_goal", {
        goal,
        language: locale,
        count,
      });
      const verdict =
        astray.length === 0
          ? undefined
          : some(astray.map(({ text, goal }) => said("seen.leads_to", { text, goal })));
      const result = resultOf({ check: { about: "routing", rule: "8.1", name }, verdict }, told);
      const note = said("seen.asked_first", { all: some(asked.map(({ text }) => `"${text}"`)) });
      const isNoted = result.outcome === "passed" && asked.length > 0;
      results.push(isNoted ? { ...result, detail: whyIn(told, note) } : result);
    }
  return results;
}

const some = (all: readonly (string | Reason)[]): Reason => {
  const count = all.length - MOST_SHOWN;
  return count > 0
    ? said("seen.and_more", { all: all.slice(0, MOST_SHOWN), count })
    : reason("all_of", { all });
};

/** `task` for each item, a few at a time, in order. */
async function mapSome<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(task))));
  return done;
}
