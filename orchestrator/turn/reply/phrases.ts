import type { DoubtReason } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";

/** What the core itself says in a conversation; why a step failed is in engine/say-failure.ts, standing requests have standing/say.ts. */
export type Phrases = {
  readonly cancelled: string;
  readonly greeting: string;
  readonly welcome: string;
  readonly nothingToCancel: string;
  readonly nothingToRepeat: string;
  readonly nothingToUndo: string;
  readonly declined: string;
  /** An older question, or one after part of the request was done. */
  readonly putAside: (question: string) => string;
  readonly confirm: (what: string) => string;
  /** Of a step that may hit many things; null: how many cannot be told. */
  readonly hits: (count: number | null) => string;
  readonly andMore: (count: number) => string;
  readonly fromOutside: (param: string, sources: string) => string;
  readonly stillWant: string;
  readonly chooseGoal: string;
  /** The same, where only one goal is close and its manifest has no question of its own. */
  readonly wanted: (goal: string) => string;
  /** Before the question whether something that was only asked about is wanted. */
  readonly onlyAsked: string;
  readonly notUnderstood: string;
  /** Something is to be done with a list that shows nothing. */
  readonly nothingInIt: string;
  readonly canDo: string;
  readonly moreHelp: string;
  readonly nothingAsked: string;
  readonly helpIntro: string;
  /** Domains that are not shown. */
  readonly helpMore: (count: number) => string;
  readonly helpLater: string;
  readonly helpOutro: string;
  readonly nothingYet: string;
  readonly whichValue: (entity: string) => string;
  readonly answerWithOption: string;
  readonly answerYesOrNo: string;
  readonly notAnOption: (count: number) => string;
  readonly onlyOne: string;
  readonly moreOptions: (count: number) => string;
  readonly didNotGetAnswer: string;
  readonly gaveUpAsking: string;
  /** The scopes are "" where none are known. */
  readonly forbidden: (what: string, scopes: string) => string;
  /** To whom something would go; "" is who asks. The second is a sentence. */
  readonly toWhom: (name: string) => string;
  readonly goesTo: (name: string) => string;
  /** It was asked for someone who is linked, and only shown to the one who asked. */
  readonly onlyShown: (name: string) => string;
  readonly cannotPlan: string;
  /** To an answer that puts off, or asks, where a text was asked for. */
  readonly textInQuotes: string;
  readonly internal: string;
  /** The same, after something that changes something was sent. */
  readonly afterEffect: (run: string) => string;
  readonly runGone: string;
  /** No one knows what became of a message; "" where its words mean nothing alone. */
  readonly interrupted: (text: string) => string;
  readonly onlyThePerson: string;
  readonly modelBudgetUsedUp: string;
  /** Between two things. */
  readonly and: string;
  /** A word for what was just shown. */
  readonly that: string;
  /** The same, as an object of a verb. */
  readonly it: string;
  /** Before something that changes something is done once more. */
  readonly onceMore: (said: string) => string;
  readonly asked: (said: string) => string;
  /** What was changed in this conversation, a line each; "": nothing. */
  readonly done: (told: string) => string;
  readonly nothingRepeated: string;
  /** To a no behind what was done; the second where it cannot be taken back. */
  readonly alreadyDone: (told: string) => string;
  readonly doneForGood: (told: string) => string;
  /** Before what was done is taken back and done with other values; the second where it cannot be taken back. */
  readonly putRight: (told: string, values: string) => string;
  readonly alsoWith: (told: string, values: string) => string;
  /** To a goodbye, and to an agreement that no question waits for. */
  readonly bye: string;
  readonly agreed: string;
  /** To what is no answer to the question that stays open. */
  readonly staysOpen: (question: string) => string;
  /** Messages that came before the last one; the words are of the nearest. */
  readonly unread: (count: number, said: string) => string;
  /** More was named than there was. */
  readonly shownOnly: (count: number) => string;
  /** Why nothing was done, and how to ask so that something is. */
  readonly held: (reason: DoubtReason, words: string) => string;
};

