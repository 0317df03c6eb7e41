import { resolve } from "node:path";
import { fileReceipts } from "../domain-kit/file-receipts.ts";
import { startDomain } from "../domain-kit/start-domain.ts";
import { openMadeDomain } from "./made-domain.ts";
import { ONLY_CHECK, readSettings } from "./settings.ts";

await startDomain(() => {
  const settings = readSettings(process.env);
  if (process.argv.includes(ONLY_CHECK)) {
    openMadeDomain({ ...settings, env: process.env });
    process.exit(0);
  }
  const data = resolve(process.env["REGENTE_DATA"] || ".regente");
  const receipts = fileReceipts(resolve(data, `${settings.name}-receipts.sqlite`));
  return openMadeDomain({ ...settings, env: process.env }, { receipts });
}, {});
