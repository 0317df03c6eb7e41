import type { Upload } from "./read-params.ts";
import { badRequest, Refused } from "./refused.ts";

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
const PICTURES = ["89504e47", "ffd8ff", "47494638", "52494646"];

/** The upload that a parameter names by `attach://`; ids and addresses of files are not known here. */
export function uploadIn(params: Record<string, unknown>, name: "photo" | "document"): Upload {
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
