import { readFileSync } from "node:fs";
import { z } from "zod";

const PACKAGE = new URL("../../../package.json", import.meta.url);

/** Which Regente this is, by its package. */
export const OWN_VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, "utf8"))).version;
