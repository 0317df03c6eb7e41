import { buildCommand, buildRouteMap } from "@stricli/core";
import type { Locale } from "#shared/contracts/names.ts";
import {
  linkOffer,
  recipientRemoved,
  recipientsResponse,
  shownRecipient,
} from "#shared/contracts/recipient.ts";
import { type Client, withClient } from "../client.ts";
import { docs, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { type ExitCode, exitCodes, printable, showTable, type Terminal } from "../terminal.ts";
import { help } from "../words.ts";

const RECIPIENTS = "/v1/recipients";
const pathOf = (id: string): string => `${RECIPIENTS}/${encodeURIComponent(id)}`;
const wordsOf = ({ words }: Terminal) => telegramWords(words.locale);

const list = buildCommand({
  docs: docs(help("telegram.list"), ["npx regente telegram", "npx regente telegram list --json"]),
  parameters: { flags: serverFlags },
  func: ({ url, json }: ServerFlags) =>
    withClient(url, async (client, terminal, signal) => {
      const listed = await client.get(RECIPIENTS, recipientsResponse, signal);
      const words = wordsOf(terminal);
      const rows = listed.recipients.map(({ id, name, title, self, own, shared }) => [
        name,
        title,
        self ? words.self : own ? (shared ? words.shared : words.own) : words.byOthers,
        id,
      ]);
      const columns = words.titles.map((title) => ({ title }));
      const table = rows.length === 0 ? words.none : showTable(columns, rows, terminal);
      terminal.output.write(`${json ? JSON.stringify(listed) : table}\n`);
      return exitCodes.done;
    }),
});

const link = buildCommand({
  docs: docs(help("telegram.link"), [
    "npx regente telegram link Ana",
    "npx regente telegram link me",
    'npx regente telegram link "família" --shared',
  ]),
  parameters: {
    flags: { shared: yesOption(help("telegram.shared")), ...serverFlags },
    positional: word(help("telegram.name"), "NAME"),
  },
  func: ({ url, json, shared = false }: ServerFlags & { shared?: boolean }, name: string) =>
    withClient(url, async (client, terminal, signal) => {
      const wanted = ONESELF.has(name.trim().toLowerCase()) ? {} : { name };
      const offer = await client.post(RECIPIENTS, { ...wanted, shared }, linkOffer, signal);
      const { locale } = terminal.words;
      const until = new Intl.DateTimeFormat(locale, {
        dateStyle: "short",
        timeStyle: "short",
      }).format(offer.expires_at);
      const told = wordsOf(terminal).offered(offer.name, offer.command, offer.url, until);
      terminal.output.write(`${json ? JSON.stringify(offer) : printable(told)}\n`);
      return exitCodes.done;
    }),
});

/** The id of a link of the user's own by its name or id; undefined, and said why, where there is not exactly one. */
async function findOwn(
  client: Client,
  said: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { recipients } = await client.get(RECIPIENTS, recipientsResponse, signal);
  const own = recipients.filter((each) => each.own);
  const isSaid = ({ id, name }: { id: string; name: string }) =>
    id === said || name.toLowerCase() === said.trim().toLowerCase();
  const found = own.filter((each) =>
    ONESELF.has(said.trim().toLowerCase()) ? each.self || isSaid(each) : isSaid(each),
  );
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only.id;
  const words = wordsOf(terminal);
  const why =
    only === undefined
      ? words.unknown(said)
      : words.several(said, found.map(({ id }) => id).join(", "));
  terminal.errors.write(`${terminal.paint.red(printable(why))}\n`);
  return undefined;
}

function tell(
  terminal: Terminal,
  json: boolean | undefined,
  done: unknown,
  words: string,
): ExitCode {
  terminal.output.write(`${json ? JSON.stringify(done) : printable(words)}\n`);
  return exitCodes.done;
}

const rename = buildCommand({
  docs: docs(help("telegram.rename"), ['npx regente telegram rename Ana "Ana Lima"']),
  parameters: {
    flags: serverFlags,
    positional: {
      kind: "tuple",
      parameters: [
        { brief: help("telegram.old"), placeholder: "NAME", parse: String },
        { brief: help("telegram.new"), placeholder: "NEW", parse: String },
      ],
    },
  },
  func: ({ url, json }: ServerFlags, said: string, name: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await findOwn(client, said, terminal, signal);
      if (id === undefined) return exitCodes.failed;
      const renamed = await client.post(pathOf(id), { name }, shownRecipient, signal);
      return tell(terminal, json, renamed, wordsOf(terminal).renamed(renamed.name));
    }),
});

const unlink = buildCommand({
  docs: docs(help("telegram.unlink"), ["npx regente telegram unlink Ana"]),
  parameters: { flags: serverFlags, positional: word(help("telegram.old"), "NAME") },
  func: ({ url, json }: ServerFlags, said: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await findOwn(client, said, terminal, signal);
      if (id === undefined) return exitCodes.failed;
      const removed = await client.delete(pathOf(id), recipientRemoved, signal);
      return tell(terminal, json, removed, wordsOf(terminal).unlinked(said));
    }),
});

export const telegramCommand = buildRouteMap({
  docs: docs(help("telegram.brief"), ["npx regente telegram", "npx regente telegram link Ana"]),
  routes: { list, link, rename, unlink },
});

/** What the commands about linked chats say. */
type TelegramWords = {
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
        ? "Para vincular sua própria conversa, envie ao bot no Telegram:"
        : `Peça para ${name} enviar ao bot no Telegram (em um grupo: com o bot no grupo):`,
      `  ${command}`,
      ...(url === null ? [] : [`ou abrir ${url}`]),
      `O código vale uma vez, até ${until}. A conversa pode sair a qualquer momento com /stop.`,
    ].join("\n"),
  none: "Ainda não há conversas vinculadas; “regente telegram link NOME” vincula uma.",
  titles: ["nome", "conversa", "de quem", "id"],
  self: "sua",
  own: "vinculada por você",
  shared: "vinculada por você, para todos",
  byOthers: "compartilhada",
  renamed: (name) => `A conversa agora se chama ${name}.`,
  unlinked: (name) => `${name} não está mais vinculada.`,
  unknown: (name) =>
    `Você não vinculou nenhuma conversa “${name}”; “regente telegram” mostra quais existem.`,
  several: (name, ids) => `Há mais de uma “${name}”; informe o id: ${ids}.`,
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
  shared: "linked by you, for everyone",
  byOthers: "shared",
  renamed: (name) => `The chat is now called ${name}.`,
  unlinked: (name) => `${name} is no longer linked.`,
  unknown: (name) => `You have no linked chat “${name}”; “regente telegram” lists them.`,
  several: (name, ids) => `There is more than one “${name}”; give the id: ${ids}.`,
};

const byLocale: Readonly<Record<Locale, TelegramWords>> = { "pt-BR": pt, en };

const telegramWords = (locale: Locale): TelegramWords => byLocale[locale];

/** What people call themselves: the link is their own chat. */
const ONESELF: ReadonlySet<string> = new Set(["me", "myself", "eu", "mim"]);
