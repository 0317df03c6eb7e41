import { isUtf8 } from "node:buffer";
import { jsonFault, jsonTextFault } from "#shared/contracts/json.ts";
import { DomainCallError } from "../../ports/domain-call-error.ts";

/**
 * The JSON that a domain sent: plain, shallow, without reserved keys.
 * Errors: DomainCallError "malformed" for bytes that are not UTF-8, text that is not JSON, and JSON
 *         that must not come any further (see jsonFault)
 */
export function readJson(domain: string, bytes: Buffer, mostValues?: number): unknown {
  const malformed = (detail: string, options?: ErrorOptions) =>
    new DomainCallError(domain, "malformed", detail, true, options);
  if (!isUtf8(bytes)) throw malformed("answered bytes that are not UTF-8");
  const tooMuch = jsonTextFault(bytes, mostValues);
  if (tooMuch !== undefined) throw malformed(`answered JSON that is refused: ${tooMuch}`);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw malformed("answered text that is not JSON", { cause: error });
  }
  const fault = jsonFault(value);
  if (fault !== undefined) throw malformed(`answered JSON that is refused: ${fault}`);
  return value;
}
