import type { EvaluationReport } from "#shared/contracts/console.ts";
import type { LintFinding, LintReport } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import type { DiffPolicy, RoutingDiff } from "#shared/contracts/routing.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { ManifestsRefused } from "../../catalogue/registry/in-force.ts";
import type { Log } from "../../ports/log.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { surprises } from "../diff/diff-routing.ts";
import { isError } from "../lint/finding.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import type { Judgement, Tried } from "./job.ts";
import type { JobRunner } from "./job-runner.ts";
import type { Candidate } from "./read-candidate.ts";
import { withLines, withManifest } from "./read-candidate.ts";

export type ReviewDeps = {
  policy: DiffPolicy;
  /** What came into force is linted as a whole, among all manifests; true unless it is said. */
  lints?: boolean;
  /** What people said that led to a run. */
  recorded: () => Promise<string[]>;
  aside: JobRunner;
  /** What the linter found in what was in force before, so that a start need not look again. */
  kept?: {
    read(digest: string): Promise<LintFinding[] | undefined>;
    write(digest: string, findings: readonly LintFinding[]): Promise<void>;
  };
  /** What was learnt of it, where that is known: it is not learnt again to be looked at. */
  learnt?: (catalogue: Catalogue) => Training | undefined;
  log: Log;
  /** Milliseconds between a change and the look at it: several domains that come up together are one change. */
  settleMs?: number;
};

/** What is looked at before manifests come into force, and after. */
export type Review = {
  /** Why a new manifest is held back: its errors, in a sentence. Cost: 50 ms for 1,000 examples */
  objectionTo(manifest: Manifest): string | undefined;
  /**
   * Under the policy `hold`: resolves when the candidate changes no routing that is not intended.
   * Errors: ManifestsRefused naming the domains whose manifests are new
   */
  admit(candidate: Catalogue, inForce: Catalogue): Promise<void>;
  /** Look at what came into force, in the background. */
  onChange(now: Catalogue, before: Catalogue): void;
  /** What one more example would do to a catalogue, by what was learnt of it. Rejects when it cannot be worked out. */
  judge(promoted: PromotedExample, inForce: Catalogue, training: Training): Promise<Judgement>;
  /**
   * What a manifest that is not in force would change.
   * Errors: ContractError where it could not be in force beside the others
   */
  tryManifest(
    candidate: Candidate,
    asked: readonly string[],
    inForce: Catalogue,
    training: Training,
    /** No one waits for it any more. */
    signal?: AbortSignal,
  ): Promise<Tried>;
  /** How well what is in force understands its own examples; the first one who asks begins the work. */
  evaluation(training: Training): EvaluationReport;
  report(): LintReport;
  /** What the last change did to the routing; null while there was none, or it is being worked out. */
  lastChange(): RoutingDiff | null;
  /** Gives up what is under way. */
  close(): void;
};

/** Later than a calibration, which makes answers better: it comes first. */
const SETTLE_MS = 1500;
const MOST_TOLD = 5;

/** Nothing is reviewed before something is in force. */
const NOTHING = buildCatalogue([]);

