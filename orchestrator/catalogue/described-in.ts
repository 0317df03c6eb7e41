import { ownValue } from "#shared/contracts/json.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale, type LocalizedText } from "#shared/contracts/names.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";

const MOST_CHARS = 500;

/**
 * What a manifest says of itself or of a part of it, for people: one line of words, so that it is neither a link nor looks
 * like another part of the answer that it stands in. undefined: it says nothing.
 */
export function describedIn(
  description: LocalizedText | undefined,
  locale: Locale,
): string | undefined {
  const text = description && inLocale(description, locale);
  return text === undefined ? undefined : oneLine(withoutLinks(text), MOST_CHARS);
}

type Capabilities = {
  capability(
    domain: string,
    name: string,
  ): { readonly spec: { readonly description?: LocalizedText | undefined } } | undefined;
};
/** What people call a capability: what its manifest says of it, else its name. */
export const capabilityIn = (
  { domain, capability }: { readonly domain: string; readonly capability: string },
  catalogue: Capabilities,
  locale: Locale,
): string =>
  describedIn(catalogue.capability(domain, capability)?.spec.description, locale) ??
  `${domain}.${capability}`;

type Described = Pick<EntitySchema, "description"> | undefined;

/** What a manifest says of an entity, as `describedIn`. */
export function entityIn(entity: Described, locale: Locale): string | undefined {
  const description = entity?.description;
  return typeof description === "object" ? describedIn(description, locale) : undefined;
}

/** What people call an entity: what its manifest says of it, else its name. */
export const entityLabel = (name: string, entity: Described, locale: Locale): string =>
  entityIn(entity, locale) ?? name.replace(/_text$/, "").replaceAll("_", " ");

/** More of a text tells no more of which it is. */
const MOST_VALUE_CHARS = 80;

/** Values behind a sentence, each by its label and in one line: " (Quanto: 12; Quando: amanhã)"; nothing where there are none. */
export function labelled(
  values: readonly (readonly [name: string, value: string])[],
  schemas: Readonly<Record<string, EntitySchema>>,
  locale: Locale,
): string {
  const told = values.map(
    ([name, value]) =>
      `${entityLabel(name, ownValue(schemas, name), locale)}: ${oneLine(value, MOST_VALUE_CHARS)}`,
  );
  return told.length === 0 ? "" : ` (${told.join("; ")})`;
}
