import type { Locale } from "#shared/contracts/names.ts";

/** What the commands about linked chats say. */
export type TelegramWords = {
  /** What the person has to do; `until` is a moment in words. */
  offered: (name: string, command: string, url: string | null, until: string) => string;
  none: string;
  titles: readonly [name: string, title: string, whose: string, id: string];
  self: string;
  own: string;
  shared: string;
  byOthers: string;
  renamed: (name: string) => string;
  unlinked: (name: string) => string;
  unknown: (name: string) => string;
  several: (name: string, ids: string) => string;
};

const pt: TelegramWords = {
  offered: (name, command, url, until) =>
    [
      name === ""
        ? "Para vincular a sua própria conversa, envie ao bot no Telegram:"
        : `Peça a ${name} que envie ao bot no Telegram (num grupo: com o bot no grupo):`,
      `  ${command}`,
      ...(url === null ? [] : [`ou que abra ${url}`]),
      `O código vale uma vez, até ${until}. A conversa sai quando quiser, com /stop.`,
    ].join("\n"),
  none: "Ainda não há conversas vinculadas; “regente telegram link NOME” vincula uma.",
  titles: ["nome", "conversa", "de quem", "id"],
  self: "a sua",
  own: "vinculada por você",
  shared: "vinculada por você, para todos",
  byOthers: "compartilhada",
  renamed: (name) => `Agora ela se chama ${name}.`,
  unlinked: (name) => `${name} não está mais vinculada.`,
  unknown: (name) =>
    `Você não vinculou nenhuma conversa “${name}”; “regente telegram” mostra quais existem.`,
  several: (name, ids) => `Há mais de uma “${name}”; diga o id: ${ids}.`,
};

const en: TelegramWords = {
  offered: (name, command, url, until) =>
    [
      name === ""
        ? "To link your own chat, send the bot on Telegram:"
        : `Ask ${name} to send the bot on Telegram (in a group: with the bot in it):`,
      `  ${command}`,
      ...(url === null ? [] : [`or to open ${url}`]),
      `The code works once, until ${until}. The chat can leave at any time with /stop.`,
    ].join("\n"),
  none: "There are no linked chats yet; “regente telegram link NAME” links one.",
  titles: ["name", "chat", "whose", "id"],
  self: "yours",
  own: "linked by you",
  shared: "linked by you, for everybody",
  byOthers: "shared",
  renamed: (name) => `It is called ${name} now.`,
  unlinked: (name) => `${name} is no longer linked.`,
  unknown: (name) => `You have no linked chat “${name}”; “regente telegram” lists them.`,
  several: (name, ids) => `There is more than one “${name}”; say the id: ${ids}.`,
};

const byLocale: Readonly<Record<Locale, TelegramWords>> = { "pt-BR": pt, en };

export const telegramWords = (locale: Locale): TelegramWords => byLocale[locale];

/** What people call themselves: the link is their own chat. */
export const ONESELF: ReadonlySet<string> = new Set(["me", "myself", "eu", "mim"]);
