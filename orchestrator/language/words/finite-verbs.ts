import { byLocale, wordSet } from "#shared/language/words.ts";

/** Forms that tell what is, where no ending says it. */
export const PRESENT = byLocale((locale) => wordSet("verbs.present-forms", locale));

/** Forms that tell what was, where no ending says it. */
export const PAST = byLocale((locale) => wordSet("verbs.past-forms", locale));

/** Who something is told of: a verb follows. */
export const SUBJECTS = byLocale((locale) => wordSet("words.subjects", locale));

/** Stand between such a word and its verb, or before a verb alone. */
export const BEFORE_VERBS = byLocale((locale) => wordSet("words.before-verbs", locale));

/** Words that end like a verb and are none. */
export const NO_VERBS = wordSet("verbs.no-verbs");
