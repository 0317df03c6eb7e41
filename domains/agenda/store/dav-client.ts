import { SaxesParser, type SaxesTagNS } from "saxes";
import type { Agent, request } from "undici";
import { readText } from "#shared/safe-fetch/read-body.ts";
import { CalendarStoreError, type StoreFault } from "./calendar-store.ts";

export type DavAccount = { url: string; user: string; password: string };

type DavRequest = {
  method: "PROPFIND" | "REPORT" | "GET" | "PUT" | "DELETE";
  /** An address, or a path of the account's server. */
  at: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
};

export type DavAnswer = { status: number; etag: string | undefined; body: string; url: string };

/** Errors: CalendarStoreError UNREACHABLE, REFUSED (credentials), MISCONFIGURED, OUTCOME_UNKNOWN */
export type DavClient = { send(request: DavRequest): Promise<DavAnswer>; close(): Promise<void> };

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 20 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 307, 308]);
/** Of failures before anything was sent. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "EHOSTUNREACH",
]);

/**
 * Speaks to one account's server, and to no other: a redirect or a link to another origin is refused by name. The password
 * goes nowhere else, and stands in no message.
 * Cost: loads undici with the first request; nothing is retried
 */
export function openDavClient({ url, user, password }: DavAccount): DavClient {
  const { origin } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  let loading: Promise<{ agent: Agent; send: typeof request }> | undefined;
  const load = async () => {
    const undici = await import("undici");
    return { agent: new undici.Agent({ connect: { timeout: TIMEOUT_MS } }), send: undici.request };
  };

  async function once({ method, headers, body, signal }: DavRequest, at: URL) {
    loading ??= load();
    const { agent, send } = await loading;
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await send(at.href, {
      dispatcher: agent,
      method,
      headers: { ...headers, authorization },
      body: body ?? null,
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    const text = await readText(answer.body, MOST_BYTES);
    const { etag, location } = answer.headers;
    return {
      status: answer.statusCode,
      etag: String(etag ?? "") || undefined,
      location,
      body: text,
    };
  }

  const isChange = ({ method }: DavRequest) => method === "PUT" || method === "DELETE";

  async function send(wanted: DavRequest): Promise<DavAnswer> {
    let at = sameOrigin(wanted.at, url, origin);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const answer = await once(wanted, at).catch((cause: unknown) => {
        throw unreached(cause, isChange(wanted));
      });
      if (REDIRECTS.has(answer.status) && typeof answer.location === "string")
        at = sameOrigin(answer.location, at.href, origin);
      else return checked({ ...answer, url: at.href }, wanted);
    }
    throw new CalendarStoreError("MISCONFIGURED", `${origin} redirects without end`);
  }

  function checked(answer: DavAnswer, wanted: DavRequest): DavAnswer {
    const { status } = answer;
    if (status === 401 || status === 403)
      throw new CalendarStoreError("REFUSED", `${origin} refused ${wanted.method} (${status})`);
    if (status === 429 || status === 503)
      throw new CalendarStoreError("UNREACHABLE", `${origin} has no time (${status})`);
    if (status >= 500) {
      const fault: StoreFault = isChange(wanted) ? "OUTCOME_UNKNOWN" : "UNREACHABLE";
      throw new CalendarStoreError(fault, `${origin} failed (${status})`);
    }
    return answer;
  }

  return {
    send,
    async close() {
      await (await loading)?.agent.close();
    },
  };
}

function sameOrigin(address: string, base: string, origin: string): URL {
  const url = URL.parse(address, base);
  if (url?.origin === origin && url.username === "") return url;
  throw new CalendarStoreError(
    "MISCONFIGURED",
    `The server names an address elsewhere, ${url?.origin ?? "which is none"}; set CALDAV_URL to that one if it is right`,
  );
}

function unreached(cause: unknown, isChange: boolean): CalendarStoreError {
  if (cause instanceof CalendarStoreError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const wasSent = isChange && !NOT_SENT.has(code);
  return new CalendarStoreError(
    wasSent ? "OUTCOME_UNKNOWN" : "UNREACHABLE",
    `the calendar server did not answer${code && `: ${code}`}`,
    { cause },
  );
}

/** One resource of a multistatus answer: its properties by "{namespace}name" without those that were refused. */
export type DavResource = { href: string; props: ReadonlyMap<string, DavProperty> };
/** Its text, and the names of the elements in it with their attributes and own text. */
type DavProperty = {
  text: string;
  inner: readonly { name: string; text: string; attributes: Readonly<Record<string, string>> }[];
};

export const DAV = "DAV:";
export const CALDAV = "urn:ietf:params:xml:ns:caldav";

type Open = { name: string; attributes: Record<string, string>; text: string; children: Open[] };

const MOST_DEPTH = 40;

/**
 * A multistatus answer of WebDAV. No document types, no entities of its own.
 * Errors: Error for what is no such answer
 * Source: RFC 4918, section 13
 */
export function readMultistatus(xml: string): DavResource[] {
  const root = readElements(xml);
  if (root?.name !== `{${DAV}}multistatus`) throw new Error("the answer is no DAV multistatus");
  return within(root, "response").map((response) => ({
    href: within(response, "href")[0]?.text.trim() ?? "",
    props: new Map(within(response, "propstat").filter(isFound).flatMap(propertiesOf)),
  }));
}

const within = ({ children }: Open, name: string): Open[] =>
  children.filter((each) => each.name === `{${DAV}}${name}`);

const isFound = (propstat: Open): boolean =>
  / 2\d\d /.test(` ${within(propstat, "status")[0]?.text ?? ""} `);

const propertiesOf = (propstat: Open): [string, DavProperty][] =>
  within(propstat, "prop").flatMap(({ children }) =>
    children.map(
      (each) => [each.name, { text: each.text, inner: innerOf(each) }] as [string, DavProperty],
    ),
  );

const innerOf = ({ children }: Open): DavProperty["inner"] =>
  children.flatMap((each) => [
    { name: each.name, text: each.text.trim(), attributes: each.attributes },
    ...innerOf(each),
  ]);

function readElements(xml: string): Open | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let root: Open | undefined;
  const refuse = (why: string) => {
    throw new Error(`the answer cannot be read: ${why}`);
  };
  parser.on("error", ({ message }) => refuse(message));
  parser.on("doctype", () => refuse("it has a document type"));
  parser.on("opentag", ({ uri, local, attributes }: SaxesTagNS) => {
    if (open.length >= MOST_DEPTH) refuse("it is nested too deeply");
    const own = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element: Open = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(own),
      text: "",
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root;
}
