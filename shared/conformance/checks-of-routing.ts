import { parseExample } from "../contracts/annotated-example.ts";
import type { ExplainRequest, ExplainResponse } from "../contracts/endpoints.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { locales } from "../contracts/names.ts";
import { type CheckResult, resultOf } from "./domain-check.ts";

/** Asks a running Regente what a sentence would lead to. */
export type Explain = (
  request: ExplainRequest,
) => Promise<Pick<ExplainResponse, "intent" | "gate">>;

/** How many sentences are asked for at once, and how many that went astray are shown. */
const AT_ONCE = 8;
const MOST_SHOWN = 5;

/**
 * Whether every example of a manifest leads to its own goal, among all the domains that run there: a
 * result for each goal and language. Those that are understood, and still asked about first, are told beside it.
 * Errors: whatever `explain` rejects with
 */
export async function checkRouting(manifest: Manifest, explain: Explain): Promise<CheckResult[]> {
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
        return { text, isHome, acts: gate.passed, found: intent.goal ?? "no goal" };
      });
      const astray = led.filter(({ isHome }) => !isHome);
      const asked = led.filter(({ isHome, acts }) => isHome && !acts);
      const name = `${goal}: its examples in ${locale} lead to this goal (${examples.length})`;
      const result = resultOf(
        { about: "routing", rule: "8.1", name },
        astray.length === 0
          ? undefined
          : some(astray.map(({ text, found }) => `"${text}" -> ${found}`)),
      );
      const note = `Regente would ask about these first: ${some(asked.map(({ text }) => `"${text}"`))}`;
      const isNoted = result.outcome === "passed" && asked.length > 0;
      results.push(isNoted ? { ...result, detail: note } : result);
    }
  return results;
}

const some = (texts: readonly string[]): string => {
  const more = texts.length - MOST_SHOWN;
  return `${texts.slice(0, MOST_SHOWN).join("; ")}${more > 0 ? ` and ${more} more` : ""}`;
};

/** `task` for each item, a few at a time, in order. */
async function mapSome<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(task))));
  return done;
}
