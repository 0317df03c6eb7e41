import type { Locale } from "#shared/contracts/names.ts";

const en = {
  nothing: "Nothing to decide: no sentence settled by a model or a question is waiting.",
  unclear:
    "Not understood in the last 30 days (reject ID dismisses one; the console assigns it to a goal):",
  wrong: "Marked wrong by its user, with its interpretation:",
  noGoal: "no goal",
  wayOut:
    'accept ID accepts one, reject ID deletes it; for !, accept ID --as "..." gives the wording',
  concerns: {
    secret: "seems to contain a secret",
    personal: "seems to contain personal data",
    unmarked: "the words do not show",
  },
  trying: "Testing it with every known sentence...",
  judging: (id: string) =>
    `It is being tested with every known sentence; "npx regente promote show ${id}" shows the result.`,
  waits: "It is waiting for a decision.",
  accepted: (goal: string) => `${goal} has it from now on:`,
  general: "Also with other values in place of the marked ones.",
  nearMisses: 'Do these not belong to it? "npx regente lint --accept" makes them near misses:',
  rejected: "It was deleted and will not be proposed again.",
};
const pt: typeof en = {
  nothing: "Nada a decidir: toda frase que um modelo ou uma pergunta esclareceu já foi decidida.",
  unclear:
    "Não entendido nos últimos 30 dias (reject ID descarta; o console atribui a frase a um objetivo):",
  wrong: "Marcado como errado por quem pediu, e como foi entendido:",
  noGoal: "nenhum objetivo",
  wayOut:
    'accept ID aceita, reject ID apaga; nos marcados com !, accept ID --as "..." diz como o exemplo deve ficar',
  concerns: {
    secret: "parece conter um segredo",
    personal: "parece conter algo pessoal",
    unmarked: "as palavras não mostram",
  },
  trying: "Testando com todas as frases conhecidas...",
  judging: (id) =>
    `Está sendo testada com todas as frases conhecidas; "npx regente promote show ${id}" mostra o resultado.`,
  waits: "Aguarda uma decisão.",
  accepted: (goal) => `${goal} já conta com ele:`,
  general: "Também com outros valores no lugar dos que estão marcados.",
  nearMisses: 'Estes não são dele? "npx regente lint --accept" os transforma em contraexemplos:',
  rejected: "Foi apagada e não será proposta de novo.",
};

const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

export const wordsFor = (locale: Locale) => WORDS[locale];
