import { join, resolve } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import { z } from "zod";
import { scope } from "#shared/api-keys/api-key.ts";
import { ContractError, type Fault, faultsOf } from "#shared/contracts/errors.ts";
import { isZone } from "#shared/contracts/names.ts";
import { diffPolicy } from "#shared/contracts/routing.ts";
import { domainKey, domainSecret } from "#shared/domain-secret/domain-secret.ts";
import { because } from "#shared/messages/reason.ts";
import type { AccessSettings } from "../endpoints/access/authentication.ts";
import { readNetwork } from "../endpoints/access/client-address.ts";
import type { Rate } from "../endpoints/access/rate-limit.ts";
import { channelFaults, channelVariables, slackOf, whatsappOf, widgetOf } from "./channels.ts";
import {
  modelFaults,
  modelOf,
  modelVariables,
  tokenLimitsOf,
  upstreamFaults,
  upstreamOf,
  upstreamVariables,
} from "./models.ts";
import { runHostFaults, runHostOf, runHostVariables } from "./run-host.ts";
import {
  address,
  encoder,
  headers,
  hosts,
  isLoopback,
  isSafeKeyAddress,
  listOf,
  oneOf,
  rates,
  secret,
  whole,
  word,
} from "./values.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What RFC 7518 demands of a secret for HS256. */
const MIN_HS256_CHARS = 32;

/** Of a user who is known; no one who is a person comes near it. */
const DEFAULT_RATE: Rate = { count: 6000, perMs: 60_000 };

/** Where clients and front ends name the session, the most telling one first. */
const SESSION_HEADERS = [
  "x-session-id",
  "x-conversation-id",
  "x-chat-id",
  "x-openwebui-chat-id",
  "session-id",
  "thread-id",
];
const USER_HEADERS = ["x-user-id", "x-openwebui-user-id"];

/** Every variable that the orchestrator reads. Domains read their own. */
const variables = z.object({
  HOST: word.default("127.0.0.1"),
  PORT: whole(0, 65_535).default(8080),
  REGENTE_OPEN: oneOf("true", "false").default("false"),
  REGENTE_ALLOWED_HOSTS: hosts.default([]),
  REGENTE_CORS_ORIGINS: listOf(
    'origins like "https://chat.example.org", or "*"',
    (origin) => origin === "*" || URL.parse(origin)?.origin === origin,
  ).default([]),
  REGENTE_DOMAIN_HOSTS: hosts.default([]),
  REGENTE_RATE_LIMIT: rates.optional(),
  REGENTE_ADDRESS_RATE_LIMIT: rates.default([]),
  REGENTE_TRUSTED_PROXIES: listOf(
    'addresses or networks like "10.0.0.0/8"',
    (text) => readNetwork(text) !== undefined,
  ).default([]),
  REGENTE_SESSION_HEADERS: headers.default(SESSION_HEADERS),
  REGENTE_USER_HEADERS: headers.default(USER_HEADERS),
  REGENTE_MCP_ASKED_IN_TEXT: listOf("names of clients", (name) => name.length <= 128).default([]),
  REGENTE_A2A: oneOf("true", "false").default("false"),
  REGENTE_BOOTSTRAP: z.string().default("domains.bootstrap.json"),
  REGENTE_DATA: z.string().default(".regente"),
  REGENTE_KEEP_DAYS: whole(1, 36_500).optional(),
  ...runHostVariables.shape,
  REGENTE_DEADLINE_MS: whole(100, 600_000).default(30_000),
  REGENTE_DIFF_POLICY: oneOf(...diffPolicy.options).default("warn"),
  REGENTE_LINT: oneOf("background", "off").default("background"),
  REGENTE_CHANGE_POLICY: oneOf("hold", "accept").default("hold"),
  REGENTE_PROMOTED: z.string().optional(),
  REGENTE_SNAPSHOTS: z.string().optional(),
  REGENTE_HOLIDAYS: z.string().optional(),
  REGENTE_TIMEZONE: z
    .string()
    .refine(isZone, { error: 'must be the name of a time zone like "America/Sao_Paulo"' })
    .optional(),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
  REGENTE_API_KEYS: z.string().optional(),
  REGENTE_JWT_SECRET: word
    .min(MIN_HS256_CHARS, { error: `must have at least ${MIN_HS256_CHARS} characters (HS256)` })
    .optional(),
  REGENTE_JWKS_URL: address("http:", "https:").optional(),
  REGENTE_JWT_ISSUER: word.optional(),
  REGENTE_JWT_AUDIENCE: word.optional(),
  REGENTE_DEFAULT_SCOPES: listOf(
    'scopes like "effect:read" or "*"',
    (one) => scope.safeParse(one).success,
  ).default(["effect:read"]),
  REGENTE_STANDING_RIGHTS_DAYS: whole(1, 3650).default(30),
  REGENTE_DOMAIN_SECRET: secret.optional(),
  ...modelVariables,
  REGENTE_ENCODER: encoder.optional(),
  ...upstreamVariables,
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http:", "https:").optional(),
  TELEGRAM_BOT_TOKEN: word.optional(),
  TELEGRAM_API_ROOT: address("http:", "https:").optional(),
  TELEGRAM_WEBHOOK_URL: address("https:").optional(),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .refine((text) => /^[\w-]{16,256}$/.test(text), because("webhook_secret_form"))
    .optional(),
  TELEGRAM_ALLOWED_CHATS: listOf("numbers of chats", (id) => /^-?\d{1,20}$/.test(id)).optional(),
  REGENTE_TELEGRAM_USERS: z.string().optional(),
  ...channelVariables,
});
type Variables = z.infer<typeof variables>;
export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Read by other parts of Regente, so no mistakes. */
const OTHERS = ["REGENTE_URL", "REGENTE_API_KEY"];

