import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";
import { ContractError, faultAt, notJson, parseContract } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import { writeWhole } from "#shared/private-files/write-whole.ts";

/** A file of JSON that is read and written as a whole. `absent`: what it says while there is none. */
export function keptJson<T>(file: string, what: string, schema: z.ZodType<T>, absent: unknown) {
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new ContractError(what, [notJson(cause)]);
    }
  };
  return {
    /** Errors: ContractError for a file that cannot be read, is no JSON or has wrong fields */
    async read(): Promise<T> {
      const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === "ENOENT") return undefined;
        const why = reason("cannot_be_read", { error: cause.code ?? "" });
        throw new ContractError(what, [faultAt("", why)]);
      });
      return parseContract(schema, text === undefined ? absent : parsed(text), what);
    },
    /** Whoever reads meanwhile sees the file as it was, or as it is. Errors: Node's own */
    async write(value: unknown): Promise<void> {
      await mkdir(dirname(file), { recursive: true });
      await writeWhole(file, `${JSON.stringify(value, null, 2)}\n`);
    },
  };
}
