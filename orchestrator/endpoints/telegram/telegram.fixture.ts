import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { openProcessLease } from "../../engine/recovery/process-lease.ts";
import { turns } from "../../start/turns.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { archiveDomain } from "../channels/archive.fixture.ts";
import { type TelegramSettings, telegramSettings } from "./settings.ts";
import { openTelegram, type TelegramChannel } from "./telegram-channel.ts";

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
