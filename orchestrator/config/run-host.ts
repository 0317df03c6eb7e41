import { z } from "zod";
import type { Fault } from "#shared/contracts/errors.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import type { RestateSettings } from "../ports/run-host.ts";
import { address, listOf, oneOf, whole, word } from "./values.ts";

/** Of each node of a cluster one. */
const addresses = z
  .string()
  .transform((text) => text.split(",").map((each) => each.trim().replace(/\/$/, "")))
  .refine(
    (all) => all.every((each) => ["http:", "https:"].includes(URL.parse(each)?.protocol ?? "")),
    {
      error: "must be addresses that begin with http:// or https://, separated by commas",
    },
  );

/** What is read of the environment for where runs live. */
export const runHostVariables = z.object({
  DATABASE_URL: address("postgres:", "postgresql:").optional(),
  REGENTE_RUN_HOST: oneOf("in-process", "leases", "restate").optional(),
  REGENTE_RESTATE_INGRESS: addresses.default(["http://127.0.0.1:8180"]),
  REGENTE_RESTATE_ADMIN: addresses.default(["http://127.0.0.1:9070"]),
  REGENTE_RESTATE_TOKEN: word.optional(),
  REGENTE_RESTATE_PORT: whole(1, 65_535).default(9080),
  REGENTE_RESTATE_ENDPOINT: address("http:", "https:").optional(),
  REGENTE_RESTATE_KEYS: listOf("public keys as Restate says them, publickeyv1_...", (key) =>
    /^publickeyv1_[1-9A-HJ-NP-Za-km-z]{20,64}$/.test(key),
  ).optional(),
  REGENTE_RESTATE_ATTEMPTS: whole(1, 100_000).default(200),
  REGENTE_NODE_HOST: word.default("127.0.0.1"),
  REGENTE_NODE_PORT: whole(0, 65_535).default(0),
  REGENTE_NODE_URL: address("http:").optional(),
});
type Read = z.infer<typeof runHostVariables>;

type RunHostConfig =
  | { name: "in-process" | "leases" }
  | { name: "restate"; restate: RestateSettings };

export function runHostFaults(read: Read): Fault[] {
  const faults: Fault[] = [];
  const say = (path: string, message: string) => faults.push({ path, message });
  const wanted = read.REGENTE_RUN_HOST;
  if ((wanted === "leases" || wanted === "restate") && read.DATABASE_URL === undefined)
    say(
      "DATABASE_URL",
      `REGENTE_RUN_HOST=${wanted} needs it: only PostgreSQL is shared by machines`,
    );
  if (wanted !== "restate") return faults;
  if (read.REGENTE_RESTATE_KEYS === undefined)
    say(
      "REGENTE_RESTATE_KEYS",
      "REGENTE_RUN_HOST=restate needs it: without the public key of Restate's signing key anybody who reaches the port could act as it",
    );
  return faults;
}

export function runHostOf(read: Read, domainSecret: string): RunHostConfig {
  const name = read.REGENTE_RUN_HOST ?? (read.DATABASE_URL ? "leases" : "in-process");
  if (name !== "restate") return { name };
  const port = read.REGENTE_RESTATE_PORT;
  return {
    name,
    restate: {
      ingress: read.REGENTE_RESTATE_INGRESS,
      admin: read.REGENTE_RESTATE_ADMIN,
      token: read.REGENTE_RESTATE_TOKEN,
      port,
      endpoint: read.REGENTE_RESTATE_ENDPOINT ?? `http://127.0.0.1:${port}`,
      keys: read.REGENTE_RESTATE_KEYS ?? [],
      attempts: read.REGENTE_RESTATE_ATTEMPTS,
      node: {
        host: read.REGENTE_NODE_HOST,
        port: read.REGENTE_NODE_PORT,
        url: read.REGENTE_NODE_URL,
        // No domain has such a name.
        secret: domainKey(domainSecret, "processes among themselves"),
      },
    },
  };
}
