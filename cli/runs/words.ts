import type { Locale } from "#shared/contracts/names.ts";
import type { RunHostName, StepStatus } from "#shared/contracts/run.ts";

/** What the terminal says about runs, in one language. */
export type RunWords = {
  none: string;
  more: (command: string) => string;
  columns: readonly [id: string, at: string, status: string, goal: string, text: string];
  statuses: Record<StepStatus | "partial" | "clarification", string>;
  run: string;
  status: string;
  said: string;
  place: string;
  /** Which process has a run that is under way; the digest is null where none has it. */
  hosted: (host: RunHostName, process: string | null) => string;
  session: string;
  at: string;
  steps: string;
  answer: string;
  after: string;
  optional: string;
  attempts: (count: number) => string;
  again: (why: string) => string;
  cancelled: (id: string) => string;
  cancelling: (id: string) => string;
  rerun: (id: string) => string;
  reconnecting: string;
  noReply: string;
};

const HOSTS_PT: Record<RunHostName, string> = {
  "in-process": "neste processo só",
  leases: "processos que dividem o PostgreSQL",
  restate: "Restate",
};
const HOSTS_EN: Record<RunHostName, string> = {
  "in-process": "one process alone",
  leases: "processes that share PostgreSQL",
  restate: "Restate",
};

const pt: RunWords = {
  none: "Ainda não há pedidos.",
  more: (command) => `há mais: ${command}`,
  columns: ["EXECUÇÃO", "QUANDO", "ESTADO", "OBJETIVO", "PEDIDO"],
  statuses: {
    pending: "a fazer",
    running: "em andamento",
    waiting: "espera resposta",
    success: "feito",
    partial: "em parte",
    failure: "falhou",
    skipped: "pulado",
    unknown: "incerto",
    cancelled: "cancelado",
    clarification: "espera resposta",
  },
  run: "execução",
  status: "estado",
  said: "pedido",
  place: "onde",
  hosted: (host, process) =>
    `${HOSTS_PT[host]}, ${process === null ? "nenhum processo cuida dela agora" : `processo ${process}`}`,
  session: "conversa",
  at: "quando",
  steps: "passos",
  answer: "resposta",
  after: "depois de",
  optional: "opcional",
  attempts: (count) => `${count} tentativas`,
  again: (why) => `de novo: ${why}`,
  cancelled: (id) => `${id} foi cancelada.`,
  cancelling: (id) =>
    `${id} está parando: as leituras param já, o que tem efeito e já começou termina.`,
  rerun: (id) => `Feito de novo como ${id}.`,
  reconnecting: "a conexão caiu; tentando de novo",
  noReply: "Nenhum processo cuida desta execução agora, e ela não terminou.",
};

const en: RunWords = {
  none: "There are no requests yet.",
  more: (command) => `there are more: ${command}`,
  columns: ["RUN", "WHEN", "STATUS", "GOAL", "REQUEST"],
  statuses: {
    pending: "to do",
    running: "running",
    waiting: "waits for an answer",
    success: "done",
    partial: "partly done",
    failure: "failed",
    skipped: "skipped",
    unknown: "uncertain",
    cancelled: "cancelled",
    clarification: "waits for an answer",
  },
  run: "run",
  status: "status",
  said: "request",
  place: "where",
  hosted: (host, process) =>
    `${HOSTS_EN[host]}, ${process === null ? "no process has it now" : `process ${process}`}`,
  session: "session",
  at: "when",
  steps: "steps",
  answer: "answer",
  after: "after",
  optional: "optional",
  attempts: (count) => `${count} attempts`,
  again: (why) => `again: ${why}`,
  cancelled: (id) => `${id} is cancelled.`,
  cancelling: (id) => `${id} is stopping: reads stop at once, effects that have begun finish.`,
  rerun: (id) => `Done again as ${id}.`,
  reconnecting: "the connection broke; trying again",
  noReply: "No process is executing this run now, and it has not ended.",
};

const WORDS: Readonly<Record<Locale, RunWords>> = { "pt-BR": pt, en };

export const runWords = (locale: Locale): RunWords => WORDS[locale];
