import type { Locale } from "#shared/contracts/names.ts";
import type { PauseReason, SkipReason, UnseenReason } from "#shared/contracts/schedule.ts";
import type { AskReason } from "./words/reading.ts";

/** Every sentence about standing requests. */
export type StandingWords = {
  readonly asks: Readonly<Record<AskReason, (words: string) => string>>;
  readonly remindOfWhat: string;
  readonly tellOfWhat: string;
  readonly whatToDo: (what: string, when: string) => string;
  readonly lacks: (what: string) => string;
  readonly cannotWatch: (what: string) => string;
  readonly alreadyTrue: (value: string) => string;
  readonly statement: (what: string, when: string) => string;
  readonly nowOption: string;
  readonly nextTimeOption: string;
  readonly whereToTell: string;
  readonly confirm: (
    what: string,
    when: string,
    until: string,
    effects: string,
    isOnce: boolean,
  ) => string;
  readonly eachTime: (effects: string) => string;
  readonly itsResult: string;
  readonly asksEachTime: string;
  readonly made: (what: string, when: string) => string;
  readonly watching: (what: string, when: string, often: string) => string;
  readonly band: (percent: string) => string;
  readonly next: (instants: string) => string;
  readonly skips: (days: string) => string;
  readonly ifLate: Readonly<Record<"do" | "skip", string>>;
  readonly ends: (until: string, byDefault: boolean) => string;
  readonly zone: (zone: string) => string;
  readonly howToUndo: string;
  readonly stale: string;
  readonly tooMany: (most: number) => string;
  readonly reminder: (text: string) => string;
  readonly reminderLate: (text: string, time: string) => string;
  readonly late: (time: string, answer: string) => string;
  readonly watched: (what: string, condition: string, value: string) => string;
  readonly skipped: Readonly<
    Record<SkipReason, (what: string, time: string, count: number) => string>
  >;
  readonly paused: Readonly<Record<PauseReason, (what: string, detail: string) => string>>;
  readonly noneStanding: string;
  readonly list: (count: number) => string;
  readonly item: (place: number, what: string, when: string, next: string, state: string) => string;
  readonly until: (time: string) => string;
  readonly isPaused: (until: string) => string;
  readonly stopped: (until: string) => string;
  readonly nextAt: (time: string) => string;
  readonly whichOne: string;
  readonly notFound: string;
  readonly cancelled: (what: string, when: string) => string;
  readonly pausedNow: (what: string, until: string) => string;
  readonly resumed: (what: string, next: string) => string;
  readonly postponed: (what: string, time: string) => string;
  readonly postponeHow: string;
  /** To "já tomei". */
  readonly done: (what: string) => string;
  readonly restore: (what: string) => string;
  readonly cancelAgain: (what: string) => string;
  readonly changed: (what: string, when: string) => string;
  readonly changeHow: string;
  readonly undone: (what: string) => string;
  readonly undoneBack: (what: string, when: string) => string;
  readonly putBack: (what: string, when: string) => string;
  readonly whyNothing: string;
  readonly ticks: Readonly<
    Record<"fired" | "late" | "failed" | "running", (what: string, time: string) => string>
  >;
  readonly neverDue: (what: string, next: string) => string;
  /** A watch that has not fired. */
  readonly notYet: (what: string, condition: string, last: string) => string;
  readonly unseenSince: Readonly<Record<UnseenReason, (time: string) => string>>;
  readonly wasLast: string;
  readonly notByInstruction: string;
  readonly changedMeanwhile: string;
  readonly notThere: (what: string, domain: string) => string;
  readonly telegram: string;
  readonly notLinked: (name: string) => string;
  readonly toMe: string;
  readonly holiday: (what: string, when: string, day: string) => string;
  readonly notItsDay: (what: string, when: string, day: string) => string;
  readonly inbox: string;
};

