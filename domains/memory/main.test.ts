import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { silentLog } from "#shared/domain-kit/log.ts";
import { checkedByItsManifest, domainContract } from "#shared/testing/domain-contract.ts";
import { memoryDomain, readSettings } from "./main.ts";
import { newDataFolder } from "./memory-domain.fixture.ts";

const secret = "a-secret-that-only-the-tests-know";
const folder = newDataFolder();

/** Every save and every deletion is a change, also one that finds nothing to do. */
function changes(): number {
  const file = new DatabaseSync(join(folder, "memory", "memory.db"), { readOnly: true });
  const row = file.prepare("SELECT count(*) AS total FROM changes").get();
  file.close();
  return Number(row?.["total"]);
}

domainContract(
  "memory",
  () =>
    memoryDomain(readSettings({ REGENTE_DATA: folder }), { log: silentLog, secret }).serve({
      port: 0,
    }),
  [
    {
      capability: "save_note",
      parameters: { content: "leite" },
      other_parameters: { content: "pão" },
      happened: changes,
    },
    {
      capability: "save_movie",
      parameters: { title: "Matrix" },
      other_parameters: { title: "Titanic" },
      happened: changes,
    },
    { capability: "save_tv_show", parameters: { title: "Dark" }, happened: changes },
    { capability: "save_video", parameters: { url: "https://example.com/v" }, happened: changes },
    { capability: "save_link", parameters: { url: "https://example.com/" }, happened: changes },
    { capability: "enrich_movie", parameters: { title: "inception" } },
    { capability: "enrich_tv_show", parameters: { title: "the office" } },
    { capability: "enrich_video", parameters: { url: "https://example.com/v" } },
    { capability: "search_items", parameters: { query: "leite" } },
    { capability: "list_all", parameters: {} },
    {
      capability: "delete_memory",
      parameters: { id: 1 },
      other_parameters: { id: 2 },
      happened: changes,
    },
    { capability: "restore_memories", parameters: {} },
    {
      capability: "delete_all_memories",
      parameters: {},
      other_parameters: { type: "notes" },
      happened: changes,
    },
  ],
  secret,
);

it.each([
  ["MEMORY_DATABASE_URL", "localhost/memory", "postgres:// or postgresql://"],
  ["TMDB_API_ROOT", "api.themoviedb.org", "https:// or http://"],
])("refuses a wrong %s by its name", (name, value, wanted) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    `settings of memory: ${name}: must be an address that begins with ${wanted}`,
  );
});

it("never quotes a password", () => {
  expect(() => readSettings({ MEMORY_DATABASE_URL: "mysql://ana:s3cret@db/x" })).not.toThrow(
    "s3cret",
  );
});

it("takes empty variables for none", () => {
  const empty = { MEMORY_DATABASE_URL: " ", TMDB_API_KEY: "", MEMORY_LINK_HOSTS: " " };
  expect(readSettings(empty)).toMatchObject({
    databaseUrl: undefined,
    tmdb: undefined,
    linkHosts: [],
  });
  expect(readSettings({ MEMORY_LINK_HOSTS: "a.example, b.example" }).linkHosts).toEqual([
    "a.example",
    "b.example",
  ]);
});

checkedByItsManifest(() =>
  memoryDomain(readSettings({ REGENTE_DATA: newDataFolder() }), { log: silentLog }).serve({
    port: 0,
  }),
);
