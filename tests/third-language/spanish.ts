import type { Phrases } from "../../orchestrator/turn/reply/phrases.ts";

/** What is not said in Spanish yet is said as before. */
export const phrasesAfter = (other: Phrases): Phrases => ({
  ...other,
  held: () => "Está bien, no lo hago.",
});
