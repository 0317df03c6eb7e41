import { RegenteError } from "#shared/contracts/errors.ts";
import { makeLog } from "#shared/domain-kit/log.ts";
import { openMarketData } from "./data/open-market-data.ts";
import { makeFinanceDomain } from "./domain.ts";

/** Where the orchestrator's bootstrap file expects this domain, unless PORT says otherwise. */
const PORT = 8101;

if (import.meta.main) {
  const log = makeLog("finance");
  try {
    const data = openMarketData(process.env["FINANCE_PROVIDER"], {
      onChange: (live, why) =>
        live
          ? log.info({}, "quotes are live")
          : log.warn({ error: why }, "live quotes are unavailable; answering with sample data"),
    });
    await makeFinanceDomain(data, { log }).serve({ port: PORT });
  } catch (error) {
    if (!(error instanceof RegenteError)) throw error;
    process.stderr.write(`finance: ${error.message}\n`);
    process.exitCode = 1;
  }
}
