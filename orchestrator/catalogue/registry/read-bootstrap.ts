import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { ContractError, faultAt } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";

/** Where one domain is found: a service, a manifest of its own beside it, or only a manifest. */
export type DomainPlace = {
  name: string;
  /** Without a slash at its end; `<url>/manifest` and `<url>/execute` are all that is ever called. */
  url: string | undefined;
  /** Absolute path of a file or a folder. */
  manifest: string | undefined;
  /** The operator's own files say what it promises or what it does, so a change of them needs no second word. */
  isOwn: boolean;
  /** It is started together with this process, so that it is waited for. */
  isStarted?: boolean;
  /** Capabilities of other domains that it may stand in for. */
  provides?: readonly string[];
  /** It is asked first for these. */
  isPreferred?: boolean;
  /** Its manifest may be saved into its files. */
  isEditable?: boolean;
  /** It was added at the endpoints, and can be removed there. */
  isRegistered?: boolean;
  /** Where older versions of it still answer. */
  versions?: readonly string[];
};

/**
 * The domains of a bootstrap file, in its order, without the disabled ones.
 * Shape:  `manifest` paths are read from the bootstrap file's folder
 * Errors: ContractError naming the file, and the path inside it, of everything that is wrong
 */
export async function readBootstrap(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DomainPlace[]> {
  const what = reason("bootstrap_file", { file });
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === "ENOENT"
        ? reason("no_bootstrap_file")
        : reason("cannot_be_read", { error: cause.code ?? "" });
    throw new ContractError(what, [faultAt("", why)], { cause });
  });
  return parseBootstrap(text, env, what)
    .domains.filter(({ enabled }) => enabled)
    .map(({ name, url, manifest, start, from, provides, preferred, versions, editable }) => ({
      name,
      url: url && withoutEndSlash(url),
      manifest: manifest === undefined ? undefined : resolve(dirname(file), manifest),
      isOwn: manifest !== undefined || start !== undefined || from !== undefined,
      isStarted: start !== undefined || from !== undefined,
      ...(provides && { provides }),
      ...(preferred !== undefined && { isPreferred: preferred }),
      ...(editable === true && { isEditable: true }),
      ...(versions && { versions: versions.map(withoutEndSlash) }),
    }));
}

export const withoutEndSlash = (url: string): string => url.replace(/\/+$/, "");

/** Changes whenever the file is written; the same while it is missing. Never rejects. */
export async function fingerprintFile(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return `${found?.ino} ${found?.size} ${found?.mtimeNs} ${found?.ctimeNs}`;
}
