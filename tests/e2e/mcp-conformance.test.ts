import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Notebook, startNotebook } from "./notebook.ts";

const FIXTURE =
  "calls a tool that only the kit's own example server has; mcp.test.ts tries the same by the official client";
const NO_RESOURCES = "there are no resources";
const NO_PROMPTS = "there are no prompts";
const NO_TASKS = "an extension that is not spoken";

/** The scenarios of the official kit that say nothing of this server, and why. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "server-stateless": `${FIXTURE}; its other checks are those that pass`,
  "logging-set-level": "deprecated with 2026-07-28, and there is no logging",
  "completion-complete": "nothing is completed",
  caching: "also wants prompts and resources; tools/list says how long it may be kept",
  "http-custom-header-server-validation": "no parameter goes by a header",
  "json-schema-2020-12": FIXTURE,
  "elicitation-sep1034-defaults": FIXTURE,
  "elicitation-sep1330-enums": FIXTURE,
  ...Object.fromEntries(
    [
      ...["simple-text", "image", "audio", "embedded-resource", "mixed-content", "with-logging"],
      ...["error", "with-progress", "sampling", "elicitation"],
    ].map((name) => [`tools-call-${name}`, FIXTURE]),
  ),
  ...Object.fromEntries(
    ["list", "read-text", "read-binary", "templates-read", "subscribe", "unsubscribe"].map(
      (name) => [`resources-${name}`, NO_RESOURCES],
    ),
  ),
  ...Object.fromEntries(
    [...["list", "get-simple", "get-with-args", "get-embedded-resource", "get-with-image"]].map(
      (name) => [`prompts-${name}`, NO_PROMPTS],
    ),
  ),
  ...Object.fromEntries(
    [
      ...["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal"],
      ...["mrtr-input", "request-headers", "dispatch-and-envelope", "required-task-error"],
      "mrtr-composition",
    ].map((name) => [`tasks-${name}`, NO_TASKS]),
  ),
  ...Object.fromEntries(
    [
      ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state"],
      ...["multiple-input-requests", "multi-round", "non-tool-request", "result-type"],
      ...["tampered-state", "capability-check"],
    ].map((name) => [`input-required-result-${name}`, FIXTURE]),
  ),
};

let system: Notebook;
const folder = mkdtempSync(join(tmpdir(), "regente-mcp-kit-"));
beforeAll(async () => {
  system = await startNotebook();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

it("passes every scenario of the official kit that says something of this server", async () => {
  const kit = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
  const args = ["server", "--url", `${system.url}/mcp`, "--suite", "all", "--output-dir", folder];
  // It ends with a fault where any scenario has one.
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [kit, ...args], (_error, stdout) => resolve(stdout));
  });
  const results = [...said.matchAll(/^(✓|✗) ([\w-]+): \d+ passed, \d+ failed$/gmu)];
  const named = (mark: string) =>
    results.filter(([, given]) => given === mark).map(([, , name = ""]) => name);
  expect(named("✓").length).toBeGreaterThan(14);
  expect(named("✗").toSorted()).toEqual(Object.keys(NOT_APPLICABLE).toSorted());
});
