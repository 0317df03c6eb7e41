import type { Locale } from "#shared/contracts/names.ts";

type McpWords = { notOpen: string; otherCall: string; left: string };

/** What is told to clients of the Model Context Protocol beside the orchestrator's own words. */
export const mcpWords: Readonly<Record<Locale, McpWords>> = {
  "pt-BR": {
    notOpen: "Essa pergunta não está mais aberta. Nada foi feito.",
    otherCall: "Esta resposta é de outra chamada. Nada foi feito.",
    left: "Deixei para lá. Nada foi feito.",
  },
  en: {
    notOpen: "That question is no longer open. Nothing was done.",
    otherCall: "This answer belongs to another call. Nothing was done.",
    left: "Dismissed. Nothing was done.",
  },
};
