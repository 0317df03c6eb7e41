import { type Document, isAlias, isMap, isNode, isScalar, parseDocument, type YAMLMap } from "yaml";
import { urlVariable } from "./bootstrap-line.ts";
import type { DomainNames } from "./domain-names.ts";
import { endOfLine, type Insertion, spliced } from "./splice.ts";

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
