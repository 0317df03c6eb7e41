import { z } from "zod";
import { jsonIn } from "#shared/contracts/json.ts";
import { namesOf, renamed, urlVariable, withDomain, withService } from "./with-entry.ts";

/** What is there before: texts, and the names of the folders that domains have. */
export type Project = {
  /** domains.bootstrap.json; undefined where there is none. */
  bootstrap: string | undefined;
  /** docker-compose.yml; undefined where there is none. */
  compose: string | undefined;
  folders: readonly string[];
  /** The scaffold's files, by name. */
  scaffold: ReadonlyMap<string, string>;
  /** A project of its own, which has what a domain is made with from a package. */
  hasPackage: boolean;
};

/** Why there is nothing to write. */
export type Refused =
  | "no_project"
  | "bad_bootstrap"
  | "bad_name"
  | "taken_name"
  | "bad_port"
  | "taken_port";

export type Planned = {
  port: number;
  /** Files to write by their path in the project, in this order: who follows the bootstrap file starts what it names. */
  files: ReadonlyMap<string, string>;
  /** False: docker-compose.yml is not built like ours, or is not there where it should be. */
  composed: boolean;
};

const FIRST_PORT = 8101;
const listed = z.union([
  z.array(z.looseObject({ name: z.string() })),
  z.looseObject({ domains: z.array(z.looseObject({ name: z.string() })) }),
]);

/** Everything that a new domain needs, worked out before anything is written. Pure. */
export function planDomain(
  name: string,
  wantedPort: string | undefined,
  { bootstrap, compose, folders, scaffold, hasPackage }: Project,
): Planned | Refused {
  if (bootstrap === undefined) return "no_project";
  const names = namesOf(name);
  if (names === undefined) return "bad_name";
  const known = namesIn(bootstrap);
  if (known === undefined) return "bad_bootstrap";
  if (known.includes(name) || folders.includes(name)) return "taken_name";
  // "smart-home" and "smart_home" would be told apart in no variable.
  if (bootstrap.includes(`\${${urlVariable(names)}`)) return "taken_name";

  const ports = portsIn(bootstrap);
  const port = wantedPort === undefined ? nextPort(ports) : Number(wantedPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return "bad_port";
  if (ports.includes(port)) return "taken_port";

  const edited = withDomain(bootstrap, names, port);
  if (edited === undefined) return "bad_bootstrap";
  const service = compose === undefined ? undefined : withService(compose, names, port);
  if (service === "taken") return "taken_name";
  const files = hasPackage ? outside(scaffold) : inside(scaffold);
  const own = files.map(([file, text]): [string, string] => [
    `domains/${name}/${file}`,
    renamed(text, names).replaceAll(SCAFFOLD_PORT, String(port)),
  ]);
  return {
    port,
    files: new Map([
      ...own,
      ...(service === undefined ? [] : ([["docker-compose.yml", service]] as const)),
      ["domains.bootstrap.json", edited],
    ]),
    composed: service !== undefined || (hasPackage && compose === undefined),
  };
}

/** The test of a domain that lives elsewhere, by the runner that Node has. */
const OWN_TEST = "own-test.ts";

const inside = (scaffold: Project["scaffold"]) =>
  [...scaffold].filter(([file]) => file !== OWN_TEST);

const outside = (scaffold: Project["scaffold"]): [string, string][] =>
  [...scaffold].flatMap(([file, text]) =>
    file === "domain.test.ts"
      ? []
      : [[file === OWN_TEST ? "domain.test.ts" : file, fromPackage(text)]],
  );

/** What a file of the scaffold says where the kit is a package. */
const fromPackage = (text: string): string =>
  text
    .replaceAll("#shared/domain-package/index.ts", "@regente/domain")
    .replaceAll("#shared/domain-package/conformance.ts", "@regente/domain/conformance")
    .replaceAll("npx vitest run domains/new-domain", "npm test")
    .replaceAll("`npm start`", "`npx regente up`");

/** The port that the scaffold itself names. */
const SCAFFOLD_PORT = "8199";

/** The domains of a bootstrap file; undefined: it has no list of them. */
export function namesIn(bootstrap: string): string[] | undefined {
  const found = jsonIn(listed, bootstrap);
  return (Array.isArray(found) ? found : found?.domains)?.map(({ name }) => name);
}

/** Every port of an address in the file. */
export const portsIn = (bootstrap: string): number[] =>
  [...bootstrap.matchAll(/:\/\/[^"}/]*:(\d{1,5})\b/g)].map(([, port]) => Number(port));

/** The one after them; `taken`: where others listen, such as the service that a domain is made from. */
export const nextPort = (ports: readonly number[], taken: readonly number[] = []): number => {
  const next = ports.length === 0 ? FIRST_PORT : Math.max(...ports) + 1;
  return taken.includes(next) ? nextPort([next], taken) : next;
};
