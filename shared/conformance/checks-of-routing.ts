import { parseExample } from "../contracts/annotated-example.ts";
import type { ExplainRequest, ExplainResponse } from "../contracts/doors.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { locales } from "../contracts/names.ts";
import { type CheckResult, resultOf } from "./domain-check.ts";

/** Asks a running Regente what a sentence would lead to. */
export type Explain = (request: ExplainRequest) => Promise<ExplainResponse>;

/** How many sentences are asked for at once, and how many that went astray are shown. */
const AT_ONCE = 8;
const MOST_SHOWN = 5;

/**
 * Whether every example of a manifest leads to its own goal, among all the domains that run there: a
 * result for each goal and language.
 * Errors: whatever `explain` rejects with
 */
export async function checkRouting(manifest: Manifest, explain: Explain): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { goal, hints } of manifest.goals)
    for (const locale of locales) {
      const examples = hints.examples?.[locale] ?? [];
      if (examples.length === 0) continue;
      const astray = await mapSome(examples, async (example) => {
        const { text } = parseExample(example);
        const { intent, gate } = await explain({ input_text: text });
        const isHome = intent.primary_domain === manifest.domain && intent.goal === goal;
        if (isHome && gate.passed) return [];
        const found = isHome ? `${goal}, too unsure to act` : (intent.goal ?? "no goal");
        return [`"${text}" -> ${found} (${(gate.confidence * 100).toFixed(0)} %)`];
      });
      const name = `${goal}: ${examples.length} examples in ${locale} lead home`;
      const shown = astray.flat();
      const more = shown.length > MOST_SHOWN ? ` and ${shown.length - MOST_SHOWN} more` : "";
      const verdict =
        shown.length === 0 ? undefined : `${shown.slice(0, MOST_SHOWN).join("; ")}${more}`;
      results.push(resultOf({ about: "routing", name }, verdict));
    }
  return results;
}

/** `task` for each item, a few at a time, in order. */
async function mapSome<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(task))));
  return done;
}
