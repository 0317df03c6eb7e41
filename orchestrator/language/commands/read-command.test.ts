import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { letsGoOfLast, readStandingCommand } from "./read-command.ts";
import { saysDone } from "./says-done.ts";

const told = (text: string, locale: Locale): string => {
  const command = readStandingCommand(text, locale);
  if (command === undefined)
    return saysDone(text, locale) ? "done" : letsGoOfLast(text, locale) ? "lets go" : "nothing";
  const { does, rest, points } = command;
  return [does, ...(points ? ["last"] : []), ...(rest === "" ? [] : [rest])].join(": ");
};

it.each([
  ["ficou algum lembrete pendente?", "list"],
  ["tenho algum lembrete marcado?", "list"],
  ["o que vem por aí?", "list"],
  ["lista os dois", "list"],
  ["quando é o próximo lembrete?", "show: last"],
  ["ainda tá de olho?", "show: last"],
  ["voltei, pode retomar a da vale", "resume: a da vale"],
  ["chega, cancela isso aí", "cancel: last: isso"],
  ["não precisa mais, pode parar", "lets go"],
  ["me dá mais 5 min", "postpone: 5 min"],
  ["põe mais 5", "postpone: 5 minutos"],
  ["me lembra daqui a 10 minutos", "postpone: em 10 minutos"],
  ["o da missa ainda tá de pé?", "show: o da missa"],
  ["tá valendo ainda o da ambev?", "show: o da ambev"],
  ["cancela tudo que está agendado", "cancel: tudo que está agendado"],
  ["quantos lembretes eu tenho?", "list"],
  ["hoje não tocou, por quê?", "why: hoje não tocou, por quê"],
  ["por que ainda não avisou?", "why: por que ainda não avisou"],
  ["por que a bolsa caiu?", "nothing"],
  ["já tirei, valeu", "done"],
  ["tô de pé, obrigada!", "done"],
  ["beleza, já tirei", "done"],
  ["ok, apaguei", "done"],
  ["pago", "done"],
  ["tomei esse, brigado", "done"],
  ["comprei petr4", "nothing"],
  ["mostra o que eu já guardei", "show: o que eu já guardei"],
  ["mais notícias", "nothing"],
  ["manda a cotação, cancela o alerta", "nothing"],
  ["já comprou ações?", "nothing"],
  ["quais avisos eu tenho ligados?", "list"],
  ["que alertas continuam ativados?", "list"],
  ["quais lembretes estão de pé?", "list"],
  ["quais lembretes foram cancelados?", "nothing"],
  ["deixa pra lá, quais são os meus lembretes?", "list"],
  ["volta a lembrar", "resume: last"],
  ["continua me avisando", "resume: last"],
  ["para de me cutucar com isso", "cancel: last: com isso"],
  ["não precisa mais me acordar", "cancel: last"],
  ["não precisa mais, já tirei, cancela", "lets go"],
  ["continua a leitura da nota", "resume: a leitura da nota"],
  ["você me lembrou dos livros?", "why: dos livros?"],
  ["o do forno tocou?", "why: do forno"],
  ["quem tocou essa música?", "nothing"],
  ["por que o lembrete da vacina não tocou?", "why: por que o lembrete da vacina não tocou"],
  ["por que a vale não subiu?", "nothing"],
  ["baixa pra 1,50", "change: pra 1,50"],
] as const)("%s: %s", (text, expected) => expect(told(text, "pt-BR")).toBe(expected));

it.each([
  ["what have I got lined up?", "list"],
  ["do I have any reminders pending?", "list"],
  ["what time is the next one?", "show: last"],
  ["are you still watching it?", "show: last"],
  ["hold off on that for now", "pause: last: that"],
  ["drop it, the pain's gone", "cancel: last: it"],
  ["nah, remove it", "cancel: last: it"],
  ["no need, you can stop", "cancel: last"],
  ["give me another hour", "postpone: 1 hour"],
  ["make that 7:30", "change: 7:30"],
  ["10 more minutes", "postpone: 10 minutes"],
  ["is the nvidia one still on?", "show: the nvidia one"],
  ["anything else coming up?", "list: last"],
  ["show me everything that's scheduled", "list"],
  ["set a reminder for 3:15pm: call the plumber", "nothing"],
  ["why no reminder today?", "why: why no reminder today"],
  ["swap apple for microsoft", "change: apple for microsoft"],
  ["done, thanks", "done"],
  ["thanks, done", "done"],
  ["got it, moved it, cheers", "done"],
  ["I already called them", "done"],
  ["called in sick", "nothing"],
  ["give me the price of apple", "nothing"],
  ["which alerts do I have enabled?", "list"],
  ["what alerts were cancelled?", "nothing"],
  ["keep reminding me", "resume: last"],
  ["quit pinging me", "cancel: last"],
  ["keep a note of the code", "nothing"],
  ["did you remind me about the plumber?", "why: about the plumber?"],
  ["has it gone off yet?", "why"],
  ["did you buy it?", "nothing"],
  ["why didn't it go out on Friday?", "why: why didn't it go out on Friday"],
  ["why did it not go up?", "nothing"],
  ["why don't you remind me tomorrow at 9 to call mom?", "nothing"],
  ["raise it to 15", "change: it to 15"],
] as const)("%s: %s", (text, expected) => expect(told(text, "en")).toBe(expected));

it.each(["mostra o que eu já guardei", "mostra tudo o que eu salvei"])(
  "%s: names no standing request",
  (text) => {
    const command = readStandingCommand(text, "pt-BR");
    expect([command?.isNamed, command?.all]).toEqual([false, false]);
  },
);
