import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { domainName } from "#shared/contracts/names.ts";

/** Longer ones would leave no room for the names of goals and capabilities made of it. */
export const MAX_NAME_CHARS = 40;
/** Services that docker-compose.yml has for something else. */
const TAKEN = new Set(["orchestrator", "postgres", "regente"]);

/** One name in all the ways that a domain's files write it. */
export type DomainNames = {
  /** `smart-home` */
  name: string;
  /** `smart_home`: in capabilities */
  snake: string;
  /** `SMART_HOME`: in goals and variables */
  constant: string;
  /** `smart home`: in sentences */
  spoken: string;
};

/** undefined for a name that no domain can have. Shape: the contract's, of at most 40 characters */
export function namesOf(name: string): DomainNames | undefined {
  if (name.length > MAX_NAME_CHARS || TAKEN.has(name)) return undefined;
  if (!domainName.safeParse(name).success || !/[a-z0-9]$/.test(name)) return undefined;
  const snake = name.replaceAll("-", "_");
  const spoken = snake.split("_").filter(Boolean).join(" ");
  return { name, snake, constant: snake.toUpperCase(), spoken };
}

/** Where the scaffold's own name stands, each in its way. */
export const renamed = (text: string, { name, snake, constant, spoken }: DomainNames): string =>
  text
    .replaceAll("NEW_DOMAIN", constant)
    .replaceAll("new_domain", snake)
    .replaceAll("new-domain", name)
    .replaceAll("new domain", spoken);

/** What the service of a domain is made of. */
const ANCHORS = ["service", "domain-health"] as const;

/**
 * A compose file's text with a service for one more domain, its volume, and where the orchestrator finds it.
 * Comments and everything else stay as they were written.
 * Errors: undefined for a file that is not built like ours; "taken" when it has a service of that name
 */
export function withService(
  text: string,
  names: DomainNames,
  port: number,
): string | "taken" | undefined {
  const { name } = names;
  const document = parseDocument(text, { merge: true });
  const services = mapAt(document, ["services"]);
  const environment = mapAt(document, ["services", "orchestrator", "environment"]);
  const volumes = mapAt(document, ["volumes"]);
  if (services === undefined || environment === undefined || volumes === undefined)
    return undefined;
  if (!ANCHORS.every((anchor) => hasAnchor(document, anchor))) return undefined;
  if (services.has(name)) return "taken";

  const others = domainsIn(services);
  const last = others.at(-1) ?? "orchestrator";
  const lastUrl = keysOf(environment).findLast(
    (key) => key.endsWith("_URL") && key !== "DATABASE_URL",
  );
  const lastVolume = keysOf(volumes).findLast((key) => key === `${last}-data`);
  const insertions = [
    after(text, services, last, `\n${serviceText(names, port)}`),
    after(text, environment, lastUrl, `${urlVariable(names)}: http://${name}:${port}`),
    after(text, volumes, lastVolume, `${name}-data: {}`),
  ];
  return insertions.some((each) => each === undefined)
    ? undefined
    : spliced(
        text,
        insertions.filter((each) => each !== undefined),
      );
}

const serviceText = ({ name, constant }: DomainNames, port: number): string =>
  [
    `${name}:`,
    "  <<: *service",
    `  command: [node, domains/${name}/main.ts]`,
    "  environment:",
    `    REGENTE_DOMAIN_KEY: \${${constant}_DOMAIN_KEY:?"regente domains key" prints it, see .env.example}`,
    "    HOST: 0.0.0.0",
    `    PORT: "${port}"`,
    "    LOG_LEVEL: ${LOG_LEVEL:-info}",
    "    OTEL_EXPORTER_OTLP_ENDPOINT: ${OTEL_EXPORTER_OTLP_ENDPOINT:-}",
    "    OTEL_EXPORTER_OTLP_HEADERS: ${OTEL_EXPORTER_OTLP_HEADERS:-}",
    `  volumes: ["${name}-data:/data"]`,
    "  networks: [domains]",
    "  healthcheck: *domain-health",
  ].join("\n");

