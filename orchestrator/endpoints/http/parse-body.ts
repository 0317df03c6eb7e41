import { jsonFault, jsonTextFault } from "#shared/contracts/json.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";

/** A body's JSON, or why it is none that can be used. */
export type ParsedBody =
  | { value: unknown }
  | { code: "invalid_json" | "invalid_encoding"; why: Reason };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Never throws. Cost: some 10 ms for each megabyte, and half a second for the most values that are taken */
export function parseBody(bytes: Uint8Array): ParsedBody {
  const notUsable = (fault: string): ParsedBody => ({
    code: "invalid_json",
    why: reason("unusable_json", { fault }),
  });
  const tooMuch = jsonTextFault(bytes);
  if (tooMuch !== undefined) return notUsable(tooMuch);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { code: "invalid_encoding", why: reason("invalid_encoding") };
  }
  try {
    const value: unknown = JSON.parse(text);
    const fault = jsonFault(value);
    return fault === undefined ? { value } : notUsable(fault);
  } catch (error) {
    const why = reason("invalid_json", { detail: (error as Error).message });
    return { code: "invalid_json", why };
  }
}
