import type { Locale } from "#shared/contracts/names.ts";

/**
 * What else people ask to be done with most things, by kind of action (actions.ts), as they say it. Where a goal does
 * one of these with something, the others are asked for as well.
 */
export const SIBLING_ACTIONS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  "pt-BR": {
    remove: "apaga",
    cancel: "cancela",
    create: "cria",
    change: "altera",
    buy: "compra",
    sell: "vende",
  },
  en: {
    remove: "delete",
    cancel: "cancel",
    create: "create",
    change: "change",
    buy: "buy",
    sell: "sell",
  },
};

/** Words that a thing is named with: "as notas", "my notes". */
const DETERMINERS = new Set(
  "o a os as um uma uns umas meu minha meus minhas esse essa aquele aquela the my a an this that these those".split(
    " ",
  ),
);

/** Does a thing's name follow this word? */
export const isDeterminer = (word: string): boolean => DETERMINERS.has(word);
