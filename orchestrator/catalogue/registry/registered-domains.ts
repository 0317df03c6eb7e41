import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { bootstrapFile } from "#shared/contracts/bootstrap.ts";
import {
  ContractError,
  faultAt,
  notJson,
  parseContract,
  RegenteError,
} from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import { type DomainPlace, withoutEndSlash } from "./read-bootstrap.ts";

/** A domain that someone registered at the endpoints. */
export type RegisteredDomain = { name: string; url: string };

/**
 * The domains that were registered at the endpoints, in a file of their own: the bootstrap file is the operator's.
 * It has the same form, but no `${NAME}` in it stands for anything.
 */
export type RegisteredDomains = {
  /** Errors: ContractError for a file that someone broke */
  read(): Promise<DomainPlace[]>;
  /** Errors: DomainTakenError when one of that name is registered */
  add(domain: RegisteredDomain): Promise<void>;
  /** False when there is none of that name. */
  remove(name: string): Promise<boolean>;
};

/** There is a domain of that name. */
export class DomainTakenError extends RegenteError {
  override readonly name = "DomainTakenError";
  readonly code = "DOMAIN_TAKEN";
  constructor(domain: string) {
    super(reason("domain_taken", { domain }));
  }
}

/** There is nothing to remove under that name. */
export class DomainNotRegisteredError extends RegenteError {
  override readonly name = "DomainNotRegisteredError";
  readonly code = "DOMAIN_NOT_REGISTERED";
  constructor(domain: string, isListed: boolean) {
    super(isListed ? reason("domain_listed", { domain }) : reason("domain_not_found", { domain }));
  }
}

export function registeredDomains(file: string): RegisteredDomains {
  const what = `registered domains ${file}`;
  const read = async (): Promise<RegisteredDomain[]> => {
    const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return '{"domains":[]}';
      throw new ContractError(what, [
        faultAt("", reason("cannot_be_read", { error: cause.code ?? "" })),
      ]);
    });
    const { domains } = parseContract(bootstrapFile, readJson(text, what), what);
    return domains.flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url }]));
  };
  const write = async (domains: readonly RegisteredDomain[]) => {
    await mkdir(dirname(file), { recursive: true });
    // Whoever reads meanwhile sees the file as it was, or as it is.
    const whole = `${file}.new`;
    await writeFile(whole, `${JSON.stringify({ domains }, null, 2)}\n`, { mode: 0o600 });
    await rename(whole, file);
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    read: async () =>
      (await read()).map(({ name, url }) => ({
        name,
        url: withoutEndSlash(url),
        manifest: undefined,
        isOwn: false,
      })),
    add: (domain) =>
      inTurn(async () => {
        const before = await read();
        if (before.some(({ name }) => name === domain.name))
          throw new DomainTakenError(domain.name);
        await write([...before, domain]);
      }),
    remove: (name) =>
      inTurn(async () => {
        const before = await read();
        const after = before.filter((each) => each.name !== name);
        if (after.length === before.length) return false;
        await write(after);
        return true;
      }),
  };
}

function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ContractError(what, [notJson(cause)]);
  }
}
