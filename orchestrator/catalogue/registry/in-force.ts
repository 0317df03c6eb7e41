import { LRUCache } from "lru-cache";
import { RegenteError, whyOf } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import type { Log } from "../../ports/log.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Approvals } from "./approvals.ts";
import {
  buildCatalogue,
  conflictsWith,
  manifestsDigest,
  noOwners,
  own,
  reasonOf,
} from "./build-catalogue.ts";

/** What there is of one domain: its newest manifest, and the one that is in force. */
type Standing = {
  name: string;
  candidate: Manifest | undefined;
  inForce: Manifest | undefined;
};

type Admission = {
  manifests: Manifest[];
  /** Domain -> why its candidate is not among them. */
  refusals: Map<string, Reason>;
};

/** Why a manifest cannot stand beside others, naming the one that is in its way; undefined: it can. */
type ClashOf = (manifest: Manifest, others: readonly Manifest[]) => Reason | string | undefined;

const MAX_SENTENCES = 5;

/**
 * Who is in the next catalogue. In bootstrap order, each domain comes in with its candidate, or else
 * stays with what is in force, unless an earlier one owns a name of it; manifests are taken whole. A clash
 * also speaks for what is in force of later ones: whoever is new does not drive out who is there.
 * Shape:  `unusable` holds manifests that are refused for another reason, with that reason
 */
function admitManifests(
  standings: readonly Standing[],
  unusable: { get(manifest: Manifest): Reason | string | undefined },
  clashOf: ClashOf = () => undefined,
): Admission {
  const owners = noOwners();
  const manifests: Manifest[] = [];
  const refusals = new Map<string, Reason>();
  const objection = (manifest: Manifest, later: readonly Standing[]) => {
    const why = unusable.get(manifest);
    if (why !== undefined) return why;
    const conflicts = conflictsWith(owners, manifest).map(reasonOf);
    if (conflicts.length === 0) {
      const standing = later.flatMap(({ inForce }) => inForce ?? []);
      return clashOf(manifest, [...manifests, ...standing]);
    }
    const more = conflicts.length - MAX_SENTENCES;
    const rest = more > 0 ? [reason("and_more", { count: more })] : [];
    return reason("all_of", { all: [...conflicts.slice(0, MAX_SENTENCES), ...rest] });
  };
  for (const [at, { name, candidate, inForce }] of standings.entries())
    for (const manifest of new Set([candidate, inForce])) {
      if (manifest === undefined) continue;
      const later = manifest === inForce ? [] : standings.slice(at + 1);
      const why = objection(manifest, later);
      if (why === undefined) {
        own(owners, manifest);
        manifests.push(manifest);
        break;
      }
      const { version } = manifest;
      if (!refusals.has(name))
        refusals.set(name, reason("manifest_refused", { domain: name, version, why }));
    }
  return { manifests, refusals };
}

const KEPT_SNAPSHOTS = 20;

/** The newest manifest of a domain, and whether it is the operator's own. */
type Newest = { name: string; candidate: Manifest | undefined; isOwn: boolean };

/** Digests of manifests that came in together with no objection to any: a start that begins with them does not look again. */
export type AdmittedManifests = {
  has(digest: string): Promise<boolean>;
  keep(digest: string): Promise<void>;
};

export type InForceDeps<S> = {
  /**
   * Makes what requests need of a catalogue before it counts. `before` is in force until then; it is the catalogue
   * itself where no manifest changes, only what the operator put beside them. When it
   * rejects, the manifests that it cannot take are refused: those it names by ManifestsRefused, else those
   * that it cannot take alone.
   */
  prepare: (catalogue: Catalogue, before: Catalogue) => S | Promise<S>;
  /** Why a new manifest must not come in, by itself; undefined: nothing speaks against it. */
  objectionTo?: ((manifest: Manifest) => Reason | string | undefined) | undefined;
  /** Why a manifest must not come in beside these; undefined: nothing speaks against it. */
  clashOf?: ClashOf | undefined;
  /** What is in force of a manifest: it, with what the operator put beside it. Absent: it alone. */
  extend?: ((manifest: Manifest) => Manifest) | undefined;
  /** Absent: every manifest is looked at, whoever saw it before. */
  admitted?: AdmittedManifests | undefined;
  /** For manifests that are not the operator's own. Absent: they are taken as they come. */
  approvals?: Approvals | undefined;
  /** Told of each change once it is in force. */
  onChange?: ((now: KeptSnapshot<S>, before: KeptSnapshot<S>) => void) | undefined;
  log: Log;
};

