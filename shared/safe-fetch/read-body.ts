import type { Dispatcher } from "undici";

export type FetchRequest = {
  url: string;
  /** Media types that are of use: `["text/html"]`; anything else is refused before its body is read. */
  accept: readonly string[];
  maxBytes: number;
  /** What happens beyond `maxBytes`: the rest is left unread, or the whole is refused (when absent). */
  whenLonger?: "cut" | "refuse";
  /** For everything together, redirects and body included. */
  timeoutMs: number;
  signal?: AbortSignal;
};

/** Why a page was not fetched, for machines. */
export type FetchFault =
  | "BAD_URL"
  | "HOST_NOT_ALLOWED"
  | "FORBIDDEN_ADDRESS"
  | "TOO_MANY_REDIRECTS"
  | "HTTP_STATUS"
  | "MEDIA_TYPE"
  | "TOO_LARGE"
  | "TIMEOUT"
  | "UNREACHABLE";

export type Fetched =
  | { ok: true; url: string; media_type: string; charset: string | undefined; body: Buffer }
  | { ok: false; fault: FetchFault; status?: number };

export type SafeFetch = (request: FetchRequest) => Promise<Fetched>;

type Response = Pick<Dispatcher.ResponseData, "statusCode" | "headers" | "body"> & { url: string };

/** The body of a 200 of a wanted media type, up to the limit; whatever is left of it is dropped. */
export async function readBody(
  { url, statusCode, headers, body }: Response,
  { accept, maxBytes, whenLonger = "refuse" }: FetchRequest,
): Promise<Fetched> {
  const { media_type, charset } = readContentType(headers["content-type"]);
  const isPlain = (headers["content-encoding"] ?? "identity") === "identity";
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (statusCode !== 200) return { ok: false, fault: "HTTP_STATUS", status: statusCode };
    if (!isPlain || !accept.includes(media_type)) return { ok: false, fault: "MEDIA_TYPE" };
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk as Uint8Array);
      chunks.push(bytes);
      size += bytes.length;
      if (size <= maxBytes) continue;
      if (whenLonger === "refuse") return { ok: false, fault: "TOO_LARGE" };
      break;
    }
  } finally {
    dropBody(body);
  }
  return { ok: true, url, media_type, charset, body: Buffer.concat(chunks).subarray(0, maxBytes) };
}

/** No one reads on: the connection is closed, and that is no error. */
export function dropBody(body: Response["body"]): void {
  body.on("error", () => {});
  body.destroy();
}

/** "text/html; charset=UTF-8" as its parts, in lower case. */
function readContentType(header: string | string[] | undefined): {
  media_type: string;
  charset: string | undefined;
} {
  const [media_type = "", ...parameters] = String(header ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  return { media_type, charset };
}

/** A body as text by the named charset; UTF-8 where it is none that is known. */
export function decodeBody(body: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

/** A page may name its charset in its first bytes (WHATWG HTML, 13.2.3.2). */
const PRESCANNED_BYTES = 1024;

/** The charset that a page names in itself, for where its server names none. */
export const namedCharset = (body: Buffer): string | undefined =>
  /charset=["']?([\w-]{1,40})/i.exec(body.toString("latin1", 0, PRESCANNED_BYTES))?.[1];

/**
 * A body of at most `maxBytes`, as text.
 * Errors: RangeError for a longer one, and what the stream fails with
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`a body of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The same as JSON. Errors: also SyntaxError for anything else */
export const readJson = async (
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<unknown> => JSON.parse(await readText(body, maxBytes));
