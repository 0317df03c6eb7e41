import type { Locale } from "#shared/contracts/names.ts";
import type { RunStatus, StepStatus } from "#shared/contracts/run.ts";
import { locale } from "./settings.ts";

/** The columns of each row of words: who adds a language is told which rows have no text in it. */
const LOCALES = ["pt-BR", "en"] as const satisfies readonly Locale[];
type Row = { readonly [Column in keyof typeof LOCALES]: unknown };
type Rows = { readonly [name: string]: Row | Rows };
/** Rows as they read in one language. */
type Read<T> = { readonly [K in keyof T]: T[K] extends Row ? T[K][number] : Read<T[K]> };

const isRow = (row: Row | Rows): row is Row => Array.isArray(row);
const columnOf = (rows: Rows, column: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      isRow(row) ? row[column] : columnOf(row, column),
    ]),
  );

/** Gives what the rows say in the language that is chosen. */
export function wordsIn<const T extends Rows>(rows: T): () => Read<T> {
  const columns = LOCALES.map((each, column) => [each, columnOf(rows, column)] as const);
  const read = Object.fromEntries(columns) as Record<Locale, Read<T>>;
  return () => read[locale.value];
}

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
  screens: {
    conversation: ["Conversa", "Conversation"],
    questions: ["Perguntas", "Questions"],
    schedules: ["Agendados", "Standing"],
    runs: ["Execuções", "Runs"],
    domains: ["Domínios", "Domains"],
    usage: ["Uso", "Usage"],
    audit: ["Auditoria", "Audit"],
    explain: ["Explicar", "Explain"],
    diff: ["Mudança de rotas", "Routing change"],
    lab: ["Entendimento", "Understanding"],
  },
  groups: {
    talk: ["Conversar", "Talk"],
    operate: ["Operar", "Operate"],
    understand: ["Entender", "Understand"],
  },
  skip: ["Ir para o conteúdo", "Skip to content"],
  menu: ["Menu", "Menu"],
  live: ["ao vivo", "live"],
  connecting: ["conectando", "connecting"],
  cut: ["sem conexão, tentando de novo", "connection lost, trying again"],
  language: ["Idioma", "Language"],
  theme: ["Tema", "Theme"],
  themes: { auto: ["do sistema", "system"], light: ["claro", "light"], dark: ["escuro", "dark"] },
  statuses: {
    pending: ["não começou", "not started"],
    running: ["em andamento", "running"],
    waiting: ["espera resposta", "waits for an answer"],
    success: ["concluído", "done"],
    partial: ["em parte", "done in part"],
    failure: ["falhou", "failed"],
    skipped: ["pulado", "skipped"],
    unknown: ["desfecho desconhecido", "outcome unknown"],
    cancelled: ["cancelado", "cancelled"],
    clarification: ["perguntou", "asked"],
  },
  effects: {
    read: ["só lê", "reads"],
    write: ["grava", "writes"],
    external: ["age fora", "acts outside"],
    destructive: ["apaga", "deletes"],
  },
  tiers: {
    control: ["palavra de controle", "control word"],
    pending: ["resposta a uma pergunta", "answer to a question"],
    template: ["molde de frase", "sentence template"],
    classifier: ["exemplos", "examples"],
    elliptical: ["assunto anterior", "what was said before"],
    model: ["modelo de linguagem", "language model"],
    given: ["chamada pronta de um programa", "ready-made call of a program"],
    none: ["ninguém", "no one"],
  },
  loading: ["Carregando…", "Loading…"],
  away: [
    "O servidor não responde. Esta tela volta sozinha quando ele voltar.",
    "The server does not answer. This screen comes back by itself when it does.",
  ],
  forbidden: ["A chave em uso não dá acesso a isto.", "The key in use does not open this."],
  failed: ["Não deu certo.", "That did not work."],
  nothing: ["Nada por aqui ainda.", "Nothing here yet."],
  unknownPlace: ["Não há nada neste endereço.", "There is nothing at this address."],
  more: ["Mostrar mais", "Show more"],
  less: ["Mostrar menos", "Show less"],
  close: ["Fechar", "Close"],
  cancel: ["Cancelar", "Cancel"],
  copy: ["Copiar", "Copy"],
  copied: ["Copiado", "Copied"],
  notCopied: ["O navegador não deixou copiar", "The browser did not allow copying"],
  download: ["Baixar", "Download"],
  openOutside: ["abre em outra aba", "opens in another tab"],
  keyTitle: ["Chave de acesso", "Access key"],
  keyAbout: [
    "Este servidor quer saber quem chama. A chave fica só nesta aba e some quando ela fecha.",
    "This server wants to know who calls. The key stays in this tab and is gone when it closes.",
  ],
  keyLabel: ["Chave de API ou token", "API key or token"],
  keyUse: ["Usar chave", "Use key"],
  keyForget: ["Esquecer chave", "Forget key"],
  keyWrong: ["O servidor não aceitou a chave.", "The server did not take the key."],
  keys: ["Chave", "Key"],
  shortcuts: ["Atalhos do teclado", "Keyboard shortcuts"],
  shortcutRows: [
    [
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
    [
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
  ],
  tokens: [
    (count: number) => (count === 1 ? "1 token" : `${count.toLocaleString("pt-BR")} tokens`),
    (count: number) => (count === 1 ? "1 token" : `${count.toLocaleString("en")} tokens`),
  ],
  steps: [
    (count: number) => (count === 1 ? "1 passo" : `${count.toLocaleString("pt-BR")} passos`),
    (count: number) => (count === 1 ? "1 step" : `${count.toLocaleString("en")} steps`),
  ],
  code: ["Código", "Code"],
  options: ["Opções", "Options"],
  line: ["linha", "line"],
  wayOut: ["Saída", "Way out"],
  yes: ["sim", "yes"],
  no: ["não", "no"],
});
