import type { Locale } from "#shared/contracts/names.ts";
import { percent, say } from "./format.ts";

/** Less than half of what two decimals can show. */
const isFlat = (value: number): boolean => Math.abs(value) < 0.005;

/** "alta de 1,23%", "down 0.40%", "estável"; `value` is in per cent. */
export function move(value: number, locale: Locale): string {
  if (isFlat(value)) return say(locale, { "pt-BR": "estável", en: "unchanged" });
  const size = percent(Math.abs(value), locale);
  return value > 0
    ? say(locale, { "pt-BR": `alta de ${size}`, en: `up ${size}` })
    : say(locale, { "pt-BR": `queda de ${size}`, en: `down ${size}` });
}

/** "subiu 1,23%", "fell 0.40%", "ficou estável" */
export function moved(value: number, locale: Locale): string {
  if (isFlat(value)) return say(locale, { "pt-BR": "ficou estável", en: "was unchanged" });
  const size = percent(Math.abs(value), locale);
  return value > 0
    ? say(locale, { "pt-BR": `subiu ${size}`, en: `rose ${size}` })
    : say(locale, { "pt-BR": `caiu ${size}`, en: `fell ${size}` });
}
