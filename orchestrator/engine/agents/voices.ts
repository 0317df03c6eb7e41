import type { Locale } from "#shared/contracts/names.ts";

type Voices = {
  /** A model that looked nothing up: it judges. */
  opinion: (name: string) => string;
  outside: (address: string) => string;
  user: string;
};

const voices: Record<Locale, Voices> = {
  "pt-BR": {
    opinion: (name) => `${name} (opinião de um modelo)`,
    outside: (address) => `Texto de fora (${address})`,
    user: "Como você disse",
  },
  en: {
    opinion: (name) => `${name} (opinion of a model)`,
    outside: (address) => `Text from outside (${address})`,
    user: "As you said",
  },
};

/** How people are told who stands behind what is no answer of a domain of ours. */
export const voicesOf = (locale: Locale): Voices => voices[locale];
