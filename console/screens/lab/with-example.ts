import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { DomainManifest } from "#shared/contracts/console.ts";

type Json = DomainManifest["manifest"];
type Given = { goal: string; locale: string; example: string };

const inside = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});

/** A manifest in which a goal has one more example: what it would change can be asked for before it is given. */
export function withExample(
  manifest: Json,
  { goal, locale, example }: Given,
): Record<string, unknown> {
  const goals = Array.isArray(manifest["goals"]) ? manifest["goals"] : [];
  return {
    ...manifest,
    goals: goals.map((each) => {
      const own = inside(each);
      if (own["goal"] !== goal) return each;
      const hints = inside(own["hints"]);
      const examples = inside(hints["examples"]);
      const known = Array.isArray(examples[locale]) ? (examples[locale] as unknown[]) : [];
      return {
        ...own,
        hints: { ...hints, examples: { ...examples, [locale]: [...known, example] } },
      };
    }),
  };
}
