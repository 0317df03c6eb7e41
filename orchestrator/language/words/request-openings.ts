import { phraseList } from "#shared/language/words.ts";

/** How a request may begin before it says what it asks for, in every language. */
export const REQUEST_OPENINGS = phraseList("courtesy.request-openings");
