import type { Locale } from "#shared/contracts/names.ts";
import { sentencesIn } from "#shared/messages/sentences.ts";

/** What is said around a request, and decides whether, when and for whom it is carried out. */
export const modifiers = [
  "polarity",
  "mood",
  "condition",
  "time",
  "recurrence",
  "addressee",
  "exception",
  "withdrawal",
] as const;
export type Modifier = (typeof modifiers)[number];

/**
 * Which requests a form may be put around, so that no one can read the result as a request:
 * imperative      begins with its verb, in the imperative: "salva ...", "save ..."
 * third_person    and that imperative is also the third person: "salva", not "salve"
 * infinitive      can be said with an infinitive
 * bare            imperative, and closed
 * any             every request
 * statement       no question; the form speaks of the request itself, so that no free text takes it in
 * closed          no question, and its end is no free text that the form's words could belong to
 * sends...        and it leaves the house with a text: the form names who gets it
 * follow_up...    a read and what is to follow it; `act`: the follow-up begins with its verb
 */
const fits = [
  ...(["imperative", "third_person", "infinitive", "bare", "any", "statement", "closed"] as const),
  ...(["sends", "sends_statement", "sends_closed"] as const),
  ...(["follow_up", "act_follow_up", "sends_follow_up"] as const),
] as const;
export type Fit = (typeof fits)[number];

/** A sentence with `{request}` in it, or with `{read}` and `{follow_up}`; what it turns round, and what it may be put around. */
export type Form = { modifier: Modifier; fit: Fit; form: string };

/** How requests are turned round in a language, in the file's order: nothing may be changed by any of them. */
export const formsIn = (locale: Locale): Form[] =>
  [...sentences(locale)].flatMap(([names, forms]) => {
    const [modifier, fit] = [
      modifiers.find((each) => names.startsWith(`${each}.`)),
      fits.find((each) => names.endsWith(`.${each}`)),
    ];
    return modifier === undefined || fit === undefined
      ? []
      : forms.map((form) => ({ modifier, fit, form }));
  });

/**
 * What people write down or tell, with the words of modifiers inside it: whole sentences about nothing in particular,
 * with neither a time nor a person at their edges. `plain` has none of those words.
 */
export const payloadsOf = (locale: Locale, kind: "plain" | "modified"): readonly string[] =>
  sentences(locale).get(`payloads.${kind}`) ?? [];

const read = new Map<Locale, ReadonlyMap<string, readonly string[]>>();
function sentences(locale: Locale): ReadonlyMap<string, readonly string[]> {
  const found = read.get(locale) ?? sentencesIn(locale, "safety-net");
  read.set(locale, found);
  return found;
}