const pt: Phrases = {
  cancelled: "Pronto, cancelei.",
  greeting: "Olá! Eu sou o Regente. Diga o que você precisa; “ajuda” mostra o que eu sei fazer.",
  welcome: "De nada.",
  nothingToCancel: "Não há nada em aberto para cancelar.",
  nothingToRepeat: "Ainda não respondi nada nesta conversa.",
  nothingToUndo: "Não há nada que eu possa desfazer.",
  declined: "Tudo bem, não fiz nada.",
  putAside: (question) => `Tudo bem, deixei de lado a pergunta em aberto: ${question}`,
  confirm: (what) => `Confirma? ${what}`,
  hits: (count) =>
    count === null
      ? "Não consegui contar quantos são."
      : count === 1
        ? "É só 1."
        : `São ${count} de uma vez.`,
  andMore: (count) => `e mais ${count}`,
  fromOutside: (param, sources) =>
    `Atenção: “${param}” traz texto de fora, de ${sources}. Veja se é isso mesmo que você quer.`,
  stillWant: "Isso ficou em aberto. Confirme de novo, por favor.",
  chooseGoal: "Não tenho certeza do que você quer. Seria algum destes?",
  wanted: (goal) => `Você quer isto: ${goal}?`,
  onlyAsked: "Não fiz nada ainda.",
  notUnderstood: "Isso eu não sei fazer.",
  nothingInIt: "A lista que mostrei está vazia: não há o que guardar nem enviar.",
  canDo: "O que eu sei fazer:",
  moreHelp: "“ajuda” mostra tudo, com exemplos.",
  nothingAsked: "Não há nenhuma pergunta em aberto. Diga o que você precisa.",
  helpIntro: "Posso ajudar com:",
  helpMore: (count) => `- e mais ${count}; é só pedir.`,
  helpLater:
    "- Depois, ou sempre: “me lembra amanhã às 9h de ligar pro dentista”, “todo dia às 8h me lembra da água”",
  helpOutro:
    "Escreva como falaria com uma pessoa. “desfaz” volta atrás; “cancela” desiste da pergunta em aberto.",
  nothingYet: "Não há nenhum serviço que você possa usar agora. Tente de novo em instantes.",
  whichValue: (entity) => `Qual ${entity}?`,
  answerWithOption: "Responda com o número ou o nome.",
  answerYesOrNo: "Responda “sim” ou “não”.",
  notAnOption: (count) => `Só há ${count === 1 ? "uma opção" : `opções de 1 a ${count}`}.`,
  onlyOne: "Só consigo uma por vez.",
  moreOptions: (count) => `… e mais ${count}; diga o nome.`,
  didNotGetAnswer: "Não entendi a resposta.",
  gaveUpAsking: "Deixei essa pergunta de lado. Pode pedir de outro jeito ou dizer “ajuda”.",
  toWhom: (name) => (name === "" ? "para você" : `para ${name}`),
  goesTo: (name) => (name === "" ? "Vai para você." : `Vai para ${name}.`),
  onlyShown: (name) =>
    `Mostrei só aqui; “${name}” não recebeu nada. Para mandar, peça “manda isso pra ${name}”.`,
  forbidden: (what, scopes) =>
    `Você não tem permissão para isto, então não fiz nada: ${what}. Quem administra o serviço pode liberar${scopes && ` (${scopes})`}.`,
  textInQuotes: "Não usei isso como texto. Se for mesmo o texto, escreva-o entre aspas.",
  cannotPlan:
    "Não consegui montar um plano para isso, e nada foi feito. Diga de outro jeito o que você quer.",
  internal: "Algo deu errado do meu lado; não fiz nada além do que já contei. Tente de novo.",
  afterEffect: (run) =>
    `Algo deu errado do meu lado depois que eu já tinha enviado algo, e não sei dizer se foi feito. Confira antes de repetir${run === "" ? "" : ` (execução ${run})`}.`,
  modelBudgetUsedUp: "O limite de uso do modelo de linguagem foi atingido; continuo sem ele.",
  onlyThePerson:
    "Só a própria pessoa pode confirmar isto, em um cliente que mostre formulários ou em um canal dela; um modelo não pode confirmar por ela.",
  interrupted: (text) =>
    `Fui interrompido enquanto cuidava ${text === "" ? "da sua resposta" : `de “${text}”`} e não sei dizer até onde cheguei. Confira antes de pedir de novo.`,
  runGone: "O que eu ia continuar não está mais disponível. Peça de novo, por favor.",
  and: "e",
  that: "isso",
  it: "isso",
  onceMore: (said) => `Faço de novo? “${said}”`,
  asked: (said) => `Você pediu: ${said}.`,
  done: (told) =>
    told === ""
      ? "Fora lembretes e agendamentos, ainda não mudei nada nesta conversa."
      : `O que fiz por último nesta conversa:\n${told}`,
  nothingRepeated: "Ainda não há nada nesta conversa para fazer de novo.",
  alreadyDone: (told) => `Já fiz isso há pouco: “${told}” Quer desfazer?`,
  doneForGood: (told) => `Já fiz isso há pouco, e não tenho como desfazer: “${told}”`,
  putRight: (told, values) => `Já fiz isso: “${told}” Desfaço e faço de novo assim?\n${values}`,
  alsoWith: (told, values) =>
    `Já fiz isso, e não tenho como desfazer: “${told}” Faço também assim?\n${values}`,
  bye: "Até mais!",
  agreed: "Combinado.",
  unread: (count, said) =>
    count === 1
      ? `Li só a sua última mensagem, e não a que veio antes dela: “${said}”.`
      : `Li só a sua última mensagem, e não as ${count} que vieram antes dela, como “${said}”.`,
  staysOpen: (question) => `Isso continua em aberto: ${question}`,
  shownOnly: (count) =>
    count === 0
      ? "A lista que mostrei está vazia."
      : count === 1
        ? "Só mostrei um item."
        : `Mostrei ${count} itens. Qual deles você quer?`,
  held(reason, words) {
    switch (reason) {
      case "negated":
        return "Certo, não vou fazer isso.";
      case "asked_about":
      case "reported":
      case "supposed":
        return "Não fiz nada, porque isso não me pareceu um pedido. Se é o que você quer, peça diretamente.";
      case "conditional":
        return `Não sei esperar por isso (“${words}”), então não fiz nada. Posso fazer agora, se você pedir sem a condição.`;
      case "deferred":
        return `Não entendi quando (“${words}”), então não fiz nada. Posso fazer agora, se você pedir sem o horário.`;
      case "recurring":
        return `Não entendi de quanto em quanto tempo (“${words}”), então não fiz nada. Posso fazer uma vez agora, se você pedir assim.`;
      case "addressed":
        return `Só consigo mandar para uma conversa vinculada por vez, pelo nome, e não reconheci “${words}”. Não fiz nada.`;
      case "ambiguous_scope":
        return `Não sei se “${words}” faz parte do texto, então não fiz nada. Coloque o texto entre aspas.`;
      case "corrected":
      case "excepted":
      case "limited":
      case "unread":
      case "compound":
      case "strange":
      case "spelling":
        return `Não sei o que fazer com “${words}”, então não fiz nada. Peça de outro jeito, por favor.`;
    }
  },
};

