import type { Locale } from "#shared/contracts/names.ts";
import type { Occurrence } from "./event/occurrence.ts";
import { localOf } from "./event/zones.ts";
import type { StoreFault } from "./store/calendar-store.ts";

/** How moments are said: in a language, on the clock of a zone. */
export type Saying = {
  /** "sexta-feira, 27/11"; in another year than this one "segunda-feira, 01/11/2027" */
  day(epoch: number): string;
  /** "15:00" */
  time(epoch: number): string;
  /** "sexta-feira, 27/11, 15:00–16:00", "sexta-feira, 27/11, dia inteiro" */
  when(occurrence: Occurrence): string;
  /** "15:00–16:00 Dentista (Rua 1)" */
  line(occurrence: Occurrence): string;
};

export type Words = {
  dayAndMonth: Intl.DateTimeFormatOptions;
  allDay: string;
  untitled: string;
  nothingBetween(days: string): string;
  /** `days`: which those are, where that has to be told. */
  list(total: number, shown: number, days: string | undefined): string;
  days(from: string, to: string): string;
  nothingComing(title: string | undefined): string;
  next(line: string): string;
  made(title: string, when: string): string;
  madeWeekly(title: string, when: string): string;
  overlaps(lines: string): string;
  past(when: string): string;
  badLength: string;
  unfinished(title: string): string;
  whichDay: string;
  badPeriod: string;
  moved(title: string, when: string): string;
  movedAll(title: string, time: string): string;
  seriesKeepsItsDays: string;
  moveWhat: string;
  moveTo: string;
  cancelWhat: string;
  cancelled(title: string, when: string): string;
  cancelledAll(title: string): string;
  cancelledSome(count: number): string;
  cancelledOnly(count: number, total: number): string;
  wouldCancel(count: number, names: string): string;
  guestsNotTold: string;
  which(count: number): string;
  thisOrAll(title: string): string;
  onlyThis(when: string): string;
  all: string;
  notFound(what: string): string;
  broughtBack(count: number): string;
  undoneBack(names: string, count: number): string;
  undoneGone(names: string, count: number): string;
  undoneMoved(names: string, count: number): string;
  /** Of what repeats: all of them, the first of them then. */
  everyTimeFrom(when: string): string;
  nothingToUndo: string;
  changedSince: string;
  free(day: string, times: string): string;
  notFree(day: string): string;
  besides(lines: string): string;
  noDays: string;
  faults: Readonly<Record<StoreFault, string>>;
};

