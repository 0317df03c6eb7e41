import { wordMap } from "#shared/language/words.ts";
import { slice, tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import type { Clause } from "./clause.ts";
import type { FoundEntity } from "./entities/found.ts";

/** Small words for what another request has named, folded, and how its name is said in their place. */
const OF_IT = new Map(
  [...wordMap("references.of-it")].map(([word, said]) => [
    word,
    (name: string) => said.join(" ").replace("*", () => name),
  ]),
);
/** A name is hardly longer; more words are a text. */
const LONGEST_NAME = 4;

/** A request whose small words speak of what another one has named, with the name in their place. Pure. */
export function withReferent(sentence: Sentence, before: Clause, said: Sentence): Sentence {
  const { text, words } = sentence;
  const at = words.findIndex(({ word }) => OF_IT.has(word));
  const pronoun = words[at];
  if (pronoun === undefined) return sentence;
  const sayName = OF_IT.get(pronoun.word);
  const name = sayName && nameIn(before, said);
  if (name === undefined || sayName === undefined) return sentence;
  const replaced = `${text.slice(0, pronoun.start)}${sayName(name)}${text.slice(pronoun.end)}`;
  return { ...sentence, text: replaced, words: tokens(replaced) };
}

/** The one name that a request says. */
function nameIn({ goal, found, words }: Clause, { text }: Sentence): string | undefined {
  const isName = ({ entity, value, from, to }: FoundEntity) =>
    goal?.entities.get(entity)?.type === "string" &&
    !goal.prose.has(entity) &&
    typeof value === "string" &&
    to - from <= LONGEST_NAME;
  const names = found.filter(isName);
  const [only, other] = names.filter(({ by }) => by === "known" || by === "code");
  const named = only ?? (names.length === 1 ? names[0] : undefined);
  return named === undefined || other !== undefined
    ? undefined
    : slice(text, words, named.from, named.to);
}
