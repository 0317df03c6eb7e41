import type { YahooFinanceWithModules } from "yahoo-finance2/createYahooFinance";
import type * as YahooModules from "yahoo-finance2/modules";
import { ProviderUnavailableError } from "./market-data.ts";

type Fetch = typeof globalThis.fetch;

type Modules = Pick<typeof YahooModules, "quote" | "search" | "chart" | "screener">;
export type YahooClient = InstanceType<YahooFinanceWithModules<{ modules: Modules }>>;

/** One HTTP exchange may take this long, also when the caller would wait longer. */
const FETCH_TIMEOUT_MS = 5000;
const DATA_PATH = /^\/v\d+\/finance\//;

/** A status that the library would print with the whole URL, crumb included, before throwing. */
class YahooHttpError extends Error {
  override readonly name = "YahooHttpError";
  readonly status: number;
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** True for `{"chart": {"result": null, "error": {...}}}`, which the library turns into an error of its own. */
function carriesYahooError(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null) return false;
    const [only, ...others] = Object.values(parsed) as unknown[];
    return (
      others.length === 0 &&
      typeof only === "object" &&
      only !== null &&
      Boolean(Reflect.get(only, "error"))
    );
  } catch {
    return false;
  }
}

/** `fetch` with a time limit, whose bad statuses are errors instead of lines on the console. */
function quietFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const limit = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    // The crumb is shared by all callers: the end of one of them must not end it.
    const caller = DATA_PATH.test(new URL(url).pathname) ? init?.signal : undefined;
    const signal = caller ? AbortSignal.any([caller, limit]) : limit;
    const response = await fetch(input, { ...init, signal });
    if (response.status < 400) return response;
    const body = await response.text();
    if (!carriesYahooError(body)) throw new YahooHttpError(response.status);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

const silent = () => {};

/**
 * A client of yahoo-finance2 that prints nothing and keeps its cookies and crumb to itself.
 * Cost: imports the library on the first call, some 50 ms
 */
export async function openYahooClient(fetch: Fetch): Promise<YahooClient> {
  const [{ default: createYahooFinance }, modules, { ExtendedCookieJar }] = await Promise.all([
    import("yahoo-finance2/createYahooFinance"),
    import("yahoo-finance2/modules"),
    import("yahoo-finance2/lib/cookieJar"),
  ]);
  const { quote, search, chart, screener } = modules;
  const Client = createYahooFinance({ modules: { quote, search, chart, screener } });
  return new Client({
    fetch: quietFetch(fetch),
    cookieJar: new ExtendedCookieJar(),
    suppressNotices: ["yahooSurvey"],
    versionCheck: false,
    validation: { logErrors: false, logOptionsErrors: false },
    logger: { info: silent, warn: silent, error: silent, debug: silent, dir: silent },
  });
}

/** What the library throws for a symbol or a range that Yahoo has nothing for; not a failure of the service. */
export const meansNothingFound = (error: unknown): boolean =>
  error instanceof Error && /^(no data found|data doesn't exist)/i.test(error.message);

/** True when cookies and crumb have to be fetched again. */
export const meansStaleCrumb = (error: unknown): boolean =>
  error instanceof Error && /invalid (crumb|cookie)|unauthorized/i.test(error.message);

/**
 * The library's many errors as the one that callers know. Their messages may hold URLs and bodies, so only a
 * short fact is kept.
 */
export function asUnavailable(error: unknown): ProviderUnavailableError {
  const say = (what: string) => new ProviderUnavailableError("yahoo", what, { cause: error });
  if (error instanceof ProviderUnavailableError) return error;
  if (error instanceof YahooHttpError) return say(error.message);
  if (!(error instanceof Error)) return say("unknown error");
  const crumb = /^Failed to get crumb, status (\d{3})/.exec(error.message);
  if (crumb) return say(`no crumb, HTTP ${crumb[1]}`);
  if (error.name === "TimeoutError") return say("timeout");
  if (error instanceof TypeError && error.message === "fetch failed") return say("no connection");
  if (meansStaleCrumb(error)) return say("crumb refused");
  return say("unexpected answer");
}
