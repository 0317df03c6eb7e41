import { foldPhrase } from "#shared/plain-text/fold.ts";

/** Put an answer off. */
const LATER: ReadonlySet<string> = new Set(
  (
    "depois|depois eu digo|depois eu falo|depois te digo|depois eu te digo|digo depois|falo depois|mais tarde|agora nao|espera|pera|perai|" +
    "espera ai|pera ai|um momento|um minuto|um segundo|ja digo|ja te digo|ja falo|vou pensar|deixa eu pensar|ainda nao sei|" +
    "later|i will tell you later|i'll tell you later|tell you later|not now|not yet|wait|hold on|hang on|one moment|one second|one sec|" +
    "let me think|i will think about it|i'll think about it"
  ).split("|"),
);

/** True for an answer that is no text itself: it puts the answer off, or asks something. What is quoted is a text. */
export const isNoText = (text: string): boolean =>
  /\?[\s!.]*$/.test(text) || LATER.has(foldPhrase(text).replace(/,/g, ""));

/** The text in quotation marks, where there is nothing beside it. */
export const unquoted = (text: string): string =>
  /^\s*(?:"([^"]+)"|“([^“”]+)”)\s*$/
    .exec(text)
    ?.slice(1)
    .find((inside) => inside !== undefined) ?? text;

/** "Diz que já cheguei" to "O que devo enviar?": the text, without the words that only give it. Pure. */
export const withoutSaying = (text: string): string =>
  text.replace(
    /^\s*(?:(?:diz|diga|fala|fale|escreve|escreva|avisa|avise|conta|dizendo|falando)(?:\s+(?:assim|a[ií]|pra (?:ele|ela)))?\s*(?::|\s+que\s)|(?:say|tell (?:him|her|them)|write|saying)(?:\s+that\s|\s*:|\s+(?=\S+\s)))\s*/i,
    "",
  );
