import type { CandidateFinding } from "#shared/contracts/console.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import { type Fault, faultsOf } from "#shared/contracts/errors.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { readYaml } from "#shared/manifest-files/read-yaml.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { sayIn } from "#shared/messages/say.ts";

/** A manifest that someone shows, and on which line of its text each field stands; null: it came without a text. */
export type Candidate = {
  manifest: Manifest;
  digest: string;
  lineOf(path: string): number | null;
};

/** What a text was called in the messages of its reader. */
const TEXT = "manifest";
const MOST_FAULTS = 50;

/** One that stands somewhere as it is. */
export const candidateOf = (manifest: Manifest): Candidate => ({
  manifest,
  digest: digestOf(manifest),
  lineOf: () => null,
});

/** A manifest from its text, YAML or JSON; or what is wrong with it, with lines. */
export function readCandidate(text: string): Candidate | { findings: CandidateFinding[] } {
  const read = readYaml(TEXT, text);
  if ("faults" in read)
    return {
      findings: read.faults
        .slice(0, MOST_FAULTS)
        .map((each) => finding({ ...each, path: "" }, Number(each.path.split(":")[1] ?? 1))),
    };
  const lineOf = (path: string) => read.lineOf(path === "" ? [] : path.split(".").map(part));
  const parsed = manifestSchema.safeParse(read.value);
  if (parsed.success) return { manifest: parsed.data, digest: digestOf(parsed.data), lineOf };
  // Where a field stands is looked for from the top: of thousands that takes seconds.
  const shown = faultsOf(parsed.error).slice(0, MOST_FAULTS);
  return { findings: shown.map((each) => finding(each, lineOf(each.path))) };
}

const part = (name: string): string | number => (/^\d+$/.test(name) ? Number(name) : name);

const finding = ({ path, message, why }: Fault, line: number | null): CandidateFinding => ({
  level: "error",
  rule: "contract",
  path,
  sentence: null,
  line,
  message: { "pt-BR": whyIn("pt-BR", why ?? message, message), en: message },
  way_out: {
    "pt-BR": sayIn("lint", "pt-BR")("contract.way_out"),
    en: sayIn("lint", "en")("contract.way_out"),
  },
});

/** The manifests with the candidate in the place of its domain's own; at their end where the domain is new. */
export function withManifest(manifests: readonly Manifest[], candidate: Manifest): Manifest[] {
  const at = manifests.findIndex(({ domain }) => domain === candidate.domain);
  return at === -1 ? [...manifests, candidate] : manifests.with(at, candidate);
}

/** What the linter found, with the lines of the text that was shown. */
export const withLines = (
  found: readonly LintFinding[],
  { lineOf }: Candidate,
): CandidateFinding[] =>
  found.map(({ domain: _, goal: __, ...finding }) => ({ ...finding, line: lineOf(finding.path) }));
