import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DOMAINS_PAGE_FILE, domainsPage } from "./domains-page.ts";

it("docs/domains.md is up to date (npm run generate writes it)", () => {
  expect(readFileSync(DOMAINS_PAGE_FILE, "utf8")).toBe(domainsPage());
});

it("every domain has its section, and every goal two sentences in each language", () => {
  const page = domainsPage();
  const shipped = readdirSync("domains").filter((name) =>
    existsSync(`domains/${name}/manifest.yaml`),
  );
  for (const name of shipped) expect(page).toContain(`## [${name}](../domains/${name}/README.md)`);
  const rows = page.split("\n").filter((line) => line.startsWith("| **"));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row.split("<br>")).toHaveLength(4);
});
