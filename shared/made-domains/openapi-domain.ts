import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MadeFromOpenApi } from "../contracts/bootstrap.ts";
import { isJsonObject, type Json, jsonFault } from "../contracts/json.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { failure, success } from "../domain-kit/answers.ts";
import type { Call, Handler } from "../domain-kit/call.ts";
import { type Domain, type DomainOptions, defineDomain } from "../domain-kit/define-domain.ts";
import { sayIn } from "../messages/say.ts";
import { readText } from "../safe-fetch/read-body.ts";
import { readDocument } from "./document.ts";
import { madeManifest } from "./made-manifest.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { withOverlay } from "./overlay.ts";
import { into, sayAnswer } from "./say-answer.ts";
import { type Credentials, credentialsOf, type Making } from "./settings.ts";

/**
 * An ordinary domain, made from a document of someone's service.
 * Errors: DocumentError and ContractError for what cannot be used, with its place
 */
export function openOpenApiDomain(
  making: Making<MadeFromOpenApi>,
  options: DomainOptions = {},
): Domain {
  const { name, folder, from, env } = making;
  const read = (file: string) => readDocument(file, readFileSync(resolve(folder, file), "utf8"));
  const alone = read(from.openapi);
  const opened = from.overlay === undefined ? alone : withOverlay(alone, read(from.overlay));
  const document = opened as Record<string, unknown>;
  const operations = operationsOf(document, from.trusts_overlay);
  const service: Service = { base: new URL(from.base), credentials: credentialsOf(from, env) };
  const handlers = operations.map((operation): [string, Handler] => [
    operation.capability,
    async (params, call) =>
      outputOf(await callService(service, operation, params, call), operation, call),
  ]);
  const manifest = madeManifest(name, document["info"], operations);
  return defineDomain(manifest, Object.fromEntries(handlers), options);
}

function outputOf(
  answered: Answered,
  { effect, notes }: Operation,
  { locale, context }: Pick<Call, "locale" | "context">,
): DomainOutput {
  if (answered.ok) {
    const { result } = answered;
    const telling = { locale, timeZone: context.timezone, isRead: effect === "read" };
    return success({ result, explanation: sayAnswer(result, notes.told, telling) });
  }
  const say = sayIn("made-domains", locale);
  switch (answered.why) {
    case "status": {
      const code =
        codes[answered.status] ?? (answered.status >= 500 ? "SERVICE_FAILED" : "REFUSED");
      const isUnknown = answered.status >= 500 && effect !== "read";
      if (isUnknown)
        return failure({ code: "OUTCOME_UNKNOWN", explanation: say("service.unknown") });
      return failure({
        code,
        explanation:
          answered.status === 404
            ? say("service.not_found")
            : say("service.refused", { status: answered.status }),
      });
    }
    case "busy":
      return failure({
        code: "RATE_LIMITED",
        explanation: say("service.busy", { seconds: answered.seconds }),
      });
    case "out_of_base":
      return failure({ code: "INVALID_PARAMS", explanation: say("service.out_of_base") });
    case "redirect":
    case "too_large":
    case "no_json":
    case "not_reachable":
      return effect === "read"
        ? failure({ code: "SERVICE_FAILED", explanation: say(`service.${answered.why}`) })
        : failure({ code: "OUTCOME_UNKNOWN", explanation: say("service.unknown") });
  }
}

const codes: Readonly<Record<number, string>> = {
  400: "INVALID_PARAMS",
  401: "NOT_ALLOWED",
  403: "NOT_ALLOWED",
  404: "NOT_FOUND",
  409: "CONFLICT",
  422: "INVALID_PARAMS",
};

const MAX_ANSWER_BYTES = 1024 * 1024;
const MOST_TEXT = 20_000;
/** How long it is waited, and how often, where a service says that it is too much. */
const MOST_WAIT_MS = 5_000;
const MOST_TRIES = 3;

/** What came of a call. `sent`: it may have happened although it is not known how it ended. */
type Answered =
  | { ok: true; result: Json }
  | { ok: false; why: "status"; status: number; said: string }
  | { ok: false; why: "busy"; seconds: number }
  | { ok: false; why: "redirect" | "too_large" | "no_json" | "not_reachable" | "out_of_base" };

type Service = { base: URL; credentials: Credentials | undefined };

type Params = Readonly<Record<string, unknown>>;

/** One operation, carried out: as many pages as its overlay wants, put together. Never rejects but for the signal. */
async function callService(
  service: Service,
  operation: Operation,
  params: Params,
  call: Pick<Call, "signal" | "remainingMs" | "context">,
): Promise<Answered> {
  const url = addressOf(service, operation, params);
  if (url === undefined) return { ok: false, why: "out_of_base" };
  const { paging } = operation.notes;
  const first = await send(service, operation, url, params, call);
  if (paging === undefined || !first.ok || operation.effect !== "read") return first;
  const { items } = operation.notes.told;
  let page = first;
  const all: unknown[] = [...listIn(first.result, items)];
  for (let pages = 1; pages < paging.most; pages += 1) {
    const next = into(page.result, paging.next);
    if ((typeof next !== "string" && typeof next !== "number") || next === "") break;
    url.searchParams.set(paging.parameter, String(next));
    const more = await send(service, operation, url, params, call);
    if (!more.ok) break;
    all.push(...listIn(more.result, items));
    page = more;
  }
  return { ok: true, result: withList(first.result, items, all as Json[]) };
}

