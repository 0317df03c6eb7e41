import { z } from "zod";
import { because, type Reason, reason } from "../messages/reason.ts";
import { ContractError, type Fault, faultAt, notJson, parseContract } from "./errors.ts";
import { domainName, providedAddress } from "./names.ts";
import { serviceUrl } from "./service-url.ts";

/** `PETSTORE_TOKEN` */
const variableName = z.string().regex(/^[A-Za-z_]\w*$/, { error: '"MY_KEY"' });

/** How a service is told who calls: by what one variable of the environment holds. */
const auth = z
  .strictObject({
    as: z.enum(["bearer", "basic", "header", "query"]),
    /** The header or the query parameter, for these two. */
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,63}$/)
      .optional(),
    env: variableName,
  })
  .refine(({ as, name }) => (as === "header" || as === "query") === (name !== undefined), {
    ...because("header_has_name"),
  });

/** A domain that is made from an OpenAPI document of someone's service, and an overlay that opens parts of it. */
export const madeFromOpenApi = z.strictObject({
  /** An OpenAPI document, from the bootstrap file's folder. */
  openapi: z.string().min(1),
  /** An Overlay file with `x-regente`; absent: the document has it itself. */
  overlay: z.string().min(1).optional(),
  /** Where the service is. What the document says of it is not looked at. */
  base: serviceUrl,
  auth: auth.optional(),
  /** The overlay may call an effect less than its method says: a POST that only searches. */
  trusts_overlay: z.boolean().default(false),
});
export type MadeFromOpenApi = z.infer<typeof madeFromOpenApi>;

/** A domain that is made from the tools of an MCP server as they were when they were pinned. */
export const madeFromMcp = z.strictObject({
  /** Where the server is, or the program and its arguments that are one. */
  mcp: z.union([
    z.strictObject({ url: serviceUrl }),
    z.strictObject({ command: z.array(z.string().min(1)).min(1).max(50) }),
  ]),
  /** The pinned tools; a tool that is not as it is here is not called. */
  tools: z.string().min(1),
  overlay: z.string().min(1),
  auth: auth.optional(),
  trusts_overlay: z.boolean().default(false),
});
export type MadeFromMcp = z.infer<typeof madeFromMcp>;

/** A domain that is made from the operator's named statements and files; it only reads. */
export const madeFromData = z
  .strictObject({
    /** The file that names them, from the bootstrap file's folder. */
    data: z.string().min(1),
    /** A database's file, from there too; or the variable with the address of one of PostgreSQL. */
    sqlite: z.string().min(1).optional(),
    postgres: variableName.optional(),
    auth: z.undefined().optional(),
  })
  .refine(({ sqlite, postgres }) => sqlite === undefined || postgres === undefined, {
    ...because("one_database"),
  });
export type MadeFromData = z.infer<typeof madeFromData>;

/** What the supervisor makes a domain from. */
export const madeFrom = z.union([madeFromOpenApi, madeFromMcp, madeFromData]);
export type MadeFrom = z.infer<typeof madeFrom>;

/** One domain to load: a service at `url`, or a `manifest` file (YAML or JSON) that needs no service. */
export const bootstrapEntry = z
  .strictObject({
    name: domainName,
    url: serviceUrl.optional(),
    manifest: z.string().min(1).optional(),
    /** The file that the supervisor starts, from the bootstrap file's folder. */
    start: z.string().min(1).optional(),
    /** Names of the environment variables that the started service may see, beside the common ones. */
    env: z.array(variableName).default([]),
    /** Instead of a start file: the supervisor starts a service that is made from this, at `url`. */
    from: madeFrom.optional(),
    enabled: z.boolean().default(true),
    /** Capabilities of other domains that this one may stand in for, `finance.get_stock_price`: the operator's word. */
    provides: z.array(providedAddress).max(200).optional(),
    /** It is asked first for them, and not only when the domain that they belong to cannot answer. */
    preferred: z.boolean().optional(),
    /** Operators may save changes of its manifest into its files from the console. */
    editable: z.boolean().optional(),
    /** Where older versions still answer, for runs that began with them. */
    versions: z.array(serviceUrl).max(5).optional(),
  })
  .refine((entry) => entry.url !== undefined || entry.manifest !== undefined, {
    ...because("needs_url_or_manifest"),
  })
  .refine(
    ({ from, url, start, manifest }) =>
      from === undefined || (url !== undefined && start === undefined && manifest === undefined),
    {
      path: ["from"],
      ...because("from_needs_url"),
    },
  )
  .refine(({ editable, manifest }) => editable !== true || manifest !== undefined, {
    path: ["editable"],
    ...because("editable_needs_manifest"),
  })
  .refine(({ from, env }) => from?.auth === undefined || env.includes(from.auth.env), {
    path: ["from", "auth", "env"],
    ...because("needs_entry_env"),
  })
  .refine(
    ({ from, env }) =>
      from === undefined ||
      !("data" in from) ||
      from.postgres === undefined ||
      env.includes(from.postgres),
    { path: ["from", "postgres"], ...because("needs_entry_env") },
  );
export type BootstrapEntry = z.infer<typeof bootstrapEntry>;

export const bootstrapFile = z
  .strictObject({ $schema: z.string().optional(), domains: z.array(bootstrapEntry).max(500) })
  .superRefine(({ domains }, report) => {
    domains.forEach(({ name }, at) => {
      if (domains.findIndex((other) => other.name === name) !== at)
        report.addIssue({
          code: "custom",
          path: ["domains", at, "name"],
          ...because("listed_twice", { name }),
        });
    });
  });
export type BootstrapFile = z.infer<typeof bootstrapFile>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A bootstrap file from its text, or only its list of domains. `${NAME}` and `${NAME:-default}` in a string stand for a variable of
 * `env`; an empty variable counts as none. Values are put in after the JSON is read, so that they stay text.
 * Errors: ContractError, prefixed by `what`, for text that is not JSON, a variable that is not set and
 *         has no default, and everything that breaks the schema
 */
export function parseBootstrap(
  text: string,
  env: Environment,
  what: Reason | string,
): BootstrapFile {
  const faults: Fault[] = [];
  const json = readJson(text, what);
  const value = expand(Array.isArray(json) ? { domains: json } : json, env, [], faults);
  if (faults.length > 0) throw new ContractError(what, faults);
  return parseContract(bootstrapFile, value, what);
}

function readJson(text: string, what: Reason | string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ContractError(what, [notJson(cause)], { cause });
  }
}

function expand(value: unknown, env: Environment, path: string[], faults: Fault[]): unknown {
  if (typeof value === "string")
    return value.replace(
      /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
      (_reference, name: string, otherwise: string | undefined) => {
        const found = env[name] || otherwise;
        if (found === undefined)
          faults.push(faultAt(path.join("."), reason("needs_variable", { name })));
        return found ?? "";
      },
    );
  if (Array.isArray(value))
    return value.map((item, at) => expand(item, env, [...path, String(at)], faults));
  if (typeof value !== "object" || value === null) return value;
  // fromEntries defines own keys; "__proto__" becomes one that the schema refuses.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, expand(item, env, [...path, key], faults)]),
  );
}
