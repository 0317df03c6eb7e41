import type { StandingWords } from "./standing-words.ts";

/** In Brazilian Portuguese. */
export const pt: StandingWords = {
  asks: {
    needs_hour: (words) => `A que horas (“${words}”)?`,
    unclear_half: (words) => `Qual horário você quer dizer com “${words}”?`,
    passed: (words) => `Esse horário já passou hoje (“${words}”). Quando, então?`,
    over: (words) => `Esse horário já passou (“${words}”). Para quando?`,
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
      `“${words}” é quando devo fazer isso, ou faz parte do texto? Para o texto, coloque dois-pontos antes dele.`,
    of_text: (words) =>
      `“${words}” é o horário do compromisso. Quando devo lembrar? Diga, por exemplo, “hoje às 20h” ou “amanhã às 8h”.`,
    condition: (words) => `Não sei esperar por isso (“${words}”), então não fiz nada.`,
    combined: (words) =>
      `Ainda não consigo juntar condição e horário no mesmo pedido (“${words}”). Peça um de cada vez.`,
  },
  remindOfWhat: "Lembrar do quê?",
  tellOfWhat: "Avisar do quê? Diga, por exemplo, “me lembra de ligar para o dentista”.",
  whatToDo: (what, when) =>
    `Entendi quando (${when}), mas não o que fazer: “${what}”. Não agendei nada; peça de outro jeito.`,
  lacks: (what) => `Falta uma informação para agendar: ${what} Peça de novo com ela.`,
  cannotWatch: (what) => `Não sei acompanhar “${what}”, então não fiz nada.`,
  alreadyTrue: (value) => `Isso já é verdade agora: ${value}. O que você prefere?`,
  statement: (what, when) => `Aconteceu: ${what} – ${when}.`,
  nowOption: "avisar agora e encerrar",
  nextTimeOption: "esperar a próxima vez",
  whereToTell:
    "Onde devo avisar? Por aqui eu não consigo falar com você depois (“regente telegram link eu” vincula o seu chat).",
  confirm: (what, when, until, effects, isOnce) =>
    `Confirma? “${what}”: ${when}${until === "" ? "" : `, até ${until}`}. ${isOnce ? "Vou fazer isto" : "Toda vez, vou fazer isto"}:\n${effects}`,
  eachTime: (effects) => `Cada vez: ${effects}.`,
  itsResult: "o resultado",
  asksEachTime: "Antes de apagar, sempre pergunto de novo.",
  made: (what, when) => `Combinado: “${what}”, ${when}.`,
  watching: (what, when, often) =>
    `Combinado: aviso quando ${what} ${when}. Verifico a cada ${often}.`,
  band: (percent) => `Só aviso de novo depois que o valor voltar ${percent}%.`,
  next: (instants) => `Próximas vezes: ${instants}.`,
  ifLate: {
    do: "Se passar da hora, faço assim mesmo.",
    skip: "Se passar da hora, pulo.",
  },
  skips: (days) => `Pulo os feriados: ${days}.`,
  ends: (until, byDefault) =>
    byDefault ? `Termina em ${until}, se você não disser outra data.` : `Termina em ${until}.`,
  toldAt: {
    here: "Aviso você por aqui.",
    telegram: "Aviso você no Telegram.",
    inbox: "Coloco na lista (regente schedules, GET /v1/schedules/ticks).",
  },
  zone: (zone) => `Fuso: ${zone}.`,
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
    condition: (what, time) => `Não fiz “${what}” de ${time}: a condição não era verdadeira.`,
    unseen: (what, time) => `Pulei “${what}” de ${time}: não consegui verificar a condição.`,
    no_data: (what) =>
      `Há um dia não consigo verificar “${what}”: o serviço não responde. Continuo tentando.`,
    paused: (what, time, count) =>
      count > 1
        ? `Não fiz “${what}” ${count} vezes desde ${time}: estava pausado.`
        : `Não fiz “${what}” de ${time}: estava pausado.`,
    holiday: (what, time) => `Pulei “${what}” de ${time}, que foi feriado.`,
    ended: (what) => `Terminou sem acontecer: “${what}”.`,
    quota: (what, time) =>
      `Não fiz “${what}” de ${time}: o limite de uso do modelo acabou. Tento de novo na próxima vez.`,
    unknown: (what, time) => `Não sei o que houve com “${what}” de ${time}.`,
  },
  paused: {
    asked: (what) => `Pausei “${what}”.`,
    failures: (what, count) =>
      `Pausei “${what}” depois de ${count} falhas seguidas. “retoma” volta a tentar.`,
    changed: (what, detail) =>
      `Pausei “${what}”, porque algo que ele usa mudou (${detail}). Cancele e peça de novo, se ainda quiser.`,
    rights: (what) => `Pausei “${what}”: a permissão que você tinha não vale mais.`,
    unreadable: (what) => `Pausei “${what}”: não consigo mais executar esse pedido.`,
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
  notFound: "Não encontrei nenhum pedido agendado assim.",
  isOver: {
    done: (what, when) => `“${what}” (${when}) já terminou.`,
    cancelled: (what, when) => `“${what}” (${when}) foi cancelado.`,
  },
  stays: (what, when) => `Certo, “${what}” fica como está (${when}).`,
  cancelled: (what, when) => `Cancelei: “${what}” (${when}).`,
  pausedNow: (what, until) =>
    until === "" ? `Pausei: “${what}”. “retoma” continua.` : `Pausei até ${until}: “${what}”.`,
  resumed: (what, next, when) =>
    `Retomei: “${what}”${when === "" ? "" : ` (${when})`}.${next === "" ? "" : ` Próxima: ${next}.`}`,
  postponed: (what, time) => `Adiei “${what}” para ${time}.`,
  done: (what) => `Certo: “${what}”, feito.`,
  cancelAgain: (what) => `Desfiz isso há pouco. Cancelo de novo “${what}”?`,
  allOf: {
    cancel: (count, lines) =>
      `${count === 1 ? "Cancelo este pedido agendado?" : `Cancelo estes ${count} pedidos agendados?`}\n${lines}`,
    pause: (count, lines) =>
      `${count === 1 ? "Pauso este pedido agendado?" : `Pauso estes ${count} pedidos agendados?`}\n${lines}`,
  },
  andMore: (count) => `e mais ${count}`,
  restore: (what) => `Desfiz isso há pouco. Coloco “${what}” de volta?`,
  postponeHow: "Adiar quanto? Diga, por exemplo, “adia 10 minutos”.",
  changed: (what, when) => `Mudei “${what}”: ${when}.`,
  changeHow:
    "Mudar para quando, ou para quanto? Diga, por exemplo, “muda para as 10h” ou “muda para 45”.",
  waitsForNext: (value) =>
    `Isso já é verdade agora (${value}); aviso na próxima vez que acontecer.`,
  undone: (what) => `Desfiz: “${what}” não está mais agendado.`,
  undoneBack: (what, when) => `Desfiz: “${what}” está como antes: ${when}.`,
  putBack: (what, when) => `Restaurei: “${what}”, ${when}.`,
  whyNothing: "Nenhum agendamento disparou nem foi pulado até agora.",
  ticks: {
    fired: (what, time) => `“${what}” rodou em ${time}.`,
    late: (what, time) => `“${what}” rodou com atraso; era para ${time}.`,
    partial: (what, time) => `“${what}” rodou em ${time}, mas só em parte.`,
    failed: (what, time) => `“${what}” falhou em ${time}.`,
    running: (what, time) => `“${what}” de ${time} está em andamento.`,
  },
  notDelivered: (channel) => `Ainda não consegui entregar isso (${channel}).`,
  neverDue: (what, next) =>
    `Ainda não tinha chegado a hora de “${what}”${next === "" ? "" : `; a próxima vez é ${next}`}.`,
  notYet: (what, condition, last) =>
    `“${what}” ainda não aconteceu: ${condition}.${last === "" ? "" : ` Último valor: ${last}.`}`,
  unseenSince: {
    failed: (time) => `Desde ${time} o serviço não responde; continuo tentando.`,
    stale: (time) => `Desde ${time} não há valor novo; o mercado pode estar fechado.`,
    sample: (time) => `Desde ${time} só há dados de exemplo, que não contam.`,
    source: (time) => `Em ${time} a fonte do valor mudou; o próximo já conta.`,
  },
  wasLast: "Esta foi a última vez.",
  notByInstruction: "Só agendo o que a própria pessoa pede, então não agendei nada.",
  changedMeanwhile: "Esse pedido mudou nesse meio-tempo; tente de novo.",
  notThere: (what, domain) =>
    `Não consegui fazer “${what}”: o serviço ${domain} não está disponível.`,
  telegram: "no Telegram",
  notLinked: (name, typed) =>
    `Não conheço “${name}”, então não agendei nada. Para vincular uma conversa, rode “regente telegram link ${typed}” e passe o código para a pessoa. Quer que eu avise você, em vez disso?`,
  notSentTo: (name) =>
    `Desse jeito, isso não chega a “${name}”, então não agendei nada (diga “... e manda pra ${name}”). Quer que eu avise você, em vez disso?`,
  toMe: "para mim",
  holiday: (what, when, day) => `“${what}” é ${when}, e ${day} foi feriado, então não rodou.`,
  notItsDay: (what, when, day) => `“${what}” é ${when}, e ${day} não é um dos dias dele.`,
  inbox: "na lista de avisos (regente schedules, GET /v1/schedules/ticks)",
};
