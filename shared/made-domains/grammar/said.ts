import { z } from "zod";
import { type Locale, localizedText } from "../../contracts/names.ts";
import { type Noun, nounIn, singular } from "./nouns.ts";
import { deeds } from "./openings.ts";
import type { Subject } from "./subject-of.ts";

/** What the templates of a goal are made from: short enough to read, and to correct by hand. Alternatives have a | between. */
export const said = z.strictObject({
  does: z.enum(deeds).describe("How requests begin: those that read, add, remove, ..."),
  ways: localizedText.optional().describe("The verbs, where they are others than those."),
  looks: z
    .boolean()
    .optional()
    .describe("Who names the thing alone means this as well; as reads do."),
  thing: localizedText.describe("One of it: client, customer."),
  things: localizedText.describe("Several of it, in the same order."),
  carrier: localizedText.optional().describe("What carries a message: telegram."),
  number: z
    .enum(["any", "one", "many", "many_or_one"])
    .default("any")
    .describe("Whether people ask for one of it or for several."),
});
export type Said = z.infer<typeof said>;

type About = Subject & {
  /** Nothing else of the service ends with the same word. */
  isOnlyOne: boolean;
  /** A value has to be given. */
  needsValue: boolean;
};

const both = (tell: (locale: Locale) => string) => ({ "pt-BR": tell("pt-BR"), en: tell("en") });

/** How requests for a subject are made. */
export function saidOf({ deed, verb, noun, isOnlyOne, needsValue }: About): Said {
  // "stock price" is called "price" as well, where nothing else of the service is called so.
  const called = noun.length > 1 && isOnlyOne ? [noun, noun.slice(-1)] : [noun];
  const nouns = (locale: Locale) => called.map((words) => nounIn(words, locale));
  const carrier = (locale: Locale) => nounIn(noun, locale).kind ?? "";
  return {
    does: deed,
    ...(verb !== undefined && { ways: verb.ways, ...(verb.isLook && { looks: true }) }),
    thing: both((locale) => joined(nouns(locale).map(({ one }) => one))),
    things: both((locale) => joined(nouns(locale).map(({ many }) => many))),
    ...(deed === "send" && carrier("en") !== "" && { carrier: both(carrier) }),
    number: numberOf({ deed, noun, isOnlyOne, needsValue }),
  };
}

/** Where the service has "list orders" and "get an order by its number", each is said in its own number. */
function numberOf({ deed, noun, isOnlyOne, needsValue }: Omit<About, "verb">): Said["number"] {
  if (isOnlyOne || deed !== "read") return "any";
  if (!needsValue) return "many";
  const last = noun.at(-1) ?? "";
  return singular(last) === last ? "one" : "many_or_one";
}

const joined = (texts: readonly string[]): string => texts.join(" | ");
const parted = (text: string | undefined): string[] =>
  (text ?? "").split("|").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));

/** The verbs that it names itself, in one language. */
export const ownWays = ({ ways }: Said, locale: Locale): string[] => parted(ways?.[locale]);

/** What a goal is about, in one language. Empty where it has no words for it. */
export const nounsOf = ({ thing, things }: Said, locale: Locale): Noun[] =>
  parted(thing[locale]).map((one, at) => ({ one, many: parted(things[locale])[at] ?? one }));

/** The forms of a noun that people use. */
export const formsOf = ({ number }: Said, { one, many }: Noun): string[] =>
  ({ any: [one, many], one: [one], many: [many], many_or_one: [many, one] })[number];
