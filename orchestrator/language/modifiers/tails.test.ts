import { expect, it } from "vitest";
import { tokens } from "../text.ts";
import { readModifiers } from "./read-modifiers.ts";

const reasonIn = (text: string): string | undefined => {
  const locale = /\b(?:the|it)\b/.test(text) ? "en" : "pt-BR";
  const sentence = { text, words: tokens(text), locale, today: () => undefined } as const;
  const mark = readModifiers(sentence).find(({ isReason }) => isReason === true);
  return mark && text.slice(mark.start, mark.end);
};

it.each([
  ["joga fora o pdf do contrato, já assinei outro", "já assinei outro"],
  ["salva o filme Aquarius, minha mãe falou que é ótimo", "minha mãe falou que é ótimo"],
  ["delete the dentist note, I already went", "I already went"],
  ["open the minutes, I lost my copy", "I lost my copy"],
])("%s: why is told behind it", (text, reason) => expect(reasonIn(text)).toBe(reason));

it.each([
  ["apaga a nota do dentista, foi o que a Ana disse", "tells whose request it is"],
  ["apaga a nota do dentista, já apaguei", "tells of the very deed"],
  ["apaga a nota do dentista, minha mãe falou que é pra apagar", "asks for it again"],
  ["delete the dentist note, that's what Ana said", "tells whose request it is"],
  ["delete the dentist note, I already did it myself", "takes it back"],
  ["apaga a nota do dentista, mas só se for velha", "limits it"],
  ["anota: comprar pão, já comprei leite", "goes on with the text"],
  ["previsão para Recife, Oslo e Paris", "goes on with the list"],
])("%s: %s, and gives no reason", (text) => expect(reasonIn(text)).toBeUndefined());
