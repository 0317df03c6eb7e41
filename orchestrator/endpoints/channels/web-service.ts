import { Agent, type FormData, request } from "undici";
import { NotSentError } from "../../ports/channel.ts";

const TIMEOUT_MS = 20_000;
const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 1000;
const MOST_PAUSE_MS = 60_000;
/** There was no connection, so nothing was sent on it. */
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** What a service answered; `told` is its JSON, undefined for what is none. */
export type Answered = { status: number; told: unknown };

/** A service of elsewhere, as the driver of a channel calls it. */
export function webService(name: string, pause: (ms: number) => Promise<void>) {
  const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  return {
    /**
     * Gives what was told. `refusal` reads an answer: undefined for a good one, what is thrown for a bad one, or that the
     * service is busy, which is waited for a few times.
     * Errors: NotSentError where nothing arrived or the service stayed busy, what `refusal` gives; any other: it may have
     *         arrived
     */
    async post(
      url: string,
      headers: Readonly<Record<string, string>>,
      body: () => string | Uint8Array | FormData,
      refusal: (answered: Answered) => Error | "busy" | undefined,
    ): Promise<unknown> {
      for (let tried = 1; ; tried++) {
        const sent = { dispatcher: agent, method: "POST" as const, headers, body: body() };
        const got = await request(url, sent).catch((cause: NodeJS.ErrnoException) => {
          const { code = "unknown" } = cause;
          if (NEVER_CONNECTED.has(code)) throw new NotSentError(code, undefined, { cause });
          throw new Error(`${name} gave no answer: ${code}`);
        });
        const { statusCode: status } = got;
        const told: unknown = await got.body.json().catch(() => undefined);
        const refused = status === 429 ? "busy" : refusal({ status, told });
        if (refused === undefined) return told;
        if (refused !== "busy") throw refused;
        if (tried >= MOST_TRIES) throw new NotSentError(`${name} is busy`, status);
        const asked = Number(got.headers["retry-after"] ?? Number.NaN) * 1000;
        const waits = Number.isFinite(asked) ? asked : FIRST_PAUSE_MS * 2 ** (tried - 1);
        await pause(Math.min(waits, MOST_PAUSE_MS));
      }
    },
    close: () => agent.destroy(),
  };
}
