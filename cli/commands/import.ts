import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { stringify } from "yaml";
import { type MadeFrom, madeFromOpenApi } from "#shared/contracts/bootstrap.ts";
import { RegenteError } from "#shared/contracts/errors.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay } from "#shared/made-domains/draft.ts";
import { snake } from "#shared/made-domains/operations.ts";
import { docs, fileOption, option, word } from "../command.ts";
import { help } from "../help-words.ts";
import { readSource } from "../import/read-source.ts";
import { importWords } from "../import/words.ts";
import { urlVariable, withEntry } from "../new-domain/bootstrap-line.ts";
import { namesOf } from "../new-domain/domain-names.ts";
import { namesIn, nextPort, portsIn } from "../new-domain/plan-domain.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "../terminal.ts";

type ToImport = {
  source: string;
  folder: string;
  name: string | undefined;
  base: string | undefined;
  auth: string | undefined;
  operations: readonly string[];
};

/** Writes a document, its first overlay and the bootstrap entry, or says why not; nothing is written then. */
export async function importOpenApi(asked: ToImport, terminal: Terminal): Promise<ExitCode> {
  const { output, errors, paint } = terminal;
  const words = importWords[terminal.words.locale];
  const cannot = (why: string): ExitCode => {
    errors.write(`${paint.red(printable(why))}\n`);
    return exitCodes.cannot;
  };
  const { source, folder, operations } = asked;
  const bootstrapFile = join(folder, "domains.bootstrap.json");
  let bootstrap: string;
  let text: string;
  try {
    bootstrap = readFileSync(bootstrapFile, "utf8");
  } catch {
    return cannot(words.noProject(folder));
  }
  try {
    text = await readSource(source);
  } catch (error) {
    return cannot(
      words.cannotFetch(source, error instanceof Error ? error.message : String(error)),
    );
  }
  try {
    const document = readDocument(source, text);
    const info = isJsonObject(document["info"]) ? document["info"] : {};
    const name = asked.name ?? snake(String(info["title"] ?? "api")).slice(0, 40);
    const names = namesOf(name);
    if (names === undefined) return cannot(words.badName(name));
    if (namesIn(bootstrap)?.includes(name) !== false) return cannot(words.taken(name));
    if (asked.base === undefined) return cannot(words.needsBase(serverIn(document)));
    const auth = authIn(asked.auth);
    if (auth === "none") return cannot(words.badAuth);
    const draft = draftOverlay(document, name, operations);
    if (draft.opened.length === 0) return cannot(words.nothing);

    const place = `apis/${name}`;
    const kept = `${place}/openapi.${text.trimStart().startsWith("{") ? "json" : "yaml"}`;
    const overlay = `${place}/overlay.yaml`;
    const from = madeFromOpenApi.parse({
      ...{ openapi: kept, overlay, base: asked.base },
      ...(auth !== undefined && { auth }),
    });
    const port = nextPort(portsIn(bootstrap));
    const { trusts_overlay: _usual, ...written } = from;
    const entry = {
      name,
      url: `\${${urlVariable(names)}:-http://127.0.0.1:${port}}`,
      from: written,
      ...(auth !== undefined && { env: [auth.env] }),
    };
    const edited = withEntry(bootstrap, entry);
    if (edited === undefined) return cannot(words.noProject(folder));
    // The bootstrap file last: who follows it starts what it names.
    const files = [
      [kept, text],
      [overlay, stringify(draft.overlay, { aliasDuplicateObjects: false, lineWidth: 0 })],
      ["domains.bootstrap.json", edited],
    ] as const;
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const left = draft.leftOut.map(({ operation, why }) => `  ${operation}: ${why}`);
    const lines = [
      words.made(name, draft.opened.length),
      ...draft.opened.map((capability) => `  ${capability}`),
      ...(left.length > 0 ? ["", words.leftOut, ...left] : []),
      "",
      paint.bold(words.next),
      `  ${paint.cyan(overlay)}  ${paint.dim(words.edit)}`,
      `  ${paint.cyan(`npx regente lint ${name}`)}  ${paint.dim(words.lint)}`,
      `  ${paint.cyan("npx regente up")}  ${paint.dim(words.start)}`,
    ];
    output.write(`${lines.join("\n")}\n`);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof RegenteError) return cannot(error.message);
    throw error;
  }
}

/** Where the document says that the service is; for people to read, never to be gone by. */
function serverIn(document: Record<string, unknown>): string | undefined {
  const [first] = Array.isArray(document["servers"]) ? (document["servers"] as unknown[]) : [];
  const url = isJsonObject(first) ? first["url"] : undefined;
  return typeof url === "string" ? url.slice(0, 200) : undefined;
}

function authIn(text: string | undefined): MadeFrom["auth"] | "none" {
  if (text === undefined) return undefined;
  const [as, ...rest] = text.split(":");
  const [name, env] = rest.length === 2 ? rest : [undefined, rest[0]];
  const parsed = madeFromOpenApi.shape.auth.safeParse({
    as,
    env,
    ...(name !== undefined && { name }),
  });
  return parsed.success ? parsed.data : "none";
}

type ImportFlags = {
  name?: string;
  base?: string;
  auth?: string;
  operations?: string;
  dir?: string;
};

const openapi = buildCommand({
  docs: docs(help.importOpenApi, [
    "npx regente import openapi petstore.json --base=https://petstore.example/v2",
    "npx regente import openapi https://api.example/openapi.json --base=https://api.example --auth=bearer:API_TOKEN --operations=findPets,getPet",
  ]),
  parameters: {
    flags: {
      name: option(help.importName, "NAME"),
      base: option(help.importBase, "https://api.example/v1"),
      auth: option(help.importAuth, "bearer:API_TOKEN"),
      operations: option(help.importOperations, "findPets,getPet"),
      dir: fileOption(help.newDomainDir, "FOLDER"),
    },
    positional: word(help.importSource, "URL"),
  },
  async func({ name, base, auth, operations = "", dir = "." }: ImportFlags, source: string) {
    const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
    const wanted = operations
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
    const asked = { source, folder: resolve(dir), name, base, auth, operations: wanted };
    process.exitCode = await importOpenApi(asked, terminal);
  },
});

export const importCommand = buildRouteMap({
  docs: docs(help.import, [
    "npx regente import openapi petstore.json --base=https://petstore.example/v2",
  ]),
  routes: { openapi },
});
