import type { IncomingHttpHeaders } from "node:http";
import type { DomainFault } from "../../ports/domain-call-error.ts";

export type Refusal = {
  fault: DomainFault;
  detail: string;
  status?: number;
  retryAfterMs?: number;
};

/**
 * Why an answer is not worth reading, judged by its head alone; undefined when it is.
 * Shape:  200 must be JSON, not packed, and not announce more than `maxBytes`; 304 has no body
 */
export function refusalOf(
  status: number,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): Refusal | undefined {
  if (status === 304) return undefined;
  if (status !== 200) return statusRefusal(status, headers);
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    return { fault: "malformed", detail: "answered packed, although it was asked not to" };
  if (!isJson(headers["content-type"]))
    return {
      fault: "malformed",
      detail: `answered ${shown(headers["content-type"])} and not JSON`,
    };
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > maxBytes)
    return { fault: "too_large", detail: `answered ${announced} bytes; ${maxBytes} are allowed` };
  return undefined;
}

function statusRefusal(status: number, headers: IncomingHttpHeaders): Refusal {
  const retryAfter = Number(headers["retry-after"]);
  return {
    fault: "http_status",
    detail: `answered HTTP ${status}${hintFor(status)}`,
    status,
    ...(Number.isFinite(retryAfter) && { retryAfterMs: Math.max(0, retryAfter) * 1000 }),
  };
}

function hintFor(status: number): string {
  if (status === 401 || status === 403)
    return "; it does not accept our service token (is its REGENTE_DOMAIN_KEY what `regente domains key` prints for it?)";
  return status >= 300 && status < 400 ? "; redirects are never followed" : "";
}

const isJson = (type: unknown): boolean =>
  typeof type === "string" && /^application\/json\s*(;|$)/i.test(type);

const shown = (type: unknown): string =>
  typeof type === "string" ? `"${type.slice(0, 80)}"` : "no content type";
