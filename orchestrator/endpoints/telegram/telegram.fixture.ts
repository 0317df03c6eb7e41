import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { channelRoom } from "../channels/channel-room.fixture.ts";
import { type TelegramSettings, telegramSettings } from "../channels/settings.ts";
import { openTelegramChannel } from "./telegram-channel.ts";

export const GROUP = -1001;
const CHATS = [42, 43, GROUP, -1002, 44];

/** The channel on a real deps with a real domain, and a Telegram of its own. */
export async function startChannel(
  changes: Partial<Omit<TelegramSettings, "users">> & {
    users?: string;
    deps?: (deps: TurnDeps) => Partial<TurnDeps>;
    reach?: (url: string) => string;
  } = {},
) {
  const { deps: changeDesk = () => ({}), reach = (url) => url, ...settings } = changes;
  const telegram: FakeTelegram = await startFakeTelegram({ chats: CHATS, reach });
  const read = telegramSettings({
    ...{ botToken: telegram.token, apiRoot: telegram.url, webhook: undefined },
    ...{ allowedChats: undefined, users: undefined, ...settings },
  });
  const room = await channelRoom(
    (deps, parts) => openTelegramChannel(read, deps, parts),
    changeDesk,
  );
  return {
    ...room,
    telegram,
    knock: (request: Request) => room.open().handle(request, "127.0.0.1"),
    /** The messages of a chat, once there are so many. */
    messages: (count: number, chat: number = 42) =>
      telegram.until(() => {
        const there = telegram.messages.filter(({ chat_id }) => chat_id === chat);
        return there.length >= count ? there : undefined;
      }),
    /** Resolves when what was begun has been handled. */
    stop: (graceMs = 5000) => room.open().close(graceMs),
    close: async () => {
      await room.close();
      await telegram.close();
    },
  };
}
export type Started = Awaited<ReturnType<typeof startChannel>>;
