import { ownValue } from "#shared/contracts/json.ts";
import { parseTelegramText } from "../telegram-text.ts";
import { readEntities, readMarkup, type TelegramButton, type TelegramEntity } from "./markup.ts";
import { uploadIn } from "./media.ts";
import { objectIn, type Upload } from "./read-params.ts";
import { badRequest, Refused } from "./refused.ts";

export type ChatId = number | string;

/** What people in a chat have received. */
export type TelegramMessage = {
  message_id: number;
  chat_id: ChatId;
  /** The text, or what stands under a file. */
  text: string;
  entities?: TelegramEntity[];
  buttons?: TelegramButton[][];
  /** Their client opens the field to answer this message. */
  asks_reply?: true;
  reply_to?: number;
  thread?: number;
  file?: Upload & { kind: "photo" | "document" };
};

type Params = Record<string, unknown>;
export type Methods = Map<string, (params: Params) => unknown>;

export type ChatState = {
  bot: object;
  chats: readonly ChatId[];
  messages: TelegramMessage[];
  /** Chats whose people have stopped the bot. */
  blocked: ReadonlySet<ChatId>;
  nextMessageId(): number;
  /** True for a message that people sent to this chat. */
  wasSaid(chat: ChatId, message_id: number): boolean;
};

const MAX_CAPTION = 1024;
const ACTIONS = new Set(["typing", "upload_photo", "upload_document"]);

/** What the Bot API does in chats. */
export function chatMethods(state: ChatState): Methods {
  const { bot, messages } = state;

  const findChat = (wanted: unknown): ChatId => {
    if (wanted === undefined || wanted === "") throw badRequest("chat_id is empty");
    const found = state.chats.find((chat) => String(chat) === String(wanted));
    if (found === undefined) throw badRequest("chat not found");
    if (state.blocked.has(found)) throw new Refused(403);
    return found;
  };
  const findMessage = ({ chat_id, message_id }: Params): TelegramMessage => {
    const chat = findChat(chat_id);
    const found = messages.find(
      (each) => each.chat_id === chat && String(each.message_id) === String(message_id),
    );
    if (found === undefined) throw badRequest("message to edit not found");
    return found;
  };
  const shown = (message: TelegramMessage) => ({
    message_id: message.message_id,
    from: bot,
    chat: { id: message.chat_id, type: typeOf(message.chat_id) },
    date: 0,
    ...(message.file === undefined ? { text: message.text } : { caption: message.text }),
  });

  /** Where it goes and what it answers. */
  const placeOf = (params: Params, chat: ChatId) => {
    const reply = objectIn(params["reply_parameters"]);
    const reply_to = ownValue(reply, "message_id");
    const known =
      typeof reply_to === "number" &&
      (state.wasSaid(chat, reply_to) ||
        messages.some((each) => each.chat_id === chat && each.message_id === reply_to));
    if (reply !== undefined && !known && ownValue(reply, "allow_sending_without_reply") !== true)
      throw badRequest("message to be replied not found");
    const thread = params["message_thread_id"];
    return {
      ...(known && { reply_to }),
      ...(thread !== undefined && { thread: Number(thread) }),
    };
  };
  const deliver = (message: Omit<TelegramMessage, "message_id">) => {
    const sent = { message_id: state.nextMessageId(), ...message };
    messages.push(sent);
    return shown(sent);
  };
  const readText = (params: Params) => {
    const parsed = parseTelegramText(params["text"], params["parse_mode"]);
    if ("problem" in parsed) throw badRequest(parsed.problem);
    const entities = readEntities(params["entities"], String(params["text"]));
    return { text: parsed.text, ...(entities.length > 0 && { entities }) };
  };
  const sendFile = (kind: "photo" | "document") => (params: Params) => {
    const chat_id = findChat(params["chat_id"]);
    const file = { kind, ...uploadIn(params, kind) };
    const text = String(params["caption"] ?? "");
    if (text.length > MAX_CAPTION) throw badRequest("message caption is too long");
    const entities = readEntities(params["caption_entities"], text);
    return deliver({
      chat_id,
      text,
      ...(entities.length > 0 && { entities }),
      ...readMarkup(params["reply_markup"]),
      ...placeOf(params, chat_id),
      file,
    });
  };
  const edit = (message: TelegramMessage, { buttons }: Pick<TelegramMessage, "buttons">) => {
    if (JSON.stringify(message.buttons) === JSON.stringify(buttons))
      throw badRequest(
        "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      );
    delete message.buttons;
    if (buttons !== undefined) message.buttons = buttons;
    return shown(message);
  };

  return new Map<string, (params: Params) => unknown>([
    ["getMe", () => bot],
    [
      "sendMessage",
      (params) => {
        const chat_id = findChat(params["chat_id"]);
        return deliver({
          chat_id,
          ...readText(params),
          ...readMarkup(params["reply_markup"]),
          ...placeOf(params, chat_id),
        });
      },
    ],
    ["sendPhoto", sendFile("photo")],
    ["sendDocument", sendFile("document")],
    [
      "sendChatAction",
      ({ chat_id, action }) => {
        findChat(chat_id);
        if (!ACTIONS.has(String(action))) throw badRequest("wrong parameter action in request");
        return true;
      },
    ],
    [
      "editMessageReplyMarkup",
      (params) => edit(findMessage(params), readMarkup(params["reply_markup"])),
    ],
    ["setMyCommands", setMyCommands],
  ]);
}

function setMyCommands({ commands }: Params): true {
  const list = objectIn(commands);
  if (!Array.isArray(list)) throw badRequest("commands must be an Array");
  for (const each of list as unknown[]) {
    const [command, description] = [ownValue(each, "command"), ownValue(each, "description")];
    if (!/^[a-z0-9_]{1,32}$/.test(String(command))) throw badRequest("BOT_COMMAND_INVALID");
    if (typeof description !== "string" || description === "" || description.length > 256)
      throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
  }
  return true;
}

export const typeOf = (chat: ChatId): "private" | "supergroup" | "channel" =>
  typeof chat === "string" ? "channel" : chat > 0 ? "private" : "supergroup";
