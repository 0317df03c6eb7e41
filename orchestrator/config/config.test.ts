import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ContractError } from "#shared/contracts/errors.ts";
import { configWarnings, type Environment, readConfig } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "config-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Environment = {}) => readConfig({ REGENTE_DATA: folder, ...env });
const SECRET = "s".repeat(32);
const LONG = "j".repeat(32);
const TOKENS = {
  REGENTE_JWT_SECRET: LONG,
  REGENTE_JWT_ISSUER: "https://id.example.org",
  REGENTE_JWT_AUDIENCE: "regente",
};

describe("without any variable", () => {
  it("has what a laptop needs", () => {
    const { domainSecret, ...config } = read();
    expect(domainSecret).toMatch(/^[\w-]{43}$/);
    expect(config).toEqual({
      host: "127.0.0.1",
      port: 8080,
      endpoints: {
        host: "127.0.0.1",
        allowedHosts: [],
        corsOrigins: [],
        domainHosts: [],
        mcp: { stateKey: expect.stringMatching(/^[\w-]{43}$/) as string, askedInText: [] },
        sessionHeaders: [
          "x-session-id",
          "x-conversation-id",
          "x-chat-id",
          "x-openwebui-chat-id",
          "session-id",
          "thread-id",
        ],
        userHeaders: ["x-user-id", "x-openwebui-user-id"],
      },
      a2a: false,
      access: undefined,
      limits: { user: [], address: [], proxies: [] },
      bootstrap: resolve("domains.bootstrap.json"),
      dataDir: folder,
      promoted: join(folder, "promoted-examples.json"),
      databaseUrl: undefined,
      runHost: { name: "in-process" },
      deadlineMs: 30_000,
      diffPolicy: "warn",
      lint: "background",
      changePolicy: "hold",
      logLevel: "info",
      otlpEndpoint: undefined,
      encoder: undefined,
      model: undefined,
      tokenLimits: { session: undefined, user_day: undefined, day: undefined },
      telegram: undefined,
    });
  });
  it("what reads sentences by meaning is named by its kind and place", () => {
    expect(read({ REGENTE_ENCODER: "onnx:models/small" }).encoder).toEqual({
      kind: "onnx",
      path: resolve("models/small"),
    });
    expect(read({ REGENTE_ENCODER: "vectors:/data/a:b.vec" }).encoder).toEqual({
      kind: "vectors",
      path: "/data/a:b.vec",
    });
  });
  it("an empty one counts as none", () => {
    expect(read({ PORT: "", DATABASE_URL: "", REGENTE_DOMAIN_SECRET: "" })).toEqual(read());
  });
});

