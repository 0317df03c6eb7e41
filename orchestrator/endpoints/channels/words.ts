import { type Locale, localeOfCode } from "#shared/contracts/names.ts";

/** What only channels say. */
export type Words = {
  readonly isPrivate: string;
  readonly onlyText: string;
  /** To words of someone else, which ask for nothing. */
  readonly passedOn: string;
  readonly alreadyAnswered: string;
  readonly notYours: string;
  readonly fileNotSent: (name: string) => string;
  /** Under a question where only what names us is read. */
  readonly sayName: (name: string) => string;
  readonly done: string;
  readonly sources: string;
  readonly choose: string;
  readonly yes: string;
  readonly no: string;
  /** What asks for help and what cancels, as people would say it. */
  readonly help: string;
  readonly cancel: string;
  /** The descriptions in the menu of commands. */
  readonly helpMenu: string;
  readonly cancelMenu: string;
  readonly stopMenu: string;
  /** This chat is known by a name from now on; by none: it is the own chat of who linked it. */
  readonly linked: (name: string | undefined, sign: string) => string;
  readonly noSuchCode: string;
  /** Under what was told: put it off, pause it, cancel it. */
  readonly tapLater: string;
  readonly tapPause: string;
  readonly tapCancel: string;
  /** Under an answer, and what is told to who touches it. */
  readonly tapWrong: string;
  readonly notedWrong: string;
  /** It is sent nothing any more; under the names, if it had some. */
  readonly unlinked: (names: readonly string[]) => string;
};

const pt: Words = {
  tapLater: "Adiar 10 min",
  tapPause: "Pausar",
  tapCancel: "Cancelar",
  tapWrong: "Não era isso",
  notedWrong: "Anotado: não era isso. Obrigado por avisar.",
  isPrivate: "Este bot é particular: só responde aos chats que o dono dele autorizou.",
  onlyText: "Por enquanto só leio texto. Escreva o que você precisa.",
  passedOn:
    "Recebi uma mensagem encaminhada e não fiz nada com ela. O que você quer que eu faça? Escreva o pedido com as suas palavras.",
  alreadyAnswered: "Esta pergunta não está mais em aberto.",
  notYours: "Esta pergunta é de outra pessoa.",
  fileNotSent: (name) => `(Não consegui enviar o arquivo ${name}.)`,
  sayName: (name) => `Para responder com palavras, comece com ${name}.`,
  done: "Pronto.",
  sources: "Fontes:",
  choose: "Escolher",
  yes: "Sim",
  no: "Não",
  help: "ajuda",
  cancel: "cancela",
  helpMenu: "O que eu sei fazer",
  cancelMenu: "Desistir da pergunta em aberto",
  stopMenu: "Não receber mais mensagens neste chat",
  linked: (name, sign) =>
    `${name === undefined ? "Pronto: este chat agora é o seu, e o que você mandar enviar para si mesmo chega aqui." : `Pronto: este chat está vinculado como “${name}” e recebe o que mandarem para esse nome.`} Para parar, envie ${sign}stop.`,
  noSuchCode:
    "Este código não vale: já foi usado, expirou ou está errado. Peça um novo a quem o enviou.",
  unlinked: (names) =>
    names.length === 0
      ? "Certo: este chat não está vinculado a ninguém. O que foi agendado aqui continua chegando; “o que está agendado?” mostra."
      : `Certo: este chat não está mais vinculado (${names.map((name) => `“${name}”`).join(", ")}): o que enviarem por esse nome não chega mais. Para voltar, é preciso um novo código. O que foi agendado aqui continua chegando; “o que está agendado?” mostra.`,
};

const en: Words = {
  tapLater: "Snooze 10 min",
  tapPause: "Pause",
  tapCancel: "Cancel",
  tapWrong: "That was wrong",
  notedWrong: "Noted: that was wrong. Thanks for telling me.",
  isPrivate: "This bot is private: it only answers the chats that its owner has allowed.",
  onlyText: "I only read text for now. Write what you need.",
  passedOn:
    "You forwarded a message, and I did nothing with it. What should I do? Write the request in your own words.",
  alreadyAnswered: "This question is no longer open.",
  notYours: "This question is for someone else.",
  fileNotSent: (name) => `(The file ${name} could not be sent.)`,
  sayName: (name) => `To answer in words, begin with ${name}.`,
  done: "Done.",
  sources: "Sources:",
  choose: "Choose",
  yes: "Yes",
  no: "No",
  help: "help",
  cancel: "cancel",
  helpMenu: "What I can do",
  cancelMenu: "Drop the open question",
  stopMenu: "Receive no more messages in this chat",
  linked: (name, sign) =>
    `${name === undefined ? "Done: this chat is yours now, and messages to yourself arrive here." : `Done: this chat is linked as “${name}” and receives what is sent to that name.`} To stop, send ${sign}stop.`,
  noSuchCode:
    "This code is not valid: it has been used, has expired or is wrong. Ask whoever sent it for a new one.",
  unlinked: (names) =>
    names.length === 0
      ? "All right: this chat is linked to no one. What was scheduled here still arrives; “what is scheduled?” shows it."
      : `All right: this chat is no longer linked (${names.map((name) => `“${name}”`).join(", ")}): messages to that name no longer arrive. A new code links it again. What was scheduled here still arrives; “what is scheduled?” shows it.`,
};

const byLocale: Readonly<Record<Locale, Words>> = { "pt-BR": pt, en };

export const words = (locale: Locale): Words => byLocale[locale];

/** The language that a person's client is set to, as far as we speak it. */
export function localeHint(language_code: string | undefined): Locale | undefined {
  return language_code === undefined ? undefined : (localeOfCode(language_code) ?? "en");
}