/**
 * The configuration, from the environment. An empty variable counts as none.
 * Makes the domain secret in the data folder when there is none yet.
 * Errors: ContractError naming each wrong variable, what is allowed, and never a secret's value
 */
export function readConfig(env: Environment) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw new ContractError("configuration", faultsOf(parsed.error));
  const read = parsed.data;
  const faults = [
    ...doorFaults(read),
    ...modelFaults(read),
    ...telegramFaults(read),
    ...upstreamFaults(read),
    ...channelFaults(read),
    ...runHostFaults(read),
  ];
  if (faults.length > 0) throw new ContractError("configuration", faults);
  const dataDir = resolve(read.REGENTE_DATA);
  const ofDomains = domainSecret(read.REGENTE_DOMAIN_SECRET, dataDir);
  return {
    host: read.HOST,
    /** 0: any free one. */
    port: read.PORT,
    /** Who may ask at the endpoints, and by which headers they name themselves. */
    endpoints: {
      host: read.HOST,
      allowedHosts: read.REGENTE_ALLOWED_HOSTS,
      corsOrigins: read.REGENTE_CORS_ORIGINS,
      domainHosts: read.REGENTE_DOMAIN_HOSTS,
      sessionHeaders: read.REGENTE_SESSION_HEADERS,
      userHeaders: read.REGENTE_USER_HEADERS,
      mcp: {
        stateKey: domainKey(ofDomains, "mcp request state"), // No domain has such a name.
        askedInText: read.REGENTE_MCP_ASKED_IN_TEXT,
      },
    },
    /** Who may come in; undefined: everybody who reaches the endpoints, as one local user. */
    access: accessOf(read),
    /** How much is taken of whom. */
    limits: {
      user: read.REGENTE_RATE_LIMIT ?? (accessOf(read) === undefined ? [] : [DEFAULT_RATE]),
      address: read.REGENTE_ADDRESS_RATE_LIMIT,
      proxies: read.REGENTE_TRUSTED_PROXIES,
    },
    /** Absolute paths. */
    bootstrap: resolve(read.REGENTE_BOOTSTRAP),
    dataDir,
    /** How long what is over is kept of people; undefined: until an operator deletes it. */
    keepMs: read.REGENTE_KEEP_DAYS && read.REGENTE_KEEP_DAYS * 24 * 60 * 60 * 1000,
    /** Of requests and users that have not said theirs; undefined: the machine's. */
    timezone: read.REGENTE_TIMEZONE,
    /** Further holidays of the operator's own; undefined: the national ones alone. */
    holidays: read.REGENTE_HOLIDAYS === undefined ? undefined : resolve(read.REGENTE_HOLIDAYS),
    /** The file of examples that operators gave to goals. */
    promoted: resolve(read.REGENTE_PROMOTED ?? join(dataDir, "promoted-examples.json")),
    /** PostgreSQL; undefined: the embedded store. */
    databaseUrl: read.DATABASE_URL,
    /** Who carries runs on. */
    runHost: runHostOf(read, ofDomains),
    /** For a whole request, milliseconds. */
    deadlineMs: read.REGENTE_DEADLINE_MS,
    /** When a changed manifest would change where known sentences lead. */
    diffPolicy: read.REGENTE_DIFF_POLICY,
    /** Whether what came into force is linted beside the requests; its own errors hold a manifest back in any case. */
    lint: read.REGENTE_LINT,
    /** When a domain that others run asks for more trust than before. */
    changePolicy: read.REGENTE_CHANGE_POLICY,
    logLevel: read.LOG_LEVEL,
    /** Where traces go; undefined: there are none. */
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Undefined: sentences are read by their words alone. */
    encoder: read.REGENTE_ENCODER,
    /** Signs calls to domains. */
    domainSecret: ofDomains,
    /** Undefined: the model tier is absent. */
    model: modelOf(read),
    /** Of models, in and out together; undefined: no limit. */
    tokenLimits: tokenLimitsOf(read),
    /** The file with what tokens cost; undefined: nothing is told as money. */
    prices: read.REGENTE_PRICES && resolve(read.REGENTE_PRICES),
    whatsapp: whatsappOf(read),
    slack: slackOf(read),
    /** Undefined: no page may show it. */
    widget: widgetOf(read),
    /** A model's server that answers what is not known here; undefined: there is none behind us. */
    upstream: upstreamOf(read),
    /** Whether other agents may ask by the Agent2Agent protocol. */
    a2a: read.REGENTE_A2A === "true",
    /** The folder for sessions' snapshots; undefined: none are written. */
    snapshots: read.REGENTE_SNAPSHOTS && resolve(read.REGENTE_SNAPSHOTS),
    telegram:
      read.TELEGRAM_BOT_TOKEN === undefined
        ? undefined
        : {
            botToken: read.TELEGRAM_BOT_TOKEN,
            apiRoot: read.TELEGRAM_API_ROOT,
            webhook: webhookOf(read),
            allowedChats: read.TELEGRAM_ALLOWED_CHATS,
            users: read.REGENTE_TELEGRAM_USERS,
          },
  };
}

