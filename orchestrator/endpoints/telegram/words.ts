import { type Locale, localeOfCode } from "#shared/contracts/names.ts";

/** What only this channel says. */
export type Words = {
  readonly isPrivate: string;
  readonly onlyText: string;
  readonly alreadyAnswered: string;
  readonly notYours: string;
  readonly interrupted: (text: string) => string;
  readonly fileNotSent: (name: string) => string;
  readonly done: string;
  readonly sources: string;
  readonly yes: string;
  readonly no: string;
  /** What asks for help and what cancels, as people would say it. */
  readonly help: string;
  readonly cancel: string;
  /** The descriptions in the menu of commands. */
  readonly helpMenu: string;
  readonly cancelMenu: string;
};

const pt: Words = {
  isPrivate: "Este bot é particular: só responde aos chats que o dono dele autorizou.",
  onlyText: "Por enquanto só leio texto. Escreva o que você precisa.",
  alreadyAnswered: "Esta pergunta já não está em aberto.",
  notYours: "Esta pergunta é de outra pessoa.",
  interrupted: (text) =>
    `Fui interrompido enquanto cuidava ${text === "" ? "da sua resposta" : `de “${text}”`} e não sei dizer até onde cheguei. Confira antes de pedir de novo.`,
  fileNotSent: (name) => `(Não consegui enviar o arquivo ${name}.)`,
  done: "Pronto.",
  sources: "Fontes:",
  yes: "Sim",
  no: "Não",
  help: "ajuda",
  cancel: "cancela",
  helpMenu: "O que eu sei fazer",
  cancelMenu: "Desistir da pergunta em aberto",
};

const en: Words = {
  isPrivate: "This bot is private: it only answers the chats that its owner has allowed.",
  onlyText: "I only read text for now. Write what you need.",
  alreadyAnswered: "This question is not open any more.",
  notYours: "This question is somebody else's.",
  interrupted: (text) =>
    `I was interrupted while I was working on ${text === "" ? "your answer" : `“${text}”`}, and I cannot tell how far I got. Please check before you ask again.`,
  fileNotSent: (name) => `(The file ${name} could not be sent.)`,
  done: "Done.",
  sources: "Sources:",
  yes: "Yes",
  no: "No",
  help: "help",
  cancel: "cancel",
  helpMenu: "What I can do",
  cancelMenu: "Drop the open question",
};

const byLocale: Readonly<Record<Locale, Words>> = { "pt-BR": pt, en };

export const words = (locale: Locale): Words => byLocale[locale];

/** The language that a person's Telegram is set to, as far as we speak it. */
export function localeHint(language_code: string | undefined): Locale | undefined {
  return language_code === undefined ? undefined : (localeOfCode(language_code) ?? "en");
}
