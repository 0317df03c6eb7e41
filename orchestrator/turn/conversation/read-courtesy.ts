import { type Locale, locales } from "#shared/contracts/names.ts";
import { deedOf } from "../../understanding/lexicons/deeds.ts";
import { isLaughter } from "../../understanding/lexicons/laughter.ts";
import { REACTIONS } from "../../understanding/lexicons/reactions.ts";
import { normalised, type Token, tokens } from "../../understanding/text.ts";
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
      "agradecemos",
      "deus te abencoe",
      "deus abencoe",
      "deus lhe abencoe",
      "deus te pague",
      "deus lhe pague",
      "voce e um amor",
      "voce e um anjo",
      "voce me salvou",
      "me salvou",
      "salvou",
      "ajudou muito",
      "ajudou demais",
      "me ajudou muito",
      "me ajudou demais",
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
      "da hora",
      "nota dez",
      "nota 10",
      "bom demais",
      "bom trabalho",
      "que maravilha",
      "que beleza",
      "que legal",
      "que bacana",
      "que alivio",
      "ficou otimo",
      "ficou bom",
      "ficou lindo",
      "ficou perfeito",
      "gostei",
      "amei",
      "curti",
      "adorei",
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
      "most obliged",
      "most grateful",
      "most kind",
      "so kind",
      "obliged",
      "ta love",
      "ta mate",
      "ta pal",
      "ta dear",
      "tks",
      "bless you",
      "god bless",
      "god bless you",
      "thanks a mill",
      "you beauty",
      "you are a gem",
      "you are an angel",
      "you are a saint",
      "you are a dear",
      "you are too kind",
      "you are very kind",
      "that will do",
      "that will do nicely",
      "that helps",
      "that helped",
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
      "got it",
      "that is the job",
      "just the job",
      "that is the one",
      "spot on",
      "love it",
      "works for me",
      "much better",
      "good man",
      "good lad",
      "top man",
      "happy days",
      "sounds good",
      "good",
      "alright",
      "all good",
      "legend",
      "well done",
      "good job",
      "good work",
      "good stuff",
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
/** The only language in which a whole message is such a phrase: "bye" is English wherever it begins a conversation. */
export function localeOfCourtesy(text: string): Locale | undefined {
  const said = tokens(text, MOST_WORDS + 1)
    .map(({ word }) => word)
    .join(" ");
  const [only, ...others] = locales.filter((locale) =>
    KINDS.some((kind) => COURTESIES[locale][kind].some((each) => normalised(each) === said)),
  );
  return others.length === 0 ? only : undefined;
}

const FILLERS = smallWords("chatter").union(REACTIONS.calls).union(REACTIONS.sounds);
/** Beside what one is pleased with: "nice *one*", "*very* nice *job*", "*that's* class". */
const BESIDE_PLEASED = smallWords("besidePleased");

const MOST_WORDS = 12;
/** Signs of agreement, and no word beside them. */
const PLEASED_SIGNS =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|[\s!.)(:;-])+$/u;

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
    return /\p{Extended_Pictographic}/u.test(text) && PLEASED_SIGNS.test(text)
      ? "agreed"
      : undefined;
  if (words.length > MOST_WORDS) return undefined;
  let last: Courtesy | undefined;
  for (let at = 0; at < words.length; ) {
    const found =
      PHRASES.find((phrase) => phrase.words.every((word, offset) => words[at + offset] === word)) ??
      pleasedAt(words, at);
    const word = words[at] ?? "";
    if (found === undefined && !FILLERS.has(word) && !isLaughter(word)) return undefined;
    // A goodbye behind thanks is answered as one; "show, valeu" is thanks.
    if (found !== undefined && (last === undefined || found.courtesy !== "agreed"))
      last = found.courtesy;
    at += found?.words.length ?? 1;
    if (found?.courtesy === "thanks") at = endOfReason(text, said, at);
  }
  return last;
}

/** "Brilliant", "that's class", "very nice job": one word that says how good it was, and small words around it. */
function pleasedAt(words: readonly string[], at: number): Phrase | undefined {
  let to = at;
  while (BESIDE_PLEASED.has(words[to] ?? "")) to += 1;
  if (!REACTIONS.pleased.has(words[to] ?? "")) return undefined;
  to += 1;
  while (BESIDE_PLEASED.has(words[to] ?? "")) to += 1;
  return { courtesy: "agreed", words: words.slice(at, to) };
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
