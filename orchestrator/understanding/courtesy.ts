import { REQUEST_OPENINGS } from "./lexicons/request-openings.ts";
import { type Token, tokens } from "./text.ts";

/** Courtesy and openings that a sentence may begin with, folded; longest first when matched. */
const OPENINGS = phrases(`
oi|oi tudo bem|oi tudo bom|ola|ola tudo bem|ola tudo bom|bom dia|boa tarde|boa noite|e ai|opa|eai|fala ai|alo|ei|entao|bem|bom|olha|escuta|ae|por favor|por gentileza|
uai|uai so|oxe|oxente|bah|tche|vixe|eita|o meu fi|o meu filho|meu fi|meu amor|meu bem|meu anjo|meu querido|minha querida|prezado|prezada|prezados|prezadas|caro|cara|caros|solicito a gentileza de|solicito|venho solicitar|venho por meio desta solicitar|
com licenca|obrigado|obrigada|beleza|tudo bem|tudo bom|amigo|amiga|cara|mano|gente|
amor|mozao|aff|putz|puts|vish|xi|guri|guria|mas bah|bah tche|oi gente|por falar nisso|falando nisso|a proposito|
oh no|oh dear|oh man|oh crap|howdy|well howdy|hiya|heya|aight|alrighty|righto|oh hey|by the way|speaking of which|speaking of that|please o|hello dear|
kindly|please kindly|kindly please|dear|dear assistant|dear sir|dear team|dear all|to whom it may concern|hi|hi there|hello|hello there|hey|hey there|good morning|good afternoon|good evening|ok|okay|so|well|please|excuse me|yo|alright|right|um|uh|hmm|thanks|thank you`);
/** What may stand at the end. */
const CLOSINGS = phrases(`
por favor|por gentileza|obrigado|obrigada|muito obrigado|muito obrigada|desde ja obrigado|desde ja agradeco|valeu|viu|ok|beleza|ta|esta bem|esta bom|ta bom|ta bem|ai|se puder|se possivel|
pra mim rapidao|rapidao|parca|atenciosamente|att|cordialmente|grato|grata|abracos|um abraco|
hein|hem|em vez disso|no lugar disso|entao|brigado|brigada|brigadao|obg|vlw|quando puder|para mim|tambem|rapidinho|tudo bem|tchau|amigo|cara|mano|abraco|
tlg|ta ligado|esta ligado|deus abencoe|deus te abencoe|fica com deus|cheerio|toodle pip|god bless|god bless you|bless you|
would ya|will ya|regards|best regards|kind regards|sincerely|
x|xx|xxx|xo|please|instead|though|tho|thanks|thank you|thank you very much|thanks a lot|many thanks|cheers|ok|okay|if you can|if possible|when you can|for me|too|as well|would you|will you|mate|buddy|asap`);

function phrases(lines: string): readonly (readonly string[])[] {
  return lines
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "")
    .map((phrase) => phrase.split(" "))
    .sort((a, b) => b.length - a.length);
}

const firstWord = (phrase: readonly string[]): string => phrase[0] ?? "";
const lastWord = (phrase: readonly string[]): string => phrase.at(-1) ?? "";
const OPENINGS_BY_FIRST = Map.groupBy(OPENINGS, firstWord);
const CLOSINGS_BY_LAST = Map.groupBy(CLOSINGS, lastWord);
const ALL_BY_FIRST = Map.groupBy([...OPENINGS, ...CLOSINGS], firstWord);

const REQUESTS_BY_FIRST = Map.groupBy(
  REQUEST_OPENINGS.map((phrase) => tokens(phrase).map(({ word }) => word)).sort(
    (a, b) => b.length - a.length,
  ),
  firstWord,
);

/** True for a word that some courteous opening begins with. */
export const beginsCourtesy = (word: string): boolean => OPENINGS_BY_FIRST.has(word);

/** The part of a sentence between its courtesies: the words from `from` up to, not including, `to`. */
export function withoutCourtesy(words: readonly Token[]): { from: number; to: number } {
  let from = 0;
  let to = words.length;
  for (;;) {
    const opening = OPENINGS_BY_FIRST.get(words[from]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && startsWith(words, from, phrase),
    );
    if (opening === undefined) break;
    from += opening.length;
  }
  to = withoutSignature(words, from);
  for (;;) {
    const closing = CLOSINGS_BY_LAST.get(words[to - 1]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && startsWith(words, to - phrase.length, phrase),
    );
    if (closing === undefined) break;
    to -= closing.length;
  }
  return { from, to };
}

/** "..., *atenciosamente, Márcia Lima*": a letter ends with a name. */
function withoutSignature(words: readonly Token[], from: number): number {
  const { length } = words;
  const at = [length - 1, length - 2, length - 3].find((place) =>
    SIGNING.has(words[place]?.word ?? ""),
  );
  return at === undefined || at <= from ? length : at;
}

const SIGNING: ReadonlySet<string> = new Set(
  "atenciosamente att atte cordialmente sincerely regards".split(" "),
);

/**
 * The same part of a sentence without how it begins to ask, if there is anything of that: "você pode me mostrar ...".
 * Something always stays.
 */
export function withoutOpening(words: readonly Token[]): { from: number; to: number } {
  let { from, to } = withoutCourtesy(words);
  for (;;) {
    const opening = REQUESTS_BY_FIRST.get(words[from]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && startsWith(words, from, phrase),
    );
    if (opening === undefined) return { from, to };
    const inner = withoutCourtesy(words.slice(from + opening.length, to));
    to = from + opening.length + inner.to;
    from += opening.length + inner.from;
  }
}

/** True for a sentence that is courtesy and nothing else: "oi, bom dia!" */
export function isOnlyCourtesy(words: readonly Token[]): boolean {
  let at = 0;
  while (at < words.length) {
    const begun = ALL_BY_FIRST.get(words[at]?.word ?? "");
    const phrase = begun?.find((each) => startsWith(words, at, each));
    if (phrase === undefined) return false;
    at += phrase.length;
  }
  return true;
}

const startsWith = (words: readonly Token[], at: number, phrase: readonly string[]): boolean =>
  phrase.every((word, offset) => words[at + offset]?.word === word);
