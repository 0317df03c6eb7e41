/** Words that join two requests, folded. */
export const CONNECTIVES: ReadonlySet<string> = new Set(
  "e and then depois tambem also dai".split(" "),
);

/** Words for what was just spoken of, folded: what has one goes on about the same. */
export const BACKWARDS: ReadonlySet<string> = new Set(
  "it its them they isso isto disso disto nisso nisto ele ela eles elas dele dela deles delas lo los las".split(
    " ",
  ),
);

/** Words that leave nothing else, folded: "*just* what is it at", "*só* depois que ...". */
export const ONLY: ReadonlySet<string> = new Set("just only so apenas somente".split(" "));

/** Forms of being, folded: what they say of a thing is no name of it. */
export const BEING: ReadonlySet<string> = new Set(
  "e eh era foi seria esta estava is was were s 's".split(" "),
);

/** Small words between a connective and a follow-up: "e *me* manda", "and send *it*". */
export const FILLERS: ReadonlySet<string> = new Set(
  "me isso isto it this that please por favor para mim so ja o a resultado result".split(" "),
);

/** How a follow-up question may begin, longest first. */
export const ELLIPSIS_OPENINGS = longestFirst([
  "e quanto a",
  "e esse aqui tambem",
  "e essa aqui tambem",
  "esse aqui tambem",
  "essa aqui tambem",
  "e esse tambem",
  "e essa tambem",
  "e mais esse",
  "e mais essa",
  "mais esse",
  "mais essa",
  "e esse aqui",
  "e essa aqui",
  "and this one too",
  "and this one",
  "this one too",
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
]);

/** How someone puts right what they said before: another value in the place of the one that was heard. */
export const CORRECTION_OPENINGS = longestFirst([
  "quis dizer",
  "eu quis dizer",
  "queria dizer",
  "nao quis dizer",
  "nao eu quis dizer",
  "muda para",
  "mude para",
  "troca para",
  "troca por",
  "troque por",
  "prefiro",
  "eu prefiro",
  "i meant",
  "i mean",
  "no i meant",
  "no i mean",
  "sorry i meant",
  "desculpa e",
  "desculpa era",
  "desculpe e",
  "perdao e",
  "ops e",
  "ops era",
  "opa e",
  "opa era",
  "errei e",
  "errei era",
  "na verdade e",
  "na verdade era",
  "digo",
  "oops i meant",
  "oops it is",
  "sorry it is",
  "sorry it 's",
  "oops it 's",
  "my bad it is",
  "my bad it 's",
  "actually it is",
  "actually it 's",
  "change it to",
  "change that to",
  "make it",
  "make that",
  "i prefer",
  "i would rather",
]);

/** The same, of words that begin many other sentences as well. */
export const DOUBTFUL_CORRECTIONS = longestFirst([
  "nao",
  "na verdade",
  "alias",
  "no",
  "actually",
  "sorry",
  "oops",
  "whoops",
  "desculpa",
  "desculpe",
  "ops",
  "opa",
  "faz para",
  "faz de",
  "faz com",
  "mostra para",
  "do it for",
  "do that for",
  "show it for",
  "try",
  "try it for",
]);

/** Every word that takes up what was said before: "quis" is no slip of "quais". */
export const OPENING_WORDS: ReadonlySet<string> = new Set(
  [...ELLIPSIS_OPENINGS, ...CORRECTION_OPENINGS, ...DOUBTFUL_CORRECTIONS].flat(),
);

function longestFirst(phrases: readonly string[]): readonly (readonly string[])[] {
  return phrases.map((phrase) => phrase.split(" ")).sort((a, b) => b.length - a.length);
}
