import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Refusal } from "./refusal.ts";

const MAX_BODY_BYTES = 1024 * 1024;

const tooLarge = () => new Refusal(413, "TOO_LARGE", `The body is over ${MAX_BODY_BYTES} bytes`);

const countWhileReading = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw tooLarge();
  },
});

/**
 * The request's body as JSON, of at most 1 MiB.
 * Errors: Refusal 413, or 400 for anything but JSON in UTF-8
 * Cost:   a body that says its length is read without being copied
 */
export async function readJson(c: Context): Promise<unknown> {
  const length = c.req.header("content-length");
  if (length === undefined || c.req.header("transfer-encoding") !== undefined)
    await countWhileReading(c, async () => {});
  else if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
  try {
    const bytes = await c.req.arrayBuffer();
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal(400, "INVALID_JSON", "The body is not JSON in UTF-8", { cause });
  }
}
