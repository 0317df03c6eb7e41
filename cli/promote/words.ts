import type { Locale } from "#shared/contracts/names.ts";

const en = {
  nothing: "Nothing to decide: no sentence settled by a model or a question is waiting.",
  unclear:
    "Not understood in the last 30 days (reject ID puts one away; the console gives it to a goal):",
  wrong: "Called wrong by its user, and how it was read:",
  noGoal: "no goal",
  wayOut:
    'accept ID takes one, reject ID deletes it; !: accept ID --as "..." says how it is to read',
  concerns: {
    secret: "seems to hold a secret",
    personal: "seems to hold something personal",
    unmarked: "the words do not show",
  },
  trying: "Trying it with every known sentence...",
  judging: (id: string) =>
    `It is being tried with every known sentence; "npx regente promote show ${id}" says what came of it.`,
  waits: "It waits to be decided on.",
  accepted: (goal: string) => `${goal} has it from now on:`,
  general: "With other values in the places of its marks, too.",
  nearMisses: 'Is none of these its own? "npx regente lint --accept" makes near misses of them:',
  rejected: "It is deleted, and will not be proposed again.",
};
const pt: typeof en = {
  nothing: "Nada à espera: toda frase que um modelo ou uma pergunta esclareceu já foi decidida.",
  unclear:
    "Não entendido nos últimos 30 dias (reject ID descarta; o console dá a frase a um objetivo):",
  wrong: "Marcado como errado por quem pediu, e como foi lido:",
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
    `Está sendo testada com todas as frases conhecidas; "npx regente promote show ${id}" diz no que deu.`,
  waits: "Está à espera de uma decisão.",
  accepted: (goal) => `${goal} já conta com ele:`,
  general: "Também com outros valores no lugar dos que estão marcados.",
  nearMisses: 'Estes não são dele? "npx regente lint --accept" os anota como pedidos parecidos:',
  rejected: "Foi apagada e não será proposta de novo.",
};

const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

export const wordsFor = (locale: Locale) => WORDS[locale];
