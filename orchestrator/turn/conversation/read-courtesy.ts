import type { Locale } from "#shared/contracts/names.ts";
import { deedOf } from "../../understanding/lexicons/deeds.ts";
import { type Token, tokens } from "../../understanding/text.ts";
import { endOfPhrase, smallPhrases, smallWords } from "./small-words.ts";

/** What a message is that asks for nothing. */
export type Courtesy = "thanks" | "bye" | "agreed";

const COURTESIES: Readonly<Record<Locale, Readonly<Record<Courtesy, readonly string[]>>>> = {
  "pt-BR": {
    thanks: [
      "obrigado",
      "obrigada",
      "muito obrigado",
      "muito obrigada",
      "brigado",
      "brigada",
      "valeu",
      "valeu mesmo",
      "valeu demais",
      "obrigado mesmo",
      "obrigadao",
      "brigadao",
      "muito grato",
      "vlw",
      "valeuzao",
      "valeuzinho",
      "valeuzaco",
      "agradeco",
      "grato",
      "grata",
      "era so isso",
      "era isso",
      "e so isso",
      "so isso",
      "por hoje e so",
      "agradecido",
      "agradecida",
      "muito agradecido",
      "muito agradecida",
      "muito gentil",
      "gratidao",
      "por enquanto e so",
    ],
    bye: [
      "ate mais",
      "ate mais tarde",
      "ate depois",
      "ate breve",
      "ate a proxima",
      "ate ja",
      "ate segunda",
      "ate semana que vem",
      "a gente se fala",
      "nos falamos",
      "bjs",
      "bj",
      "beijos",
      "abs",
      "boa semana",
      "bom descanso",
      "ate logo",
      "ate amanha",
      "ate",
      "tchau",
      "tchau tchau",
      "falou",
      "flw",
      "fui",
      "abraco",
      "abracos",
      "boa noite",
      "bom dia",
      "boa tarde",
      "bom fim de semana",
      "beijo",
    ],
    agreed: [
      "blz",
      "beleza",
      "show",
      "show de bola",
      "fechou",
      "fechado",
      "tmj",
      "tamo junto",
      "joia",
      "legal",
      "massa",
      "otimo",
      "perfeito",
      "top",
      "maravilha",
      "bacana",
      "curti",
      "adorei",
      "sensacional",
      "excelente",
      "combinado",
      "entendi",
      "arrasou",
      "mandou bem",
      "voce e fera",
      "voce e demais",
      "muito bom",
      "boa",
      "muito bem",
      "que bom",
      "que otimo",
      "tranquilo",
      "isso ai",
      "ta bom",
      "esta bom",
      "tudo bem",
      "tudo certo",
    ],
  },
  en: {
    thanks: [
      "thanks",
      "thank you",
      "thank you so much",
      "thanks a lot",
      "thanks so much",
      "thank you very much",
      "much appreciated",
      "appreciate it",
      "many thanks",
      "cheers",
      "thx",
      "ty",
      "that's all",
      "that is all",
      "that will be all",
      "thanks a million",
      "thanks a bunch",
      "thanks a ton",
      "thanks ever so much",
      "thank you ever so much",
      "thank you kindly",
      "much obliged",
      "obliged",
      "very kind of you",
      "how very kind",
      "how kind",
      "very kind",
      "ta very much",
      "ta muchly",
      "you are a star",
      "you are a legend",
      "you are the best",
      "you are a lifesaver",
    ],
    bye: [
      "bye",
      "bye bye",
      "goodbye",
      "see you",
      "see ya",
      "see you later",
      "see you soon",
      "see you around",
      "see you tomorrow",
      "see you monday",
      "see you next week",
      "until tomorrow",
      "till tomorrow",
      "until next time",
      "talk to you later",
      "talk to you soon",
      "talk soon",
      "ttyl",
      "have a good one",
      "have a nice day",
      "have a great day",
      "later",
      "good night",
      "take care",
      "talk later",
      "cya",
    ],
    agreed: [
      "great",
      "cool",
      "perfect",
      "awesome",
      "nice",
      "got it",
      "sounds good",
      "good",
      "alright",
      "all good",
      "lovely",
      "nice one",
      "legend",
      "well done",
      "good job",
      "nice work",
      "wonderful",
      "fantastic",
      "good stuff",
      "great stuff",
      "brilliant",
      "excellent",
      "sweet",
    ],
  },
};

type Phrase = { courtesy: Courtesy; words: readonly string[] };
const KINDS = ["thanks", "bye", "agreed"] as const satisfies readonly Courtesy[];
const PHRASES: readonly Phrase[] = Object.values(COURTESIES)
  .flatMap((own) =>
    KINDS.flatMap((courtesy) =>
      own[courtesy].flatMap((phrase) => {
        const words = tokens(phrase).map(({ word }) => word);
        return [{ courtesy, words }];
      }),
    ),
  )
  .sort((a, b) => b.words.length - a.words.length);
const FILLERS = smallWords("chatter");

const MOST_WORDS = 12;
/** Signs of agreement, and no word beside them. */
const PLEASED = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|[\s!.)(:;-])+$/u;

const NODS = new Set("ta esta aham uhum ahan mhm uhuh k kk".split(" "));

/** "Tá", "mhm": heard, where no question is open that it might answer. Pure. */
export const readNod = (text: string): Courtesy | undefined => {
  const [word, more] = tokens(text, 2);
  return more === undefined && NODS.has(word?.word ?? "") ? "agreed" : undefined;
};

/**
 * A message that is courtesy and nothing else: "valeu, até mais", "👍", "fechou, tmj", "thanks, bye". Pure.
 * Shape: what it ends on; undefined for anything more. A lone "ok" is none: it may be an answer
 */
export function readCourtesy(text: string): Courtesy | undefined {
  const said = tokens(text, MOST_WORDS + 1);
  const words = said.map(({ word }) => word);
  if (words.length === 0)
    return /\p{Extended_Pictographic}/u.test(text) && PLEASED.test(text) ? "agreed" : undefined;
  if (words.length > MOST_WORDS) return undefined;
  let last: Courtesy | undefined;
  for (let at = 0; at < words.length; ) {
    const found = PHRASES.find((phrase) =>
      phrase.words.every((word, offset) => words[at + offset] === word),
    );
    if (found === undefined && !FILLERS.has(words[at] ?? "")) return undefined;
    // A goodbye behind thanks is answered as one; "show, valeu" is thanks.
    if (found !== undefined && (last === undefined || found.courtesy !== "agreed"))
      last = found.courtesy;
    at += found?.words.length ?? 1;
    if (found?.courtesy === "thanks") at = endOfReason(text, said, at);
  }
  return last;
}

/** "Valeu *pela dica do vinho*", "thanks *for sending that*": what someone is thanked for, up to a pause. */
function endOfReason(text: string, words: readonly Token[], at: number): number {
  const helped = endOfPhrase(HELP, words, at);
  if (helped !== undefined) return helped;
  if (!LEADS_TO_REASON.has(words[at]?.word ?? "") || text.includes("?")) return at;
  let end = at + 1;
  while (end < words.length && !/[,;.!?:\n]/.test(between(text, words, end))) end += 1;
  // What was done stands right behind: "thanks for *sending* it". Any other deed is asked for.
  const asks = words.slice(at + 2, end).some(({ word }) => deedOf(word) !== undefined);
  return asks || end === at + 1 ? at : end;
}

const between = (text: string, words: readonly Token[], at: number): string =>
  text.slice(words[at - 1]?.end, words[at]?.start);

const LEADS_TO_REASON = smallWords("thankedFor");
const HELP = smallPhrases("thankedHelp");
