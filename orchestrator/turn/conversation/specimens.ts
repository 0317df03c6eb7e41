import { parseExample } from "#shared/contracts/annotated-example.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { ShownItem } from "#shared/contracts/shown.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";

/** Values that a domain's own examples have for what an item is: a sentence with one of these is read without fail. Pure. */
export function specimensOf(
  catalogue: Catalogue,
  { domain, entities }: ShownItem,
  count: number,
  locale: Locale,
): string[] {
  const found = new Set<string>();
  for (const { domain: of, spec } of catalogue.goals) {
    if (of !== domain) continue;
    for (const example of inLocale(spec.hints.examples ?? {}, locale) ?? [])
      for (const { name, value } of parseExample(example).entities)
        if (Object.hasOwn(entities, name) && /^\p{L}{3,}$/u.test(value)) found.add(value);
    if (found.size >= count) break;
  }
  return [...found].slice(0, count);
}
