import { fold } from "#shared/plain-text/fold.ts";

const UNIT =
  "(?:dias?|pregao|pregoes|semanas?|quinzenas?|mes|meses|trimestres?|semestres?|anos?|days?|weeks?|months?|quarters?|years?)";
const COMING = new RegExp(
  `\\b(?:amanha|tomorrow|que vem|(?:proxim[oa]s?|next|coming|upcoming) (?:\\S+ )?${UNIT})\\b`,
);

/** True when a sentence speaks of days that have not come: "nos próximos 3 meses", "next week", "amanhã". */
export const speaksOfComing = (sentence: string): boolean => COMING.test(fold(sentence));
