import { type FileLink, fileSchema } from "#shared/contracts/output.ts";
import { splitMessage } from "#shared/telegram-text/split-message.ts";

export type Upload = { name: string; media_type: string; bytes: Buffer };
/** What one call of the Bot API carries: at most 4096 UTF-16 units of plain text, or a file. */
export type MessagePart = string | Upload;

const INLINE = /^data:[^,;]+;base64,([A-Za-z0-9+/]+={0,2})$/;
const PHOTOS = new Set(["image/png", "image/jpeg"]);
const DRAWING = "image/svg+xml";

/** A message in the order it is sent: its words, then its files. */
export const partsOf = (message: string, files: unknown): MessagePart[] => [
  ...splitMessage(message),
  ...uploadsOf(fileSchema.array().parse(files ?? [])),
];

/** Files whose bytes came along. Telegram shows no SVG: where the same is there as a photo, that is enough. */
function uploadsOf(files: readonly FileLink[]): Upload[] {
  const hasPhoto = files.some(({ media_type }) => PHOTOS.has(media_type));
  return files
    .filter(({ media_type }) => media_type !== DRAWING || !hasPhoto)
    .flatMap(({ name, media_type, url }) => {
      const data = INLINE.exec(url)?.[1];
      return data === undefined ? [] : [{ name, media_type, bytes: Buffer.from(data, "base64") }];
    });
}

/** A preview loads the address, and shows its picture, before anyone has touched it. */
const NO_PREVIEW = { is_disabled: true };

/** The Bot API's method for a part, and the body that it takes. */
export async function bodyOf(
  chat_id: string | number,
  part: MessagePart,
): Promise<{ method: string; type: string; content: Buffer }> {
  if (typeof part === "string") {
    const content = Buffer.from(
      JSON.stringify({ chat_id, text: part, link_preview_options: NO_PREVIEW }),
    );
    return { method: "sendMessage", type: "application/json", content };
  }
  const field = PHOTOS.has(part.media_type) ? "photo" : "document";
  const form = new FormData();
  form.set("chat_id", String(chat_id));
  form.set(field, "attach://file");
  const blob = new Blob([new Uint8Array(part.bytes)], { type: part.media_type });
  form.set("file", blob, part.name.toWellFormed());
  const encoded = new Response(form);
  return {
    method: field === "photo" ? "sendPhoto" : "sendDocument",
    type: encoded.headers.get("content-type") ?? "multipart/form-data",
    content: Buffer.from(await encoded.arrayBuffer()),
  };
}
