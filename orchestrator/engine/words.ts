import type { Locale } from "#shared/contracts/names.ts";

/** The engine's own sentences: what a step came to where nothing else says it. */
export type EngineWords = {
  readonly done: string;
  readonly failedWithoutWords: (domain: string) => string;
  readonly whichOne: string;
  readonly noVersions: string;
  readonly feedback: (text: string) => string;
};

const byLocale: Readonly<Record<Locale, EngineWords>> = {
  "pt-BR": {
    done: "Feito.",
    failedWithoutWords: (domain) => `O serviço ${domain} não conseguiu e não disse por quê.`,
    whichOne: "Qual deles?",
    noVersions: "Ainda não há nenhuma versão nesta conversa.",
    feedback: (text) => `Avaliação: ${text}`,
  },
  en: {
    done: "Done.",
    failedWithoutWords: (domain) => `The service ${domain} could not do it and did not say why.`,
    whichOne: "Which one?",
    noVersions: "There is no version in this conversation yet.",
    feedback: (text) => `Feedback: ${text}`,
  },
};

export const engineWords = (locale: Locale): EngineWords => byLocale[locale];