/** Begin with an empty catalogue. */
export async function beginEmpty<S>(deps: InForceDeps<S>) {
  const { log, objectionTo, clashOf, admitted, approvals } = deps;
  const { extend = (manifest) => manifest } = deps;
  /** The last ones, for runs that began with one of them. */
  const snapshots = new LRUCache<string, KeptSnapshot<S>>({ max: KEPT_SNAPSHOTS });
  const keep = (kept: KeptSnapshot<S>) => snapshots.set(kept.catalogue.digest, kept);
  const unusable = new WeakMap<Manifest, Reason | string>();
  const harmless = new WeakSet<Manifest>();
  const reasonAgainst = (manifest: Manifest): Reason | string | undefined => {
    const known = unusable.get(manifest);
    if (known !== undefined || harmless.has(manifest)) return known;
    const objection = objectionTo?.(manifest);
    if (objection === undefined) harmless.add(manifest);
    else unusable.set(manifest, objection);
    return objection;
  };
  let refusals = new Map<string, Reason>();
  const nothing = buildCatalogue([]);
  let current: KeptSnapshot<S> = {
    catalogue: nothing,
    snapshot: await deps.prepare(nothing, nothing),
  };
  keep(current);
  /** The manifests in force as their domains show them. */
  let taken = new Map<string, Manifest>();
  /** The digest of the manifests that came in last with no objection to any of them. */
  let together: string | undefined;
  const isTaken = (manifest: Manifest) => taken.get(manifest.domain) === manifest;

  /** Mark the new manifests that `prepare` cannot take, tried one by one; false when none is new. */
  const blame = async (manifests: readonly Manifest[], error: unknown): Promise<boolean> => {
    const fresh = manifests.filter((manifest) => !isTaken(manifest));
    if (error instanceof ManifestsRefused) {
      const named = fresh.filter(({ domain }) => error.reasons.has(domain));
      for (const manifest of named)
        unusable.set(manifest, error.reasons.get(manifest.domain) ?? "");
      return named.length > 0;
    }
    const reasons = new Map(fresh.map((manifest) => [manifest, whyOf(error)]));
    const guilty = new Map<Manifest, Reason | string>();
    if (fresh.length > 1)
      for (const manifest of fresh)
        try {
          await deps.prepare(buildCatalogue([extend(manifest)]), current.catalogue);
        } catch (own) {
          if (!(own instanceof ManifestsRefused)) guilty.set(manifest, whyOf(own));
        }
    // When they only fail together, none of them comes in.
    for (const [manifest, why] of guilty.size > 0 ? guilty : reasons) unusable.set(manifest, why);
    return fresh.length > 0;
  };

  /**
   * Bring the newest manifests into force, as far as they can be taken. In bootstrap order; domains
   * that are not among them leave. Rejects when `prepare` fails without a manifest to blame; the
   * catalogue stays as it is then. Not to be called while it runs.
   */
  const bring = async (newest: readonly Newest[]): Promise<void> => {
    const held = new Map<Manifest, Reason | string>();
    const standings = newest.map(({ name, candidate: shown, isOwn }) => {
      const watched = isOwn ? undefined : approvals;
      const candidate = shown && (watched?.asTaken(shown) ?? shown);
      const objection = candidate && watched?.objectionTo(candidate);
      if (candidate !== undefined && objection !== undefined) held.set(candidate, objection);
      const before = objection === undefined ? undefined : approvals?.lastTaken(name);
      return { name, candidate, inForce: taken.get(name) ?? before };
    });
    const shown = standings.flatMap(({ candidate, inForce }) => [candidate ?? [], inForce ?? []]);
    const all = [...new Set(shown.flat())];
    const ofAll = manifestsDigest(all);
    const wereAdmitted =
      ofAll === together || (taken.size === 0 && (await admitted?.has(ofAll)) === true);
    if (wereAdmitted) for (const manifest of all) harmless.add(manifest);
    const admission = admitManifests(
      standings,
      { get: (manifest) => reasonAgainst(manifest) ?? held.get(manifest) },
      wereAdmitted ? undefined : clashOf,
    );
    const catalogue = buildCatalogue(admission.manifests.map(extend));
    const { digest } = catalogue;
    if (digest !== current.catalogue.digest) {
      const before = current;
      // What the operator put beside manifests that stay as they are was judged before.
      const stays = admission.manifests.length === taken.size && admission.manifests.every(isTaken);
      const prepare = async () => ({
        catalogue,
        snapshot: await deps.prepare(catalogue, stays ? catalogue : before.catalogue),
      });
      try {
        current = snapshots.peek(digest) ?? (await prepare());
      } catch (error) {
        if (await blame(admission.manifests, error)) return bring(newest);
        throw error;
      }
      keep(current);
      taken = new Map(admission.manifests.map((manifest) => [manifest.domain, manifest]));
      log.info({ digest, domains: [...catalogue.manifests.keys()] }, "a catalogue is in force");
      deps.onChange?.(current, before);
    }
    if (admission.manifests.length === all.length) {
      together = ofAll;
      if (!wereAdmitted && all.length > 0) await admitted?.keep(ofAll);
    }
    for (const { name, isOwn } of newest) {
      const manifest = isOwn ? undefined : taken.get(name);
      if (manifest !== undefined) approvals?.taken(manifest);
    }
    const told = (why: Reason | undefined) => (why === undefined ? "" : inEnglish(why));
    for (const [domain, why] of admission.refusals)
      if (told(refusals.get(domain)) !== told(why))
        log.warn({ domain, reason: told(why) }, "a manifest is refused");
    refusals = admission.refusals;
  };

  return {
    /** Replaced as a whole by `bring`; never changed. */
    get current(): KeptSnapshot<S> {
      return current;
    },
    /** Why a domain's newest manifest is not in force. */
    refusalOf: (domain: string) => refusals.get(domain),
    pinned: (digest: string) => snapshots.peek(digest)?.snapshot,
    bring,
  };
}

/** A catalogue, and what was made of it before it came into force. */
type KeptSnapshot<S> = { catalogue: Catalogue; snapshot: S };

/** What `prepare` throws when it knows which domains' new manifests must not come in, and why. */
export class ManifestsRefused extends RegenteError {
  override readonly name = "ManifestsRefused";
  readonly code = "MANIFESTS_REFUSED";
  /** Domain -> why. */
  readonly reasons: ReadonlyMap<string, Reason | string>;
  constructor(reasons: ReadonlyMap<string, Reason | string>) {
    super(
      reason("all_of", { all: [...reasons].map(([path, why]) => reason("at", { path, why })) }),
    );
    this.reasons = reasons;
  }
}
