import { channelContract, type TestedChannel } from "../channels/channel.contract.ts";
import { startChannel } from "./telegram.fixture.ts";

channelContract("Telegram", async (): Promise<TestedChannel> => {
  const { telegram, room, done, hold, messages, open, restart, close } = await startChannel();
  const chat = { id: 42, type: "private" };
  const from = { id: 42, is_bot: false, language_code: "pt-br" };
  let brought: object | undefined;
  const say = async (text: string) => {
    brought = await telegram.say(text);
  };
  return {
    ...{ room, done, hold, account: "telegram:123456789", address: "42", user_id: "telegram:42" },
    ...{ say, open, restart, close },
    cameOf: (id, text) => ({ update_id: Number(id), message: { message_id: 1, from, chat, text } }),
    link: (code) => say(`/start ${code}`),
    stop: () => say("/stop"),
    async choose(label) {
      const offers = telegram.messages.filter(({ buttons }) => buttons !== undefined);
      const asked = offers.at(-1);
      if (asked !== undefined) await telegram.tap(asked, label);
    },
    bringAgain: async () => brought && telegram.pushAgain(brought as never),
    told: async (count) =>
      (await messages(count)).map(({ text, buttons }) => ({
        text,
        labels: buttons?.flat().map((each) => each.text) ?? [],
      })),
    refuse: () => telegram.block(42),
  };
});
