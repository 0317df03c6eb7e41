import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import type { Token } from "../text.ts";
import { endOfAny } from "./languages.ts";
import type { Group } from "./phrase-table.ts";
import type { Scene } from "./scene.ts";
import type { Told } from "./tells-at.ts";

/** "*tudo na paz?*", "tá friozinho, *né?*", "*can you believe it?*": a question to which no one waits for an answer. */
export const isIdle = ({ own, end, scene: { edges } }: Told): boolean =>
  end === "?" &&
  (endsIn(own, "tags") ||
    IDLE.some((phrase) => phrase.every((word, at) => own[edges.from + at]?.word === word)));

const endsIn = (words: readonly Token[], group: Group): boolean =>
  words.some((_, at) => at > 0 && endOfAny(group, words, at) === words.length);

const IDLE: readonly (readonly string[])[] =
  "tudo|como vai|como vao|como esta|como estao|como e que vai|quem diria|acredita|how are|how is|how have you|can you believe|who knew|you all right|you alright|you ok|you good|all good|all well"
    .split("|")
    .map((phrase) => phrase.split(" "));

/** "*que calor da bexiga*", "*what a morning*", "porra *que série boa*", "*how nice to hear it*" */
export function isExclamation(words: readonly Token[]): boolean {
  const first = words.findIndex(({ word }) => !INTERJECTIONS.has(word));
  const [head, next] = words.slice(Math.max(0, first)).map(({ word }) => word);
  if (next === undefined || endOfAny("times", words, first + 1) !== undefined) return false;
  if (head === "what") return next === "a" || next === "an";
  return (head === "que" || head === "how") && !isFunctionWord(next) && deedOf(next) === undefined;
}

const INTERJECTIONS: ReadonlySet<string> = new Set(
  "olha look ai ah oh eita nossa caramba caraca porra puxa poxa putz rapaz gente cara mano meu deus mas my god gosh wow man".split(
    " ",
  ),
);

/**
 * "abre o contrato *enquanto faço o café*", "*while I find my glasses*": what oneself does at the same time. Where one is, or what one does
 * not do, may say when.
 */
export function isBesideOwnDeed(
  words: readonly Token[],
  { locale }: Pick<Scene, "locale">,
): boolean {
  if (!WHILE.has(words[0]?.word ?? "")) return false;
  const [, first, second] = words.map(({ word }) => word);
  const isNamed = first === "eu" || first === "i" || first === "we";
  const verb = (isNamed ? second : first) ?? "";
  return words.length > 2 && !isFunctionWord(verb) && OWN_DEED[locale](verb, isNamed);
}

const WHILE: ReadonlySet<string> = new Set("enquanto while whilst".split(" "));
const OWN_DEED: Readonly<Record<Locale, (verb: string, isNamed: boolean) => boolean>> = {
  "pt-BR": (verb) => /.{2}o$/.test(verb),
  en: (_, isNamed) => isNamed,
};

/** "*Quiet one tonight, nobody about.* ...": a sentence without a verb that names something, and leads to nothing. */
export function isFragment({ own, side, end, scene }: Told): boolean {
  const [first] = own;
  if (side !== "before" || end === undefined || end === "?" || first === undefined) return false;
  if (leadsOn(first.word) || endOfAny("recipient_prepositions", own, 0) !== undefined) return false;
  const content = own.filter(({ word }) => !isFunctionWord(word));
  const isOfGroup = own.some((_, at) => endOfAny("groups", own, at) !== undefined);
  return (
    content.length > 1 &&
    !isOfGroup &&
    endOfAny("times", own, 0) === undefined &&
    !endsIn(scene.words.slice(0, own.length), "retractions")
  );
}

const leadsOn = (word: string): boolean => LEADS.has(word) || /(?:mente|.{3}ly)$/.test(word);
const LEADS: ReadonlySet<string> = new Set(
  "de do da dos das no na nos nas em com sem para por pelo pela sobre ate desde entre como se to for from on in at by with without about of as like until since only just so somente apenas not never hardly half meio quase".split(
    " ",
  ),
);
