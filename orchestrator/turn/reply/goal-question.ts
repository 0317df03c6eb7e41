import type { FollowupRequest, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { EntitySchema, ListSchema } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { namesInPrompt } from "#shared/contracts/prompt.ts";
import { capabilitiesOfGoal } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { describedIn } from "../../catalogue/described-in.ts";
import { isSameText } from "../../language/is-same-text.ts";
import { phrasesOf } from "../../language/templates/phrases.ts";
import { framesOf } from "../../planning/frames.ts";
import { sentTo } from "../../planning/recipients.ts";
import { phrases } from "./phrases.ts";

/** What was said about a goal, by entity; an enum's exact value is for domains, not for people. */
function saidOf(frame: GoalFrame, catalogue: Catalogue): Map<string, string> {
  const schemas = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  const lists = catalogue.manifests.get(frame.primary_domain)?.lists ?? {};
  const said = Object.entries(frame.entities)
    .filter(([name]) => schemas[name]?.type !== "enum")
    .map(([name, value]) => {
      const values = [value].flat().map((each) => calledBy(schemas[name], lists, String(each)));
      return [name, values.join(", ")] as const;
    });
  return new Map(said);
}

/** What the manifest calls a value by whichever words; the words themselves where it says nothing. */
function calledBy(
  schema: EntitySchema | undefined,
  lists: Readonly<Record<string, ListSchema>>,
  said: string,
): string {
  const isSaid = (words: string) => phrasesOf(words).some((phrase) => isSameText(phrase, said));
  const { synonyms = {}, list = "" } = schema ?? {};
  const [called] = Object.entries(synonyms).find(([, words]) => words.some(isSaid)) ?? [];
  const listed = Object.hasOwn(lists, list) ? lists[list] : undefined;
  const values = listed !== undefined && "values" in listed ? listed.values : [];
  const entry = values.find((each) => typeof each !== "string" && isSaid(each.in));
  return called ?? (typeof entry === "object" ? String(entry.out) : said);
}

/** A goal among others to choose from, with what was said about it. */
export function labelOfGoal(frame: GoalFrame, catalogue: Catalogue, locale: Locale): string {
  const goal = catalogue.goal(frame.primary_domain, frame.goal);
  const described = describedIn(goal?.spec.description, locale) ?? frame.goal;
  const to = sentTo(frame, capabilitiesOf(frame, catalogue), catalogue);
  const whom = to === undefined ? [] : [phrases(locale).toWhom(to)];
  const said = [...saidOf(frame, catalogue).values(), ...whom].join(", ");
  return said === "" ? described : `${described} (${said})`;
}

/** What a goal may do, whatever is still missing. */
function capabilitiesOf({ primary_domain: domain, goal }: GoalFrame, catalogue: Catalogue) {
  const found = catalogue.goal(domain, goal);
  if (found === undefined) return [];
  return capabilitiesOfGoal(found, catalogue).map(({ spec }) => ({
    domain,
    capability: spec.capability,
  }));
}

/** A question about a goal, or about what is to follow one, with to whom it would go: a sentence, or nothing. */
export function withWhom(
  question: string,
  asked: IntentOutput | GoalFrame | undefined,
  catalogue: Catalogue,
  locale: Locale,
  followups?: readonly FollowupRequest[],
): string {
  const others = followups ?? (asked !== undefined && "followups" in asked ? asked.followups : []);
  const [frame] = asked === undefined ? [] : "also" in asked ? framesOf(asked) : [asked];
  const own = frame && sentTo(frame, capabilitiesOf(frame, catalogue), catalogue);
  const following = others.map((each) => sentTo(each, [each], catalogue));
  const names = new Set([own, ...following].filter((name) => name !== undefined));
  return [question, ...[...names].map((name) => phrases(locale).goesTo(name))].join(" ");
}

/** A piece that is left out where no one said what it speaks of. */
const OPTIONAL = /\[([^[\]]*)\]/g;

/**
 * Whether this goal is wanted, as its manifest asks it: "Quer a cotação de vale?"
 * Shape: a plain question with the goal's description where the manifest has none
 */
export function questionOfGoal(frame: GoalFrame, catalogue: Catalogue, locale: Locale): string {
  const form = catalogue.goal(frame.primary_domain, frame.goal)?.spec.question;
  const asked = form && inLocale(form, locale);
  const said = saidOf(frame, catalogue);
  if (asked === undefined) return phrases(locale).wanted(labelOfGoal(frame, catalogue, locale));
  const kept = asked.replace(OPTIONAL, (_, piece: string) =>
    namesInPrompt(piece).every((name) => said.has(name)) ? piece : "",
  );
  return namesInPrompt(kept).reduce(
    (text, name) => text.replace(`{${name}}`, () => said.get(name) ?? "…"),
    kept,
  );
}