export type Config = ReturnType<typeof readConfig>;

const isSet = (value: string | undefined): value is string => value !== undefined;

/** Who may come in: half of a check is none, so it is refused. */
function doorFaults(read: Variables): Fault[] {
  const secret = read.REGENTE_JWT_SECRET;
  const url = read.REGENTE_JWKS_URL;
  const faults: Fault[] = [];
  const say = (path: string, message: string) => faults.push({ path, message });
  if (isSet(secret) && isSet(url))
    say("REGENTE_JWT_SECRET", "tokens are signed by a secret or by REGENTE_JWKS_URL, not by both");
  if (isSet(secret) && secret === read.REGENTE_DOMAIN_SECRET)
    say(
      "REGENTE_JWT_SECRET",
      "must not be REGENTE_DOMAIN_SECRET: domains could sign users' tokens",
    );
  if (isSet(url) && !isSafeKeyAddress(url))
    say("REGENTE_JWKS_URL", "must begin with https://, or whoever is in between signs for anyone");
  const isChecked = isSet(secret) || isSet(url);
  for (const [path, value] of [
    ["REGENTE_JWT_ISSUER", read.REGENTE_JWT_ISSUER],
    ["REGENTE_JWT_AUDIENCE", read.REGENTE_JWT_AUDIENCE],
  ] as const)
    if (isSet(value) !== isChecked)
      say(
        path,
        isChecked
          ? "is needed: a token of the same signer for another service must not count here"
          : "says nothing without REGENTE_JWT_SECRET or REGENTE_JWKS_URL",
      );
  if (!isLoopback(read.HOST) && !isSet(read.REGENTE_API_KEYS) && !isChecked)
    if (read.REGENTE_OPEN !== "true")
      say(
        "HOST",
        `on "${read.HOST}" anyone who reaches this machine could use every domain; use 127.0.0.1, let only known users in (REGENTE_API_KEYS=keys.json, made by \`regente keys add\`, or REGENTE_JWT_SECRET or REGENTE_JWKS_URL), or set REGENTE_OPEN=true where something else decides who gets there (a container's published port, a proxy)`,
      );
  return faults;
}

function accessOf(read: Variables): AccessSettings | undefined {
  const { REGENTE_JWT_SECRET: secret, REGENTE_JWKS_URL: jwksUrl } = read;
  const keyFile = read.REGENTE_API_KEYS;
  if (keyFile === undefined && secret === undefined && jwksUrl === undefined) return undefined;
  const signedBy = isSet(secret) ? { secret } : isSet(jwksUrl) ? { jwksUrl } : undefined;
  return {
    keyFile: keyFile && resolve(keyFile),
    tokens: signedBy && {
      issuer: read.REGENTE_JWT_ISSUER ?? "",
      audience: read.REGENTE_JWT_AUDIENCE ?? "",
      signedBy,
    },
    defaultScopes: read.REGENTE_DEFAULT_SCOPES,
    standingTokenMs: read.REGENTE_STANDING_RIGHTS_DAYS * 24 * 60 * 60 * 1000,
  };
}

function telegramFaults(read: Variables): Fault[] {
  const url = read.TELEGRAM_WEBHOOK_URL;
  if (url === undefined || read.TELEGRAM_WEBHOOK_SECRET !== undefined) return [];
  const message = "TELEGRAM_WEBHOOK_URL needs it: without it anyone could pose as Telegram";
  return [{ path: "TELEGRAM_WEBHOOK_SECRET", message }];
}

const webhookOf = ({ TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret }: Variables) =>
  url === undefined || secret === undefined ? undefined : { url, secret };

/** A sentence for each REGENTE_ variable that no one reads, with the one that may be meant. */
export function configWarnings(env: Environment): string[] {
  const known = [...variableNames, ...OTHERS];
  return Object.keys(env)
    .filter((name) => name.startsWith("REGENTE_") && !known.includes(name))
    .map((name) => {
      const nearest = closest(name, known);
      const hint = distance(name, nearest) <= 3 ? `; did you mean ${nearest}?` : "";
      return `${name} is set, but nothing reads it${hint}`;
    });
}
