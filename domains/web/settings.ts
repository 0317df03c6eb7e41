import { ContractError } from "#shared/contracts/errors.ts";
import type { TavilySettings } from "./search/tavily.ts";

const EVERY_PUBLIC_HOST = "*";

export type WebSettings = {
  /** undefined: nothing can be searched, and the answer says so. */
  tavily: TavilySettings | undefined;
  /** Whose pages may be read: "*" is every public host, nothing is none. */
  hosts: readonly string[];
};

/**
 * The environment's TAVILY_API_KEY, TAVILY_API_ROOT and WEB_HOSTS. An empty variable counts as none.
 * Errors: ContractError naming the variable; the key is never quoted
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): WebSettings {
  const read = (name: string) => env[name]?.trim() || undefined;
  const key = read("TAVILY_API_KEY");
  const apiRoot = read("TAVILY_API_ROOT");
  const scheme = apiRoot === undefined ? "https:" : URL.parse(apiRoot)?.protocol;
  if (scheme !== "https:" && scheme !== "http:")
    throw new ContractError("settings of web", [
      {
        path: "TAVILY_API_ROOT",
        message: "must be an address that begins with https:// or http://",
      },
    ]);
  return {
    tavily: key === undefined ? undefined : { key, ...(apiRoot === undefined ? {} : { apiRoot }) },
    hosts: (read("WEB_HOSTS") ?? EVERY_PUBLIC_HOST).split(/[\s,]+/).filter((host) => host !== ""),
  };
}
