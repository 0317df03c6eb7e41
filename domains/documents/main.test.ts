import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { silentLog } from "#shared/domain-kit/log.ts";
import { checkedByItsManifest, domainContract } from "#shared/testing/domain-contract.ts";
import { newDataFolder } from "./documents-domain.fixture.ts";
import { documentsDomain, readSettings } from "./main.ts";

const secret = "a-secret-that-only-the-tests-know";
const folder = newDataFolder();

function made(): number {
  const file = new DatabaseSync(join(folder, "documents", "documents.db"), { readOnly: true });
  const row = file.prepare("SELECT count(*) AS total FROM documents").get();
  file.close();
  return Number(row?.["total"]);
}

domainContract(
  "documents",
  () =>
    documentsDomain(readSettings({ REGENTE_DATA: folder }), { log: silentLog, secret }).serve({
      port: 0,
    }),
  [
    {
      capability: "generate_pdf",
      parameters: { content: "leite" },
      other_parameters: { content: "pão" },
      happened: made,
    },
    { capability: "list_documents", parameters: {} },
    { capability: "open_document", parameters: { id: 1 } },
    { capability: "delete_document", parameters: { id: 1 } },
    { capability: "restore_document", parameters: { id: 1 } },
  ],
  secret,
);

it.each(["0", "-1", "um mês", "1e9"])("refuses to keep documents for %s days", (days) => {
  expect(() => readSettings({ DOCUMENTS_KEEP_DAYS: days })).toThrow(
    "settings of documents: DOCUMENTS_KEEP_DAYS: must be a number of days from 1 to 3650",
  );
});

it("keeps them for a month unless told otherwise", () => {
  expect(readSettings({ DOCUMENTS_KEEP_DAYS: " " }).keepDays).toBe(30);
});

checkedByItsManifest(() =>
  documentsDomain(readSettings({ REGENTE_DATA: newDataFolder() }), { log: silentLog }).serve({
    port: 0,
  }),
);
