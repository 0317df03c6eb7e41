import type { Locale } from "#shared/contracts/names.ts";
import type { PauseReason, SkipReason, TickStatus } from "#shared/contracts/schedule.ts";

/** What the terminal says about standing requests, in one language. */
export type ScheduleWords = {
  none: string;
  noTicks: string;
  columns: readonly [id: string, state: string, what: string, when: string, next: string];
  tickColumns: readonly [at: string, state: string, schedule: string, told: string];
  states: Record<"active" | "paused" | "done" | "cancelled", string>;
  ticks: Record<TickStatus, string>;
  skips: Record<SkipReason, string>;
  pauses: Record<PauseReason, string>;
  words: string;
  next: string;
  until: string;
  zone: string;
  cancelled: (id: string) => string;
};

const pt: ScheduleWords = {
  none: "Nada está agendado.",
  noTicks: "Nada disparou nem foi pulado até agora.",
  columns: ["AGENDAMENTO", "ESTADO", "PEDIDO", "QUANDO", "PRÓXIMA"],
  tickColumns: ["QUANDO", "RESULTADO", "AGENDAMENTO", "AVISO"],
  states: { active: "ativo", paused: "pausado", done: "terminado", cancelled: "cancelado" },
  ticks: {
    running: "em andamento",
    fired: "rodou",
    late: "rodou atrasado",
    partial: "feito em parte",
    skipped: "pulado",
    failed: "falhou",
  },
  skips: {
    missed: "o serviço estava parado",
    overlap: "a vez anterior ainda estava em andamento",
    rights: "sem permissão",
    changed: "o serviço mudou",
    question_open: "havia outra pergunta",
    condition: "a condição não era verdadeira",
    unseen: "o valor não estava disponível",
    no_data: "um dia sem o valor",
    quota: "o limite do modelo acabou",
    paused: "estava pausado",
    holiday: "era feriado",
    ended: "tinha acabado",
    unknown: "desfecho desconhecido",
  },
  pauses: {
    asked: "a pedido",
    failures: "falhas seguidas",
    changed: "o serviço mudou",
    rights: "sem permissão",
    unreadable: "ilegível",
  },
  words: "pedido",
  next: "próximas",
  until: "até",
  zone: "fuso",
  cancelled: (id) => `${id} foi cancelado.`,
};

const en: ScheduleWords = {
  none: "Nothing is scheduled.",
  noTicks: "Nothing has fired or been skipped so far.",
  columns: ["SCHEDULE", "STATE", "REQUEST", "WHEN", "NEXT"],
  tickColumns: ["WHEN", "OUTCOME", "SCHEDULE", "TOLD"],
  states: { active: "active", paused: "paused", done: "over", cancelled: "cancelled" },
  ticks: {
    running: "running",
    fired: "fired",
    late: "fired late",
    partial: "partly done",
    skipped: "skipped",
    failed: "failed",
  },
  skips: {
    missed: "the service was down",
    overlap: "the previous one was still running",
    rights: "no longer allowed",
    changed: "the service changed",
    question_open: "another question was open",
    condition: "the condition was not true",
    unseen: "the value was not available",
    no_data: "no value for a day",
    quota: "the model's limit is used up",
    paused: "it was paused",
    holiday: "it was a holiday",
    ended: "it was over",
    unknown: "outcome unknown",
  },
  pauses: {
    asked: "on request",
    failures: "failures in a row",
    changed: "the service changed",
    rights: "no longer allowed",
    unreadable: "unreadable",
  },
  words: "request",
  next: "next",
  until: "until",
  zone: "zone",
  cancelled: (id) => `${id} is cancelled.`,
};

const WORDS: Readonly<Record<Locale, ScheduleWords>> = { "pt-BR": pt, en };
export const scheduleWords = (locale: Locale): ScheduleWords => WORDS[locale];
