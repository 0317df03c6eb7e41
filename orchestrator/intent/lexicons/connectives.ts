/** Words that join two requests, folded. */
export const CONNECTIVES: ReadonlySet<string> = new Set(
  "e and then depois tambem also dai".split(" "),
);

/** Small words between a connective and a follow-up: "e *me* manda", "and send *it*". */
export const FILLERS: ReadonlySet<string> = new Set(
  "me isso isto it this that please por favor para mim so ja o a resultado result".split(" "),
);

/** How a follow-up question may begin, longest first. */
export const ELLIPSIS_OPENINGS: readonly (readonly string[])[] = [
  "e quanto a",
  "e quanto ao",
  "e se for",
  "e se fosse",
  "mas e",
  "e agora",
  "e para",
  "e sobre",
  "e com",
  "o mesmo para",
  "a mesma coisa para",
  "mesma coisa para",
  "agora com",
  "agora para",
  "agora",
  "e",
  "and what about",
  "and how about",
  "what about",
  "how about",
  "and for",
  "and with",
  "and in",
  "same for",
  "the same for",
  "same thing for",
  "now for",
  "now with",
  "now",
  "and",
]
  .map((opening) => opening.split(" "))
  .sort((a, b) => b.length - a.length);
