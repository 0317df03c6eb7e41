import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import { inLocale } from "#shared/contracts/names.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { printable, type Terminal } from "./terminal.ts";

const MARKS = { up: "●", manifest_only: "●", down: "○", joining: "○", refused: "✗" } as const;

/** The domains as a table: state, name, version, how much each can do, and what is wrong. */
export function showDomains({ domains }: DomainsResponse, terminal: Terminal): string {
  const { paint, words } = terminal;
  if (domains.length === 0) return words.noDomains;
  const colours = {
    up: paint.green,
    manifest_only: paint.green,
    down: paint.yellow,
    joining: paint.yellow,
    refused: paint.red,
  };
  const rows = domains.map((domain) => [
    domain.name,
    words.domainStates[domain.state],
    domain.version ?? "-",
    about(domain, terminal),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row, at) => {
      const state = domains[at]?.state ?? "down";
      const cells = row.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0));
      return `${colours[state](MARKS[state])} ${cells.join("  ").trimEnd()}`;
    })
    .join("\n");
}

/** What is wrong, else what it is for. */
function about(
  { problem, problem_reason, description, url }: DomainStatus,
  { words }: Terminal,
): string {
  if (problem !== null) return whyIn(words.locale, problem_reason ?? problem, problem);
  const described = description === null ? undefined : inLocale(description, words.locale);
  return described ?? url ?? "";
}
