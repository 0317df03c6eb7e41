import { buildCommand, buildRouteMap } from "@stricli/core";
import type { z } from "zod";
import {
  linkOffer,
  recipientRemoved,
  recipientsResponse,
  shownRecipient,
} from "#shared/contracts/recipient.ts";
import { type Client, shown, withClient } from "../client.ts";
import {
  docs,
  help,
  type ServerFlags,
  serverFlags,
  twoWords,
  word,
  yesOption,
} from "../command.ts";
import {
  cannot,
  exitCodes,
  printable,
  type Say,
  showTable,
  type Terminal,
  tell,
} from "../terminal.ts";

const RECIPIENTS = "/v1/recipients";
const pathOf = (id: string): string => `${RECIPIENTS}/${encodeURIComponent(id)}`;

const list = buildCommand({
  docs: docs(help("recipients.list"), [
    "npx regente recipients",
    "npx regente recipients list --json",
  ]),
  parameters: { flags: serverFlags },
  func: shown(
    (client, signal) => client.get(RECIPIENTS, recipientsResponse, signal),
    ({ recipients }, terminal) => {
      const { say } = terminal.words;
      if (recipients.length === 0) return say("recipients.none");
      const columns = (["name", "chat", "whose", "id"] as const).map((each) => ({
        title: say(`recipients.column.${each}`),
      }));
      const rows = recipients.map(({ id, name, title, self, own, shared }) => [
        name,
        title,
        self
          ? say("recipients.self")
          : own
            ? shared
              ? say("recipients.shared")
              : say("recipients.own")
            : say("recipients.by_others"),
        id,
      ]);
      return showTable(columns, rows, terminal);
    },
  ),
});

export const linkCommand = buildCommand({
  docs: docs(help("link.brief"), [
    "npx regente link Ana",
    "npx regente link me",
    'npx regente link "família" --shared',
  ]),
  parameters: {
    flags: { shared: yesOption(help("recipients.shared")), ...serverFlags },
    positional: word(help("recipients.name"), "NAME"),
  },
  func: ({ shared = false, ...flags }: ServerFlags & { shared?: boolean }, name: string) =>
    shown(
      (client, signal) => {
        const wanted = ONESELF.has(name.trim().toLowerCase()) ? {} : { name };
        return client.post(RECIPIENTS, { ...wanted, shared }, linkOffer, signal);
      },
      (offer, { words: { locale, say } }) => {
        const form = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });
        return printable(offered(offer, form.format(offer.expires_at), say));
      },
    )(flags),
});

/** What the person has to do; `until` is a moment in words. */
const offered = (
  { name, command, code, url }: z.infer<typeof linkOffer>,
  until: string,
  say: Say,
): string =>
  [
    name === "" ? say("recipients.offered_oneself") : say("recipients.offered", { name }),
    `  ${command}`,
    say("recipients.offered_bare", { code }),
    ...(url === null ? [] : [say("recipients.offered_address", { url })]),
    say("recipients.offered_until", { until }),
  ].join("\n");

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
  const { say } = terminal.words;
  const ids = found.map(({ id }) => id).join(", ");
  const name = { name: said };
  cannot(
    terminal,
    only === undefined
      ? say("recipients.unknown", name)
      : say("recipients.several", { ...name, ids }),
  );
  return undefined;
}

const rename = buildCommand({
  docs: docs(help("recipients.rename"), ['npx regente recipients rename Ana "Ana Lima"']),
  parameters: {
    flags: serverFlags,
    positional: twoWords([help("recipients.old"), "NAME"], [help("recipients.new"), "NEW"], String),
  },
  func: ({ url, json }: ServerFlags, said: string, name: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await findOwn(client, said, terminal, signal);
      if (id === undefined) return exitCodes.failed;
      const renamed = await client.post(pathOf(id), { name }, shownRecipient, signal);
      const told = terminal.words.say("recipients.renamed", { name: renamed.name });
      return tell(terminal, json, renamed, () => printable(told));
    }),
});

const unlink = buildCommand({
  docs: docs(help("recipients.unlink"), ["npx regente recipients unlink Ana"]),
  parameters: { flags: serverFlags, positional: word(help("recipients.old"), "NAME") },
  func: ({ url, json }: ServerFlags, said: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await findOwn(client, said, terminal, signal);
      if (id === undefined) return exitCodes.failed;
      const removed = await client.delete(pathOf(id), recipientRemoved, signal);
      const told = terminal.words.say("recipients.unlinked", { name: said });
      return tell(terminal, json, removed, () => printable(told));
    }),
});

export const recipientsCommand = buildRouteMap({
  docs: docs(help("recipients.brief"), ["npx regente recipients", "npx regente link Ana"]),
  routes: { list, rename, unlink },
});

/** As it was called while Telegram was the only channel. */
export const telegramCommand = buildRouteMap({
  docs: docs(help("telegram.brief"), ["npx regente link Ana"]),
  routes: { list, link: linkCommand, rename, unlink },
});

/** What people call themselves: the link is their own chat. */
const ONESELF: ReadonlySet<string> = new Set(["me", "myself", "eu", "mim"]);