const en: Phrases = {
  cancelled: "Done, cancelled.",
  greeting: "Hello! I am Regente. Say what you need; “help” shows what I can do.",
  welcome: "You are welcome.",
  nothingToCancel: "There is nothing to cancel.",
  nothingToRepeat: "I have not answered anything in this conversation yet.",
  nothingToUndo: "There is nothing I can undo.",
  declined: "All right, I did nothing.",
  putAside: (question) => `All right, I dropped the open question: ${question}`,
  confirm: (what) => `Are you sure? ${what}`,
  hits: (count) =>
    count === null
      ? "I could not count how many this affects."
      : count === 1
        ? "This affects only 1."
        : `This affects ${count} at once.`,
  andMore: (count) => `and ${count} more`,
  fromOutside: (param, sources) =>
    `Careful: “${param}” contains outside text, from ${sources}. Check that this is what you want.`,
  stillWant: "That was left open. Please confirm it again.",
  chooseGoal: "I am not sure what you want. Is it one of these?",
  wanted: (goal) => `Do you want this: ${goal}?`,
  onlyAsked: "I have not done anything yet.",
  notUnderstood: "I can't do that.",
  nothingInIt: "The list I showed is empty: there is nothing to save or send.",
  canDo: "What I can do:",
  moreHelp: "“help” shows everything, with examples.",
  nothingAsked: "There is no open question. Say what you need.",
  helpIntro: "I can help with:",
  helpMore: (count) => `- and ${count} more; just ask.`,
  helpLater:
    "- Later, or repeatedly: “remind me tomorrow at 9am to call the dentist”, “every day at 8am remind me to drink water”",
  helpOutro:
    "Write as you would to a person. “undo” reverses the last action; “cancel” drops the open question.",
  nothingYet: "There is no service you can use right now. Try again in a moment.",
  whichValue: (entity) => `Which ${entity}?`,
  answerWithOption: "Answer with the number or the name.",
  answerYesOrNo: "Answer “yes” or “no”.",
  notAnOption: (count) =>
    count === 1 ? "There is only one option." : `The options are 1 to ${count}.`,
  onlyOne: "I can take only one at a time.",
  moreOptions: (count) => `… and ${count} more; say its name.`,
  didNotGetAnswer: "I did not understand your answer.",
  gaveUpAsking: "I dropped that question. Ask another way, or say “help”.",
  toWhom: (name) => (name === "" ? "to you" : `to ${name}`),
  goesTo: (name) => (name === "" ? "It goes to you." : `It goes to ${name}.`),
  onlyShown: (name) =>
    `I only showed it here; “${name}” did not receive it. To send it, say “send that to ${name}”.`,
  forbidden: (what, scopes) =>
    `You are not allowed to do this, so I did nothing: ${what}. Whoever runs the service can allow it${scopes && ` (${scopes})`}.`,
  textInQuotes: "I did not take that as the text. If it is the text, put it in quotation marks.",
  cannotPlan:
    "I could not make a plan for that, and nothing was done. Say what you want in other words.",
  internal:
    "Something went wrong on my side; I did nothing beyond what I told you. Please try again.",
  afterEffect: (run) =>
    `Something went wrong on my side after I had sent something, and I cannot tell whether it was done. Check before you repeat it${run === "" ? "" : ` (run ${run})`}.`,
  modelBudgetUsedUp:
    "The limit for the language model has been reached; I will continue without it.",
  onlyThePerson:
    "Only the user can confirm this, in a client that shows forms or on one of their channels; a model cannot confirm for them.",
  interrupted: (text) =>
    `I was interrupted while I was working on ${text === "" ? "your answer" : `“${text}”`}, and I cannot tell how far I got. Please check before you ask again.`,
  runGone: "What I was going to continue is no longer available. Please ask again.",
  and: "and",
  that: "that",
  it: "it",
  onceMore: (said) => `Do it again? “${said}”`,
  asked: (said) => `You asked: ${said}.`,
  done: (told) =>
    told === ""
      ? "Apart from reminders and schedules, I have changed nothing in this conversation yet."
      : `What I did last in this conversation:\n${told}`,
  nothingRepeated: "There is nothing to repeat in this conversation yet.",
  alreadyDone: (told) => `I did that just now: “${told}” Do you want to undo it?`,
  doneForGood: (told) => `I did that just now, and cannot undo it: “${told}”`,
  putRight: (told, values) =>
    `I have done that: “${told}” Shall I undo it and do it again like this?\n${values}`,
  alsoWith: (told, values) =>
    `I have done that, and cannot undo it: “${told}” Shall I also do it like this?\n${values}`,
  bye: "See you!",
  agreed: "Good.",
  unread: (count, said) =>
    count === 1
      ? `I read only your last message, not the one before it: “${said}”.`
      : `I read only your last message, not the ${count} before it, such as “${said}”.`,
  staysOpen: (question) => `This is still open: ${question}`,
  shownOnly: (count) =>
    count === 0
      ? "The list I showed is empty."
      : count === 1
        ? "I showed only one."
        : `I showed ${count}. Which one do you want?`,
  held(reason, words) {
    switch (reason) {
      case "negated":
        return "All right, I won't do that.";
      case "asked_about":
      case "reported":
      case "supposed":
        return "I did nothing, because that did not sound like a request. If it is what you want, ask for it directly.";
      case "conditional":
        return `I do not know how to wait for that (“${words}”), so I did nothing. I can do it now if you ask without the condition.`;
      case "deferred":
        return `I did not understand when (“${words}”), so I did nothing. I can do it now if you ask without the time.`;
      case "recurring":
        return `I did not understand how often (“${words}”), so I did nothing. I can do it once now if you ask for that.`;
      case "addressed":
        return `I can only send to one linked chat at a time, by name, and I did not recognize “${words}”. I did nothing.`;
      case "ambiguous_scope":
        return `I cannot tell whether “${words}” is part of the text, so I did nothing. Put the text in quotation marks.`;
      case "corrected":
      case "excepted":
      case "limited":
      case "unread":
      case "compound":
      case "strange":
      case "spelling":
        return `I do not know what to do with “${words}”, so I did nothing. Please ask another way.`;
    }
  },
};

const byLocale: Readonly<Record<Locale, Phrases>> = { "pt-BR": pt, en };

/** The core's sentences in one language. */
export const phrases = (locale: Locale): Phrases => byLocale[locale];
