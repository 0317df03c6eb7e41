import { isStated } from "../language/modifiers/languages.ts";
import { isCommonWord, isFunctionWord, isParticle } from "../language/words/common-words.ts";
import { LEADERS } from "../language/words/connectives.ts";
import { actionOf } from "../language/words/deeds.ts";
import type { GoalModel } from "./goal-model.ts";
import type { TemplateReading } from "./template-tier.ts";
import { isWrittenAsName, type Vocabulary } from "./vocabulary.ts";

/**
 * How much a template that fits says.
 * certain   its slots hold known values, or it has none
 * likely    free words stand in a place that is its own: "preço da ..."
 * known     almost anything would fit, and what stands there are names that examples know: "abre a porta azul"
 * named     almost anything would fit, and what stands there is written as a name: "abre a Porta Azul"; or it is
 *           quoted, or follows a word that announces it; or much is said around it, and it is only read
 * loose     almost anything would fit: "abre ..."
 * doubtful  free words stand where the author wrote down which values there are, or where names stand, and
 *           no example knows them: "abre o chamado"; or they end in a word that leads up to a value: "a TV para"
 */
export type TemplateCertainty = "certain" | "likely" | "known" | "named" | "loose" | "doubtful";

const LONGEST_NAME = 4;
/** So many words of a template lead to no other goal, whatever stands between them. */
const ENOUGH_SAID = 5;

export function certaintyOf(
  { goal, captures, said, words }: TemplateReading,
  text: string,
  vocabulary: Vocabulary,
  changes: (goal: GoalModel) => boolean,
): TemplateCertainty {
  const parts = captures.flatMap(({ span }) => span.parts);
  if (parts.some(({ by }) => by === "stranger")) return "doubtful";
  const free = parts.filter(({ by }) => by === "free");
  if (free.length === 0 && !parts.some(({ by }) => by === "open")) return "certain";
  const word = (at: number) => words[at]?.word ?? "";
  if (free.some(({ to }) => leadsOn(word(to - 1)))) return "doubtful";
  const isItsOwnPlace = said.some(
    (at) => !isCommonWord(word(at)) && actionOf(word(at)) === undefined,
  );
  const areNames = captures.every(({ entity, span }) =>
    span.parts.every(({ from, to, by }) => {
      if (by !== "free") return true;
      if (to - from > LONGEST_NAME) return false;
      for (let at = from; at < to; at++) {
        const isName = !isFunctionWord(word(at)) || isParticle(word(at));
        const isRequest =
          vocabulary.isFrameWord(word(at)) && !vocabulary.isValueWord(goal, entity, word(at));
        if (!isName || isRequest) return false;
      }
      return true;
    }),
  );
  if (isItsOwnPlace && areNames) return "likely";
  const everyFreeWord = (is: (at: number) => boolean) =>
    free.length > 0 &&
    free.every(({ from, to }) => {
      const names = words.slice(from, to).filter(({ word: said }) => !isFunctionWord(said));
      return names.length > 0 && names.every((name) => is(words.indexOf(name)));
    });
  if (everyFreeWord((at) => vocabulary.isKnownInNames(goal, word(at)))) return "known";
  // Where everything is written in capitals they say nothing.
  const shouts = said.every((at) => /\p{Lu}/u.test(text[words[at]?.start ?? 0] ?? ""));
  const isName = (at: number) => isWrittenAsName(text, at, words[at]?.start ?? 0);
  const isTitle = free.every(({ from }) => isName(from)) && free.length > 0;
  const isOnlySmall = free.every(({ from, to }) =>
    words.slice(from, to).every(({ word: said }) => isFunctionWord(said)),
  );
  if (!shouts && (everyFreeWord(isName) || (isTitle && isOnlySmall))) return "named";
  const isTold = (from: number, to: number) =>
    isStated(words, from) || isQuoted(text, words[from]?.start, words[to - 1]?.end);
  if (free.length > 0 && free.every(({ from, to }) => isTold(from, to))) return "named";
  const carriesText = captures.some(({ entity }) => goal.prose.has(entity));
  const isNoun = (at: number) => !isCommonWord(word(at));
  if (!carriesText && said.length >= ENOUGH_SAID && everyFreeWord(isNoun) && !changes(goal))
    return "named";
  const isStrange = (at: number) => !vocabulary.isKnownInNames(goal, word(at));
  const isStranger = vocabulary.hasNames(goal) && everyFreeWord(isStrange);
  return !carriesText && isStranger ? "doubtful" : "loose";
}

const isQuoted = (text: string, start = 0, end = 0): boolean =>
  /["\u201c\u00ab']$/u.test(text.slice(0, start)) && /^["\u201d\u00bb']/u.test(text.slice(end));

/** No name ends in it: a value was to follow. A single letter may be a name's. */
const leadsOn = (word: string): boolean => word.length > 1 && LEADERS.has(word);

/** What was taken for two free values may be one name: a lamp in a room, or the lamp of a room. */
export function cutsName({ captures, said, words }: TemplateReading): boolean {
  const free = captures.flatMap(({ span }) => span.parts.filter(({ by }) => by === "free"));
  return said.some(
    (at) =>
      isParticle(words[at]?.word ?? "") &&
      free.some(({ to }) => to === at) &&
      free.some(({ from }) => from === at + 1),
  );
}
