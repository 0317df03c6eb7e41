// How far a drafted domain goes: `npm run measure-drafts`. Our own domains are drafted again from what an OpenAPI
// document would say of them, and hear the sentences that people wrote for them; docs/bring-in.md has its table.
// With --public=FOLDER it is public documents (openai.json, pagerduty.json, box.json), each a domain by itself with what
// `regente import` would open of it, and the sentences of scripts/public-sentences.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay, operationsIn } from "#shared/made-domains/draft.ts";
import { madeManifest } from "#shared/made-domains/made-manifest.ts";
import { operationsOf, snake } from "#shared/made-domains/operations.ts";
import { withOverlay } from "#shared/made-domains/overlay.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { actRightly, type Labelled } from "../orchestrator/quality/tools/drafted.ts";

const OWN = ["documents", "finance", "memory", "notify", "support", "web"];
/** Sentences of a person for each goal and language. */
const GIVEN = [0, 5, 15] as const;
const MOST_GIVEN = Math.max(...GIVEN);

type Sentence = { locale: Locale; capability: string; example: string };

/** What someone who documents a service would write of this one: names, methods, parameters, a line in English. */
function documentOf(manifest: Manifest): Record<string, unknown> {
  const methods = { read: "get", write: "post", external: "post", destructive: "delete" } as const;
  const paths = Object.fromEntries(
    manifest.capabilities
      .filter(({ kind }) => kind === "service")
      .map(({ capability, effect, params_schema, description }) => {
        const parameters = Object.entries(params_schema.properties ?? {})
          .filter(([, schema]) => isPlain(schema))
          .map(([name, { description: _, format: _f, ...schema }]) => ({
            ...{ name, in: "query", required: params_schema.required?.includes(name) ?? false },
            schema,
          }));
        const operation = { operationId: capability, summary: description?.en, parameters };
        return [`/${capability}`, { [methods[effect ?? "read"]]: operation }];
      }),
  );
  return { openapi: "3.1.0", info: { title: manifest.domain, version: "1" }, paths };
}

const isPlain = ({ type }: JsonSchema): boolean =>
  typeof type === "string" && type !== "array" && type !== "object" && type !== "null";

/** The sentences that people wrote for what one capability does. */
const sentencesOf = ({ goals }: Manifest): Sentence[] =>
  goals.flatMap(({ capability, hints }) =>
    locales.flatMap((locale) =>
      (hints.examples?.[locale] ?? []).flatMap((example) =>
        capability === undefined ? [] : [{ locale, capability, example }],
      ),
    ),
  );

/** A service: its document, what of it is opened, and what people say. */
type Service = {
  domain: string;
  document: Record<string, unknown>;
  wanted: readonly string[];
  sentences: readonly Sentence[];
};

const ownService = (manifest: Manifest): Service => {
  const document = documentOf(manifest);
  return {
    ...{ domain: manifest.domain, document },
    wanted: operationsIn(document).flatMap(({ id }) => id ?? []),
    sentences: sentencesOf(manifest),
  };
};

const told = z
  .record(z.string(), z.record(z.string(), z.record(z.enum(locales), z.array(z.string()))))
  .parse(parse(readFileSync(new URL("public-sentences.yaml", import.meta.url), "utf8")));

function publicService(folder: string, domain: string): Service {
  const text = readFileSync(join(folder, `${domain}.json`), "utf8");
  const document = readDocument(domain, text);
  const spoken = Object.entries(told[domain] ?? {});
  const { opened } = draftOverlay(document, domain, []);
  const usual = operationsIn(document).flatMap(({ id }) =>
    id !== undefined && opened.includes(snake(id)) ? [id] : [],
  );
  return {
    ...{ domain, document },
    wanted: [...new Set([...usual, ...spoken.map(([operation]) => operation)])],
    sentences: spoken.flatMap(([operation, by]) =>
      locales.flatMap((locale) =>
        by[locale].map((example) => ({ locale, capability: snake(operation), example })),
      ),
    ),
  };
}

