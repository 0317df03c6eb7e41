import type { TimeLexicon } from "../../orchestrator/standing/words/lexicon.ts";
import { phrasesOf } from "../../orchestrator/standing/words/phrases.ts";
import type { RequestLexicon } from "../../orchestrator/standing/words/request-lexicon.ts";
import type { Phrases } from "../../orchestrator/turn/reply/phrases.ts";

// A small Spanish: enough for a request, one that is not wanted, and one for tomorrow at nine.

export const CALENDAR = {
  months: [
    ...["enero", "febrero", "marzo", "abril", "mayo", "junio"],
    ...["julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"],
  ],
  shortMonths: [],
  weekdays: ["domingo", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado"],
  shortWeekdays: [],
  namedDays: [
    ["hoy", 0],
    ["manana", 1],
    ["ayer", -1],
  ],
  stretches: [["semana semanas", "week", 1]],
} as const;

/** What is not said in Spanish yet is said as before. */
export const timeAfter = (other: TimeLexicon): TimeLexicon => ({
  ...other,
  at: phrasesOf("a las, a la"),
  in: phrasesOf("en, dentro de"),
  hourMarks: phrasesOf("h, horas"),
  counts24: true,
  and: phrasesOf("y"),
});
export const requestsAfter = (other: RequestLexicon): RequestLexicon => ({
  ...other,
  remind: phrasesOf("recuerdame"),
  remindJoints: phrasesOf("que, de"),
  that: phrasesOf("que"),
});
export const phrasesAfter = (other: Phrases): Phrases => ({
  ...other,
  held: () => "Está bien, no lo hago.",
});
