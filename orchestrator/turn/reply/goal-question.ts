import type { FollowupRequest, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { EntitySchema, ListSchema } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { namesInPrompt } from "#shared/contracts/prompt.ts";
import { sayIn } from "#shared/messages/say.ts";
import { type Catalogue, capabilitiesOfGoal } from "../../catalogue/catalogue.ts";
import { describedIn, labelled } from "../../catalogue/described-in.ts";
import { leftOf, type ParamWords, shownIn, valueInWords } from "../../catalogue/value-words.ts";
import { isSameText } from "../../language/conversation/naming.ts";
import { phrasesOf } from "../../language/templates/phrases.ts";
import { framesOf } from "../../planning/frames.ts";
import { sentTo } from "../../planning/recipients.ts";
import { goesTo, toWhom } from "./say.ts";

/** What was said about a goal, by entity, as people of this language say it. */
function saidOf(frame: GoalFrame, catalogue: Catalogue, locale: Locale): Map<string, string> {
  const goal = catalogue.goal(frame.primary_domain, frame.goal)?.spec;
  const schemas = goal?.entities_schema ?? {};
  const lists = catalogue.manifests.get(frame.primary_domain)?.lists ?? {};
  const said = Object.entries(frame.entities).flatMap(([name, value]) => {
    const values = [value].flat().map((each) => {
      const typed = goal && valueInWords(each, name, goal, locale);
      return typed ?? calledBy(schemas[name], lists, String(each));
    });
    return [[name, values.join(", ")] as const];
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
  const whom = to === undefined ? [] : [toWhom(to, locale)];
  const schemas = goal?.spec.entities_schema ?? {};
  // Which of its kinds a goal is asked for says its description, or nothing does.
  const values = [...saidOf(frame, catalogue, locale)].flatMap(([name, value]) =>
    schemas[name]?.type === "enum" ? [] : [value],
  );
  const said = [...values, ...whom].join(", ");
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
  return [question, ...[...names].map((name) => goesTo(name, locale))].join(" ");
}

/** A piece that is left out where no one said what it speaks of. */
const OPTIONAL = /\[([^[\]]*)\]/g;

/** A manifest's question with what was said: without the pieces that speak of what no one said. */
export function filledIn(form: string, said: ReadonlyMap<string, string>) {
  const kept = form.replace(OPTIONAL, (_, piece: string) =>
    namesInPrompt(piece).every((name) => said.has(name)) ? piece : "",
  );
  const names = namesInPrompt(kept);
  // In one pass: what was said may look like a name itself.
  const text = kept
    .split(NAMED)
    .map((piece, at) => (at % 2 === 0 ? piece : (said.get(piece) ?? "…")));
  return {
    text: text.join(""),
    used: new Set(names),
    missing: names.filter((name) => !said.has(name)),
  };
}
const NAMED = /\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/;

/**
 * Whether this goal is wanted, as its manifest asks it. What else was understood stands behind.
 * Shape: a plain question with the goal's description where the manifest has none
 */
export function questionOfGoal(frame: GoalFrame, catalogue: Catalogue, locale: Locale): string {
  const spec = catalogue.goal(frame.primary_domain, frame.goal)?.spec;
  const asked = spec?.question && inLocale(spec.question, locale);
  if (asked === undefined)
    return sayIn("replies", locale)("wanted", { goal: labelOfGoal(frame, catalogue, locale) });
  const said = saidOf(frame, catalogue, locale);
  const { text, used } = filledIn(asked, said);
  return text + labelled(leftOf(said, used), spec?.entities_schema ?? {}, locale);
}

/** A text that is longer stands in a line of its own. */
const MOST_CHARS = 80;
/** So does one that could end the question, or begin another: every kind of quotation mark, and what is not seen. */
const PLAIN = /^[^\p{Pi}\p{Pf}\p{Cc}\p{Cf}\p{Zl}\p{Zp}"?]+$/u;

/**
 * A step asked about as its goal's manifest asks for it, with the step's own parameters; what the question does not say is
 * left for lines of its own. `outside`: parameters with words that are no user's; they never stand in the question.
 * Shape:  undefined where the manifest does not ask so, or a value is missing that the question needs
 */
export function questionOfStep(
  params: JsonObject,
  words: ParamWords,
  outside: readonly string[],
): { readonly question: string; readonly left: JsonObject } | undefined {
  if (words.question === undefined) return undefined;
  const said = new Map(
    Object.keys(params).flatMap((name) => {
      const shown = outside.includes(name) ? "" : (shownIn(params, name, words) ?? "");
      return shown.length <= MOST_CHARS && PLAIN.test(shown) ? [[name, shown] as const] : [];
    }),
  );
  const { text, used, missing } = filledIn(words.question, said);
  if (missing.length > 0) return undefined;
  const left = Object.entries(params).filter(
    ([name]) => !used.has(name) && !used.has(`${name}_text`),
  );
  return { question: text, left: Object.fromEntries(left) };
}
