import { channelContract, type TestedChannel } from "../channels/channel.contract.ts";
import { startChannel } from "./telegram.fixture.ts";

channelContract("Telegram", async (): Promise<TestedChannel> => {
  const { telegram, room, log, done, hold, messages, open, restart, close } = await startChannel();
  const chat = { id: 42, type: "private" };
  const from = { id: 42, is_bot: false, language_code: "pt-br" };
  let brought: object | undefined;
  /** As the person still sees it who has not looked since. */
  let offered: (typeof telegram.messages)[number] | undefined;
  const say = async (text: string) => {
    brought = await telegram.say(text);
  };
  return {
    ...{
      room,
      log,
      done,
      hold,
      account: "telegram:123456789",
      address: "42",
      user_id: "telegram:42",
    },
    ...{ say, open, restart, close },
    cameOf: (id, text) => ({ update_id: Number(id), message: { message_id: 1, from, chat, text } }),
    link: (code) => say(`/start ${code}`),
    stop: () => say("/stop"),
    async choose(label) {
      if (offered !== undefined) await telegram.tap(offered, label);
    },
    bringAgain: async () => brought && telegram.pushAgain(brought as never),
    async told(count) {
      const shown = await messages(count);
      offered = structuredClone(shown.findLast(({ buttons }) => buttons !== undefined)) ?? offered;
      return shown.map(({ text, buttons }) => ({
        text,
        labels: buttons?.flat().map((each) => each.text) ?? [],
      }));
    },
    heard: () =>
      telegram.calls
        .filter(({ method }) => method === "answerCallbackQuery")
        .map(({ params }) => String(params["text"])),
    refuse: () => telegram.block(42),
  };
});
