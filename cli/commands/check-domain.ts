import { readFileSync } from "node:fs";
import { buildCommand } from "@stricli/core";
import { checkDomain } from "#shared/conformance/check-domain.ts";
import { checkRouting } from "#shared/conformance/checks-of-routing.ts";
import { type CheckResult, resultOf, topics } from "#shared/conformance/domain-check.ts";
import { makeProbe, type Probe } from "#shared/conformance/domain-probe.ts";
import { type CheckCases, checkCases } from "#shared/contracts/capability.ts";
import { ContractError, parseContract } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { domainKey, domainKeyIn, storedSecret } from "#shared/domain-secret/domain-secret.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { objectionsTo } from "../../orchestrator/quality/tools/drafted.ts";
import { type Client, ClientError, explainFault, isAddress, openClient } from "../client.ts";
import { docs, fileOption, help, option, word, yesOption } from "../command.ts";
import {
  cannot,
  dataFolderIn,
  type ExitCode,
  exitCodes,
  printable,
  type Terminal,
  tell,
  thisTerminal,
  type Words,
  wordsIn,
} from "../terminal.ts";

type DomainToCheck = {
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
  const { say } = terminal.words;
  /** Programs read English. */
  const words = json ? wordsIn("en") : terminal.words;
  if (!isAddress(url)) return cannot(terminal, say("not_an_address", { url }));
  let given: CheckCases;
  try {
    given = cases === undefined ? [] : readCases(cases);
  } catch (error) {
    return cannot(
      terminal,
      say("check_domain.bad_cases", { file: cases ?? "", why: reasonOf(error) }),
    );
  }

  const probe = makeProbe(url, undefined);
  try {
    await probe.get("/health");
  } catch (error) {
    return cannot(terminal, say("check_domain.not_reachable", { url, why: reasonOf(error) }));
  }
  const manifest = await probe.manifest().catch(() => undefined);
  // A manifest that breaks its contract is one of the things that a report is for.
  if (manifest === undefined && (await probe.get("/manifest")).status !== 200)
    return cannot(terminal, say("check_domain.no_manifest", { url }));
  const known = secret ?? (await secretOf(manifest));
  if (known === "none") return cannot(terminal, say("check_domain.locked"));

  const results = await checkDomain(url, {
    cases: given,
    locale: words.locale,
    ...(known !== undefined && { secret: known }),
  });
  const beside =
    manifest === undefined
      ? []
      : [checkManifest(manifest, words), ...(await checkRoutes(manifest, client, words, signal))];
  const checks = [...results, ...beside];
  const { domain, version } = manifest ?? { domain: "?", version: "" };
  const report = { url, domain, version, checks };
  tell(terminal, json, report, () => showReport(report, all, terminal));
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
  docs: docs(help("check_domain.brief"), [
    "npx regente check-domain http://127.0.0.1:8101",
    "npx regente check-domain http://127.0.0.1:8101 --url=http://127.0.0.1:8080 --cases=cases.json",
  ]),
  parameters: {
    flags: {
      url: option(help("check_domain.url"), "http://127.0.0.1:8080"),
      secret: option(help("check_domain.secret"), "SECRET"),
      cases: fileOption(help("check_domain.cases"), "FILE"),
      all: yesOption(help("check_domain.all")),
      json: yesOption(help("check_domain.json")),
    },
    positional: word(help("check_domain.address"), "DOMAIN"),
  },
  async func({ secret, cases, json = false, all = false, url }: CheckFlags, domain: string) {
    const terminal = thisTerminal();
    const never = new AbortController().signal;
    if (url !== undefined && !isAddress(url)) {
      process.exitCode = cannot(terminal, terminal.words.say("not_an_address", { url }));
      return;
    }
    const apiKey = process.env["REGENTE_API_KEY"] || undefined;
    const client = url === undefined ? undefined : openClient(url, apiKey);
    const asked = { url: domain, secret, cases, client, json, all };
    try {
      process.exitCode = await checkOne(asked, terminal, never);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      process.exitCode = cannot(terminal, explainFault(error, url ?? "", terminal));
    }
  },
});

const MOST_TOLD = 5;

/** Whether an orchestrator would take the manifest, by what it says of itself. */
function checkManifest(manifest: Manifest, { locale, say }: Words): CheckResult {
  const found = objectionsTo(manifest);
  const told =
    found instanceof ContractError
      ? [whyIn(locale, found.why)]
      : found.map(({ path, message }) => `${path}: ${message[locale]}`);
  const more =
    told.length > MOST_TOLD ? [say("check_domain.more", { count: told.length - MOST_TOLD })] : [];
  const verdict = told.length === 0 ? undefined : [...told.slice(0, MOST_TOLD), ...more].join(" ");
  const check = { about: "manifest", rule: "1.4", name: say("check_domain.taken") } as const;
  return resultOf({ check, verdict }, locale);
}

