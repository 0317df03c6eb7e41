import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type MadeFrom, madeFromOpenApi } from "#shared/contracts/bootstrap.ts";
import { RegenteError, whyOf } from "#shared/contracts/errors.ts";
import type { Draft } from "#shared/made-domains/draft.ts";
import { snake } from "#shared/made-domains/operations.ts";
import { yamlText } from "#shared/made-domains/yaml-text.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { makeFolders } from "#shared/private-files/private-folder.ts";
import { urlVariable, withEntry } from "../new-domain/bootstrap-line.ts";
import { namesOf } from "../new-domain/domain-names.ts";
import { namesIn, nextPort, portsIn } from "../new-domain/plan-domain.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { type ImportWords, importWords } from "./words.ts";

export type ToBringIn = {
  /** The project's. */
  folder: string;
  name: string | undefined;
  auth: string | undefined;
};

export type Auth = MadeFrom["auth"];

/** What was found: the file to keep of it, the entry's own part, and a first overlay. */
export type Found = {
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
