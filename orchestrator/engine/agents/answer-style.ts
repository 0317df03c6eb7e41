import { foldPhrase } from "#shared/plain-text/fold.ts";

const EMOJI = /\p{Extended_Pictographic}/u;
/** "Quer que eu...?", "posso ajudar com mais alguma coisa", "let me know if". Folded. */
const OFFERS = [
  /\b(quer|gostaria|deseja) que eu\b/,
  /\b(posso|consigo) (te |lhe )?ajudar (com|em) mais\b/,
  /\b(se precisar|precisando) de (mais )?(algo|alguma coisa|ajuda)\b/,
  /\b(would you like|do you want|shall i|should i)( me)? to\b/,
  /\blet me know if\b/,
  /\b(can|may) i help (you )?with anything else\b/,
];

/** What is wrong with an answer's manner; undefined: nothing. An agent whose instructions speak of emojis may use them. */
export function styleFault(message: string, instructions: string): string | undefined {
  if (EMOJI.test(message) && !/emoji/i.test(instructions)) return "no emojis";
  const folded = foldPhrase(message);
  return OFFERS.some((offer) => offer.test(folded))
    ? "no offers: say what is, and stop"
    : undefined;
}
