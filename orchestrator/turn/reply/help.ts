import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { describedIn } from "../../catalogue/described-in.ts";
import { phrases } from "./phrases.ts";

/** What is for whatever no goal covers is nothing to ask for by name. */
const askable = ({ goals }: Manifest) => goals.filter(({ fallback }) => fallback === undefined);

/** More than this is a list no one reads. */
const MOST_DOMAINS = 12;

/** The goals of one domain, each with a sentence that asks for it. */
function describeDomain(manifest: Manifest, locale: Locale): string {
  const goals = askable(manifest).map(({ description, hints }) => {
    const example = inLocale(hints.examples ?? {}, locale)?.[0];
    const asked = example === undefined ? "" : ` — “${parseExample(example).text}”`;
    return `- ${describedIn(description, locale)}${asked}`;
  });
  return [`**${describedIn(manifest.description, locale)}**`, ...goals].join("\n");
}

/** What the system can do, read from the manifests and nothing else; then what it could with a language model. */
export function helpText(
  manifests: Iterable<Manifest>,
  locale: Locale,
  withModel: readonly Manifest[] = [],
): string {
  const say = phrases(locale);
  const domains = [...manifests].filter((manifest) => askable(manifest).length > 0);
  if (domains.length === 0) return say.nothingYet;
  return [
    say.helpIntro,
    ...domains.map((each) => describeDomain(each, locale)),
    ...describeLacking(withModel, locale),
    say.helpOutro,
  ].join("\n\n");
}

/** What is there and does not work here, so that no one asks for it in vain. */
function describeLacking(manifests: readonly Manifest[], locale: Locale): string[] {
  const goals = manifests
    .flatMap(askable)
    .map(({ description }) => `- ${describedIn(description, locale)}`);
  return goals.length === 0 ? [] : [[phrases(locale).withModel, ...goals].join("\n")];
}

/** The answer of a manifest that knows such a wish and cannot grant it; undefined: none does. */
export function wishNotYet(
  text: string,
  manifests: Iterable<Manifest>,
  locale: Locale,
): string | undefined {
  const said = ` ${foldPhrase(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
  for (const { not_yet = [] } of manifests)
    for (const { words, answer } of not_yet) {
      const known = Object.values(words).flatMap((each) => each ?? []);
      if (known.some((each) => said.includes(` ${foldPhrase(each)} `)))
        return inLocale(answer, locale);
    }
  return undefined;
}

/** A polite no that says what would work: one line for each domain. */
export function refusalText(
  manifests: Iterable<Manifest>,
  locale: Locale,
  { isShort = false } = {},
): string {
  const say = phrases(locale);
  const domains = [...manifests].filter((manifest) => askable(manifest).length > 0);
  if (domains.length === 0) return say.nothingYet;
  // In the middle of a conversation a list of all abilities is in the way.
  if (isShort) return `${say.notUnderstood} ${say.moreHelp}`;
  const lines = domains
    .slice(0, MOST_DOMAINS)
    .map(({ description }) => `- ${describedIn(description, locale)}`);
  return [`${say.notUnderstood} ${say.canDo}`, ...lines, say.moreHelp].join("\n");
}
