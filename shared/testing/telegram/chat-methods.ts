import { isJsonObject, ownValue } from "#shared/contracts/json.ts";
import { parseTelegramText } from "../telegram-text.ts";
import { objectIn, type Upload } from "./read-params.ts";
import { badRequest, Refused } from "./refused.ts";

type TelegramButton = { text: string; callback_data: string };
type TelegramEntity = { type: string; offset: number; length: number; url?: string };

const TYPES = new Set(
  "bold italic underline strikethrough spoiler blockquote code pre text_link mention".split(" "),
);

/** The buttons under a message, or the order to answer it. */
function readMarkup(value: unknown): { buttons?: TelegramButton[][]; asks_reply?: true } {
  if (value === undefined || value === "") return {};
  const markup = objectIn(value);
  if (ownValue(markup, "force_reply") === true) return { asks_reply: true };
  const rows = ownValue(markup, "inline_keyboard");
  if (!Array.isArray(rows)) throw badRequest("object expected as reply markup");
  const buttons = (rows as unknown[]).map((row) => {
    if (!Array.isArray(row)) throw badRequest('field "inline_keyboard" must be an Array of Arrays');
    return (row as unknown[]).map(readButton);
  });
  if (buttons.flat().length > 100) throw badRequest("REPLY_MARKUP_TOO_LONG");
  return buttons.length === 0 ? {} : { buttons };
}

function readButton(button: unknown): TelegramButton {
  const text = ownValue(button, "text");
  const data = ownValue(button, "callback_data");
  if (typeof text !== "string" || text.trim() === "")
    throw badRequest(
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    );
  if (typeof data !== "string") throw badRequest("BUTTON_TYPE_INVALID");
  const size = Buffer.byteLength(data);
  if (size < 1 || size > 64) throw badRequest("BUTTON_DATA_INVALID");
  return { text, callback_data: data };
}

/** Entities as they are sent beside a text, each inside it and cutting no character in two. */
function readEntities(value: unknown, text: string): TelegramEntity[] {
  if (value === undefined || value === "") return [];
  const list = objectIn(value);
  if (!Array.isArray(list)) throw badRequest("can't parse entities: expected an Array");
  return (list as unknown[]).map((each) => {
    const entity = isJsonObject(each) ? (each as TelegramEntity) : undefined;
    if (entity === undefined || !TYPES.has(entity.type))
      throw badRequest("can't parse entities: unknown type");
    const { offset, length, type, url } = entity;
    const end = offset + length;
    if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length < 1)
      throw badRequest("can't parse entities: wrong offset or length");
    if (end > text.length) throw badRequest("can't parse entities: entity is outside of the text");
    if (!text.slice(0, offset).isWellFormed() || !text.slice(0, end).isWellFormed())
      throw badRequest(
        "can't parse entities: entity begins or ends in a middle of a UTF-16 symbol",
      );
    if (type === "text_link" && URL.parse(String(url)) === null)
      throw badRequest("can't parse entities: wrong URL");
    return entity;
  });
}

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
const PICTURES = ["89504e47", "ffd8ff", "47494638", "52494646"];

/** The upload that a parameter names by `attach://`; ids and addresses of files are not known here. */
function uploadIn(params: Record<string, unknown>, name: "photo" | "document"): Upload {
  const id = /^attach:\/\/(.+)$/.exec(String(params[name]))?.[1] ?? "";
  const upload = params[id] as Upload | undefined;
  if (upload === undefined) throw badRequest(`there is no ${name} in the request`);
  if (upload.bytes.length === 0) throw badRequest("file must be non-empty");
  if (upload.bytes.length > MAX_DOCUMENT_BYTES) throw new Refused(413, "Request Entity Too Large");
  if (name === "photo") checkPicture(upload.bytes);
  return upload;
}

function checkPicture(bytes: Buffer): void {
  if (bytes.length > MAX_PHOTO_BYTES) throw badRequest("file is too big");
  const magic = bytes.toString("hex", 0, 4);
  if (!PICTURES.some((known) => magic.startsWith(known))) throw badRequest("IMAGE_PROCESS_FAILED");
  if (!magic.startsWith("89504e47")) return;
  if (bytes.length < 24) throw badRequest("IMAGE_PROCESS_FAILED");
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width + height > 10_000 || Math.max(width / height, height / width) > 20)
    throw badRequest("PHOTO_INVALID_DIMENSIONS");
}

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
