import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { digestOf } from "#shared/contracts/digest.ts";
import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import { parseContract } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { domainName } from "#shared/contracts/names.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import { reason } from "#shared/messages/reason.ts";
import { oneAfterAnother } from "#shared/patience/one-after-another.ts";
import { doneWithin } from "#shared/patience/timer.ts";
import type { ManifestSource, StandIn } from "../../ports/domain-client.ts";
import type { Catalogue } from "../catalogue.ts";
import { beginEmpty, type InForceDeps } from "./in-force.ts";
import type { PromotedExamples } from "./promoted-examples.ts";
import {
  type DomainPlace,
  fingerprintFile,
  readBootstrap,
  withoutEndSlash,
} from "./read-bootstrap.ts";
import {
  DomainNotRegisteredError,
  DomainTakenError,
  domainStatus,
  oneAtATime,
  type RegisteredDomain,
  registeredDomains,
} from "./registered-domains.ts";
import { ManifestNotSavedError, saveManifest } from "./save-manifest.ts";
import { type StandIns, standInsOf } from "./stand-ins.ts";
import { type DomainWatch, type WatchTiming, watchDomain } from "./watch-domain.ts";

/** Milliseconds. `firstLoadMs`: the longest that being ready waits for domains that do not answer. */
export type RegistryTiming = WatchTiming & { firstLoadMs: number };
const TIMING: RegistryTiming = { pollMs: 800, retryMs: 250, maxRetryMs: 5000, firstLoadMs: 10_000 };

/** Older versions of a domain are watched for themselves. */
const isSamePlace = (one: DomainPlace, other: DomainPlace): boolean =>
  isDeepStrictEqual({ ...one, versions: undefined }, { ...other, versions: undefined });

/** Of a manifest, who it is of. */
const namedManifest = z.looseObject({ domain: domainName });

export type RegistryDeps<S> = {
  /** Path of the bootstrap file. */
  bootstrap: string;
  /** Path of the file for the domains that are registered at the endpoints. */
  registered: string;
  /** Examples that the operator gave to goals. Absent: there are none. */
  promoted?: PromotedExamples;
  /** For `${NAME}` in the bootstrap file. */
  env: Readonly<Record<string, string | undefined>>;
  source: ManifestSource;
  timing?: Partial<RegistryTiming>;
} & Omit<InForceDeps<S>, "extend">;

export type Registry<S> = {
  /** What new requests begin with. */
  current(): S;
  /** What a run with this catalogue digest began with; undefined once it is no longer kept. */
  pinned(digest: string): S | undefined;
  /**
   * Where a domain may be called, in the version that a run began with as long as that one answers; undefined when the
   * bootstrap file gives it no url.
   */
  urlOf(domain: string, version?: string): string | undefined;
  /** Whether a domain answers in this version, or has no service that could answer in another one. */
  speaks(domain: string, version: string | undefined): boolean;
  /** Who may answer in the place of a capability, in bootstrap order. */
  standInsFor(domain: string, capability: string): readonly StandIn[];
  status(): DomainsResponse;
  /**
   * Read the bootstrap file and every manifest again; what they say is in force when it resolves.
   * Errors: ContractError for a bootstrap file that is wrong; nothing changes then
   */
  reload(): Promise<DomainsResponse>;
  /** What the service at an address calls itself. Errors: DomainCallError, ContractError */
  nameAt(url: string): Promise<string>;
  /**
   * Take in one more domain, until it is removed; what it says is in force when it resolves.
   * Errors: DomainTakenError when there is one of that name
   */
  register(domain: RegisteredDomain): Promise<DomainsResponse>;
  /** Whether it was registered, so that it can be let go of. */
  isRegistered(name: string): Promise<boolean>;
  /**
   * Let go of a domain that was registered.
   * Errors: DomainNotRegisteredError when there is none of that name, or the bootstrap file lists it
   */
  remove(name: string): Promise<DomainsResponse>;
  /** The manifest of a domain that waits for approval. */
  heldManifest(domain: string): Manifest | undefined;
  /** Takes the manifest of this digest that waits for it. False: none does. */
  approve(domain: string, digest: string): Promise<boolean>;
  /**
   * Writes a manifest into the files of its domain, in the place of the one in force of this digest, and takes it in. What
   * holds for any changed manifest holds for it: where it does not come into force, the files are as they were.
   * Errors: ManifestNotSavedError where it cannot be; ContractError where its files cannot say it, or it is refused
   */
  save(manifest: Manifest, insteadOf: string): Promise<DomainsResponse>;
  /** Gives a goal one more example; false when it cannot come into force, and nothing is changed then. */
  promote(example: PromotedExample): Promise<boolean>;
  /** What the first look at every domain found, before any of it is prepared; domains that are started with us had their time. */
  looked: Promise<readonly Manifest[]>;
  /** Resolves once every domain was looked at, and those that are started with us have joined, or had their time. */
  ready: Promise<void>;
  isReady(): boolean;
  close(): Promise<void>;
};