/** The linter and the routing diff beside a running orchestrator. */
export function openReview(deps: ReviewDeps): Review {
  const { policy, lints = true, recorded, aside, kept, learnt, log, settleMs = SETTLE_MS } = deps;
  const known = new WeakMap<Manifest, LintFinding[]>();
  const heldBack = new Map<string, LintReport["held_back"][number]>();
  const closing = new AbortController();
  let current = NOTHING;
  /** In force when what is in force now was last compared. */
  let compared = NOTHING;
  let full: { digest: string; findings: LintFinding[] } | undefined;
  let change: RoutingDiff | null = null;
  let evaluated: EvaluationReport | undefined;
  let underWay: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;

  const findingsOf = (manifest: Manifest): LintFinding[] => {
    const findings = known.get(manifest) ?? lintManifests(buildCatalogue([manifest]));
    known.set(manifest, findings);
    return findings;
  };

  /** Examples alone are better than no comparison. */
  const whatWasSaid = () =>
    recorded().catch((err: unknown) => {
      log.warn({ err }, "what people said could not be read");
      return [];
    });

  const compare = async (
    before: Catalogue,
    after: Catalogue,
    signal: AbortSignal,
  ): Promise<RoutingDiff> =>
    aside(
      {
        do: "compare",
        before: [...before.manifests.values()],
        after: [...after.manifests.values()],
        recorded: await whatWasSaid(),
        learnt: [before, after].flatMap((each) => learnt?.(each) ?? []),
      },
      signal,
    );

  async function lookAt(catalogue: Catalogue, signal: AbortSignal): Promise<void> {
    if (policy !== "accept" && compared !== NOTHING)
      tell(await compare(compared, catalogue, signal));
    compared = catalogue;
    if (!lints) return;
    const findings = await allFindings(catalogue, signal);
    full = { digest: catalogue.digest, findings };
    if (findings.length === 0) return;
    const rules = [...new Set(findings.map(({ rule }) => rule))];
    log.warn(
      { findings: findings.length, rules },
      "the manifests could be better: regente lint says where",
    );
  }

  async function allFindings(catalogue: Catalogue, signal: AbortSignal): Promise<LintFinding[]> {
    const { digest, manifests } = catalogue;
    const before = await kept?.read(digest);
    if (before !== undefined) return before;
    const training = learnt?.(catalogue);
    const job = { do: "lint" as const, manifests: [...manifests.values()] };
    const findings = await aside({ ...job, ...(training && { training }) }, signal);
    await kept?.write(digest, findings);
    return findings;
  }

  function tell(diff: RoutingDiff): void {
    change = diff;
    const unexpected = surprises(diff);
    if (unexpected.length > 0)
      log.warn(
        { changes: unexpected.length, ...tellSome(unexpected) },
        "a change of the manifests changes where sentences lead",
      );
  }

  return {
    objectionTo(manifest) {
      const { domain, version } = manifest;
      const findings = findingsOf(manifest).filter(isError);
      if (findings.length === 0) {
        heldBack.delete(domain);
        return undefined;
      }
      heldBack.set(domain, { domain, version, findings });
      return describe(findings);
    },

    async admit(candidate, inForce) {
      if (policy !== "hold" || inForce.manifests.size === 0) return;
      const fresh = [...candidate.manifests.values()].filter(
        (manifest) => inForce.manifests.get(manifest.domain) !== manifest,
      );
      if (fresh.length === 0) return;
      const unexpected = surprises(await compare(inForce, candidate, closing.signal));
      if (unexpected.length === 0) return;
      const { sentences } = tellSome(unexpected);
      const reason = `it would change where ${unexpected.length} known sentences lead (${sentences.join("; ")}); regente diff shows them, and REGENTE_DIFF_POLICY=warn takes it all the same`;
      throw new ManifestsRefused(new Map(fresh.map(({ domain }) => [domain, reason])));
    },

    onChange(now) {
      current = now;
      change = null;
      underWay?.abort(new Error("there is a newer catalogue"));
      const mine = new AbortController();
      underWay = mine;
      clearTimeout(timer);
      timer = setTimeout(() => {
        lookAt(now, AbortSignal.any([mine.signal, closing.signal])).catch((err: unknown) => {
          if (!mine.signal.aborted && !closing.signal.aborted)
            log.error({ err }, "the manifests could not be reviewed");
        });
      }, settleMs).unref();
    },

    async judge(promoted, inForce, training) {
      const manifests = [...inForce.manifests.values()];
      const recorded = await whatWasSaid();
      return aside({ do: "judge", manifests, promoted, recorded, training }, closing.signal);
    },

    async tryManifest(candidate, asked, inForce, training, signal = closing.signal) {
      const manifests = [...inForce.manifests.values()];
      const recorded = await whatWasSaid();
      const { manifest } = candidate;
      // What could not be in force beside the others is refused before any work.
      buildCatalogue(withManifest(manifests, manifest));
      const trial = { manifests, candidate: manifest, recorded, asked, training };
      const until = AbortSignal.any([closing.signal, signal]);
      const { found, ...rest } = await aside({ do: "try", ...trial }, until);
      return { ...rest, findings: withLines(found, candidate) };
    },

    evaluation(training) {
      const { digest, manifests } = current;
      if (evaluated?.digest === digest) return evaluated;
      evaluated = { digest, state: "working", evaluation: null };
      const keep = (result: Omit<EvaluationReport, "digest">) => {
        if (evaluated?.digest === digest) evaluated = { digest, ...result };
      };
      const job = { do: "evaluate" as const, manifests: [...manifests.values()], training };
      aside(job, closing.signal).then(
        (evaluation) => keep({ state: "ready", evaluation }),
        (err: unknown) => {
          keep({ state: "failed", evaluation: null });
          if (!closing.signal.aborted) log.error({ err }, "the catalogue could not be evaluated");
        },
      );
      return evaluated;
    },

    report() {
      const complete = full?.digest === current.digest;
      const quick = [...current.manifests.values()].flatMap(findingsOf);
      return {
        digest: current.digest,
        complete,
        findings: complete ? (full?.findings ?? []) : quick,
        held_back: [...heldBack.values()],
      };
    },

    lastChange: () => change,

    close() {
      clearTimeout(timer);
      closing.abort(new Error("closing"));
    },
  };
}

const tellSome = (changes: RoutingDiff["changes"]): { sentences: string[] } => ({
  sentences: changes
    .slice(0, MOST_TOLD)
    .map(({ text, changed }) => `"${text.slice(0, 80)}": ${changed.join(", ")}`),
});

function describe(findings: readonly LintFinding[]): string {
  const told = findings
    .slice(0, MOST_TOLD)
    .map(({ path, message, sentence }) =>
      sentence === null
        ? `${path}: ${message.en}`
        : `${path}: ${message.en} ("${sentence.slice(0, 80)}")`,
    );
  const more = findings.length - told.length;
  return `${told.join(" ")}${more > 0 ? ` And ${more} more.` : ""}`;
}
