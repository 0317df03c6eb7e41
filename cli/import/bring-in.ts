import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Document, isScalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import { type MadeFrom, madeFromOpenApi } from "#shared/contracts/bootstrap.ts";
import { RegenteError, whyOf } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Draft } from "#shared/made-domains/draft.ts";
import { snake } from "#shared/made-domains/operations.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { makeFolders } from "#shared/private-files/private-folder.ts";
import { namesIn, nextPort, portsIn } from "../new-domain/plan-domain.ts";
import { namesOf, urlVariable, withEntry } from "../new-domain/with-entry.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";

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
export class NotBroughtIn extends Error {}

/** Writes what was found, its first overlay and the bootstrap entry, or says why not; nothing is written then. */
export async function bringIn(
  asked: ToBringIn,
  terminal: Terminal,
  look: (auth: Auth, words: ImportWords) => Promise<Found>,
): Promise<ExitCode> {
  const words = importWords[terminal.words.locale];
  try {
    const auth = authIn(asked.auth, words);
    const bootstrap = bootstrapIn(asked.folder, words);
    const found = await look(auth, words);
    const { lines, files } = plan(asked, { bootstrap, found, auth }, words, terminal);
    // The bootstrap file last: who follows it starts what it names.
    for (const [path, text] of files) {
      makeFolders(dirname(join(asked.folder, path)));
      writeFileSync(join(asked.folder, path), text);
    }
    terminal.output.write(`${lines.join("\n")}\n`);
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof RegenteError) && !(error instanceof NotBroughtIn)) throw error;
    terminal.errors.write(
      `${terminal.paint.red(printable(whyIn(terminal.words.locale, whyOf(error))))}\n`,
    );
    return exitCodes.cannot;
  }
}

function plan(
  { name: wanted, folder }: ToBringIn,
  { bootstrap, found, auth }: { bootstrap: string; found: Found; auth: Auth },
  words: ImportWords,
  { paint }: Terminal,
) {
  const name = wanted ?? snake(found.title || "api").slice(0, 40);
  const names = namesOf(name);
  if (names === undefined) throw new NotBroughtIn(words.badName(name));
  if (namesIn(bootstrap)?.includes(name) !== false) throw new NotBroughtIn(words.taken(name));
  const draft = found.draft(name);
  if (draft.opened.length === 0) throw new NotBroughtIn(words.nothing);
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
  if (edited === undefined) throw new NotBroughtIn(words.noProject(folder));
  const left = draft.leftOut.map(({ operation, why }) => `  ${operation}: ${why}`);
  const steps = [
    [overlay, words.edit],
    [`npx regente lint ${name}`, words.lint],
    ...(auth === undefined ? [] : [[auth.env, words.key] as const]),
    ["npx regente up", words.start],
  ] as const;
  return {
    files: [
      [kept, found.kept[1]],
      [overlay, yamlText(draft.overlay)],
      ["domains.bootstrap.json", edited],
    ] as const,
    lines: [
      words.made(name, draft.opened.length),
      ...draft.opened.map((capability) => `  ${capability}`),
      ...(left.length > 0 ? ["", words.leftOut, ...left.map(printable)] : []),
      "",
      paint.bold(words.next),
      ...steps.map(([what, why]) => `  ${paint.cyan(what)}  ${paint.dim(why)}`),
    ],
  };
}

function bootstrapIn(folder: string, words: ImportWords): string {
  try {
    return readFileSync(join(folder, "domains.bootstrap.json"), "utf8");
  } catch (cause) {
    throw new NotBroughtIn(words.noProject(folder), { cause });
  }
}

/** `bearer:VARIABLE`, `header:NAME:VARIABLE` */
function authIn(text: string | undefined, words: ImportWords): Auth {
  if (text === undefined) return undefined;
  const [as, ...rest] = text.split(":");
  const [name, env] = rest.length === 2 ? rest : [undefined, rest[0]];
  const given = { as, env, ...(name !== undefined && { name }) };
  const parsed = madeFromOpenApi.shape.auth.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new NotBroughtIn(words.badAuth);
}

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** A document from an address or a file. Errors: Error with why, for people */
export async function readSource(source: string): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readFileSync(source, "utf8");
  const response = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