function mapAt(document: Document, path: readonly string[]): YAMLMap | undefined {
  const found = document.getIn(path, true);
  return isMap(found) ? found : undefined;
}

const hasAnchor = (document: Document, name: string): boolean => {
  let found = false;
  const contents = document.contents;
  if (!isMap(contents)) return false;
  for (const { value } of contents.items) found ||= isMap(value) && value.anchor === name;
  return found;
};

const keysOf = ({ items }: YAMLMap): string[] =>
  items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []));

/** The services whose health is checked as a domain's. */
const domainsIn = (services: YAMLMap): string[] =>
  services.items.flatMap(({ key, value }) => {
    const health = isMap(value) ? value.get("healthcheck", true) : undefined;
    const isDomain = isAlias(health) && health.source === "domain-health";
    return isScalar(key) && isDomain ? [String(key.value)] : [];
  });

/** New lines after one entry of a map, or after its last one, as far in as its other entries. */
function after(
  text: string,
  map: YAMLMap,
  entry: string | undefined,
  lines: string,
): Insertion | undefined {
  const pair =
    map.items.find(({ key }) => isScalar(key) && key.value === entry) ?? map.items.at(-1);
  if (!isScalar(pair?.key) || !isNode(pair.value)) return undefined;
  const [start] = pair.key.range ?? [];
  const [, end] = pair.value.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = text.slice(lineStart, start);
  if (indent.trim() !== "") return undefined;
  const indented = lines.replace(/^(?=.)/gm, indent);
  // A block's range ends at the start of the line after it.
  const at = endOfLine(text, text.slice(0, end).trimEnd().length);
  return { at, text: `\n${indented}` };
}

/** `${GARDEN_URL:-http://127.0.0.1:8103}` */
export const urlVariable = ({ constant }: DomainNames): string => `${constant}_URL`;

/**
 * A bootstrap file's text with one more domain at its end; everything else stays as it was written.
 * Errors: undefined for a text that has no list of domains
 */
export const withDomain = (text: string, names: DomainNames, port: number): string | undefined =>
  withEntry(text, {
    name: names.name,
    url: `\${${urlVariable(names)}:-http://127.0.0.1:${port}}`,
    start: `domains/${names.name}/main.ts`,
  });

/** The same for any entry. */
export function withEntry(text: string, entry: object): string | undefined {
  const list = listIn(text);
  const [start, end] = list?.range ?? [];
  if (list === undefined || start === undefined || end === undefined) return undefined;
  const last = list.items.at(-1);
  if (isNode(last) && last.range != null) {
    const indent = indentAt(text, last.range[0]);
    return spliced(text, [{ at: last.range[1], text: `,\n${indent}${written(entry, indent)}` }]);
  }
  const outer = indentAt(text, start);
  const inner = `${outer}  `;
  const listed = `[\n${inner}${written(entry, inner)}\n${outer}]`;
  return text.slice(0, start) + listed + text.slice(end);
}

/** JSON is YAML as well, and the yaml package knows where each part of a text stands. */
function listIn(text: string): YAMLSeq | undefined {
  const { contents } = parseDocument(text);
  const list = isMap(contents) ? contents.get("domains", true) : contents;
  return isSeq(list) ? list : undefined;
}

const written = (entry: object, indent: string): string =>
  JSON.stringify(entry, null, 2).replaceAll("\n", `\n${indent}`);

/** Text to put in at one place of another text. */
type Insertion = { at: number; text: string };

/** A text with everything put in; the places are those of the text as it was. */
const spliced = (text: string, insertions: readonly Insertion[]): string =>
  insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((whole, { at, text }) => whole.slice(0, at) + text + whole.slice(at), text);

/** The end of the line that this place is on. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** The spaces before the first word of the line that this place is on. */
function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}
