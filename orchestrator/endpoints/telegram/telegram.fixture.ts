import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { openProcessLease } from "../../engine/recovery/process-lease.ts";
import { turns } from "../../start/turns.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { type TelegramSettings, telegramSettings } from "./settings.ts";
import { openTelegram, type TelegramChannel } from "./telegram-channel.ts";

const text = { type: "string" as const };
const takesTitle = (more: object = {}) => ({
  type: "object" as const,
  properties: { title_text: text, shelf: text, ...more },
  required: ["title_text"],
});
const goal = (name: string, capability: string, pt: string, en: string) => ({
  goal: name,
  description: { "pt-BR": pt, en },
  capability,
  hints: { templates: { "pt-BR": [`${pt} {title_text}`, pt], en: [`${en} {title_text}`, en] } },
  entities_schema: {
    title_text: {
      required: true,
      question: { "pt-BR": "Qual livro?", en: "Which book?" },
    },
  },
});

const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "archive",
  version: "1.0.0",
  description: { "pt-BR": "Cuida de um arquivo", en: "Keeps an archive" },
  goals: [
    goal("READ", "read_book", "leia", "read"),
    goal("LEND", "lend_book", "empreste", "lend"),
    goal("DRAW", "draw_book", "desenhe", "draw"),
    goal("TEAR", "tear_book", "rasgue", "tear"),
  ],
  capabilities: [
    { capability: "read_book", effect: "read", params_schema: takesTitle() },
    { capability: "lend_book", effect: "write", repeat: "keyed", params_schema: takesTitle() },
    { capability: "draw_book", effect: "read", params_schema: takesTitle() },
    {
      capability: "tear_book",
      effect: "destructive",
      repeat: "keyed",
      params_schema: takesTitle(),
    },
  ],
};

/** The smallest picture that there is. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const PDF = Buffer.from("%PDF-1.4\n%%EOF\n");
const fileOf = (name: string, media_type: string, bytes: Buffer) => ({
  name,
  media_type,
  url: `data:${media_type};base64,${bytes.toString("base64")}`,
});
const files: Record<string, object[]> = {
  gráfico: [
    fileOf("gráfico 1.png", "image/png", PNG),
    fileOf("gráfico 1.svg", "image/svg+xml", Buffer.from("<svg/>")),
  ],
  tratado: [fileOf("chart.png", "image/png", PNG)],
  relatório: [fileOf("relatório.pdf", "application/pdf", PDF)],
  rabisco: [fileOf("rabisco.png", "image/png", Buffer.from("no picture"))],
  tudo: [fileOf("a.png", "image/png", PNG), fileOf("b.pdf", "application/pdf", PDF)],
};

/** A domain that answers, asks, takes its time and makes files; `done` has what it did. */
export function archiveDomain() {
  const done: string[] = [];
  const gates = new Map<string, { arrived: () => void; open: Promise<void> }>();
  const domain: Domain = defineDomain(
    manifest,
    {
      async read_book({ title_text }, { locale }) {
        const title = String(title_text);
        const gate = gates.get(title);
        gate?.arrived();
        await gate?.open;
        done.push(`read ${title}`);
        if (title === "tomo")
          return success({
            result: null,
            explanation: `**Início** ${"palavra ".repeat(1100)}fim`,
            metadata: {
              sources: [
                { title: "O acervo", url: "https://acervo.example/tomo" },
                { title: "Um arquivo", url: "file:///etc/passwd" },
              ],
            },
          });
        return success({
          result: null,
          explanation: locale === "pt-BR" ? `Li **${title}**.` : `I read **${title}**.`,
        });
      },
      async lend_book({ title_text, shelf }) {
        if (title_text === "dom" && shelf === undefined)
          return ask({
            explanation: "Qual deles?",
            candidates: [
              { label: "Dom Casmurro", shelf: "machado" },
              { label: "Dom Quixote", shelf: "cervantes" },
            ],
          });
        const gate = gates.get(String(title_text));
        gate?.arrived();
        await gate?.open;
        done.push(`lend ${title_text}${shelf === undefined ? "" : ` ${shelf}`}`);
        return success({ result: null, explanation: `Emprestei ${title_text}.` });
      },
      async draw_book({ title_text }) {
        const made = files[String(title_text)];
        if (made === undefined) return failure({ code: "NO_PEN", explanation: "Não tenho lápis." });
        const words = title_text === "tratado" ? "palavra ".repeat(200) : "Aqui está.";
        return success({ result: null, explanation: words, metadata: { files: made } });
      },
      async tear_book({ title_text }) {
        done.push(`tear ${title_text}`);
        return success({ result: null, explanation: `Rasguei ${title_text}.` });
      },
    },
    { log: silentLog },
  );
  /** Holds a reading or a loan of this title back until it is let go. */
  const hold = (title: string) => {
    const arrived = Promise.withResolvers<void>();
    const open = Promise.withResolvers<void>();
    gates.set(title, { arrived: arrived.resolve, open: open.promise });
    return { arrived: arrived.promise, letGo: open.resolve };
  };
  return { domain, done, hold };
}