/**
 * Whether the manifest's examples lead home in the Regente behind `door`; without one no one can tell.
 * Errors: ClientError when the Regente gives no answer
 */
async function checkRoutes(
  manifest: Manifest,
  client: Client | undefined,
  { locale, say }: Words,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const check = { about: "routing", rule: "8.1", name: say("check_domain.routing") } as const;
  const notChecked = (why: string) => [resultOf({ check, verdict: { not_checked: why } }, locale)];
  if (client === undefined) return notChecked(say("check_domain.no_door"));
  const { domains } = await client.domains(signal);
  const there = domains.find(({ name }) => name === manifest.domain);
  if (there?.version == null)
    return notChecked(
      say("check_domain.unknown_there", { domain: manifest.domain, url: client.url }),
    );
  if (there.version !== manifest.version)
    return notChecked(
      say("check_domain.other_version", { there: there.version, here: manifest.version }),
    );
  const results = await checkRouting(
    manifest,
    (request) => client.explain(request, signal),
    locale,
  );
  return results.length > 0 ? results : notChecked(say("check_domain.no_examples"));
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** True for a domain that turns a caller without a token away. */
async function isLocked(probe: Probe): Promise<boolean> {
  const { domain, capabilities } = await probe.manifest();
  const late = { deadline_at: Date.now() - 1000, dry_run: true };
  const name = capabilities[0]?.capability ?? "none";
  return (await probe.execute(probe.request(domain, name, {}, late))).status === 401;
}

/**
 * The key of a domain that wants one: by the environment, else by the secret that `npm start` made in this folder.
 * That one is only used for domains of this machine: a token made with it would open them to whoever gets it.
 */
function keyFor(url: string, domain: string, env: Terminal["env"]): string | undefined {
  const told = domainKeyIn(env, domain);
  if (told !== undefined) return told;
  if (!LOOPBACK.has(new URL(url).hostname)) return undefined;
  const kept = storedSecret(dataFolderIn(env));
  return kept === undefined ? undefined : domainKey(kept, domain);
}

/**
 * The calls that a file asks for.
 * Errors: Node's own when it cannot be read, SyntaxError for no JSON, ContractError naming each wrong field
 */
const readCases = (file: string): CheckCases =>
  parseContract(checkCases, JSON.parse(readFileSync(file, "utf8")), "cases");

/** The results of a check, and of what. */
type Report = {
  url: string;
  domain: string;
  version: string;
  checks: readonly CheckResult[];
};

const countOf = (checks: readonly CheckResult[], outcome: CheckResult["outcome"]): number =>
  checks.filter((check) => check.outcome === outcome).length;

/** A line for each topic, what is broken or was not looked at beneath it, and the sum. `all` names what is kept too. */
function showReport(
  { url, domain, version, checks }: Report,
  all: boolean,
  terminal: Terminal,
): string {
  const { paint } = terminal;
  const { say } = terminal.words;
  const marks = {
    passed: paint.green("✓"),
    failed: paint.red("✗"),
    not_checked: paint.yellow("-"),
  };
  const lines = topics.flatMap((topic) => {
    const own = checks.filter(({ about }) => about === topic);
    if (own.length === 0) return [];
    const worst = own.some(({ outcome }) => outcome === "failed")
      ? marks.failed
      : own.every(({ outcome }) => outcome === "not_checked")
        ? marks.not_checked
        : marks.passed;
    const kept = say("check_domain.kept", { kept: countOf(own, "passed"), all: own.length });
    return [
      `${worst} ${paint.bold(say(`check_domain.topic.${topic}`))} ${paint.dim(kept)}`,
      ...own
        .filter(({ outcome, detail }) => all || outcome !== "passed" || detail !== "")
        .flatMap(({ name, outcome, detail, rule, sentence }) => [
          `    ${marks[outcome]} ${printable(name)}`,
          ...(detail === "" ? [] : [`      ${paint.dim(printable(detail))}`]),
          ...(sentence === undefined
            ? []
            : [`      ${say("check_domain.rule", { number: rule, sentence })}`]),
        ]),
    ];
  });
  const failed = countOf(checks, "failed");
  const summary = [
    say("check_domain.kept_promises", { count: countOf(checks, "passed") }),
    say("check_domain.broken", { count: failed }),
    say("check_domain.not_checked", { count: countOf(checks, "not_checked") }),
  ].join(", ");
  return [
    printable(say("check_domain.checked", { domain, version, url })),
    "",
    ...lines,
    "",
    failed === 0 ? paint.green(summary) : paint.red(summary),
  ].join("\n");
}