describe("takes", () => {
  it("a given secret, and makes none", () => {
    const dataDir = join(folder, "unused");
    expect(read({ REGENTE_DATA: dataDir, REGENTE_DOMAIN_SECRET: SECRET }).domainSecret).toBe(
      SECRET,
    );
    expect(existsSync(dataDir)).toBe(false);
  });
  it.each<[what: string, env: Environment, expected: object]>([
    ["any free port", { PORT: "0" }, { port: 0 }],
    ["another loopback address", { HOST: "127.1.2.3" }, { host: "127.1.2.3" }],
    [
      "every address, when told that it is open",
      { HOST: "0.0.0.0", REGENTE_OPEN: "true" },
      { host: "0.0.0.0" },
    ],
    [
      "every address, when only known users come in",
      { HOST: "0.0.0.0", REGENTE_API_KEYS: "keys.json" },
      {
        host: "0.0.0.0",
        access: {
          keyFile: resolve("keys.json"),
          tokens: undefined,
          defaultScopes: ["effect:read"],
          standingTokenMs: 30 * 24 * 60 * 60 * 1000,
        },
      },
    ],
    [
      "a burst and a budget for everybody",
      { REGENTE_RATE_LIMIT: "60/min, 1000/day", REGENTE_ADDRESS_RATE_LIMIT: "5/s" },
      {
        limits: {
          user: [
            { count: 60, perMs: 60_000 },
            { count: 1000, perMs: 86_400_000 },
          ],
          address: [{ count: 5, perMs: 1000 }],
          proxies: [],
        },
      },
    ],
    [
      "tokens, and what they allow where they do not say",
      { ...TOKENS, REGENTE_DEFAULT_SCOPES: "garden:*, effect:read" },
      {
        access: {
          keyFile: undefined,
          tokens: {
            issuer: "https://id.example.org",
            audience: "regente",
            signedBy: { secret: LONG },
          },
          defaultScopes: ["garden:*", "effect:read"],
          standingTokenMs: 30 * 24 * 60 * 60 * 1000,
        },
      },
    ],
    [
      "PostgreSQL",
      { DATABASE_URL: "postgres://me:pw@db/regente" },
      { databaseUrl: "postgres://me:pw@db/regente" },
    ],
    [
      "a key for the model that it belongs to",
      { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "o", REGENTE_MODEL_FAST: "small" },
      {
        model: {
          provider: "anthropic",
          apiKey: "k",
          baseUrl: undefined,
          fast: "small",
          smart: undefined,
        },
      },
    ],
    [
      "a model server of one's own",
      { OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" },
      {
        model: {
          provider: "openai",
          apiKey: undefined,
          baseUrl: "http://127.0.0.1:11434/v1",
          fast: undefined,
          smart: undefined,
        },
      },
    ],
    [
      "no model, whatever the keys",
      { LLM_PROVIDER: "none", ANTHROPIC_API_KEY: "k" },
      { model: undefined },
    ],
    [
      "a Telegram bot",
      { TELEGRAM_BOT_TOKEN: "1:a" },
      { telegram: { botToken: "1:a", apiRoot: undefined } },
    ],
    [
      "a Telegram bot that is told, for some chats",
      {
        TELEGRAM_BOT_TOKEN: "1:a",
        TELEGRAM_WEBHOOK_URL: "https://bot.example.org/v1/telegram/webhook",
        TELEGRAM_WEBHOOK_SECRET: "a-secret_that_is_long",
        TELEGRAM_ALLOWED_CHATS: "42, -100123",
        REGENTE_TELEGRAM_USERS: "42=ana/kitchen",
      },
      {
        telegram: {
          webhook: {
            url: "https://bot.example.org/v1/telegram/webhook",
            secret: "a-secret_that_is_long",
          },
          allowedChats: ["42", "-100123"],
          users: "42=ana/kitchen",
        },
      },
    ],
  ])("%s", (_what, env, expected) => {
    expect(read(env)).toMatchObject(expected);
  });
});

describe("refuses", () => {
  it.each<[what: string, env: Environment, message: string]>([
    [
      "a port that is no number",
      { PORT: "80a" },
      'PORT: must be a whole number from 0 to 65535, not "80a"',
    ],
    ["a port that is none", { PORT: "70000" }, "PORT: must be a whole number from 0 to 65535"],
    [
      "a deadline of nothing",
      { REGENTE_DEADLINE_MS: "0" },
      "REGENTE_DEADLINE_MS: must be a whole number from 100 to 600000",
    ],
    [
      "an unknown encoder",
      { REGENTE_ENCODER: "word2vec" },
      'REGENTE_ENCODER: must be "vectors:FILE" (word vectors) or "onnx:FOLDER" (a sentence model), not "word2vec"',
    ],
    [
      "an unknown provider",
      { LLM_PROVIDER: "gpt" },
      'LLM_PROVIDER: must be auto, none, anthropic, openai, not "gpt"',
    ],
    [
      "a provider without its key",
      { LLM_PROVIDER: "anthropic" },
      "ANTHROPIC_API_KEY: LLM_PROVIDER=anthropic needs it",
    ],
    [
      "a server of one's own without a way to it",
      { LLM_PROVIDER: "openai" },
      "OPENAI_API_KEY: LLM_PROVIDER=openai needs it",
    ],
    [
      "another database",
      { DATABASE_URL: "mysql://me:hidden@db" },
      "DATABASE_URL: must be an address that begins with postgres:// or postgresql://",
    ],
    [
      "a short secret",
      { REGENTE_DOMAIN_SECRET: "hidden" },
      "REGENTE_DOMAIN_SECRET: must have at least 16 characters",
    ],
    ["a log level that is none", { LOG_LEVEL: "loud" }, "LOG_LEVEL: must be trace, debug, info"],
    [
      "the whole network without a word",
      { HOST: "0.0.0.0" },
      'HOST: on "0.0.0.0" anyone who reaches this machine',
    ],
    ["the whole IPv6 network", { HOST: "::" }, "REGENTE_OPEN=true"],
    ["the way out of that", { HOST: "0.0.0.0" }, "regente keys add"],
    ["a name that only begins like loopback", { HOST: "127.0.0.1.example.com" }, "HOST: on"],
    [
      "a webhook through which anybody could speak",
      { TELEGRAM_WEBHOOK_URL: "https://bot.example.org/x" },
      "TELEGRAM_WEBHOOK_SECRET: TELEGRAM_WEBHOOK_URL needs it",
    ],
    [
      "a webhook without encryption",
      { TELEGRAM_WEBHOOK_URL: "http://bot.example.org/x" },
      "TELEGRAM_WEBHOOK_URL: must be an address that begins with https://",
    ],
    [
      "a webhook's secret that Telegram would not take",
      { TELEGRAM_WEBHOOK_SECRET: "a secret that is long" },
      "TELEGRAM_WEBHOOK_SECRET: must be 16 to 256 characters: letters, digits, _ or -",
    ],
    [
      "chats by their names",
      { TELEGRAM_ALLOWED_CHATS: "42,@canal" },
      "TELEGRAM_ALLOWED_CHATS: must be numbers of chats, separated by commas",
    ],
    [
      "tokens for anybody",
      { REGENTE_JWT_SECRET: LONG, REGENTE_JWT_ISSUER: "https://id.example.org" },
      "REGENTE_JWT_AUDIENCE: is needed",
    ],
    [
      "an audience of no tokens",
      { REGENTE_JWT_AUDIENCE: "regente" },
      "REGENTE_JWT_AUDIENCE: says nothing without",
    ],
    [
      "a secret that is too short for HS256",
      { REGENTE_JWT_SECRET: "only-twenty-nine-characters-!" },
      "REGENTE_JWT_SECRET: must have at least 32 characters",
    ],
    [
      "two kinds of signature",
      { ...TOKENS, REGENTE_JWKS_URL: "https://id.example.org/keys" },
      "REGENTE_JWT_SECRET: tokens are signed by a secret or by REGENTE_JWKS_URL",
    ],
    [
      "one secret for users and domains",
      { ...TOKENS, REGENTE_DOMAIN_SECRET: LONG },
      "REGENTE_JWT_SECRET: must not be REGENTE_DOMAIN_SECRET",
    ],
    [
      "keys that come unencrypted over the network",
      { ...TOKENS, REGENTE_JWT_SECRET: "", REGENTE_JWKS_URL: "http://id.example.org/keys" },
      "REGENTE_JWKS_URL: must begin with https://",
    ],
    [
      "a rate that is none",
      { REGENTE_RATE_LIMIT: "600 a minute" },
      'REGENTE_RATE_LIMIT: must be rates like "600/min"',
    ],
    ["a rate of nothing", { REGENTE_RATE_LIMIT: "0/min" }, "REGENTE_RATE_LIMIT: must be rates"],
    [
      "a proxy by its name",
      { REGENTE_TRUSTED_PROXIES: "proxy.example.org" },
      "REGENTE_TRUSTED_PROXIES: must be addresses or networks",
    ],
    [
      "scopes that are none",
      { REGENTE_DEFAULT_SCOPES: "effect:read, everything" },
      "REGENTE_DEFAULT_SCOPES: must be scopes",
    ],
  ])("%s", (_what, env, message) => {
    expect(() => read(env)).toThrow(ContractError);
    expect(() => read(env)).toThrow(message);
  });
  it("everything at once, and repeats no secret", () => {
    const wrong = { PORT: "x", DATABASE_URL: "mysql://me:hidden@db", REGENTE_JWT_SECRET: "hidden" };
    expect(() => read(wrong)).toThrow(/PORT: .*; DATABASE_URL: .*; REGENTE_JWT_SECRET: /);
    expect(() => read(wrong)).not.toThrow(/hidden/);
  });
});

it("warns of variables that nobody reads, and says which may be meant", () => {
  expect(
    configWarnings({
      REGENTE_DEADLINE: "1",
      REGENTE_BOOTSTRP: "x",
      REGENTE_COLOUR: "red",
      REGENTE_DATA: "x",
      REGENTE_URL: "x",
      PATH: "/bin",
    }),
  ).toEqual([
    "REGENTE_DEADLINE is set, but nothing reads it; did you mean REGENTE_DEADLINE_MS?",
    "REGENTE_BOOTSTRP is set, but nothing reads it; did you mean REGENTE_BOOTSTRAP?",
    "REGENTE_COLOUR is set, but nothing reads it",
  ]);
});
