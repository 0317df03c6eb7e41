import { join } from "node:path";
import { z } from "zod";
import { parseContract } from "../contracts/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A domain's variables, as the schema reads them. Blanks around a value do not count, and an empty one counts as none.
 * Errors: ContractError with every wrong variable by its name; values, which may be keys, are not quoted
 */
export function readVariables<S extends z.ZodType>(
  domain: string,
  env: Environment,
  schema: S,
): z.output<S> {
  const said = Object.entries(env).map(([name, value]) => [name, value?.trim() || undefined]);
  return parseContract(schema, Object.fromEntries(said), `settings of ${domain}`);
}

/** An address of one of these protocols: `address("https:", "http:")` */
export const address = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(URL.parse(text)?.protocol ?? ""), {
    error: `must be an address that begins with ${protocols.map((each) => `${each}//`).join(" or ")}`,
  });

/** Names of hosts, separated by commas or blanks. */
export const hosts = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((host) => host !== ""));

/** A domain's own folder in the data folder, REGENTE_DATA. */
export const dataFolder = (domain: string) =>
  z
    .string()
    .default(".regente")
    .transform((folder) => join(folder, domain));