/**
 * Watch the domains of a bootstrap file and keep a catalogue of what they promise. Changes come into
 * force as a whole, within a second, or not at all: what is invalid is refused and the last good
 * manifest of its domain stays, as it does for a domain that goes away. It stays in memory, not on disk.
 * Errors: ContractError for a bootstrap file that is wrong
 */
export async function openRegistry<S>(deps: RegistryDeps<S>): Promise<Registry<S>> {
  const { bootstrap, env, source, promoted, log } = deps;
  const timing = { ...TIMING, ...deps.timing };
  const inForce = await beginEmpty({ ...deps, extend: promoted?.extend });
  /** By name, in bootstrap order. */
  let watches = new Map<string, DomainWatch>();
  /** Older versions that still answer, by domain. */
  let olderWatches = new Map<string, DomainWatch[]>();
  let isReady = false;
  let isClosed = false;

  /** Never rejects. */
  const refresh = oneAtATime(async () => {
    if (isClosed) return;
    const newest = [...watches].map(([name, { candidate, place }]) => {
      return { name, candidate, isOwn: place.isOwn };
    });
    await inForce
      .bring(newest)
      .catch((err: unknown) => log.error({ err }, "the catalogue stays as it is"));
  });

  /** Watch exactly these places, and go on as before with those that did not change. Resolves once all were looked at. */
  const lookAt = async (places: readonly DomainPlace[]): Promise<void> => {
    const before = watches;
    watches = new Map();
    const looks: Promise<void>[] = [];
    for (const place of places) {
      const known = before.get(place.name);
      if (known !== undefined && isSamePlace(known.place, place)) {
        before.delete(place.name);
        watches.set(place.name, known);
        looks.push(known.look());
        continue;
      }
      // Before the first catalogue is made, what comes in waits for it.
      const onCandidate = () => void (isReady && refresh());
      const watch = watchDomain(place, { source, timing, log, onCandidate });
      watches.set(place.name, watch);
      looks.push(watch.start());
    }
    for (const gone of before.values()) gone.stop();
    const older = places.map(({ name, versions = [] }): [string, DomainWatch[]] => [
      name,
      versions.map((url) => {
        const known = olderWatches.get(name)?.find(({ place }) => place.url === url);
        if (known !== undefined) return known;
        const place = { name, url, manifest: undefined, isOwn: false };
        const watch = watchDomain(place, { source, timing, log, onCandidate: () => undefined });
        looks.push(watch.start());
        return watch;
      }),
    ]);
    const stay = new Set(older.flatMap(([, kept]) => kept));
    for (const gone of [...olderWatches.values()].flat()) if (!stay.has(gone)) gone.stop();
    olderWatches = new Map(older);
    await Promise.all(looks);
  };
  let known: { catalogue: Catalogue; watches: typeof watches; of: StandIns } | undefined;
  const standIns = (): StandIns => {
    const { catalogue } = inForce.current;
    if (known?.catalogue !== catalogue || known.watches !== watches) {
      const places = [...watches.values()].map(({ place }) => place);
      known = { catalogue, watches, of: standInsOf(catalogue, places) };
    }
    return known.of;
  };
  const olderOf = (domain: string, version: string | undefined): DomainWatch | undefined => {
    const older = olderWatches.get(domain) ?? [];
    return older.find(({ isUp, candidate }) => isUp && candidate?.version === version);
  };
  const urlOf: Registry<S>["urlOf"] = (domain, version) => {
    const url = watches.get(domain)?.place.url;
    const now = watches.get(domain)?.candidate?.version;
    if (version === undefined || version === now) return url;
    return olderOf(domain, version)?.place.url ?? url;
  };
  const speaks: Registry<S>["speaks"] = (domain, version) => {
    const watch = watches.get(domain);
    if (watch === undefined) return false;
    const inForceNow = inForce.current.catalogue.manifests.get(domain)?.version;
    const isNow = [watch.candidate?.version, inForceNow].includes(version);
    return isNow || watch.place.url === undefined || olderOf(domain, version) !== undefined;
  };

  const registered = registeredDomains(deps.registered);
  let bootstrapSeen = "";
  /** The operator's own file goes first: what it names, no one can register. */
  const reread = async () => {
    bootstrapSeen = await fingerprintFile(bootstrap);
    const own = await readBootstrap(bootstrap, env);
    const others = (await registered.read()).filter(
      ({ name }) => !own.some((each) => each.name === name),
    );
    return [...own, ...others];
  };
  const status = (): DomainsResponse => {
    const { digest, manifests } = inForce.current.catalogue;
    const domains = [...watches].map(([name, watch]) =>
      domainStatus(
        watch,
        manifests.get(name),
        inForce.refusalOf(name),
        deps.approvals?.heldOf(name),
        standIns().problems.get(name),
      ),
    );
    return { digest, domains };
  };
  const reload = async () => {
    await lookAt(await reread());
    await refresh();
    return status();
  };
  const nameAt = async (url: string) => {
    const answer = await source.fetchManifest(`${withoutEndSlash(url)}/manifest`, undefined);
    const body = answer.changed ? answer.body : undefined;
    return parseContract(namedManifest, body, reason("manifest_of", { domain: url })).domain;
  };
  const register = async (domain: RegisteredDomain) => {
    if (watches.has(domain.name)) throw new DomainTakenError(domain.name);
    // While the operator's file is wrong nothing can join, so nothing is taken in either.
    await reread();
    await registered.add(domain);
    return reload();
  };
  const isRegistered = async (domain: string) =>
    (await registered.read()).some(({ name }) => name === domain);
  const remove = async (name: string) => {
    if (!(await registered.remove(name)))
      throw new DomainNotRegisteredError(name, watches.has(name));
    const left = await reload();
    await deps.approvals?.forget(name);
    return left;
  };
  const followBootstrap = oneAtATime(async () => {
    if (isClosed || (await fingerprintFile(bootstrap)) === bootstrapSeen) return;
    await reload().catch((err: unknown) =>
      log.error({ err }, "the bootstrap file is refused; the domains stay as they are"),
    );
  });

  const followPromoted = oneAtATime(async () => {
    if (isClosed || !isReady || (await promoted?.hasChanged()) !== true) return;
    await promoted
      ?.reload()
      .then(refresh)
      .catch((err: unknown) =>
        log.error({ err }, "promoted examples are refused; they stay as they are"),
      );
  });
  const promote = async (example: PromotedExample) => {
    if (promoted === undefined) return false;
    await promoted.add(example);
    await refresh();
    const { domain, goal, locale } = example;
    const hints = inForce.current.catalogue.goal(domain, goal)?.spec.hints;
    if (hints?.examples?.[locale]?.includes(example.example) === true) return true;
    await promoted.remove(example);
    await refresh();
    return false;
  };

  const saving = oneAfterAnother();
  const save: Registry<S>["save"] = async (manifest, insteadOf) => {
    const { domain } = manifest;
    const place = watches.get(domain)?.place;
    if (place?.isEditable !== true || place.manifest === undefined)
      throw new ManifestNotSavedError(reason("manifest_not_editable", { domain }));
    const inForceNow = () => digestOf(inForce.current.catalogue.manifests.get(domain));
    if (inForceNow() !== insteadOf)
      throw new ManifestNotSavedError(reason("manifest_moved", { domain }), "MANIFEST_MOVED");
    let refused: DomainStatus | undefined;
    const takeIn = async () => {
      const { domains } = await reload();
      const isTaken = inForceNow() === digestOf(manifest);
      refused ??= domains.find(({ name }) => name === domain);
      return isTaken;
    };
    const putBack = await promoted?.keepOnly(manifest);
    const isSaved = saveManifest(place.manifest, manifest, takeIn).catch(async (error: unknown) => {
      await putBack?.();
      if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
      const why = String(error.code);
      throw new ManifestNotSavedError(reason("manifest_not_taken", { domain, why }));
    });
    if (await isSaved) return status();
    await putBack?.();
    await reload();
    throw new ManifestNotSavedError(
      reason("manifest_not_taken", {
        domain,
        why: refused?.problem_reason ?? refused?.problem ?? "",
      }),
    );
  };
  const firstLook = lookAt(await reread()).then(() =>
    Promise.all([...watches.values()].map(({ settled }) => settled)),
  );
  const follow = () => void Promise.all([followBootstrap(), followPromoted()]);
  const timer = setInterval(follow, timing.pollMs).unref();
  const looked = doneWithin(firstLook, timing.firstLoadMs);
  const ready = looked.then(async () => {
    await refresh();
    isReady = true;
    // What came in while the first catalogue was being prepared.
    void refresh();
  });

  return {
    current: () => inForce.current.snapshot,
    pinned: inForce.pinned,
    urlOf,
    speaks,
    standInsFor: (domain, capability) => standIns().byAddress.get(`${domain}.${capability}`) ?? [],
    status,
    reload,
    nameAt,
    register,
    isRegistered,
    remove,
    heldManifest: (domain) => deps.approvals?.heldManifest(domain),
    async approve(domain, digest) {
      if (deps.approvals?.approve(domain, digest) !== true) return false;
      await refresh();
      return true;
    },
    save: (manifest, insteadOf) => saving(() => save(manifest, insteadOf)),
    promote,
    looked: looked.then(() => [...watches.values()].flatMap(({ candidate }) => candidate ?? [])),
    ready,
    isReady: () => isReady,
    async close() {
      isClosed = true;
      clearInterval(timer);
      for (const watch of [...watches.values(), ...[...olderWatches.values()].flat()]) watch.stop();
      await refresh();
    },
  };
}