const listIn = (result: Json, items: string | undefined): unknown[] => {
  const list = items === undefined ? result : into(result, items);
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** The first page with the items of all of them. */
function withList(result: Json, items: string | undefined, all: Json[]): Json {
  const [name, ...rest] = items?.split(".") ?? [];
  if (name === undefined) return Array.isArray(result) ? all : result;
  if (!isJsonObject(result) || !Object.hasOwn(result, name)) return result;
  const inner = rest.length === 0 ? all : withList(result[name] as Json, rest.join("."), all);
  return { ...result, [name]: inner } as Json;
}

/** The address of a call: below the base that the bootstrap file names, or nowhere. */
function addressOf(
  { base, credentials }: Service,
  { path, parameters, notes }: Operation,
  params: Params,
): URL | undefined {
  const values = valuesBy("path", parameters, notes.fixed, params);
  let isOutside = false;
  const filled = path.replaceAll(/\{([^}]*)\}/g, (_whole, name: string) => {
    const value = String(values.get(name) ?? "");
    // A part of a path stays one part of it.
    isOutside ||= value === "" || value === "." || value === "..";
    return encodeURIComponent(value);
  });
  const root = base.pathname.replace(/\/+$/, "");
  const url = new URL(base.origin);
  url.pathname = `${root}${filled}`;
  const isBelow = url.origin === base.origin && url.pathname.startsWith(`${root}/`);
  if (isOutside || !isBelow) return undefined;
  for (const [name, value] of valuesBy("query", parameters, notes.fixed, params))
    for (const each of [value].flat()) url.searchParams.append(name, textOf(each));
  if (credentials?.place === "query") url.searchParams.set(credentials.name, credentials.value);
  return url;
}

/** What goes one way, by the names that the service has for it. */
function valuesBy(
  carrier: "path" | "query" | "header" | "body",
  parameters: Operation["parameters"],
  fixed: Params,
  params: Params,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, each] of parameters)
    if (each.carrier === carrier && params[name] !== undefined) values.set(each.name, params[name]);
  for (const [name, value] of Object.entries(fixed)) {
    const [to, own] = name.includes(":") ? name.split(":", 2) : ["query", name];
    if (to === carrier) values.set(own ?? name, value);
  }
  return values;
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** The fields of a form: a list as several of one name, what is inside another value as `name[key]`. */
function formOf(body: ReadonlyMap<string, unknown>): string {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else for (const each of [value].flat()) form.append(name, textOf(each));
  };
  for (const [name, value] of body) add(name, value);
  return form.toString();
}

async function send(
  { credentials }: Service,
  operation: Operation,
  url: URL,
  params: Params,
  { signal, remainingMs, context }: Pick<Call, "signal" | "remainingMs" | "context">,
): Promise<Answered> {
  const { method, parameters, notes, effect, keyHeader, mediaType } = operation;
  const body = valuesBy("body", parameters, notes.fixed, params);
  const headers = new Headers({ accept: "application/json", "user-agent": "regente" });
  // A line break in a value would be another header: fetch refuses it.
  for (const [name, value] of valuesBy("header", parameters, notes.fixed, params))
    headers.set(name, textOf(value).replaceAll(/[^\x20-\x7e]/g, " "));
  if (keyHeader !== undefined) headers.set(keyHeader, `${context.run_id}:${context.step_id}`);
  if (credentials?.place === "header") headers.set(credentials.name, credentials.value);
  const hasBody = mediaType !== undefined || body.size > 0;
  const { name: written, form } = mediaType ?? { name: "application/json", form: "json" };
  if (hasBody) headers.set("content-type", written);
  const init: RequestInit = {
    method,
    headers,
    redirect: "manual",
    signal,
    ...(hasBody && {
      body: form === "json" ? JSON.stringify(Object.fromEntries(body)) : formOf(body),
    }),
  };
  for (let tries = 1; ; tries += 1) {
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TypeError)) throw error;
      return { ok: false, why: "not_reachable" };
    }
    if (response.status !== 429 && response.status !== 503) return await read(response);
    await response.body?.cancel();
    const waitMs = waitOf(response.headers.get("retry-after"));
    const isWorthIt = tries < MOST_TRIES && waitMs <= Math.min(MOST_WAIT_MS, remainingMs());
    // Only what changes nothing, or is told apart by its key, is sent again.
    if (!isWorthIt || (effect !== "read" && keyHeader === undefined))
      return { ok: false, why: "busy", seconds: Math.ceil(waitMs / 1000) };
    await sleep(waitMs, undefined, { signal });
  }
}

/** What Retry-After says, in seconds or as a date; a second where it says nothing. */
function waitOf(header: string | null): number {
  if (header === null) return 1000;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - Date.now());
}

async function read(response: Response): Promise<Answered> {
  const { status } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    return { ok: false, why: "redirect" };
  }
  // Where it is longer, the connection is closed.
  const text = await readText(response.body ?? [], MAX_ANSWER_BYTES).catch((error: unknown) => {
    if (!(error instanceof RangeError)) throw error;
  });
  if (text === undefined) return { ok: false, why: "too_large" };
  if (!response.ok) return { ok: false, why: "status", status, said: text.slice(0, 300) };
  if (text.trim() === "") return { ok: true, result: null };
  if (!/\bjson\b/i.test(response.headers.get("content-type") ?? ""))
    return { ok: true, result: { text: text.slice(0, MOST_TEXT) } };
  try {
    const result = JSON.parse(text) as Json;
    return jsonFault(result) === undefined ? { ok: true, result } : { ok: false, why: "no_json" };
  } catch {
    return { ok: false, why: "no_json" };
  }
}