type ImportWords = {
  needsServer: string;
  noServer: (name: string) => string;
  pinned: (changed: number) => string;
  noProject: (folder: string) => string;
  badName: (name: string) => string;
  taken: (name: string) => string;
  needsBase: (said: string | undefined) => string;
  badAuth: string;
  cannotFetch: (address: string, why: string) => string;
  nothing: string;
  made: (name: string, count: number) => string;
  leftOut: string;
  next: string;
  edit: string;
  start: string;
  lint: string;
  key: string;
  noModel: string;
  sentences: (count: number, refused: number, tokens: number) => string;
};

export const importWords: Readonly<Record<Locale, ImportWords>> = {
  "pt-BR": {
    noServer: (name) => `"${name}" não é um domínio de um servidor MCP; indique um com --name.`,
    pinned: (changed) =>
      changed === 0 ? "Nenhuma ferramenta mudou." : `Aceitas como estão agora (~ mudou, + é nova):`,
    needsServer:
      'Indique o servidor com --server=http://... ou o programa com --command="...", só um dos dois.',
    noProject: (folder) =>
      `Não há domains.bootstrap.json em ${folder}. Vá para a pasta do projeto, ou crie o arquivo aqui com {"domains": []}.`,
    badName: (name) =>
      `"${name}" não serve como nome de domínio: use letras minúsculas, números, "-" e "_".`,
    taken: (name) => `Já existe um domínio "${name}". Escolha outro nome com --name.`,
    needsBase: (said) =>
      `Indique o endereço do serviço: --base=https://...${said ? ` (o documento diz ${said}, mas quem decide é você)` : ""}`,
    badAuth:
      "--auth é bearer:VARIAVEL, basic:VARIAVEL, header:NOME:VARIAVEL ou query:NOME:VARIAVEL.",
    cannotFetch: (address, why) => `Não consegui ler ${address}: ${why}`,
    nothing: "Nenhuma operação pôde ser importada; indique quais com --operations.",
    made: (name, count) => `O domínio ${name} tem estas operações (${count}):`,
    leftOut: "Ficaram de fora",
    next: "Próximos passos",
    edit: "dê a cada objetivo frases como as pessoas falam, e escolha o que a resposta mostra",
    start: "inicia tudo; se já estiver rodando, o domínio entra sozinho",
    lint: "mostra conflitos entre frases",
    key: "guarda a chave: coloque no .env ou no ambiente antes do regente up",
    noModel:
      "Nenhum modelo de linguagem está configurado: OPENAI_API_KEY, ANTHROPIC_API_KEY ou OPENAI_BASE_URL (docs/models.md).",
    sentences: (count, refused, tokens) =>
      `${count} frases de um modelo (${tokens} tokens); ${refused} não servem. Revise antes de aceitar.`,
  },
  en: {
    noServer: (name) => `"${name}" is not a domain from an MCP server; name one with --name.`,
    pinned: (changed) =>
      changed === 0 ? "No tool has changed." : "Accepted as they are now (~ changed, + new):",
    needsServer:
      'Give either the server with --server=http://... or the program with --command="...".',
    noProject: (folder) =>
      `There is no domains.bootstrap.json in ${folder}. Go to your project's folder, or create the file here with {"domains": []}.`,
    badName: (name) =>
      `"${name}" cannot be a domain's name: use lower case letters, digits, "-" and "_".`,
    taken: (name) => `A domain "${name}" already exists. Choose another name with --name.`,
    needsBase: (said) =>
      `Give the service's address: --base=https://...${said ? ` (the document says ${said}, but you decide)` : ""}`,
    badAuth:
      "--auth is bearer:VARIABLE, basic:VARIABLE, header:NAME:VARIABLE or query:NAME:VARIABLE.",
    cannotFetch: (address, why) => `Cannot read ${address}: ${why}`,
    nothing: "No operation could be imported; choose some with --operations.",
    made: (name, count) => `The domain ${name} has these operations (${count}):`,
    leftOut: "Left out",
    next: "Next steps",
    edit: "give each goal sentences as people say them, and choose what the answer shows",
    start: "starts everything; a running Regente adds the domain by itself",
    lint: "shows conflicts between sentences",
    key: "holds the key: put it into .env or the environment, before regente up",
    noModel:
      "No language model is configured: OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL (docs/models.md).",
    sentences: (count, refused, tokens) =>
      `${count} sentences from a model (${tokens} tokens); ${refused} cannot be used. Read them before you accept them.`,
  },
};
