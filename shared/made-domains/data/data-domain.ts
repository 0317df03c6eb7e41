import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { MadeFromData } from "../../contracts/bootstrap.ts";
import { parseContract } from "../../contracts/errors.ts";
import type { JsonSchema } from "../../contracts/json-schema.ts";
import type { ManifestSource } from "../../contracts/manifest.ts";
import type { Locale, LocalizedText } from "../../contracts/names.ts";
import type { DomainOutput } from "../../contracts/output.ts";
import { failure, success } from "../../domain-kit/answers.ts";
import type { Call, Handler } from "../../domain-kit/call.ts";
import { type Domain, type DomainOptions, defineDomain } from "../../domain-kit/define-domain.ts";
import { reason } from "../../messages/reason.ts";
import { sayIn } from "../../messages/say.ts";
import { visibleText } from "../../plain-text/clean-text.ts";
import { DocumentError, readDocument } from "../document.ts";
import type { Making } from "../settings.ts";
import {
  type Database,
  type DataFile,
  dataFile,
  isSameStatement,
  openPostgres,
  openSqlite,
  readStatement,
  type Value,
} from "./database.ts";

const MOST_FILE_BYTES = 256 * 1024;
const MOST_CHARS = 20_000;
const TIMEOUT_MS = 5000;
/** The parameter that is never given: it is whoever asks. */
const ASKER = "user_id";

/**
 * An ordinary domain, made from the operator's named statements and files. All of it only reads: the database is opened
 * so, and no statement comes from a request, an agent or a manifest.
 * Errors: DocumentError and ContractError for what cannot be used, with its place
 */
export function openDataDomain(making: Making<MadeFromData>, options: DomainOptions = {}): Domain {
  const { name, folder, from } = making;
  const text = readFileSync(resolve(folder, from.data), "utf8");
  const file = parseContract(dataFile, readDocument(from.data, text), from.data);
  for (const [query, { sql, params }] of Object.entries(file.queries))
    for (const param of readStatement(sql, "?").order)
      if (param !== ASKER && !Object.hasOwn(params, param))
        throw new DocumentError(`queries.${query}`, reason("none_of_params", { param }));
  const database = openDatabase(making);
  if (database === undefined && Object.keys(file.queries).length > 0)
    throw new DocumentError("queries", reason("queries_need_database"));
  const queries = Object.entries(file.queries).map(([capability, query]): [string, Handler] => [
    capability,
    (params, call) => runQuery(query, params, call, database),
  ]);
  const files = Object.entries(file.files).map(([capability, { path }]): [string, Handler] => [
    capability,
    async (_params, { locale }) => readData(resolve(folder, path), locale),
  ]);
  return defineDomain(manifestOf(name, file), Object.fromEntries([...queries, ...files]), options);
}

function openDatabase({ folder, from, env }: Making<MadeFromData>): Database | undefined {
  if (from.sqlite !== undefined) return openSqlite(resolve(folder, from.sqlite));
  if (from.postgres === undefined) return undefined;
  const url = env[from.postgres];
  if (!url)
    throw new DocumentError("postgres", reason("variable_not_set", { name: from.postgres }));
  return openPostgres(url);
}

const text = (description: string): JsonSchema => ({ type: "string", description });

/** What a named statement and a named file have alike. */
type Entry = Pick<DataFile["files"][string], "description" | "requires" | "trusted">;

function manifestOf(domain: string, { description, version, queries, files, goals }: DataFile) {
  const named = (name: string, own: LocalizedText | undefined) =>
    own ?? { "pt-BR": name.replaceAll("_", " "), en: name.replaceAll("_", " ") };
  const reading = (
    [capability, { description, requires, trusted }]: [string, Entry],
    properties: Record<string, JsonSchema>,
    required: string[],
    result: Record<string, JsonSchema>,
  ) => ({
    effect: "read" as const,
    repeat: "keyed" as const,
    timeout_ms: TIMEOUT_MS,
    capability,
    description: named(capability, description),
    requires,
    trust: trusted ? ("trusted" as const) : ("untrusted" as const),
    params_schema: { type: "object", properties, required, additionalProperties: false } as const,
    result_schema: { type: "object", properties: result, required: Object.keys(result) } as const,
  });
  const statement = text("The statement as the caller knows it; another one is refused");
  const row = text("The number of the one row that is wanted, from 0");
  const rows: JsonSchema = { type: "array", items: { type: "object" } };
  return {
    manifest_version: "1",
    domain,
    version,
    description: named(domain, description),
    goals,
    capabilities: [
      ...Object.entries(queries).map((query) => {
        const { params } = query[1];
        return reading(query, { ...params, statement, row }, Object.keys(params), { rows });
      }),
      ...Object.entries(files).map((file) => reading(file, {}, [], { text: { type: "string" } })),
    ],
  } satisfies ManifestSource;
}

async function runQuery(
  query: DataFile["queries"][string],
  { statement, row, ...params }: Record<string, unknown>,
  { context, locale, log, remainingMs }: Call,
  database: Database | undefined,
): Promise<DomainOutput> {
  const say = sayIn("made-domains", locale);
  if (typeof statement === "string" && !isSameStatement(statement, query.sql))
    return failure({ code: "OTHER_STATEMENT", explanation: say("data.other_statement") });
  const values = { ...valuesOf(params), [ASKER]: context.user_id };
  let found: Record<string, unknown>[];
  try {
    found = (await database?.all(query.sql, values, Math.max(1, remainingMs()))) ?? [];
  } catch (error) {
    // What a database says may name tables and values; it is for whoever runs it.
    log.error({ error }, "a statement failed");
    return failure({ code: "DATABASE_FAILED", explanation: say("data.failed") });
  }
  const wanted = typeof row === "string" ? found.slice(Number(row)).slice(0, 1) : found;
  const rows = wanted.slice(0, query.most).map(plainRow);
  const lines = rows.map((each) =>
    Object.entries(each)
      .map(([name, value]) => `${name}: ${value === null ? "-" : String(value)}`)
      .join(", "),
  );
  const more = wanted.length - rows.length;
  const told = [...lines, ...(more > 0 ? [say("data.more", { count: more })] : [])].join("\n");
  const explanation =
    rows.length === 0 ? say("data.nothing") : told.slice(0, MOST_CHARS).toWellFormed();
  return success({ result: { rows }, explanation });
}

/** Booleans are numbers to SQLite, and both databases take these for theirs. */
const valuesOf = (params: Record<string, unknown>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "boolean"
        ? Number(value)
        : typeof value === "number"
          ? value
          : String(value),
    ]),
  );

/** A row as JSON, its texts without what cannot be seen. */
const plainRow = (row: Record<string, unknown>): Record<string, string | number | boolean | null> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));

function plainValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  return visibleText(typeof value === "object" ? JSON.stringify(value) : String(value));
}

function readData(path: string, locale: Locale): DomainOutput {
  const say = sayIn("made-domains", locale);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return failure({ code: "NOT_FOUND", explanation: say("data.no_file") });
  if (size > MOST_FILE_BYTES)
    return failure({ code: "TOO_LARGE", explanation: say("data.too_large") });
  const shown = visibleText(readFileSync(path, "utf8")).slice(0, MOST_CHARS).toWellFormed();
  return success({ result: { text: shown }, explanation: shown || say("data.nothing") });
}
