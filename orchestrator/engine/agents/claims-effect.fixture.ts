import { foldPhrase } from "#shared/plain-text/fold.ts";

/** For sentences of our own, in tests: what they may not say. Words for deeds are endless; no safety rests on these. */
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

/** True for a text that says its writer has done something, or is about to. */
export function claimsEffect(text: string): boolean {
  const folded = foldPhrase(text);
  return CLAIMS.some((claim) => claim.test(folded));
}
