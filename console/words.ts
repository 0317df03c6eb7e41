import type { Tier } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { RunStatus, StepStatus } from "#shared/contracts/run.ts";
import { locale } from "./settings.ts";

/** Gives the table of the language that is chosen. */
export const wordsIn =
  <T>(tables: Record<Locale, T>) =>
  (): T =>
    tables[locale.value];

/** Every status that a step, a run or an answer can have. */
export type Status = StepStatus | RunStatus | "clarification";

export type ScreenName =
  | "conversation"
  | "questions"
  | "schedules"
  | "runs"
  | "domains"
  | "usage"
  | "audit"
  | "explain"
  | "diff"
  | "lab";

export const common = wordsIn({
  "pt-BR": {
    screens: {
      conversation: "Conversa",
      questions: "Perguntas",
      schedules: "Agendados",
      runs: "Execuções",
      domains: "Domínios",
      usage: "Uso",
      audit: "Auditoria",
      explain: "Explicar",
      diff: "Mudança de rotas",
      lab: "Entendimento",
    },
    groups: { talk: "Conversar", operate: "Operar", understand: "Entender" },
    skip: "Ir para o conteúdo",
    menu: "Menu",
    live: "ao vivo",
    connecting: "conectando",
    cut: "sem conexão, tentando de novo",
    language: "Idioma",
    theme: "Tema",
    themes: { auto: "do sistema", light: "claro", dark: "escuro" },
    statuses: {
      pending: "não começou",
      running: "em andamento",
      waiting: "espera resposta",
      success: "concluído",
      partial: "em parte",
      failure: "falhou",
      skipped: "pulado",
      unknown: "desfecho desconhecido",
      cancelled: "cancelado",
      clarification: "perguntou",
    } satisfies Record<Status, string>,
    effects: {
      read: "só lê",
      write: "grava",
      external: "age fora",
      destructive: "apaga",
    },
    tiers: {
      control: "palavra de controle",
      pending: "resposta a uma pergunta",
      template: "molde de frase",
      classifier: "exemplos",
      elliptical: "assunto anterior",
      model: "modelo de linguagem",
      given: "chamada pronta de um programa",
      none: "ninguém",
    } satisfies Record<Tier, string>,
    loading: "Carregando…",
    away: "O servidor não responde. Esta tela volta sozinha quando ele voltar.",
    forbidden: "A chave em uso não dá acesso a isto.",
    failed: "Não deu certo.",
    nothing: "Nada por aqui ainda.",
    unknownPlace: "Não há nada neste endereço.",
    more: "Mostrar mais",
    less: "Mostrar menos",
    close: "Fechar",
    cancel: "Cancelar",
    copy: "Copiar",
    copied: "Copiado",
    notCopied: "O navegador não deixou copiar",
    download: "Baixar",
    openOutside: "abre em outra aba",
    keyTitle: "Chave de acesso",
    keyAbout:
      "Este servidor quer saber quem chama. A chave fica só nesta aba e some quando ela fecha.",
    keyLabel: "Chave de API ou token",
    keyUse: "Usar chave",
    keyForget: "Esquecer chave",
    keyWrong: "O servidor não aceitou a chave.",
    keys: "Chave",
    shortcuts: "Atalhos do teclado",
    shortcutRows: [
      ["/", "campo principal da tela"],
      ["g c", "conversa"],
      ["g q", "perguntas"],
      ["g s", "agendados"],
      ["g r", "execuções"],
      ["g d", "domínios"],
      ["g u", "uso"],
      ["g a", "auditoria"],
      ["g e", "explicar"],
      ["g m", "mudança de rotas"],
      ["g l", "entendimento"],
      ["?", "esta lista"],
    ],
    tokens: (count: number) =>
      count === 1 ? "1 token" : `${count.toLocaleString("pt-BR")} tokens`,
    steps: (count: number) => (count === 1 ? "1 passo" : `${count.toLocaleString("pt-BR")} passos`),
    code: "Código",
    yes: "sim",
    no: "não",
  },
  en: {
    screens: {
      conversation: "Conversation",
      questions: "Questions",
      schedules: "Standing",
      runs: "Runs",
      domains: "Domains",
      usage: "Usage",
      audit: "Audit",
      explain: "Explain",
      diff: "Routing change",
      lab: "Understanding",
    },
    groups: { talk: "Talk", operate: "Operate", understand: "Understand" },
    skip: "Skip to content",
    menu: "Menu",
    live: "live",
    connecting: "connecting",
    cut: "connection lost, trying again",
    language: "Language",
    theme: "Theme",
    themes: { auto: "system", light: "light", dark: "dark" },
    statuses: {
      pending: "not started",
      running: "running",
      waiting: "waits for an answer",
      success: "done",
      partial: "done in part",
      failure: "failed",
      skipped: "skipped",
      unknown: "outcome unknown",
      cancelled: "cancelled",
      clarification: "asked",
    } satisfies Record<Status, string>,
    effects: { read: "reads", write: "writes", external: "acts outside", destructive: "deletes" },
    tiers: {
      control: "control word",
      pending: "answer to a question",
      template: "sentence template",
      classifier: "examples",
      elliptical: "what was said before",
      model: "language model",
      given: "ready-made call of a program",
      none: "no one",
    } satisfies Record<Tier, string>,
    loading: "Loading…",
    away: "The server does not answer. This screen comes back by itself when it does.",
    forbidden: "The key in use does not open this.",
    failed: "That did not work.",
    nothing: "Nothing here yet.",
    unknownPlace: "There is nothing at this address.",
    more: "Show more",
    less: "Show less",
    close: "Close",
    cancel: "Cancel",
    copy: "Copy",
    copied: "Copied",
    notCopied: "The browser did not allow copying",
    download: "Download",
    openOutside: "opens in another tab",
    keyTitle: "Access key",
    keyAbout:
      "This server wants to know who calls. The key stays in this tab and is gone when it closes.",
    keyLabel: "API key or token",
    keyUse: "Use key",
    keyForget: "Forget key",
    keyWrong: "The server did not take the key.",
    keys: "Key",
    shortcuts: "Keyboard shortcuts",
    shortcutRows: [
      ["/", "the screen's main field"],
      ["g c", "conversation"],
      ["g q", "questions"],
      ["g s", "standing requests"],
      ["g r", "runs"],
      ["g d", "domains"],
      ["g u", "usage"],
      ["g a", "audit"],
      ["g e", "explain"],
      ["g m", "routing change"],
      ["g l", "understanding"],
      ["?", "this list"],
    ],
    tokens: (count: number) => (count === 1 ? "1 token" : `${count.toLocaleString("en")} tokens`),
    steps: (count: number) => (count === 1 ? "1 step" : `${count.toLocaleString("en")} steps`),
    code: "Code",
    yes: "yes",
    no: "no",
  },
});
