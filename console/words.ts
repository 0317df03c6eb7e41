import type { Locale } from "#shared/contracts/names.ts";
import type { RunStatus, StepStatus } from "#shared/contracts/run.ts";
import { number } from "./format.ts";
import { locale } from "./settings.ts";

/** The columns of each row of words: who adds a language is told which rows have no text in it. */
const LOCALES = ["pt-BR", "en"] as const satisfies readonly Locale[];
type Row = { readonly [Column in keyof typeof LOCALES]: unknown };
type Rows = { readonly [name: string]: Row | Rows };
/** Rows as they read in one language. */
type Read<T> = { readonly [K in keyof T]: T[K] extends Row ? T[K][number] : Read<T[K]> };

const isRow = (row: Row | Rows): row is Row => Array.isArray(row);

/** What the rows say, each time in the language that is chosen when it is read. */
export function wordsIn<const T extends Rows>(rows: T): Read<T> {
  const read = Object.entries(rows).map(([name, row]) => {
    const inner = isRow(row) ? undefined : wordsIn(row);
    const get = () => (isRow(row) ? row[LOCALES.indexOf(locale.value)] : inner);
    return [name, { get, enumerable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(read)) as Read<T>;
}

/** "1 step", "2,000 steps" */
export const counted = (one: string, many: string) => (count: number) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** What is called by a code, in words; a code that has none stays as it is. */
export const nameIn = (names: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(names, code) ? (names[code] ?? code) : code;

/** Every status that a step, a run or an answer can have. */
export type Status = StepStatus | RunStatus | "clarification";

/** What more than one screen says. */
export const common = wordsIn({
  screens: {
    conversation: ["Conversa", "Conversation"],
    approvals: ["Aprovações", "Approvals"],
    schedules: ["Agendamentos", "Schedules"],
    runs: ["Execuções", "Runs"],
    domains: ["Domínios", "Domains"],
    usage: ["Uso", "Usage"],
    audit: ["Auditoria", "Audit"],
    explain: ["Explicar", "Explain"],
    diff: ["Diff de rotas", "Routing diff"],
    quality: ["Qualidade", "Quality"],
    settings: ["Configurações", "Settings"],
  },
  statuses: {
    pending: ["não começou", "not started"],
    running: ["em andamento", "running"],
    waiting: ["espera resposta", "waiting for an answer"],
    success: ["concluído", "done"],
    partial: ["em parte", "partly done"],
    failure: ["falhou", "failed"],
    skipped: ["pulado", "skipped"],
    unknown: ["desfecho desconhecido", "outcome unknown"],
    cancelled: ["cancelado", "cancelled"],
    clarification: ["perguntou", "asked"],
  },
  /** Of a schedule. */
  standing: {
    active: ["ativo", "active"],
    paused: ["pausado", "paused"],
    done: ["encerrado", "finished"],
    cancelled: ["cancelado", "cancelled"],
  },
  scheduleChanges: {
    made: ["agendado", "scheduled"],
    changed: ["mudado", "changed"],
    paused: ["pausado", "paused"],
    resumed: ["retomado", "resumed"],
    cancelled: ["cancelado", "cancelled"],
  },
  effects: {
    read: ["só lê", "reads"],
    write: ["grava", "writes"],
    external: ["efeito externo", "external effect"],
    destructive: ["apaga", "deletes"],
  },
  tiers: {
    control: ["comando interno", "built-in command"],
    pending: ["resposta a uma pergunta", "answer to a question"],
    template: ["molde de frase", "sentence template"],
    classifier: ["exemplos", "examples"],
    elliptical: ["assunto anterior", "previous topic"],
    model: ["modelo de linguagem", "language model"],
    given: ["chamada direta da API", "direct API call"],
    none: ["sem decisão", "undecided"],
  },
  /** What speaks for a decision. */
  evidence: {
    template: ["molde de frase", "sentence template"],
    nearest_example: ["exemplo mais próximo", "nearest example"],
    goal: ["objetivo", "goal"],
    entity: ["valor", "value"],
    runner_up: ["segundo colocado", "runner-up"],
    compound: ["vários pedidos", "several requests"],
    strange_action: ["ação estranha", "strange action"],
    control: ["comando interno", "built-in command"],
    pending: ["pergunta aberta", "open question"],
    answer: ["resposta", "answer"],
    shown: ["mostrado antes", "shown before"],
    last_goal: ["pedido anterior", "previous request"],
    meaning: ["sentido", "meaning"],
    model: ["modelo", "model"],
    cache: ["decisão guardada", "cached decision"],
    rights: ["permissões", "rights"],
    remark: ["observação", "remark"],
    held: ["não feito", "held back"],
    gate: ["limiar", "threshold"],
    spelling: ["grafia", "spelling"],
    followup: ["depois", "afterwards"],
    undoes_run: ["desfaz a execução", "undoes the run"],
    solved_by: ["esclarecido por", "settled by"],
  },
  loading: ["Carregando…", "Loading…"],
  away: [
    "O servidor não responde. Esta tela volta sozinha quando ele voltar.",
    "The server does not answer. This screen comes back by itself when the server does.",
  ],
  needsKey: ["É preciso uma chave de acesso.", "An access key is needed."],
  forbidden: [
    "A chave em uso não dá acesso a isto.",
    "The current key does not give access to this.",
  ],
  failed: ["Não deu certo.", "That did not work."],
  unknown: ["Página não encontrada", "Page not found"],
  unknownPlace: ["Não há nada neste endereço.", "There is nothing at this address."],
  more: ["Mostrar mais", "Show more"],
  less: ["Mostrar menos", "Show less"],
  whole: ["Mostrar tudo", "Show all"],
  lines: [counted("linha", "linhas"), counted("line", "lines")],
  close: ["Fechar", "Close"],
  copy: ["Copiar", "Copy"],
  copied: ["Copiado", "Copied"],
  notCopied: ["O navegador não deixou copiar", "The browser did not allow copying"],
  openOutside: ["abre em outra aba", "opens in another tab"],
  language: ["Idioma", "Language"],
  tokens: [counted("token", "tokens"), counted("token", "tokens")],
  steps: [counted("passo", "passos"), counted("step", "steps")],
  code: ["Código", "Code"],
  options: ["Opções", "Options"],
  line: ["linha", "line"],
  ofForm: ["forma", "form"],
  wayOut: ["Como resolver", "How to fix it"],
  /** As they are sent, and as buttons. */
  answers: [
    ["Sim", "Não"],
    ["Yes", "No"],
  ],
  yes: ["sim", "yes"],
  no: ["não", "no"],
  goal: ["Objetivo", "Goal"],
  domain: ["Domínio", "Domain"],
  when: ["Quando", "When"],
  took: ["Tempo", "Time"],
  answer: ["Resposta", "Answer"],
  plan: ["Plano", "Plan"],
  decided: ["Decidido por", "Decided by"],
  confidence: ["Confiança", "Confidence"],
  receipts: ["Recibos", "Receipts"],
  tokensName: ["Tokens", "Tokens"],
  wouldDo: ["A chamada exata", "The exact call"],
  theResult: ["o resultado", "the result"],
  run: ["execução", "run"],
  openRun: ["Abrir execução", "Open run"],
  notRun: ["ainda não rodou", "has not run yet"],
});

export type ScreenName = keyof typeof common.screens;
