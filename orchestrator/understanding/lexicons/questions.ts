/**
 * Words that a question about how things are begins with, folded. A goal that only ever hears commands is not
 * asked by one: "estão todas as luzes acesas" switches nothing on. ("Can you ..." is a command.)
 */
const OPENERS = new Set(
  "what which who whose when where why how is are was were am do does did has have had isn aren \
que qual quais quanto quanta quantos quantas quando onde cade quem como porque ha havia existe existem \
esta estao estava estavam sera serao tem teve".split(/\s+/),
);

/** Does a sentence that begins with this word ask how things are? */
export const opensQuestion = (word: string): boolean => OPENERS.has(word);
