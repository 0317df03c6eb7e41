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