export const GROUP = -1001;
const CHATS = [42, 43, GROUP, -1002, 44];

type Line = { level: string; message: string; fields: object };

/** The channel on a real deps with a real domain, and a Telegram of its own. */
export async function startChannel(
  changes: Partial<Omit<TelegramSettings, "users">> & {
    users?: string;
    deps?: (deps: TurnDeps) => Partial<TurnDeps>;
    reach?: (url: string) => string;
  } = {},
) {
  const { deps: changeDesk = () => ({}), reach = (url) => url, ...settings } = changes;
  const archive = archiveDomain();
  const room = await openTurnDeps([archive.domain]);
  let endpoints: (request: Request) => Promise<Response> = async () =>
    new Response(null, { status: 502 });
  const telegram: FakeTelegram = await startFakeTelegram({ chats: CHATS, reach });
  const log: Line[] = [];
  const readers = new Set<() => void>();
  const write = (level: string) => (fields: object, message: string) => {
    log.push({ level, message, fields });
    for (const read of readers) read();
  };
  const open = (): TelegramChannel => {
    const deps = {
      ...room.turnDeps(),
      log: { info: write("info"), warn: write("warn"), error: write("error") },
      ...changeDesk(room.turnDeps()),
    };
    const processLease = openProcessLease(
      deps.store.channels,
      deps.makeId("process"),
      deps.clock,
      () => false,
    );
    const read = telegramSettings({
      botToken: telegram.token,
      apiRoot: telegram.url,
      webhook: undefined,
      allowedChats: undefined,
      users: undefined,
      ...settings,
    });
    const channel = openTelegram(read, deps, { ready: Promise.resolve(), processLease, turns });
    endpoints = channel.webhook ?? endpoints;
    return channel;
  };
  let channel = open();
  return {
    telegram,
    ...archive,
    room,
    log,
    knock: (request: Request) => endpoints(request),
    /** The messages of a chat, once there are so many. */
    messages: (count: number, chat: number = 42) =>
      telegram.until(() => {
        const there = telegram.messages.filter(({ chat_id }) => chat_id === chat);
        return there.length >= count ? there : undefined;
      }),
    /** The channel that is open now. */
    open: () => channel,
    /** Resolves when what was begun has been handled. */
    stop: (graceMs = 5000) => channel.close(graceMs),
    restart: async (graceMs = 5000) => {
      await channel.close(graceMs);
      await room.reopen();
      channel = open();
    },
    /** Resolves with the first line of the log that says so. */
    logged: (message: string) =>
      new Promise<Line>((resolve) => {
        const read = () => {
          const line = log.find((each) => each.message.includes(message));
          if (line === undefined) return;
          readers.delete(read);
          resolve(line);
        };
        readers.add(read);
        read();
      }),
    close: async () => {
      await channel.close(0);
      await telegram.close();
      await room.close();
    },
  };
}
export type Started = Awaited<ReturnType<typeof startChannel>>;
