import { buildCommand } from "@stricli/core";
import { checkDomain } from "#shared/conformance/check-domain.ts";
import { makeProbe } from "#shared/conformance/domain-probe.ts";
import type { CheckCases } from "#shared/contracts/check-case.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { checkManifest } from "../check-domain/check-manifest.ts";
import { checkRoutes } from "../check-domain/check-routes.ts";
import { isLocked, keyFor } from "../check-domain/find-key.ts";
import { readCases } from "../check-domain/read-cases.ts";
import { countOf, showReport } from "../check-domain/show-report.ts";
import { checkWords } from "../check-domain/words.ts";
import { type Client, ClientError, openClient } from "../client.ts";
import { docs, fileOption, option, word, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "../terminal.ts";
import { explainFault } from "../with-client.ts";

export type DomainToCheck = {
  /** Where the domain listens. */
  url: string;
  secret: string | undefined;
  /** A file of calls that may be carried out. */
  cases: string | undefined;
  client: Client | undefined;
  json: boolean;
  /** Name the promises that are kept as well. */
  all: boolean;
};

const isAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? "");
const reasonOf = (error: unknown) => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** Checks a domain and reports. Ends with 0 when no promise is broken, 1 when one is, 2 when no one could tell. */
export async function checkOne(
  { url, secret, cases, client, json, all }: DomainToCheck,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const words = checkWords(terminal.words.locale);
  const cannot = (why: string): ExitCode => {
    terminal.errors.write(`${terminal.paint.red(printable(why))}\n`);
    return exitCodes.cannot;
  };
  if (!isAddress(url)) return cannot(terminal.words.notAnAddress(url));
  let given: CheckCases;
  try {
    given = cases === undefined ? [] : readCases(cases);
  } catch (error) {
    return cannot(words.badCases(cases ?? "", reasonOf(error)));
  }

  const probe = makeProbe(url, undefined);
  try {
    await probe.get("/health");
  } catch (error) {
    return cannot(words.notReachable(url, reasonOf(error)));
  }
  const manifest = await probe.manifest().catch(() => undefined);
  // A manifest that breaks its contract is one of the things that a report is for.
  if (manifest === undefined && (await probe.get("/manifest")).status !== 200)
    return cannot(words.noManifest(url));
  const known = secret ?? (await secretOf(manifest));
  if (known === "none") return cannot(words.locked);

  const results = await checkDomain(url, {
    cases: given,
    ...(known !== undefined && { secret: known }),
  });
  const { locale } = terminal.words;
  const beside =
    manifest === undefined
      ? []
      : [
          checkManifest(manifest, locale),
          ...(await checkRoutes(manifest, client, terminal, signal)),
        ];
  const checks = [...results, ...beside];
  const { domain, version } = manifest ?? { domain: "?", version: "" };
  const report = { url, domain, version, checks };
  terminal.output.write(`${json ? JSON.stringify(report) : showReport(report, all, terminal)}\n`);
  return countOf(checks, "failed") > 0 ? exitCodes.failed : exitCodes.done;

  /** undefined: the domain is open. "none": it is not, and no one told us its key. */
  async function secretOf(manifest: Manifest | undefined): Promise<string | undefined> {
    if (manifest === undefined || !(await isLocked(probe))) return undefined;
    return keyFor(url, manifest.domain, terminal.env) ?? "none";
  }
}

type CheckFlags = {
  url?: string;
  secret?: string;
  cases?: string;
  all?: boolean;
  json?: boolean;
};

export const checkDomainCommand = buildCommand({
  docs: docs(help.checkDomain, [
    "npx regente check-domain http://127.0.0.1:8101",
    "npx regente check-domain http://127.0.0.1:8101 --url=http://127.0.0.1:8080 --cases=cases.json",
  ]),
  parameters: {
    flags: {
      url: option(help.checkDomainUrl, "http://127.0.0.1:8080"),
      secret: option(help.checkDomainSecret, "SECRET"),
      cases: fileOption(help.checkDomainCases, "FILE"),
      all: yesOption(help.checkDomainAll),
      json: yesOption(help.checkDomainJson),
    },
    positional: word(help.checkDomainAddress, "DOMAIN"),
  },
  async func({ secret, cases, json = false, all = false, url }: CheckFlags, domain: string) {
    const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
    const never = new AbortController().signal;
    if (url !== undefined && !isAddress(url)) {
      terminal.errors.write(`${terminal.words.notAnAddress(printable(url))}\n`);
      process.exitCode = exitCodes.cannot;
      return;
    }
    const apiKey = process.env["REGENTE_API_KEY"] || undefined;
    const client = url === undefined ? undefined : openClient(url, apiKey);
    const asked = { url: domain, secret, cases, client, json, all };
    try {
      process.exitCode = await checkOne(asked, terminal, never);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      terminal.errors.write(`${explainFault(error, url ?? "", terminal)}\n`);
      process.exitCode = exitCodes.cannot;
    }
  },
});
