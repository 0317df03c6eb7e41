/**
 * Text as it is compared: no case, no accents, no punctuation at the edges, single spaces.
 * Shape: "  Ações da Petrobrás! " gives "acoes da petrobras"
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/^[\s.,;:!?¿¡"'()]+|[\s.,;:!?"'()]+$/g, "");
}