const pt: StandingWords = {
  asks: {
    needs_hour: (words) => `A que horas (“${words}”)?`,
    unclear_half: (words) => `Qual horário você quer dizer com “${words}”?`,
    passed: (words) => `Esse horário já passou hoje (“${words}”). Qual destes?`,
    unclear_day: (words) => `Que dia exatamente (“${words}”)?`,
    vague: (words) =>
      `Quando exatamente (“${words}”)? Diga, por exemplo, “em 20 minutos” ou “amanhã às 9h”.`,
    no_time: (words) =>
      `Quando (“${words}”)? Diga, por exemplo, “em 20 minutos” ou “amanhã às 9h”.`,
    unread: (words) =>
      `Não entendi direito quando (“${words}”), então não agendei nada. Diga de novo só o horário, por exemplo “toda sexta às 18h”.`,
    too_often: (words) =>
      `Posso repetir no máximo uma vez por minuto (“${words}”). De quanto em quanto tempo?`,
    ends_before: (words) => `Isso terminaria antes de começar (“${words}”). Até quando?`,
    in_text: (words) =>
      `“${words}” é quando devo fazer isso, ou faz parte do texto? Para o texto, ponha dois-pontos antes dele.`,
    of_text: (words) =>
      `“${words}” é o horário do compromisso. Quando devo lembrar? Diga, por exemplo, “hoje às 20h” ou “amanhã às 8h”.`,
    condition: (words) => `Não sei esperar por isso (“${words}”), então não fiz nada.`,
    combined: (words) =>
      `Ainda não junto condição e horário no mesmo pedido (“${words}”). Peça um de cada vez.`,
  },
  remindOfWhat: "Lembrar do quê?",
  tellOfWhat: "Avisar do quê? Diga, por exemplo, “me lembra de ligar para o dentista”.",
  whatToDo: (what, when) =>
    `Entendi quando (${when}), mas não o que fazer: “${what}”. Não agendei nada; peça de outro jeito.`,
  lacks: (what) => `Falta uma coisa para agendar: ${what} Peça de novo dizendo isso.`,
  cannotWatch: (what) => `Não sei acompanhar “${what}”, então não fiz nada.`,
  alreadyTrue: (value) => `Isso já é verdade agora: ${value}. O que você prefere?`,
  statement: (what, when) => `Aconteceu: ${what} – ${when}.`,
  nowOption: "avisar agora e encerrar",
  nextTimeOption: "esperar a próxima vez",
  whereToTell: "Onde devo avisar? Por aqui eu não consigo falar com você depois.",
  confirm: (what, when, until, effects, isOnce) =>
    `Confirma? “${what}”: ${when}${until === "" ? "" : `, até ${until}`}. ${isOnce ? "Será feito isto" : "Cada vez faz isto"}:\n${effects}`,
  eachTime: (effects) => `Cada vez: ${effects}.`,
  itsResult: "o resultado",
  asksEachTime: "O que apaga eu pergunto de novo a cada vez.",
  made: (what, when) => `Combinado: “${what}”, ${when}.`,
  watching: (what, when, often) => `Combinado: aviso quando ${what} ${when}. Olho a cada ${often}.`,
  band: (percent) => `Aviso de novo só depois que voltar ${percent}%.`,
  next: (instants) => `Próximas vezes: ${instants}.`,
  ifLate: {
    do: "Se passar da hora, faço assim mesmo.",
    skip: "Se passar da hora, pulo.",
  },
  skips: (days) => `Pulo os feriados: ${days}.`,
  ends: (until, byDefault) =>
    byDefault ? `Termina em ${until}, se você não disser outra data.` : `Termina em ${until}.`,
  zone: (zone) => `Horários de ${zone}.`,
  howToUndo: "“desfaz” cancela.",
  stale: "Agora só tenho dados de exemplo para isso; só aviso quando houver dados de verdade.",
  tooMany: (most) => `Você já tem ${most} pedidos agendados, que é o máximo. Cancele algum antes.`,
  reminder: (text) => `Lembrete: ${text}`,
  reminderLate: (text, time) => `Lembrete atrasado, era para ${time}: ${text}`,
  late: (time, answer) => `(Com atraso; era para ${time}.)\n${answer}`,
  watched: (what, condition, value) => `Aconteceu: ${what} – ${condition}. Agora: ${value}.`,
  skipped: {
    missed: (what, time, count) =>
      count > 1
        ? `Não fiz “${what}” ${count} vezes desde ${time}, porque o serviço estava parado.`
        : `Não fiz “${what}” de ${time}, porque o serviço estava parado.`,
    overlap: (what, time) =>
      `Pulei “${what}” de ${time}, porque a vez anterior ainda estava em andamento.`,
    rights: (what, time) => `Pulei “${what}” de ${time}: a permissão não vale mais.`,
    changed: (what, time) => `Pulei “${what}” de ${time}: o serviço mudou desde que você pediu.`,
    question_open: (what, time) =>
      `Pulei “${what}” de ${time}, porque havia outra pergunta em aberto.`,
    condition: (what, time) => `Não fiz “${what}” de ${time}: a condição não era verdade.`,
    unseen: (what, time) =>
      `Pulei “${what}” de ${time}: não consegui ver se a condição era verdade.`,
    no_data: (what) =>
      `Há um dia não consigo ver “${what}”: o serviço não responde. Continuo olhando.`,
    paused: (what, time, count) =>
      count > 1
        ? `Não fiz “${what}” ${count} vezes desde ${time}: estava pausado.`
        : `Não fiz “${what}” de ${time}: estava pausado.`,
    holiday: (what, time) => `Pulei “${what}” de ${time}, que foi feriado.`,
    ended: (what) => `Terminou sem acontecer: “${what}”.`,
    unknown: (what, time) => `Não sei o que houve com “${what}” de ${time}.`,
  },
  paused: {
    asked: (what) => `Pausei “${what}”.`,
    failures: (what, count) =>
      `Pausei “${what}” depois de ${count} falhas seguidas. “retoma” volta a tentar.`,
    changed: (what, detail) =>
      `Pausei “${what}”, porque mudou o que ele usa (${detail}). Cancele e peça de novo, se ainda quiser.`,
    rights: (what) => `Pausei “${what}”: a permissão que você tinha não vale mais.`,
    unreadable: (what) => `Pausei “${what}”: não sei mais carregar esse pedido.`,
  },
  noneStanding: "Não há nada agendado.",
  list: (count) => (count === 1 ? "Há um pedido agendado:" : `Há ${count} pedidos agendados:`),
  item: (place, what, when, next, state) =>
    `${place}. “${what}” – ${when}${next === "" ? "" : ` – ${next}`}${state === "" ? "" : ` (${state})`}`,
  until: (time) => `até ${time}`,
  isPaused: (until) => (until === "" ? "pausado" : `pausado até ${until}`),
  stopped: (until) => (until === "" ? "Está pausado." : `Está pausado até ${until}.`),
  nextAt: (time) => `próxima: ${time}`,
  whichOne: "Qual deles?",
  notFound: "Não achei nenhum pedido agendado assim.",
  cancelled: (what, when) => `Cancelei: “${what}” (${when}).`,
  pausedNow: (what, until) =>
    until === "" ? `Pausei: “${what}”. “retoma” volta.` : `Pausei até ${until}: “${what}”.`,
  resumed: (what, next) => `Retomei: “${what}”.${next === "" ? "" : ` Próxima: ${next}.`}`,
  postponed: (what, time) => `Adiei “${what}” para ${time}.`,
  done: (what) => `Certo: “${what}”, feito.`,
  cancelAgain: (what) => `Desfiz isso há pouco. Cancelo de novo “${what}”?`,
  restore: (what) => `Desfiz isso há pouco. Ponho de volta “${what}”?`,
  postponeHow: "Adiar quanto? Diga, por exemplo, “adia 10 minutos”.",
  changed: (what, when) => `Mudei “${what}”: ${when}.`,
  changeHow:
    "Mudar para quando, ou para quanto? Diga, por exemplo, “muda para as 10h” ou “muda para 45”.",
  undone: (what) => `Desfiz: “${what}” não está mais agendado.`,
  undoneBack: (what, when) => `Desfiz: “${what}” está como antes: ${when}.`,
  putBack: (what, when) => `Pus de volta: “${what}”, ${when}.`,
  whyNothing: "Nada agendado disparou ou foi pulado até agora.",
  ticks: {
    fired: (what, time) => `“${what}” rodou em ${time}.`,
    late: (what, time) => `“${what}” rodou com atraso; era para ${time}.`,
    failed: (what, time) => `“${what}” falhou em ${time}.`,
    running: (what, time) => `“${what}” de ${time} está em andamento.`,
  },
  neverDue: (what, next) =>
    `“${what}” ainda não tinha chegado a hora${next === "" ? "" : `; a próxima é ${next}`}.`,
  notYet: (what, condition, last) =>
    `“${what}” ainda não aconteceu: ${condition}.${last === "" ? "" : ` Último valor: ${last}.`}`,
  unseenSince: {
    failed: (time) => `Desde ${time} o serviço não responde; continuo olhando.`,
    stale: (time) => `Desde ${time} não há valor novo; o mercado pode estar fechado.`,
    sample: (time) => `Desde ${time} só há dados de exemplo, que não contam.`,
    source: (time) => `Em ${time} a fonte do valor mudou; o próximo já conta.`,
  },
  wasLast: "Esta foi a última vez.",
  notByInstruction: "Só agendo o que a própria pessoa pede, então não agendei nada.",
  changedMeanwhile: "Esse pedido mudou enquanto isso; tente de novo.",
  notThere: (what, domain) =>
    `Não consegui fazer “${what}”: o serviço ${domain} não está disponível.`,
  telegram: "no Telegram",
  notLinked: (name) =>
    `Não tenho uma conversa vinculada com “${name}”, então não agendei nada. Aviso você, em vez disso?`,
  toMe: "para mim",
  holiday: (what, when, day) => `“${what}” é ${when}, e ${day} foi feriado, então não rodou.`,
  notItsDay: (what, when, day) => `“${what}” é ${when}, e ${day} não era dia disso.`,
  inbox: "na lista de avisos (regente schedules, GET /v1/schedules/ticks)",
};

