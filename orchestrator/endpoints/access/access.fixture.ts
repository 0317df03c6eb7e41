import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type AccessSettings, openAuthentication } from "./authentication.ts";

/** An authentication with a clock that is moved by hand, and a log that is kept. */
export function openAccess(settings: Partial<AccessSettings>) {
  let ahead = 0;
  const logged: string[] = [];
  const hear = (_fields: object, message: string) => void logged.push(message);
  const authentication = openAuthentication(
    {
      keyFile: undefined,
      tokens: undefined,
      defaultScopes: ["effect:read"],
      standingTokenMs: 60_000,
      ...settings,
    },
    new Set(["turns"]),
    {
      clock: { now: () => Date.now() + ahead, monotonic: () => performance.now() + ahead },
      log: { info: hear, warn: hear, error: hear },
    },
  );
  onTestFinished(() => authentication.close());
  const bearer = async (credential: string) => authentication.identify(`Bearer ${credential}`);
  return {
    authentication,
    bearer,
    identify: async (header: string | undefined) => authentication.identify(header),
    /** Why it is refused, `code: message`; undefined when it is not. */
    refusal: (credential: string) =>
      bearer(credential).then(
        () => undefined,
        ({ code, message }: Error & { code?: string }) => `${code}: ${message}`,
      ),
    pass: (ms: number) => {
      ahead += ms;
    },
    logged,
  };
}

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "access-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
