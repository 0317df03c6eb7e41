import type { ApiKeyEntry } from "#shared/api-keys/key-file.ts";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import type { LintReport } from "#shared/contracts/lint.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { ReplayReport } from "#shared/contracts/replay.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { PriceTable } from "#shared/contracts/usage.ts";
import type { Registry } from "../../catalogue/registry/registry.ts";
import type { ProcessLease } from "../../engine/recovery/process-lease.ts";
import type { AgentProtocol } from "../../ports/agent-protocol.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Posted } from "../../ports/channel.ts";
import type { RunHost } from "../../ports/run-host.ts";
import type { Promotion } from "../../quality/promotion/promotion.ts";
import type { Tried } from "../../quality/review/job.ts";
import type { Candidate } from "../../quality/review/read-candidate.ts";
import type { Snapshot, TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import type { Authentication } from "../access/authentication.ts";
import type { EndpointSettings } from "./endpoint-settings.ts";

/** What the endpoints open onto. */
export type EndpointDeps = {
  deps: TurnDeps;
  /** What is done with what comes in. */
  turns: Turns;
  /** The current snapshot with the goals of one domain only; undefined for a domain without goals. */
  pin(domain: string): Promise<Snapshot> | undefined;
  domains: Pick<
    Registry<Snapshot>,
    | "status"
    | "reload"
    | "nameAt"
    | "register"
    | "isRegistered"
    | "remove"
    | "heldManifest"
    | "save"
    | "approve"
  > & {
    /** Whether calls of a domain go through; undefined: none was made yet. */
    breakerOf(domain: string): "closed" | "open" | "half_open" | undefined;
  };
  /** Of what is in force. */
  review: {
    report(): LintReport;
    lastChange(): RoutingDiff | null;
    /** What a manifest would change that is not in force. Errors: ContractError. Cost: seconds */
    tryManifest(
      candidate: Candidate,
      input_texts: readonly string[],
      signal: AbortSignal | undefined,
    ): Promise<Tried>;
    /** How well it is understood; worked out when it is first asked for. */
    evaluation(): EvaluationReport;
  };
  promotion: Pick<Promotion, "list" | "begin" | "progressOf" | "give" | "reject">;
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

/** A file's address as whoever asks can open it: in a browser, which has no credentials to show, by a signature. */
export const linkTo = (
  { deps, authentication }: Pick<EndpointDeps, "deps" | "authentication">,
  file: FileLink,
  origin: string,
): string =>
  new URL((authentication === undefined ? file : deps.files.signed(file)).url, origin).href;
