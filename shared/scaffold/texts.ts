import type { Locale } from "#shared/domain-package/index.ts";

type Texts = {
  whichOne: string;
  found: (names: readonly string[]) => string;
  notFound: (words: string) => string;
  added: (name: string) => string;
  removed: (name: string) => string;
};

/** Every sentence that people read, in their language. */
export const texts: Record<Locale, Texts> = {
  "pt-BR": {
    whichOne: "Encontrei mais de um. Qual deles?",
    found: (names) => `Encontrei: ${names.join(", ")}.`,
    notFound: (words) => `Não encontrei “${words}”.`,
    added: (name) => `Guardei ${name}.`,
    removed: (name) => `Tirei ${name}.`,
  },
  en: {
    whichOne: "I found more than one. Which one?",
    found: (names) => `I found: ${names.join(", ")}.`,
    notFound: (words) => `I did not find “${words}”.`,
    added: (name) => `I kept ${name}.`,
    removed: (name) => `I removed ${name}.`,
  },
};