const en: StandingWords = {
  asks: {
    needs_hour: (words) => `At what time (“${words}”)?`,
    unclear_half: (words) => `Which time do you mean by “${words}”?`,
    passed: (words) => `That time has passed today (“${words}”). Which of these?`,
    unclear_day: (words) => `On which day exactly (“${words}”)?`,
    vague: (words) =>
      `When exactly (“${words}”)? Say, for example, “in 20 minutes” or “tomorrow at 9am”.`,
    no_time: (words) =>
      `When (“${words}”)? Say, for example, “in 20 minutes” or “tomorrow at 9am”.`,
    unread: (words) =>
      `I did not quite get when (“${words}”), so I scheduled nothing. Say only the time again, for example “every Friday at 6pm”.`,
    too_often: (words) => `I repeat something once a minute at most (“${words}”). How often?`,
    ends_before: (words) => `That would end before it begins (“${words}”). Until when?`,
    in_text: (words) =>
      `Is “${words}” when I shall do it, or part of the text? For the text, put a colon before it.`,
    of_text: (words) =>
      `“${words}” is when it takes place. When shall I remind you? Say, for example, “today at 8pm” or “tomorrow at 8am”.`,
    condition: (words) => `I do not know how to wait for that (“${words}”), so I did nothing.`,
    combined: (words) =>
      `I do not join a condition and a time in one request yet (“${words}”). Ask for one at a time.`,
  },
  remindOfWhat: "Remind you of what?",
  tellOfWhat: "Tell you what? Say, for example, “remind me to call the dentist”.",
  whatToDo: (what, when) =>
    `I got when (${when}), but not what to do: “${what}”. I scheduled nothing; please put it another way.`,
  lacks: (what) => `One thing is missing to schedule it: ${what} Please ask again and say it.`,
  cannotWatch: (what) => `I do not know how to watch “${what}”, so I did nothing.`,
  alreadyTrue: (value) => `That is true already: ${value}. What would you like?`,
  statement: (what, when) => `It happened: ${what} – ${when}.`,
  nowOption: "tell me now and be done",
  nextTimeOption: "wait for the next time",
  whereToTell: "Where shall I tell you? I cannot reach you here later.",
  confirm: (what, when, until, effects, isOnce) =>
    `Are you sure? “${what}”: ${when}${until === "" ? "" : `, until ${until}`}. ${isOnce ? "It does this" : "Each time it does this"}:\n${effects}`,
  eachTime: (effects) => `Each time: ${effects}.`,
  itsResult: "the result",
  asksEachTime: "What deletes something I ask about again each time.",
  made: (what, when) => `Agreed: “${what}”, ${when}.`,
  watching: (what, when, often) =>
    `Agreed: I will tell you when ${what} ${when}. I look every ${often}.`,
  band: (percent) => `I will tell you again only after it goes back by ${percent}%.`,
  next: (instants) => `Next times: ${instants}.`,
  ifLate: {
    do: "If its time has passed, I do it all the same.",
    skip: "If its time has passed, I leave it out.",
  },
  skips: (days) => `Holidays are left out: ${days}.`,
  ends: (until, byDefault) =>
    byDefault ? `It ends on ${until}, unless you say otherwise.` : `It ends on ${until}.`,
  zone: (zone) => `Times are those of ${zone}.`,
  howToUndo: "“undo” cancels it.",
  stale: "I only have sample data for that now; I will tell you once there are real data.",
  tooMany: (most) =>
    `You have ${most} standing requests already, which is the most. Cancel one first.`,
  reminder: (text) => `Reminder: ${text}`,
  reminderLate: (text, time) => `A late reminder, it was for ${time}: ${text}`,
  late: (time, answer) => `(Late; it was for ${time}.)\n${answer}`,
  watched: (what, condition, value) => `It happened: ${what} – ${condition}. Now: ${value}.`,
  skipped: {
    missed: (what, time, count) =>
      count > 1
        ? `I did not do “${what}” ${count} times since ${time}, because the service was down.`
        : `I did not do “${what}” of ${time}, because the service was down.`,
    overlap: (what, time) =>
      `I left out “${what}” of ${time}, because the one before was still under way.`,
    rights: (what, time) =>
      `I left out “${what}” of ${time}: the permission is not valid any more.`,
    changed: (what, time) =>
      `I left out “${what}” of ${time}: the service has changed since you asked.`,
    question_open: (what, time) =>
      `I left out “${what}” of ${time}, because another question was open.`,
    condition: (what, time) => `I did not do “${what}” of ${time}: the condition was not true.`,
    unseen: (what, time) =>
      `I left out “${what}” of ${time}: I could not see whether the condition was true.`,
    no_data: (what) =>
      `I have not been able to look at “${what}” for a day: the service does not answer. I keep looking.`,
    paused: (what, time, count) =>
      count > 1
        ? `I did not do “${what}” ${count} times since ${time}: it was paused.`
        : `I did not do “${what}” of ${time}: it was paused.`,
    holiday: (what, time) => `I left out “${what}” of ${time}, which was a holiday.`,
    ended: (what) => `It ended without happening: “${what}”.`,
    unknown: (what, time) => `I do not know what became of “${what}” of ${time}.`,
  },
  paused: {
    asked: (what) => `I paused “${what}”.`,
    failures: (what, count) =>
      `I paused “${what}” after ${count} failures in a row. “resume” tries again.`,
    changed: (what, detail) =>
      `I paused “${what}”, because what it uses has changed (${detail}). Cancel it and ask again if you still want it.`,
    rights: (what) => `I paused “${what}”: the permission you had is not valid any more.`,
    unreadable: (what) =>
      `I paused “${what}”: I do not know how to carry that request out any more.`,
  },
  noneStanding: "Nothing is scheduled.",
  list: (count) => (count === 1 ? "One request is scheduled:" : `${count} requests are scheduled:`),
  item: (place, what, when, next, state) =>
    `${place}. “${what}” – ${when}${next === "" ? "" : ` – ${next}`}${state === "" ? "" : ` (${state})`}`,
  until: (time) => `until ${time}`,
  isPaused: (until) => (until === "" ? "paused" : `paused until ${until}`),
  stopped: (until) => (until === "" ? "It is paused." : `It is paused until ${until}.`),
  nextAt: (time) => `next: ${time}`,
  whichOne: "Which one?",
  notFound: "I found no standing request like that.",
  cancelled: (what, when) => `Cancelled: “${what}” (${when}).`,
  pausedNow: (what, until) =>
    until === "" ? `Paused: “${what}”. “resume” goes on.` : `Paused until ${until}: “${what}”.`,
  resumed: (what, next) => `Resumed: “${what}”.${next === "" ? "" : ` Next: ${next}.`}`,
  postponed: (what, time) => `I put “${what}” off to ${time}.`,
  done: (what) => `All right: “${what}”, done.`,
  cancelAgain: (what) => `I undid that a moment ago. Shall I cancel “${what}” again?`,
  restore: (what) => `I undid that a moment ago. Shall I put “${what}” back?`,
  postponeHow: "Put it off for how long? Say, for example, “snooze 10 minutes”.",
  changed: (what, when) => `Changed “${what}”: ${when}.`,
  changeHow:
    "Change it to when, or to how much? Say, for example, “change it to 10am” or “change it to 45”.",
  undone: (what) => `Undone: “${what}” is not scheduled any more.`,
  undoneBack: (what, when) => `Undone: “${what}” is as it was before: ${when}.`,
  putBack: (what, when) => `Put back: “${what}”, ${when}.`,
  whyNothing: "Nothing that is scheduled has fired or been left out so far.",
  ticks: {
    fired: (what, time) => `“${what}” ran on ${time}.`,
    late: (what, time) => `“${what}” ran late; it was for ${time}.`,
    failed: (what, time) => `“${what}” failed on ${time}.`,
    running: (what, time) => `“${what}” of ${time} is under way.`,
  },
  neverDue: (what, next) =>
    `“${what}” was not due yet${next === "" ? "" : `; the next time is ${next}`}.`,
  notYet: (what, condition, last) =>
    `“${what}” has not happened yet: ${condition}.${last === "" ? "" : ` Last value: ${last}.`}`,
  unseenSince: {
    failed: (time) => `The service has not answered since ${time}; I keep looking.`,
    stale: (time) => `There has been no new value since ${time}; the market may be closed.`,
    sample: (time) => `Since ${time} there are sample data only, which do not count.`,
    source: (time) => `The source of the value changed at ${time}; the next one counts.`,
  },
  wasLast: "This was the last time.",
  notByInstruction: "I only schedule what the person asks for, so I scheduled nothing.",
  changedMeanwhile: "That request has changed meanwhile; please try again.",
  notThere: (what, domain) => `I could not do “${what}”: the service ${domain} is not available.`,
  telegram: "on Telegram",
  notLinked: (name) =>
    `No chat with “${name}” is linked, so I scheduled nothing. Shall I tell you instead?`,
  toMe: "to me",
  holiday: (what, when, day) =>
    `“${what}” is ${when}, and ${day} was a holiday, so it did not run.`,
  notItsDay: (what, when, day) => `“${what}” is ${when}, and ${day} was not a day for it.`,
  inbox: "in the list of what was told (regente schedules, GET /v1/schedules/ticks)",
};

const WORDS: Readonly<Record<Locale, StandingWords>> = { "pt-BR": pt, en };
export const standingWords = (locale: Locale): StandingWords => WORDS[locale];
