import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { errorText } from "#shared/contracts/errors.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay, draftToolOverlay } from "#shared/made-domains/draft.ts";
import { pinnedIn, toolDigest } from "#shared/made-domains/pinned-tools.ts";
import { credentialsOf, seenOf } from "#shared/made-domains/settings.ts";
import { readTools } from "#shared/made-domains/tool-server.ts";
import { docs, fileOption, help, listOf, option, word, yesOption } from "../command.ts";
import { bringIn, NotBroughtIn, readSource, type ToBringIn } from "../import/bring-in.ts";
import {
  atTheFiles,
  cannot,
  type ExitCode,
  exitCodes,
  printable,
  type Terminal,
} from "../terminal.ts";

/** A domain of an OpenAPI document. */
const importOpenApi = (
  source: string,
  asked: ToBringIn & { base: string | undefined; operations: readonly string[] },
  terminal: Terminal,
): Promise<ExitCode> =>
  bringIn(asked, terminal, async (_auth, say) => {
    const { base, operations } = asked;
    const text = await readSource(source).catch((error: unknown) => {
      throw new NotBroughtIn(
        say("import.cannot_fetch", { address: source, why: errorText(error) }),
      );
    });
    const document = readDocument(source, text);
    if (base === undefined) {
      const said = serverIn(document);
      throw new NotBroughtIn(
        said ? say("import.needs_base_but", { said }) : say("import.needs_base"),
      );
    }
    const info = isJsonObject(document["info"]) ? document["info"] : {};
    const { title } = info;
    return {
      title: typeof title === "string" ? title : "",
      kept: [text.trimStart().startsWith("{") ? "openapi.json" : "openapi.yaml", text],
      from: (openapi, overlay) => ({ openapi, overlay, base }),
      draft: (name) => draftOverlay(document, name, operations),
    };
  });

/** A domain of an MCP server's tools, pinned as they are now. */
const importMcp = (
  url: string | undefined,
  asked: ToBringIn & { command: string | undefined; tools: readonly string[] },
  terminal: Terminal,
): Promise<ExitCode> =>
  bringIn(asked, terminal, async (auth, say) => {
    const command = asked.command === undefined ? undefined : listOf(asked.command, " ");
    const isOne = (url === undefined) !== (command === undefined);
    if (!isOne) throw new NotBroughtIn(say("import.needs_server"));
    const mcp = command === undefined ? { url: url ?? "" } : { command };
    const { env } = terminal;
    const credentials = credentialsOf({ auth }, env);
    const read = await readTools({ mcp, credentials, env: seenOf({ auth }, env) }).catch(
      (error: unknown) => {
        throw new NotBroughtIn(
          say("import.cannot_fetch", { address: url ?? command?.[0] ?? "", why: errorText(error) }),
        );
      },
    );
    return {
      title: read.title,
      kept: ["tools.json", toolsText(read.title, read.tools)],
      from: (tools, overlay) => ({ mcp, tools, overlay }),
      draft: (name) => draftToolOverlay(read.tools, read.title, name, asked.tools),
    };
  });

/** The tools of a domain that is there already, pinned again: whoever asks has looked at them. */
async function pinAgain({ folder, name }: ToBringIn, terminal: Terminal): Promise<ExitCode> {
  const { env, output } = terminal;
  const { say } = terminal.words;
  try {
    const text = readFileSync(join(folder, "domains.bootstrap.json"), "utf8");
    const { domains } = parseBootstrap(text, env, "domains.bootstrap.json");
    const from = domains.find((each) => each.name === name)?.from;
    if (from === undefined || !("mcp" in from))
      return cannot(terminal, say("import.no_server", { name: name ?? "" }));
    const file = join(folder, from.tools);
    const seen = seenOf(from, env);
    const reached = { mcp: from.mcp, credentials: credentialsOf(from, env), env: seen };
    const { title, tools } = await readTools(reached);
    const before = pinnedIn(readFileSync(file, "utf8"));
    const changed = Object.entries(tools).flatMap(([tool, now]) => {
      const known = before[tool];
      if (known !== undefined && toolDigest(tool, known) === toolDigest(tool, now)) return [];
      return [`  ${known === undefined ? "+" : "~"} ${tool}: ${now.description.slice(0, 200)}`];
    });
    writeFileSync(file, toolsText(title, tools));
    output.write(
      `${[say(changed.length === 0 ? "import.unchanged" : "import.pinned"), ...changed].map(printable).join("\n")}\n`,
    );
    return exitCodes.done;
  } catch (error) {
    return cannot(
      terminal,
      say("import.cannot_fetch", { address: name ?? "", why: errorText(error) }),
    );
  }
}

const toolsText = (title: string, tools: object): string =>
  `${JSON.stringify({ info: { title }, tools }, null, 2)}\n`;

/** Where the document says that the service is; for people to read, never to be gone by. */
function serverIn(document: Record<string, unknown>): string | undefined {
  const [first] = Array.isArray(document["servers"]) ? (document["servers"] as unknown[]) : [];
  const url = isJsonObject(first) ? first["url"] : undefined;
  return typeof url === "string" ? url.slice(0, 200) : undefined;
}

const common = {
  name: option(help("import.name"), "NAME"),
  auth: option(help("import.auth"), "bearer:API_TOKEN"),
  dir: fileOption(help("new_domain.dir"), "FOLDER"),
} as const;
type Common = { name?: string; auth?: string; dir?: string };

const toBringIn = ({ name, auth, dir = "." }: Common): ToBringIn => ({
  folder: resolve(dir),
  name,
  auth,
});

const openapi = buildCommand({
  docs: docs(help("import.openapi"), [
    "npx regente import openapi petstore.json --base=https://petstore.example/v2",
    "npx regente import openapi https://api.example/openapi.json --base=https://api.example --auth=bearer:API_TOKEN --operations=findPets,getPet",
  ]),
  parameters: {
    flags: {
      ...common,
      base: option(help("import.base"), "https://api.example/v1"),
      operations: option(help("import.operations"), "findPets,getPet"),
    },
    positional: word(help("import.source"), "URL"),
  },
  func(flags: Common & { base?: string; operations?: string }, source: string) {
    const { base, operations } = flags;
    const asked = { ...toBringIn(flags), base, operations: listOf(operations) };
    return atTheFiles((terminal) => importOpenApi(source, asked, terminal));
  },
});

const mcp = buildCommand({
  docs: docs(help("import.mcp"), [
    "npx regente import mcp --server=http://127.0.0.1:3000/mcp --name=tracker",
    "npx regente import mcp --again --name=tracker",
    'npx regente import mcp --command="npx -y @modelcontextprotocol/server-everything" --name=everything --tools=echo',
  ]),
  parameters: {
    flags: {
      ...common,
      server: option(help("import.server"), "http://127.0.0.1:3000/mcp"),
      command: option(help("import.command"), "PROGRAM"),
      tools: option(help("import.tools"), "openIssue,findIssue"),
      again: yesOption(help("import.again")),
    },
  },
  func(flags: Common & { server?: string; command?: string; tools?: string; again?: boolean }) {
    const { server, command, tools, again } = flags;
    const asked = { ...toBringIn(flags), command, tools: listOf(tools) };
    return atTheFiles((terminal) =>
      again === true ? pinAgain(asked, terminal) : importMcp(server, asked, terminal),
    );
  },
});

export const importCommand = buildRouteMap({
  docs: docs(help("import.brief"), [
    "npx regente import openapi petstore.json --base=https://petstore.example/v2",
    "npx regente import mcp --server=http://127.0.0.1:3000/mcp",
  ]),
  routes: { openapi, mcp },
});