const pt: Words = {
  dayAndMonth: { day: "2-digit", month: "2-digit" },
  allDay: "dia inteiro",
  untitled: "(sem título)",
  nothingBetween: (days) => `Nada na agenda: ${days}.`,
  list: (total, shown, days) =>
    `${total} ${total === 1 ? "compromisso" : "compromissos"}${days === undefined ? "" : `, ${days}`}${shown < total ? ` (mostrando ${shown})` : ""}:`,
  days: (from, to) => (from === to ? from : `de ${from} a ${to}`),
  nothingComing: (title) =>
    title === undefined
      ? "Não há mais nada na agenda."
      : `Não encontrei “${title}” na agenda daqui para a frente.`,
  next: (line) => `Próximo: ${line}.`,
  made: (title, when) => `Marcado: ${title}, ${when}.`,
  madeWeekly: (title, when) => `Marcado, toda semana: ${title}, a partir de ${when}.`,
  overlaps: (lines) => `Atenção, no mesmo horário: ${lines}.`,
  past: (when) => `Nada foi marcado: ${when} já passou.`,
  badLength: "Nada mudou: não entendi esse horário ou essa duração.",
  unfinished: (title) => `“${title}” parece ter parado no meio. O que devo marcar?`,
  whichDay: "Para que dia?",
  badPeriod: "Não entendi de que dia ou período se trata. Qual?",
  moved: (title, when) => `Mudado: ${title}, agora ${when}.`,
  movedAll: (title, time) => `Mudado: ${title}, sempre às ${time} a partir de agora.`,
  seriesKeepsItsDays:
    "Nada mudou: consigo mudar o horário de um compromisso que se repete, mas não o dia. Consigo mudar o dia de uma única ocorrência.",
  moveWhat: "O que devo mudar de horário?",
  moveTo: "Para que dia ou horário?",
  cancelWhat: "Qual compromisso devo cancelar?",
  cancelled: (title, when) => `Cancelado: ${title}, ${when}.`,
  cancelledAll: (title) => `Cancelado: ${title}, todas as vezes.`,
  cancelledSome: (count) =>
    count === 0
      ? "Nada foi cancelado: não há nada aí."
      : `Cancelado: ${count} ${count === 1 ? "compromisso" : "compromissos"}.`,
  cancelledOnly: (count, total) =>
    `Cancelei ${count} de ${total}; depois o calendário deixou de responder.`,
  wouldCancel: (count, names) =>
    count === 0
      ? "Não há nada para cancelar aí."
      : `${count} ${count === 1 ? "compromisso" : "compromissos"}: ${names}`,
  guestsNotTold: "Os convidados não são avisados.",
  which: (count) => `Encontrei ${count} compromissos. Qual?`,
  thisOrAll: (title) => `“${title}” se repete. Só uma vez, ou todas?`,
  onlyThis: (when) => `só ${when}`,
  all: "todas as vezes",
  notFound: (what) => `Não encontrei ${what === "" ? "esse compromisso" : `“${what}”`} na agenda.`,
  broughtBack: (count) => (count === 1 ? "Desfeito." : `Desfeito: ${count} compromissos.`),
  undoneBack: (names, count) =>
    count === 1
      ? `Desfeito: de volta na agenda: ${names}.`
      : `Desfeito: de volta na agenda ${count} compromissos: ${names}.`,
  undoneGone: (names, count) =>
    count === 1
      ? `Desfeito: não está mais na agenda: ${names}.`
      : `Desfeito: não estão mais na agenda ${count} compromissos: ${names}.`,
  undoneMoved: (names) => `Desfeito: de volta ao horário anterior: ${names}.`,
  everyTimeFrom: (when) => `todas as vezes, a partir de ${when}`,
  nothingToUndo: "Nada mudou: não há o que desfazer.",
  changedSince: "Nada foi desfeito: o compromisso mudou depois disso.",
  free: (day, times) => `${day}: livre ${times}`,
  notFree: (day) => `${day}: sem horário livre`,
  besides: (lines) => `O dia inteiro: ${lines}.`,
  noDays: "Esse período já passou.",
  faults: {
    CONFLICT: "Nada mudou: alguém mudou o compromisso ao mesmo tempo. Peça de novo.",
    UNREACHABLE: "O servidor de calendário não responde agora.",
    REFUSED: "O servidor de calendário recusou o usuário ou a senha.",
    MISCONFIGURED:
      "O servidor de calendário não está configurado corretamente; o log do serviço diz por quê.",
    OUTCOME_UNKNOWN:
      "O servidor de calendário não respondeu, e não sei se a mudança foi feita. Confira na agenda.",
  },
};

