import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Document, isScalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import { type MadeFrom, madeFromOpenApi } from "#shared/contracts/bootstrap.ts";
import { RegenteError } from "#shared/contracts/errors.ts";
import { ownValue } from "#shared/contracts/json.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import type { Draft } from "#shared/made-domains/draft.ts";
import { snake } from "#shared/made-domains/operations.ts";
import { makeFolders } from "#shared/private-files/private-files.ts";
import { readText } from "#shared/safe-fetch/read-body.ts";
import { namesIn, nextPort, portsIn } from "../new-domain/plan-domain.ts";
import { namesOf, urlVariable, withEntry } from "../new-domain/with-entry.ts";
import { type ExitCode, exitCodes, printable, type Say, type Terminal } from "../terminal.ts";

/** Of a map on one line: longer ones are easier to read one name a line. */
const MOST_CHARS = 100;
const MOST_NAMES = 4;

/** A value as a file for people to edit: a few plain values stand on one line. */
export function yamlText(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Map(_key, map) {
      if (isShort(map)) map.flow = true;
    },
    Seq(_key, list) {
      if (isShortList(list)) list.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isShort({ items }: YAMLMap): boolean {
  if (items.length === 0 || items.length > MOST_NAMES) return false;
  const isPlain = items.every(({ value }) => isScalar(value));
  const chars = items.reduce(
    (sum, { key, value }) => sum + String(key).length + String(value).length,
    0,
  );
  return isPlain && chars <= MOST_CHARS;
}

/** Names and not sentences: of those each has a line, so that one more is one line more. */
const isShortList = ({ items }: YAMLSeq): boolean =>
  items.length > 0 &&
  items.every(isScalar) &&
  items.every(({ value }) => !/\s/.test(String(value))) &&
  items.reduce((sum, item) => sum + String(item.value).length + 2, 0) <= MOST_CHARS;

export type ToBringIn = {
  /** The project's. */
  folder: string;
  name: string | undefined;
  auth: string | undefined;
};

type Auth = MadeFrom["auth"];

/** What was found: the file to keep of it, the entry's own part, and a first overlay. */
type Found = {
  title: string;
  /** The kept file's name, and what is in it. */
  kept: readonly [file: string, text: string];
  from(kept: string, overlay: string): object;
  draft(name: string): Draft;
};

/** Why there is nothing to bring in, in people's words. */
export class NotBroughtIn extends RegenteError {
  override readonly name = "NotBroughtIn";
  readonly code = "NOT_BROUGHT_IN";
}

/**
 * Writes what was found, its first overlay and the bootstrap entry.
 * Errors: RegenteError, and nothing is written
 */
export async function bringIn(
  asked: ToBringIn,
  terminal: Terminal,
  look: (auth: Auth, say: Say) => Promise<Found>,
): Promise<ExitCode> {
  const { say } = terminal.words;
  const auth = authIn(asked.auth, say);
  const bootstrap = bootstrapIn(asked.folder, say);
  const found = await look(auth, say);
  const { lines, files } = plan(asked, { bootstrap, found, auth }, say, terminal);
  // The bootstrap file last: who follows it starts what it names.
  for (const [path, text] of files) {
    makeFolders(dirname(join(asked.folder, path)));
    writeFileSync(join(asked.folder, path), text);
  }
  terminal.output.write(`${lines.join("\n")}\n`);
  return exitCodes.done;
}

function plan(
  { name: wanted, folder }: ToBringIn,
  { bootstrap, found, auth }: { bootstrap: string; found: Found; auth: Auth },
  say: Say,
  { paint }: Terminal,
) {
  const name = wanted ?? snake(found.title || "api").slice(0, 40);
  const names = namesOf(name);
  if (names === undefined) throw new NotBroughtIn(say("import.bad_name", { name }));
  if (namesIn(bootstrap)?.includes(name) !== false) {
    const there = capabilitiesThere(join(folder, "apis", name, "overlay.yaml"));
    if (there.length === 0) throw new NotBroughtIn(say("import.taken", { name }));
    throw new NotBroughtIn(takenText(name, there, found.draft(name), say));
  }
  const draft = found.draft(name);
  if (draft.opened.length === 0) throw new NotBroughtIn(say("import.nothing"));
  const kept = `apis/${name}/${found.kept[0]}`;
  const overlay = `apis/${name}/overlay.yaml`;
  const from = found.from(kept, overlay);
  const port = nextPort(portsIn(bootstrap), portsIn(JSON.stringify(from)));
  const entry = {
    name,
    url: `\${${urlVariable(names)}:-http://127.0.0.1:${port}}`,
    from: { ...from, ...(auth !== undefined && { auth }) },
    ...(auth !== undefined && { env: [auth.env] }),
  };
  const edited = withEntry(bootstrap, entry);
  if (edited === undefined) throw new NotBroughtIn(say("import.no_project", { folder }));
  const left = draft.leftOut.map(({ operation, why }) => `  ${operation}: ${why}`);
  const steps = [
    [overlay, say("import.edit")],
    [`npx regente lint ${name}`, say("import.lint")],
    ...(auth === undefined ? [] : [[auth.env, say("import.key")] as const]),
    ["npx regente up", say("import.start")],
  ] as const;
  return {
    files: [
      [kept, found.kept[1]],
      [overlay, yamlText(draft.overlay)],
      ["domains.bootstrap.json", edited],
    ] as const,
    lines: [
      say("import.made", { name, count: draft.opened.length }),
      ...draft.opened.map((capability) => `  ${capability}`),
      ...(left.length > 0 ? ["", say("import.left_out"), ...left.map(printable)] : []),
      "",
      paint.bold(say("next_steps")),
      ...steps.map(([what, why]) => `  ${paint.cyan(what)}  ${paint.dim(why)}`),
    ],
  };
}

/** What an overlay that is there opens; nothing where it cannot be read. */
function capabilitiesThere(file: string): string[] {
  try {
    const { actions } = readDocument(file, readFileSync(file, "utf8"));
    return (Array.isArray(actions) ? actions : []).flatMap((action: unknown) => {
      const capability = ownValue(ownValue(ownValue(action, "update"), "x-regente"), "capability");
      return typeof capability === "string" ? [capability] : [];
    });
  } catch {
    return [];
  }
}

/** Why a service is not brought in a second time: what is there, what would be new, and what can be done. */
function takenText(name: string, there: readonly string[], draft: Draft, say: Say): string {
  const listed = (names: readonly string[]) => names.map((each) => `  ${printable(each)}`);
  const overlay = `apis/${name}/overlay.yaml`;
  const known = new Set(there);
  const fresh = draft.opened.filter((each) => !known.has(each));
  return [
    say("import.taken_with", { name, count: there.length }),
    ...listed(there),
    ...(fresh.length > 0 ? [say("import.not_there_yet"), ...listed(fresh)] : []),
    say("import.ways"),
    ...[
      say("import.way_more", { name, overlay }),
      say("import.way_again"),
      say("import.way_anew", { name, overlay }),
    ].map((way) => `  ${way}`),
  ].join("\n");
}

function bootstrapIn(folder: string, say: Say): string {
  try {
    return readFileSync(join(folder, "domains.bootstrap.json"), "utf8");
  } catch (cause) {
    throw new NotBroughtIn(say("import.no_project", { folder }), { cause });
  }
}

/** `bearer:VARIABLE`, `header:NAME:VARIABLE` */
function authIn(text: string | undefined, say: Say): Auth {
  if (text === undefined) return undefined;
  const [as, ...rest] = text.split(":");
  const [name, env] = rest.length === 2 ? rest : [undefined, rest[0]];
  const given = { as, env, ...(name !== undefined && { name }) };
  const parsed = madeFromOpenApi.shape.auth.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new NotBroughtIn(say("import.bad_auth"));
}

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** A document from an address or a file. Errors: Error with why, for people */
export async function readSource(source: string): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readFileSync(source, "utf8");
  const response = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return readText(response.body ?? [], MAX_BYTES);
}
