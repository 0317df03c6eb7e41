import { parseExample } from "#shared/contracts/annotated-example.ts";
import { type Alternative, type IntentOutput, isAboutTheGoal } from "#shared/contracts/intent.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { needsModel } from "../../catalogue/catalogue.ts";
import { capabilityIn, describedIn } from "../../catalogue/described-in.ts";
import { mentions } from "../../language/conversation/naming.ts";
import { manifestsFor, missingScopes } from "../../planning/rights.ts";
import type { Turn } from "../turn.ts";

/**
 * The manifests with the goals that the user may pursue and that work here. Without a model, a domain of which less than
 * half works is not told of at all.
 */
export const manifestsForUser = ({ snapshot: { catalogue }, mayUse, deps }: Turn): Manifest[] =>
  manifestsFor({ catalogue, mayUse }).flatMap((manifest) => {
    const { goals, domain } = manifest;
    const works =
      deps.model === undefined
        ? goals.filter((spec) => !needsModel({ domain, spec }, catalogue))
        : goals;
    return works.length * 2 >= goals.length ? [{ ...manifest, goals: works }] : [];
  });

/** What is for whatever no goal covers is nothing to ask for by name. */
const askable = ({ goals }: Manifest) => goals.filter(({ fallback }) => fallback === undefined);

/** More than this is a list no one reads. */
const MOST_DOMAINS = 12;

/** Of a domain without a sentence in this language. */
const MOST_NAMED = 3;

/** One line of a domain: what it is about, with a sentence that asks for something of it. */
function describeDomain(manifest: Manifest, locale: Locale): string {
  // What destroys is nothing to try first.
  const harmless = askable(manifest).filter(({ capability }) =>
    manifest.capabilities.some(
      (each) => each.capability === capability && each.effect !== "destructive",
    ),
  );
  const examples = [...harmless, ...askable(manifest)].flatMap(({ hints }) =>
    (inLocale(hints.examples ?? {}, locale) ?? []).slice(0, 1),
  );
  const [example] = examples.map((each) => `“${parseExample(each).text}”`);
  const goals = askable(manifest)
    .slice(0, MOST_NAMED)
    .map(({ description }) => describedIn(description, locale));
  return `- ${describedIn(manifest.description, locale)}: ${example ?? goals.join(", ")}`;
}

/** So many domains, and what helps beside them, are what one looks at. */
const MOST_HELPED = 6;

/**
 * What works now, in ten lines: read from the manifests, with what the conversation itself can do.
 * Shape: one line for each of the first domains; how many more there are; `canWait`: requests may be for later
 */
export function helpText(
  manifests: Iterable<Manifest>,
  locale: Locale,
  { canWait = false } = {},
): string {
  const say = sayIn("replies", locale);
  const domains = [...manifests].filter((manifest) => askable(manifest).length > 0);
  if (domains.length === 0) return say("nothing_yet");
  const more = domains.length - MOST_HELPED;
  return [
    say("help_intro"),
    ...domains.slice(0, MOST_HELPED).map((each) => describeDomain(each, locale)),
    ...(more > 0 ? [say("help_more", { count: more })] : []),
    ...(canWait ? [say("help_later")] : []),
    say("help_outro"),
  ].join("\n");
}

/** The answer of a manifest that knows such a wish and cannot grant it; undefined: none does. */
export function wishNotYet(
  text: string,
  manifests: Iterable<Manifest>,
  locale: Locale,
): string | undefined {
  for (const { not_yet = [] } of manifests)
    for (const { words, answer } of not_yet) {
      const known = Object.values(words).flatMap((each) => each ?? []);
      if (known.some((each) => mentions(text, each))) return inLocale(answer, locale);
    }
  return undefined;
}

/** A message this likely to be for a goal, and this much like one of its examples, may only be worded otherwise. */
const MAY_MEAN = { share: 0.6, likeness: 0.35 };

/** An example of the goal that a message is most like; undefined: it is not like it, or something speaks against it. */
export function exampleMeant(
  { domain, goal }: Alternative,
  manifests: readonly Manifest[],
  { evidence, doubts = [] }: IntentOutput,
  locale: Locale,
): string | undefined {
  const weighed = (kind: string) => evidence.find((each) => each.kind === kind);
  const nearest = weighed("nearest_example");
  const isLike =
    (weighed("goal")?.weight ?? 0) >= MAY_MEAN.share &&
    (nearest?.weight ?? 0) >= MAY_MEAN.likeness &&
    doubts.every((each) => isAboutTheGoal(each) && each.reason !== "strange");
  const spec = manifests
    .find((each) => each.domain === domain)
    ?.goals.find((each) => each.goal === goal);
  if (!isLike || spec?.fallback !== undefined) return undefined;
  const examples = (inLocale(spec?.hints.examples ?? {}, locale) ?? []).map(
    (each) => parseExample(each).text,
  );
  return examples.find((each) => each === nearest?.detail) ?? examples[0];
}

/** A polite no that says what would work: the `example` that was perhaps meant, else one line for each domain. */
export function refusalText(
  manifests: Iterable<Manifest>,
  locale: Locale,
  { isShort = false, example }: { isShort?: boolean; example?: string | undefined } = {},
): string {
  const say = sayIn("replies", locale);
  const domains = [...manifests].filter((manifest) => askable(manifest).length > 0);
  if (domains.length === 0) return say("nothing_yet");
  if (example !== undefined) return `${say("say_like", { example })} ${say("more_help")}`;
  // In the middle of a conversation a list of all abilities is in the way.
  if (isShort) return `${say("not_understood")} ${say("more_help")}`;
  const lines = domains
    .slice(0, MOST_DOMAINS)
    .map(({ description }) => `- ${describedIn(description, locale)}`);
  return [`${say("not_understood")} ${say("can_do")}`, ...lines, say("more_help")].join("\n");
}

/** What the user may not do, in words, and the scopes that would let them. */
export function forbiddenText(
  { snapshot: { catalogue }, locale, lacks }: Pick<Turn, "snapshot" | "locale" | "lacks">,
  capabilities: readonly { domain: string; capability: string }[],
): { answer: string; scopes: string[] } {
  const what = new Set(capabilities.map((each) => capabilityIn(each, catalogue, locale)));
  const scopes = missingScopes(capabilities, catalogue, lacks);
  const named = scopes.length === 0 ? "" : ` (${scopes.join(", ")})`;
  const say = sayIn("replies", locale);
  return { answer: say("forbidden", { what: [...what].join("; "), scopes: named }), scopes };
}
