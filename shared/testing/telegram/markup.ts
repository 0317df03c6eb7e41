import { isJsonObject, ownValue } from "#shared/contracts/json.ts";
import { objectIn } from "./read-params.ts";
import { badRequest } from "./refused.ts";

export type TelegramButton = { text: string; callback_data: string };
export type TelegramEntity = { type: string; offset: number; length: number; url?: string };

const TYPES = new Set(
  "bold italic underline strikethrough spoiler blockquote code pre text_link mention".split(" "),
);

/** The buttons under a message, or the order to answer it. */
export function readMarkup(value: unknown): { buttons?: TelegramButton[][]; asks_reply?: true } {
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
export function readEntities(value: unknown, text: string): TelegramEntity[] {
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
