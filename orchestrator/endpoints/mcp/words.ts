import type { Locale } from "#shared/contracts/names.ts";

type McpWords = { onlyThePerson: string; notOpen: string; otherCall: string; left: string };

/** What is told to clients of the Model Context Protocol beside the orchestrator's own words. */
export const mcpWords: Readonly<Record<Locale, McpWords>> = {
  "pt-BR": {
    onlyThePerson:
      "Isto espera um sim da própria pessoa, que um modelo não dá por ela: em um cliente que mostre formulários, ou em um canal dela.",
    notOpen: "Essa pergunta já não está aberta. Nada foi feito.",
    otherCall: "Esta resposta é de outra chamada. Nada foi feito.",
    left: "Deixei para lá. Nada foi feito.",
  },
  en: {
    onlyThePerson:
      "This waits for a yes of the person, which no model gives for them: in a client that shows forms, or on a channel of their own.",
    notOpen: "That question is not open any more. Nothing was done.",
    otherCall: "This answer belongs to another call. Nothing was done.",
    left: "Left alone. Nothing was done.",
  },
};
