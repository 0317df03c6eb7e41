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
export type Fit =
  | "imperative"
  | "third_person"
  | "infinitive"
  | "bare"
  | "any"
  | "statement"
  | "closed"
  | "sends"
  | "sends_statement"
  | "sends_closed"
  | "follow_up"
  | "act_follow_up"
  | "sends_follow_up";

/** Sentences with `{request}` in them, or with `{read}` and `{follow_up}`. None of them may change anything. */
export type Forms = Readonly<Record<Modifier, Partial<Readonly<Record<Fit, readonly string[]>>>>>;
