import { foldPhrase } from "#shared/plain-text/fold.ts";

/** What only somebody who acts could say of themselves. Folded, as whole words. */
const CLAIMS = [
  // Portuguese: "enviei", "foi enviado", "acabei de salvar", "vou enviar".
  /\b(enviei|mandei|salvei|gravei|guardei|anotei|apaguei|deletei|exclui|removi|cancelei|agendei|reservei|comprei|paguei|transferi|publiquei|avisei|notifiquei|atualizei|alterei|marquei)\b/,
  /\b(foi|foram|esta|estao|ja) (enviad|mandad|salv|gravad|apagad|deletad|excluid|removid|cancelad|agendad|reservad|comprad|pag|transferid|publicad)(o|a|os|as)\b/,
  /\b(acabei de|vou|irei) (enviar|mandar|salvar|gravar|guardar|apagar|deletar|excluir|remover|cancelar|agendar|reservar|comprar|pagar|transferir|publicar|avisar|notificar)\b/,
  // English: "I've sent", "has been saved", "I will book".
  /\b(i|we)( have|'ve| ve| just|'ll| ll| will| am going to)* (just )?(sent|saved|stored|noted|deleted|removed|cancell?ed|scheduled|booked|reserved|bought|purchased|paid|transferred|posted|published|emailed|notified|updated)\b/,
  /\b(i|we)('ll| ll| will| am going to) (send|save|delete|remove|cancel|schedule|book|reserve|buy|pay|transfer|post|publish|email|notify|remind)\b/,
  /\b(has|have) been (sent|saved|stored|deleted|removed|cancell?ed|scheduled|booked|reserved|purchased|paid|transferred|posted|published)\b/,
];

/** Of these, what leaves the house. */
const DELIVERIES = [
  /\b(enviei|mandei|publiquei|avisei|notifiquei|transferi|paguei|comprei)\b/,
  /\b(i|we)( have|'ve| ve| just)* (just )?(sent|posted|published|emailed|notified|transferred|paid|bought|purchased)\b/,
];

/** True for a text that says its writer has sent, published or paid something. */
export const claimsDelivery = (text: string): boolean =>
  DELIVERIES.some((delivery) => delivery.test(foldPhrase(text)));

/** True for a text that says its writer has done something, or is about to. */
export function claimsEffect(text: string): boolean {
  const folded = foldPhrase(text);
  return CLAIMS.some((claim) => claim.test(folded));
}
