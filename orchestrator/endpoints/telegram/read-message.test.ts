import { expect, it } from "vitest";
import { messageFrom, type Saying } from "#shared/testing/telegram/people.ts";
import { readMessage, telegramMessage } from "./read-message.ts";

const bot = { id: 7, username: "fake_bot" };
const read = (text: string | undefined, saying: Saying = {}) =>
  readMessage(telegramMessage.parse(messageFrom(1, text, saying)), bot);
const group = { chat: -100 };
const ours = { message_id: 3, from: { id: 7, is_bot: true } };

it.each<[habit: string, text: string, saying: Saying, read: string]>([
  ["words in a private chat", " quero Dune ", {}, "quero Dune"],
  ["a group's message that names the bot", "@fake_bot, quero Dune", group, "quero Dune"],
  ["the bot's name in other letters and at the end", "quero Dune @Fake_Bot", group, "quero Dune"],
  ["a group's answer to the bot", "1", { ...group, reply_to: ours }, "1"],
  ["a command that is none of ours, as words", "/livro Dune", {}, "livro Dune"],
  ["the same in a group when it names the bot", "/livro@fake_bot Dune", group, "livro Dune"],
  ["a path, which is no command", "/usr/bin está cheio", {}, "/usr/bin está cheio"],
  ["the name alone", "@fake_bot", group, ""],
  [
    "somebody's words under a picture",
    undefined as never,
    { more: { photo: [{}], caption: "o que é isto?" } },
    "o que é isto?",
  ],
])("hears %s", (_habit, text, saying, expected) => {
  expect(read(text, saying)?.text).toBe(expected);
});

it.each<[habit: string, text: string | undefined, saying: Saying]>([
  ["a group's talk", "quero Dune", group],
  ["another bot's command", "/help@other_bot", group],
  ["another bot's command in private", "/help@other_bot", {}],
  ["a command of nobody in a group", "/livro Dune", group],
  ["an answer to somebody else", "1", { ...group, reply_to: { message_id: 3, from: { id: 8 } } }],
  ["another bot", "quero Dune", { from: { id: 9, first_name: "Robô", is_bot: true } }],
  ["a note of the service", undefined, { more: { new_chat_members: [{ id: 7 }] } }],
  ["a sticker in a group", undefined, { ...group, reply_to: ours, more: { sticker: {} } }],
  ["a name that begins like the bot's", "@fake_bots quero Dune", group],
])("leaves %s alone", (_habit, text, saying) => {
  expect(read(text, saying)).toBeUndefined();
});

it.each([
  ["/start", {}, "start"],
  ["/start from_the_web", {}, "start"],
  ["/help", group, "help"],
  ["/CANCEL@fake_bot", group, "cancel"],
])("knows the command %s", (text, saying, command) => {
  expect(read(text, saying)?.command).toBe(command);
});

it("hears a sticker in a private chat as a message without words", () => {
  expect(read(undefined, { more: { sticker: {} } })).toMatchObject({ text: "", speaker: 42 });
});

it("takes a mention by name for one by name only where it stands for the bot", () => {
  const mention = (id: number) => ({
    ...group,
    more: { entities: [{ type: "text_mention", offset: 0, length: 4, user: { id } }] },
  });
  expect(read("Fake quero Dune", mention(7))?.text).toBe("quero Dune");
  expect(read("Fake quero Dune", mention(8))).toBeUndefined();
});

it("hears an anonymous administrator under the name of the chat", () => {
  const saying = { ...group, more: { sender_chat: { id: -100 } } };
  const from = { id: 1087968824, first_name: "Group", is_bot: true };
  expect(read("@fake_bot oi", { ...saying, from })?.speaker).toBe(-100);
});

it("answers in the topic where it was asked", () => {
  expect(read("@fake_bot oi", { ...group, thread: 5 })?.place).toEqual({
    address: "-100",
    thread: "5",
    isGroup: true,
  });
});
