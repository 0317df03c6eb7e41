import { expect, it } from "vitest";
import { readCourtesy } from "./read-courtesy.ts";

it.each([
  "valeu, até mais",
  "beleza, valeu a ajuda",
  "obrigado pela força",
  "show, obrigada por tudo",
  "valeu pela dica do vinho!",
  "great, cheers for that",
  "thanks for sending it",
  "thank you for your patience, bye",
  "brilliant ta",
  "that's grand",
  "very nice job, pal",
  "deus te abençoe viu",
  "que maravilha kkkk",
  "thats the job thanks a mill",
])("%s: courtesy, and nothing else", (text) => expect(readCourtesy(text)).toBeDefined());

it.each([
  "valeu, manda a vale",
  "obrigado por tudo, apaga a nota",
  "obrigado pela nota apaga ela",
  "thanks for that now send it",
  "valeu por quê?",
  "vale a pena?",
  "thanks for",
])("%s: more than courtesy", (text) => expect(readCourtesy(text)).toBeUndefined());
