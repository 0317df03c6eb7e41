import type { Locale } from "#shared/contracts/names.ts";
import type { TickStatus } from "#shared/contracts/schedule.ts";

/** What the terminal says about standing requests, in one language. */
export type ScheduleWords = {
  none: string;
  noTicks: string;
  columns: readonly [id: string, state: string, what: string, when: string, next: string];
  tickColumns: readonly [at: string, state: string, schedule: string, told: string];
  states: Record<"active" | "paused" | "done" | "cancelled", string>;
  ticks: Record<TickStatus, string>;
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
    skipped: "pulado",
    failed: "falhou",
  },
  words: "pedido",
  next: "próximas",
  until: "até",
  zone: "fuso",
  cancelled: (id) => `${id} foi cancelado.`,
};

const en: ScheduleWords = {
  none: "Nothing is scheduled.",
  noTicks: "Nothing has fired or been left out so far.",
  columns: ["SCHEDULE", "STATE", "REQUEST", "WHEN", "NEXT"],
  tickColumns: ["WHEN", "OUTCOME", "SCHEDULE", "TOLD"],
  states: { active: "active", paused: "paused", done: "over", cancelled: "cancelled" },
  ticks: {
    running: "under way",
    fired: "fired",
    late: "fired late",
    skipped: "left out",
    failed: "failed",
  },
  words: "request",
  next: "next",
  until: "until",
  zone: "zone",
  cancelled: (id) => `${id} is cancelled.`,
};

const WORDS: Readonly<Record<Locale, ScheduleWords>> = { "pt-BR": pt, en };
export const scheduleWords = (locale: Locale): ScheduleWords => WORDS[locale];
