import { inWords } from "../../words.ts";
import type { Status, TickStatus } from "./shape.ts";

type Words = {
  none: string;
  make: string;
  makeAbout: string;
  confirm: string;
  all: string;
  next: string;
  ticks: string;
  noTicks: string;
  until: string;
  zone: string;
  acts: string;
  watched: string;
  last: string;
  threshold: string;
  statuses: Record<Status, string>;
  tickStatuses: Record<TickStatus, string>;
  pause: string;
  goOn: string;
  cancel: string;
  change: string;
  changeTo: string;
  changed: string;
  pausedWhy: string;
  curve: (looks: number) => string;
};

export const words = (): Words =>
  inWords({
    "pt-BR": {
      none: "Nada agendado. Diga quando: “todo dia às 9h me manda a cotação da Vale”.",
      make: "Agendar",
      makeAbout: "O que, e quando ou em que condição",
      confirm: "Sim, agendar",
      all: "Mostrar também o que já acabou",
      next: "Próximas vezes",
      ticks: "O que aconteceu",
      noTicks: "Ainda não chegou a hora.",
      until: "Até",
      zone: "Fuso",
      acts: "tem efeito",
      watched: "Vigia",
      last: "Último valor",
      threshold: "Dispara em",
      statuses: { active: "ativo", paused: "pausado", done: "terminado", cancelled: "cancelado" },
      tickStatuses: {
        running: "em andamento",
        fired: "feito",
        late: "feito com atraso",
        skipped: "pulado",
        failed: "falhou",
      },
      pause: "Pausar",
      goOn: "Retomar",
      cancel: "Cancelar agendamento",
      change: "Mudar",
      changeTo: "Novo horário ou valor, em palavras",
      changed: "Mudado.",
      pausedWhy: "Por que parou",
      curve: (looks) => `O que foi visto, ${looks} vezes, e onde dispara`,
    },
    en: {
      none: "Nothing stands. Say when: “every day at 9 send me the price of Vale”.",
      make: "Schedule",
      makeAbout: "What, and when or on which condition",
      confirm: "Yes, schedule it",
      all: "Show what is over as well",
      next: "Next times",
      ticks: "What happened",
      noTicks: "Its time has not come yet.",
      until: "Until",
      zone: "Time zone",
      acts: "has an effect",
      watched: "Watches",
      last: "Last value",
      threshold: "Fires at",
      statuses: { active: "active", paused: "paused", done: "over", cancelled: "cancelled" },
      tickStatuses: {
        running: "under way",
        fired: "done",
        late: "done late",
        skipped: "skipped",
        failed: "failed",
      },
      pause: "Pause",
      goOn: "Go on",
      cancel: "Cancel it",
      change: "Change",
      changeTo: "Another time or value, in words",
      changed: "Changed.",
      pausedWhy: "Why it stopped",
      curve: (looks) => `What was seen, ${looks} times, and where it fires`,
    },
  });
