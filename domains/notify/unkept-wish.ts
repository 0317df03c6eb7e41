import { fold } from "#shared/plain-text/fold.ts";

/** What a sentence may ask for beside sending now, to the usual chat: that is all that is done here. */
export type UnkeptWish = "condition" | "time" | "recipient";

const CONDITION =
  /\b(?:se|quando|caso|enquanto|(?:assim|logo|sempre|depois|antes|ate|(?:toda|cada) vez) q(?:ue)?|if|when|whenever|unless|as soon as|in case|(?:every|each) time|(?<!at )once)\b/;
const BEGINS_WITH_CONDITION = new RegExp(`^(?:${CONDITION.source})`);
/** After these words anything may be a message: "avisa no telegram que se chover não tem jogo". */
const ANNOUNCED =
  /(?:[:"'“‘«]|\b(?:que|q|that|dizendo|falando|avisando|informando|saying|says|say|with|texto|text|mensagem|message|recado|seguinte))$/;
const TIME =
  /\b(?:amanha|daqui a|mais tarde|hoje a noite|as \d{1,2}|(?:todo|toda|todos|todas) (?:os? |as? )?(?:dias?|semanas?|manhas?|noites?|segundas?|tercas?|quartas?|quintas?|sextas?)|na (?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|tomorrow|tonight|later|every (?:day|week|morning|night|hour)|(?:on|every|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:\d+|half|an?|one|two|five|ten) (?:minutes?|hours?|an hour)|at (?:\d{1,2}|noon|midnight))\b/;
const RECIPIENT =
  /@\w|\b(?:pro|pra|para|ao|avis[ae] [oa]s?) (?:[oa]s? |meus? |minhas? )*(?!telegram|chat\b|mim\b|me\b|bot\b|que\b|[oa]s? |meus? |minhas? )\p{L}|\bto (?:the |my )*(?!telegram|chat\b|me\b|the\b|my\b|say\b|send\b|post\b|write\b|tell\b|be\b|drop\b|put\b|share\b|publish\b|message\b|notify\b)\p{L}/u;

/**
 * The wish that sending now would not fulfil, where the words around the message say one.
 * Shape:  "avisa no telegram se a vale cair" gives "condition", "manda pro joão no telegram: oi" "recipient"
 * A message that is not in the sentence is nobody's own words, as the answer that a follow-up carries: undefined.
 */
export function unkeptWish(message: string, sentence: string): UnkeptWish | undefined {
  const text = fold(message);
  const said = fold(sentence);
  const at = said.indexOf(text);
  if (text === "" || at === -1) return undefined;
  const before = said.slice(0, at).trim();
  const around = `${before} | ${said.slice(at + text.length)}`;
  if (CONDITION.test(around)) return "condition";
  if (BEGINS_WITH_CONDITION.test(text) && !ANNOUNCED.test(before)) return "condition";
  if (TIME.test(around)) return "time";
  return RECIPIENT.test(around) ? "recipient" : undefined;
}