/** The drafted domain, with what a person added to each of its goals. */
function drafted({ domain, document, wanted }: Service, given: readonly Sentence[]): Manifest {
  const opened = withOverlay(document, draftOverlay(document, domain, wanted).overlay);
  const operations = operationsOf(opened as Record<string, unknown>, false);
  const source = manifestSchema.parse(madeManifest(domain, document["info"], operations));
  for (const goal of source.goals)
    for (const locale of locales) {
      const own = given.filter(
        (each) => each.capability === goal.capability && each.locale === locale,
      );
      const known = new Set(Object.keys(goal.entities_schema));
      const examples = own.map(({ example }) => withMarks(example, known));
      const before = goal.hints.examples ?? {};
      goal.hints.examples = { ...before, [locale]: [...(before[locale] ?? []), ...examples] };
    }
  return manifestSchema.parse(source);
}

/** An example with the marks of the entities that the draft has. */
function withMarks(example: string, known: ReadonlySet<string>): string {
  const { text, entities } = parseExample(example);
  return entities.reduceRight(
    (marked, { name, value, said, start, end }) =>
      known.has(name)
        ? `${marked.slice(0, start)}[${said}](${value === said ? name : `${name}:${value}`})${marked.slice(end)}`
        : marked,
    text,
  );
}

/** The first of each goal and language that a person gives, spread over all of them, and the others that are heard. */
function split(all: readonly Sentence[]): { pool: Sentence[][]; heard: Sentence[] } {
  const kinds = Map.groupBy(all, ({ locale, capability }) => `${capability} ${locale}`);
  const pool: Sentence[][] = [];
  const heard: Sentence[] = [];
  for (const own of kinds.values()) {
    // Where there are few, five at least are heard.
    const most = Math.min(MOST_GIVEN, Math.max(Math.floor(own.length / 2), own.length - 5));
    const step = own.length / most;
    const taken = new Set(Array.from({ length: most }, (_, at) => Math.floor(at * step)));
    pool.push(own.filter((_, at) => taken.has(at)));
    heard.push(...own.filter((_, at) => !taken.has(at)));
  }
  return { pool, heard };
}

/** What becomes of the sentences when `count` of each goal and language are given to the draft: a line for all, and for each. */
function measure(services: readonly Service[], count: number): string[] {
  const made: Manifest[] = [];
  const labels: Labelled[] = [];
  for (const service of services) {
    const { pool, heard } = split(service.sentences);
    const draft = drafted(
      service,
      pool.flatMap((own) => spread(own, count)),
    );
    made.push(draft);
    for (const { locale, capability, example } of heard) {
      const goal = draft.goals.find((each) => each.capability === capability);
      if (goal === undefined) continue;
      const { text, entities } = parseExample(example);
      const known = entities.filter(({ name }) => Object.hasOwn(goal.entities_schema, name));
      const id = `${service.domain} ${labels.length}`;
      labels.push({ id, text, locale, goal: goal.goal, entities: known });
    }
  }
  const alone = services.length === 1 || !process.argv.includes("--all");
  return ["", ...(alone ? [] : services.map(({ domain }) => domain))].map((of) => {
    const own = labels.filter(({ id }) => of === "" || id.startsWith(`${of} `));
    const { sentences, right, wrong, offered } = actRightly(made, own);
    const share = (part: number) => `${((100 * part) / sentences).toFixed(1)} %`;
    const name = of || services.map(({ domain }) => domain).join(", ");
    return `${count} | ${name} | ${sentences} | ${share(right)} | ${share(offered)} | ${share(wrong)}`;
  });
}

const [folder] = process.argv.flatMap((word) =>
  word.startsWith("--public=") ? [word.slice("--public=".length)] : [],
);
const groups: Service[][] =
  folder === undefined
    ? [OWN.map((name) => ownService(loadManifest(new URL(`../domains/${name}`, import.meta.url))))]
    : Object.keys(told).map((domain) => [publicService(folder, domain)]);
process.stdout.write("given | of | sentences | rightly | offered | wrongly\n");
for (const services of groups)
  for (const count of GIVEN) process.stdout.write(`${measure(services, count).join("\n")}\n`);

/** `count` of them, from all over. */
function spread<T>(all: readonly T[], count: number): T[] {
  const most = Math.min(count, all.length);
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)]).filter(
    (each) => each !== undefined,
  );
}
