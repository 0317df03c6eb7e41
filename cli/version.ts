import { readFileSync } from "node:fs";
import { z } from "zod";

/** Which Regente this is, by its package. */
export const version = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;
