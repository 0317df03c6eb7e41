import { resolve } from "node:path";
import { RegenteError } from "../contracts/errors.ts";
import { startDomain } from "../domain-kit/define-domain.ts";
import { fileReceipts } from "../domain-kit/file-receipts.ts";
import { openMadeDomain } from "./made-domain.ts";
import { ONLY_CHECK, readSettings } from "./settings.ts";

/** For the supervisor: what is wrong as a value on stderr, and exit code 1. */
function checked(settings: ReturnType<typeof readSettings>): 0 | 1 {
  try {
    openMadeDomain({ ...settings, env: process.env });
    return 0;
  } catch (error) {
    if (!(error instanceof RegenteError)) throw error;
    process.stderr.write(JSON.stringify(error.why));
    return 1;
  }
}

await startDomain(() => {
  const settings = readSettings(process.env);
  if (process.argv.includes(ONLY_CHECK)) process.exit(checked(settings));
  const data = resolve(process.env["REGENTE_DATA"] || ".regente");
  const receipts = fileReceipts(resolve(data, `${settings.name}-receipts.sqlite`));
  return openMadeDomain({ ...settings, env: process.env }, { receipts });
}, {});
