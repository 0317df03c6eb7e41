import type { z } from "zod";
import {
  type CandidateFinding,
  diffRequest,
  diffResponse,
  evaluationReport,
  formRequest,
  formResponse,
  manifestChange,
} from "#shared/contracts/console.ts";
import { type DomainStatus, domainStatus } from "#shared/contracts/endpoints.ts";
import { ContractError } from "#shared/contracts/errors.ts";
import { lintReport } from "#shared/contracts/lint.ts";
import { lastChange } from "#shared/contracts/routing.ts";
import { reason } from "#shared/messages/reason.ts";
import { type Candidate, candidateOf, readCandidate } from "../../quality/review/read-candidate.ts";
import { changeBy } from "./domains.ts";
import { optionsOf, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError, refusing } from "./http-error.ts";
import { readBody } from "./read-body.ts";

/** What is wrong with the manifests, and what their last change did. */
export const lintRoutes = ({ review, domains, audit, settings }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/lint",
    right: "domains:read",
    summary: "Lint findings for the active manifests and for those held back",
    answer: lintReport,
    handle: (context) => context.json(review.report()),
  },
  {
    method: "POST",
    path: "/v1/lint",
    right: "domains:read",
    summary: "Faults in the form of a manifest that is being written, by line; takes milliseconds",
    body: formRequest,
    answer: formResponse,
    handle: async (context) => {
      const { manifest } = await readBody(context, formRequest);
      const read = readCandidate(manifest);
      return context.json({ findings: "findings" in read ? read.findings : [] });
    },
  },
  {
    method: "GET",
    path: "/v1/diff",
    right: "utterances:read",
    summary: "How the last change of the manifests redirected known sentences",
    answer: lastChange,
    handle: (context) => context.json({ change: review.lastChange() }),
  },
  {
    method: "POST",
    path: "/v1/diff",
    right: "utterances:read",
    summary: "Where known sentences would lead with a manifest that is not active; takes seconds",
    body: diffRequest,
    answer: diffResponse,
    handle: async (context) => {
      const asked = await readBody(context, diffRequest);
      const read = candidateIn(asked, domains);
      if ("findings" in read) return context.json({ ...NO_MANIFEST, findings: read.findings });
      const { manifest, digest } = read;
      const named = { domain: manifest.domain, version: manifest.version, digest };
      const { signal } = optionsOf(context);
      const trying = review.tryManifest(read, asked.input_texts, signal);
      const tried = await trying.catch((error: unknown) => {
        if (signal?.aborted) throw new HttpError(408, reason("request_timeout"));
        return refuse(error);
      });
      return context.json({ ...named, ...tried });
    },
  },
  {
    method: "POST",
    path: "/v1/domains/:domain/manifest",
    right: "domains:write",
    summary:
      "Save a changed manifest to the files of its domain, if the bootstrap file allows it; it is reviewed first",
    body: manifestChange,
    answer: domainStatus,
    handle: async (context) => {
      const domain = pathPart(context, "domain");
      const place = domains.status().domains.find(({ name }) => name === domain);
      if (place === undefined) throw new HttpError(404, reason("domain_not_found", { domain }));
      if (place.editable !== true) throw new HttpError(403, whyNotEditable(place), NOT_SAVED);
      const { manifest: text, digest } = await readBody(context, manifestChange);
      const read = readCandidate(text);
      if ("findings" in read) throw refusedFor(read.findings[0]);
      const { manifest } = read;
      const { domain: name } = manifest;
      if (name !== domain)
        throw new HttpError(422, reason("manifest_of_another", { domain, name }), REFUSED);
      const { signal } = optionsOf(context);
      const tried = await review.tryManifest(read, [], signal).catch(refuse);
      const wrong = tried.findings.find(({ level }) => level === "error");
      if (wrong !== undefined) throw refusedFor(wrong);
      await audit.append(changeBy(context, settings, "save", domain, read.digest));
      const { domains: all } = await domains
        .save(manifest, digest)
        .catch(refuseToSave)
        .catch(refuse);
      return context.json(all.find((each) => each.name === domain) ?? place);
    },
  },
  {
    method: "GET",
    path: "/v1/evaluation",
    right: "domains:read",
    summary:
      "How well the manifests understand their own examples; the first request starts the evaluation",
    answer: evaluationReport,
    handle: (context) => context.json(review.evaluation()),
  },
];

const REFUSED = { code: "manifest_refused", param: "manifest" };
const NOT_SAVED = { code: "manifest_not_saved" };

const refusedFor = (found: CandidateFinding | undefined) =>
  new HttpError(422, `${found?.path ?? ""}: ${found?.message.en ?? ""}`, REFUSED);

const whyNotEditable = ({ name: domain, url, state }: DomainStatus) =>
  url === null || state === "manifest_only"
    ? reason("manifest_not_editable", { domain })
    : reason("manifest_served", { domain, url });

/** What cannot be saved. */
const refuseToSave = refusing({ MANIFEST_NOT_SAVED: 403, MANIFEST_MOVED: 409 });

const NO_MANIFEST = { domain: null, version: null, digest: null, change: null, routes: [] };

/** The manifest that was sent, or the one that waits for approval. */
function candidateIn(
  { manifest, held }: z.output<typeof diffRequest>,
  domains: EndpointDeps["domains"],
): Candidate | Exclude<ReturnType<typeof readCandidate>, Candidate> {
  if (manifest !== undefined) return readCandidate(manifest);
  const waiting = held === undefined ? undefined : domains.heldManifest(held);
  if (waiting !== undefined) return candidateOf(waiting);
  throw held === undefined
    ? new HttpError(400, reason("needs_manifest_or_held"), {
        code: "invalid_request",
        param: "manifest",
      })
    : new HttpError(404, reason("nothing_held", { domain: held }), { param: "held" });
}

/** Manifests that could not be in force together, in the words of whoever found out. */
function refuse(error: unknown): never {
  throw error instanceof ContractError ? new HttpError(422, error.why, REFUSED) : error;
}
