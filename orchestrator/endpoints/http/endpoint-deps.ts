import type { ApiKeyEntry } from "#shared/api-keys/key-file.ts";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { LintReport } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type {
  PromotedExample,
  ProposalProgress,
  ProposalsResponse,
} from "#shared/contracts/promotion.ts";
import type { ReplayReport } from "#shared/contracts/replay.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { PriceTable } from "#shared/contracts/usage.ts";
import type { ProcessLease } from "../../engine/recovery/process-lease.ts";
import type { AgentProtocol } from "../../ports/agent-protocol.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Posted } from "../../ports/channel.ts";
import type { RunHost } from "../../ports/run-host.ts";
import type { Tried } from "../../quality/review/job.ts";
import type { Candidate } from "../../quality/review/read-candidate.ts";
import type { Snapshot, TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import type { Authentication } from "../access/authentication.ts";
import type { Limits } from "../access/rate-limit.ts";

/** What the endpoints open onto. */
export type EndpointDeps = {
  deps: TurnDeps;
  /** What is done with what comes in. */
  turns: Turns;
  /** The current snapshot with the goals of one domain only; undefined for a domain without goals. */
  pin(domain: string): Promise<Snapshot> | undefined;
  domains: {
    status(): DomainsResponse;
    /** Reads the bootstrap file and every manifest again. */
    reload(): Promise<DomainsResponse>;
    /** What the service at an address calls itself. Errors: DomainCallError, ContractError */
    nameAt(url: string): Promise<string>;
    /** Errors: RegenteError "DOMAIN_TAKEN" */
    register(domain: { name: string; url: string }): Promise<DomainsResponse>;
    /** Whether it was registered, so that it can be removed. */
    isRegistered(name: string): Promise<boolean>;
    /** Errors: RegenteError "DOMAIN_NOT_REGISTERED" */
    remove(name: string): Promise<DomainsResponse>;
    /** The manifest that waits for the operator's word. */
    heldManifest(domain: string): Manifest | undefined;
    /** Errors: RegenteError "MANIFEST_NOT_SAVED", ContractError */
    save(manifest: Manifest, insteadOf: string): Promise<DomainsResponse>;
    /** Whether calls of a domain go through; undefined: none was made yet. */
    breakerOf(domain: string): "closed" | "open" | "half_open" | undefined;
    /** Takes the manifest of this digest that waits for the operator's word. False: none does. */
    approve(domain: string, digest: string): Promise<boolean>;
  };
  review: {
    report(): LintReport;
    lastChange(): RoutingDiff | null;
    /** What a manifest would change that is not in force. Errors: ContractError. Cost: seconds */
    tryManifest(
      candidate: Candidate,
      input_texts: readonly string[],
      signal: AbortSignal | undefined,
    ): Promise<Tried>;
    /** How well what is in force is understood; worked out when it is first asked for. */
    evaluation(): EvaluationReport;
  };
  promotion: {
    list(): Promise<ProposalsResponse>;
    /** Begins in the background. undefined: it does not wait. Errors: RegenteError "PROMOTION_REFUSED" */
    begin(id: string, example?: string): Promise<ProposalProgress | undefined>;
    /** undefined: it neither waits nor was begun here. */
    progressOf(id: string): Promise<ProposalProgress | undefined>;
    /** Gives a goal an example that nothing proposed. Errors: RegenteError "PROMOTION_REFUSED" */
    give(example: PromotedExample, unclear?: string): Promise<{ digest: string }>;
    /** False: it does not wait. Errors: RegenteError "PROMOTION_REFUSED" while it is being judged */
    reject(id: string): Promise<boolean>;
  };
  /** A recorded run once more, from what was stored; the first thing that differs. */
  replay(run: TaskRun, steps: readonly StepTrace[], snapshot: Snapshot): Promise<ReplayReport>;
  /** What operators change is in it before it is changed. */
  audit: Pick<AuditLog, "append" | "page">;
  /** How this installation is set up, as far as no other part says it. */
  installation: {
    /** How long what is over is kept, milliseconds; undefined: until an operator deletes it. */
    keepMs: number | undefined;
    /** The keys in use; undefined: no file of them is. */
    keys(): readonly ApiKeyEntry[] | undefined;
    /** Absent: there is no channel that brings a text by itself. */
    post?: ((address: string, text: string) => Promise<Posted>) | undefined;
  };
  /** The files of the page for people, by their names; undefined: they are not part of this installation. */
  readConsole(): Promise<ReadonlyMap<string, string> | undefined>;
  /** What tokens cost; absent: nothing is told as money. */
  prices?: PriceTable | undefined;
  /** This process among those that share the store. */
  processLease: ProcessLease;
  /** For peers of the Agent2Agent protocol; undefined: nobody has chosen it. */
  a2a?: AgentProtocol | undefined;
  /** Who carries runs on. */
  host: Pick<RunHost, "name" | "cancel" | "away" | "standsStill">;
  /** Absent: nothing is counted. */
  metrics?: {
    /** A request that an endpoint answered with an error. */
    refused(status: number, code: string): void;
    page(): Promise<{ type: string; text: string }>;
  };
  /** The bot's name on Telegram; undefined while it is not known, absent where there is no bot. */
  botName?: (() => string | undefined) | undefined;
  /** False while manifests are still being loaded for the first time. */
  isReady(): boolean;
  /** True while the store does not answer, or is not the one that was opened. */
  isStoreAway?(): boolean;
  /** Absent: the endpoints are open to whoever reaches them. */
  authentication?: Pick<Authentication, "identify"> | undefined;
  settings: EndpointSettings;
};

/** What an operator decides about the endpoints. */
export type EndpointSettings = {
  /** The address that is listened on. */
  host: string;
  /** Names beside those of this machine by which clients may call us. */
  allowedHosts: readonly string[];
  /** Origins of web pages beside those of this machine that may call us; `*` is any. */
  corsOrigins: readonly string[];
  /** Hosts, beside this machine, on which domains may be registered at the endpoints. */
  domainHosts: readonly string[];
  /** Headers that name the session, the most telling one first. */
  sessionHeaders: readonly string[];
  /** Headers that name the user; they count only from a peer on this machine. */
  userHeaders: readonly string[];
  /** For clients of the Model Context Protocol; absent: there is no such endpoint. */
  mcp?: {
    /** What the state of an open question is signed with while a client holds it. */
    stateKey: string;
    /** Clients, as they name themselves, that are asked in text although they say that they can ask. */
    askedInText: readonly string[];
  };
  /** How much is taken of whom; absent: everything. */
  limits?: Limits;
};