const en: Words = {
  dayAndMonth: { day: "numeric", month: "short" },
  allDay: "all day",
  untitled: "(untitled)",
  nothingBetween: (days) => `Nothing on your calendar: ${days}.`,
  list: (total, shown, days) =>
    `${total} ${total === 1 ? "event" : "events"}${days === undefined ? "" : `, ${days}`}${shown < total ? ` (showing ${shown})` : ""}:`,
  days: (from, to) => (from === to ? from : `${from} to ${to}`),
  nothingComing: (title) =>
    title === undefined
      ? "There is nothing left on your calendar."
      : `I found no “${title}” on your calendar from today on.`,
  next: (line) => `Next: ${line}.`,
  made: (title, when) => `On your calendar: ${title}, ${when}.`,
  madeWeekly: (title, when) => `On your calendar, every week: ${title}, from ${when} on.`,
  overlaps: (lines) => `Note, at the same time: ${lines}.`,
  past: (when) => `Nothing was put on your calendar: ${when} is in the past.`,
  badLength: "Nothing changed: I did not understand that time or length.",
  unfinished: (title) => `“${title}” seems to stop halfway. What should I put on your calendar?`,
  whichDay: "For which day?",
  badPeriod: "I did not understand which day or period that is. Which one?",
  moved: (title, when) => `Moved: ${title}, now ${when}.`,
  movedAll: (title, time) => `Moved: ${title}, at ${time} from now on.`,
  seriesKeepsItsDays:
    "Nothing changed: I can move a repeating event to another time, but not to another day. I can move a single occurrence.",
  moveWhat: "What should I move?",
  moveTo: "To which day or time?",
  cancelWhat: "Which event should I cancel?",
  cancelled: (title, when) => `Cancelled: ${title}, ${when}.`,
  cancelledAll: (title) => `Cancelled: ${title}, every time.`,
  cancelledSome: (count) =>
    count === 0
      ? "Nothing was cancelled: there is nothing."
      : `Cancelled: ${count} ${count === 1 ? "event" : "events"}.`,
  cancelledOnly: (count, total) =>
    `I cancelled ${count} of ${total}; then the calendar stopped answering.`,
  wouldCancel: (count, names) =>
    count === 0
      ? "There is nothing to cancel."
      : `${count} ${count === 1 ? "event" : "events"}: ${names}`,
  guestsNotTold: "The guests are not notified.",
  which: (count) => `I found ${count} events. Which one?`,
  thisOrAll: (title) => `“${title}” repeats. Only one of them, or all?`,
  onlyThis: (when) => `only ${when}`,
  all: "every time",
  notFound: (what) => `I found no ${what === "" ? "such event" : `“${what}”`} on your calendar.`,
  broughtBack: (count) => (count === 1 ? "Undone." : `Undone: ${count} events.`),
  undoneBack: (names, count) =>
    count === 1
      ? `Undone: back on your calendar: ${names}.`
      : `Undone: ${count} events are back on your calendar: ${names}.`,
  undoneGone: (names, count) =>
    count === 1
      ? `Undone: no longer on your calendar: ${names}.`
      : `Undone: ${count} events are no longer on your calendar: ${names}.`,
  undoneMoved: (names) => `Undone: back to its previous time: ${names}.`,
  everyTimeFrom: (when) => `every time, from ${when} on`,
  nothingToUndo: "Nothing changed: there is nothing to undo.",
  changedSince: "Nothing was undone: the event has changed since.",
  free: (day, times) => `${day}: free ${times}`,
  notFree: (day) => `${day}: no free time`,
  besides: (lines) => `All day: ${lines}.`,
  noDays: "That is in the past.",
  faults: {
    CONFLICT: "Nothing changed: someone changed the event at the same time. Ask again.",
    UNREACHABLE: "The calendar server does not answer at the moment.",
    REFUSED: "The calendar server refused the user or the password.",
    MISCONFIGURED: "The calendar server is not set up correctly; the service's log says why.",
    OUTCOME_UNKNOWN:
      "The calendar server did not answer, and I do not know whether the change was made. Check your calendar.",
  },
};

export const words: Record<Locale, Words> = { "pt-BR": pt, en };

/** Cost: makes three formatters */
export function saying(locale: Locale, timeZone: string, today: string): Saying {
  const say = words[locale];
  const parts = { weekday: "long", ...say.dayAndMonth, timeZone } as const;
  const dayFormat = new Intl.DateTimeFormat(locale, parts);
  const dayOfAYear = new Intl.DateTimeFormat(locale, { ...parts, year: "numeric" });
  const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  const isThisYear = (epoch: number) =>
    localOf(epoch, timeZone).date.slice(0, 4) === today.slice(0, 4);
  const day = (epoch: number) => (isThisYear(epoch) ? dayFormat : dayOfAYear).format(epoch);
  // Plain blanks: these answers are read by programs as well.
  const time = (epoch: number) => timeFormat.format(epoch).replace(/\s/g, " ");
  const clock = ({ allDay, start, end }: Occurrence) => {
    if (allDay) return say.allDay;
    if (end === start) return time(start);
    return day(start) === day(end)
      ? `${time(start)}–${time(end)}`
      : `${time(start)}–${day(end)} ${time(end)}`;
  };
  return {
    day,
    time,
    when(occurrence) {
      const last = occurrence.end - 1;
      if (occurrence.allDay && day(last) !== day(occurrence.start))
        return say.days(day(occurrence.start), day(last));
      return `${day(occurrence.start)}, ${clock(occurrence)}`;
    },
    line: (occurrence) =>
      `${clock(occurrence)} ${occurrence.title || say.untitled}${occurrence.place === undefined ? "" : ` (${occurrence.place})`}`,
  };
}
