import { z } from "zod";
import { type MadeFrom, madeFrom } from "../contracts/bootstrap.ts";
import { parseContract } from "../contracts/errors.ts";
import { domainName } from "../contracts/names.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError } from "./document.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the supervisor tells a domain that is made from a file, as JSON: the entry of the bootstrap file. */
export const MADE_FROM = "REGENTE_MADE_FROM";
/** The argument with which the program of such a domain only says whether it could be started. */
export const ONLY_CHECK = "--check";
/** What a domain is made from, and what it may see of the environment. */
export type Making<From extends MadeFrom> = {
  name: string;
  /** The bootstrap file's. */
  folder: string;
  from: From;
  env: Environment;
};

const told = z.strictObject({ name: domainName, folder: z.string().min(1), from: madeFrom });

/** Errors: ContractError, or DocumentError where no one told */
export function readSettings(env: Environment): z.infer<typeof told> {
  const text = env[MADE_FROM];
  if (text === undefined) throw new DocumentError(MADE_FROM, reason("set_by_supervisor"));
  return parseContract(told, JSON.parse(text), MADE_FROM);
}

/** How calls say who they are: `place` is a header or a query parameter. */
export type Credentials = { place: "header" | "query"; name: string; value: string };

/**
 * The credentials that the bootstrap file names. Neither a document nor an overlay can name a variable.
 * Errors: DocumentError for a variable that is not set
 */
export function credentialsOf(
  from: Pick<MadeFrom, "auth">,
  env: Environment,
): Credentials | undefined {
  const { auth } = from;
  if (auth === undefined) return undefined;
  const value = env[auth.env];
  if (!value) throw new DocumentError("auth", reason("variable_not_set", { name: auth.env }));
  if (auth.as === "bearer")
    return { place: "header", name: "authorization", value: `Bearer ${value}` };
  if (auth.as === "basic")
    return {
      place: "header",
      name: "authorization",
      value: `Basic ${Buffer.from(value).toString("base64")}`,
    };
  return { place: auth.as, name: auth.name ?? "", value };
}

/** What a started program sees of this one's environment; its own secret is what the bootstrap file names. */
const SEEN = [
  ...["PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"],
  // Who is believed on this machine; without them a program fetches nothing behind a proxy that reads along.
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
];

export const seenOf = (
  { auth }: Pick<MadeFrom, "auth">,
  env: Environment,
): Record<string, string> =>
  Object.fromEntries(
    [...SEEN, ...(auth === undefined ? [] : [auth.env])].flatMap((name) => {
      const value = env[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
