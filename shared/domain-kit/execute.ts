import { z } from "zod";
import { dayIn, type IsoDate } from "../calendar/days.ts";
import { compileSchema } from "../contracts/compile-schema.ts";
import { faultsOf } from "../contracts/errors.ts";
import { type ExecuteRequest, executeRequest } from "../contracts/execute.ts";
import { jsonFault } from "../contracts/json.ts";
import { closedParams } from "../contracts/json-schema.ts";
import type { Capability, Manifest } from "../contracts/manifest.ts";
import { isZone, type Locale } from "../contracts/names.ts";
import { type DomainOutput, domainOutput } from "../contracts/output.ts";
import { timerMs } from "../patience/timer.ts";
import { readCurrency } from "../recognisers/currency.ts";
import { readPeriod } from "../recognisers/period.ts";
import type { Call, Handler, KitClock } from "./call.ts";
import { type Logger, withFields } from "./log.ts";
import { callDigest, onceByKey, type ReceiptStore } from "./receipts.ts";
import {
  deadlinePassed,
  dryRun,
  invalidBody,
  invalidParams,
  outcomeUnknown,
  Refusal,
} from "./refusal.ts";

/** How zod names what is wrong with a parameter; its own words are English. */
const FAULT_WORDS: Readonly<Record<Locale, { error?: z.core.$ZodErrorMap }>> = {
  "pt-BR": { error: z.locales.pt().localeError },
  en: {},
};

type Served = {
  spec: Capability;
  isRead: boolean;
  params: z.ZodType;
  result: z.ZodType | undefined;
  handler: Handler;
};

type Execution = {
  /** A parsed body as a request for this domain, or a Refusal (400, 404). */
  read(body: unknown): ExecuteRequest;
  /** Runs it. `gone` fires when no one waits any more. Errors: Refusal 422, 500, 503 */
  run(
    request: ExecuteRequest,
    idempotencyKey: string | undefined,
    gone: AbortSignal,
  ): Promise<{ output: DomainOutput; replayed: boolean }>;
};

/** Everything between a request that was let in and the DomainOutput. Schemas are compiled here, once. */
export function makeExecution(
  manifest: Manifest,
  handlers: Readonly<Record<string, Handler>>,
  { receipts, log, clock }: { receipts: ReceiptStore; log: Logger; clock: KitClock },
): Execution {
  const served = serve(manifest, handlers);
  const once = onceByKey(receipts, clock);

  function find(request: ExecuteRequest): Served {
    const { domain, capability } = request.intent;
    if (domain !== manifest.domain)
      throw new Refusal(404, "UNKNOWN_DOMAIN", `This is "${manifest.domain}", not "${domain}"`, {
        param: "intent.domain",
      });
    const found = served.get(capability);
    if (found !== undefined) return found;
    const known = [...served.keys()].join(", ");
    throw new Refusal(
      404,
      "UNKNOWN_CAPABILITY",
      `"${manifest.domain}" has no capability "${capability}" (it has ${known})`,
      { param: "intent.capability" },
    );
  }

  return {
    read(body) {
      const fault = jsonFault(body);
      if (fault !== undefined) {
        const at = fault.indexOf(": ");
        throw invalidBody([{ path: fault.slice(0, at), message: fault.slice(at + 2) }]);
      }
      const parsed = executeRequest.safeParse(body);
      if (!parsed.success) throw invalidBody(faultsOf(parsed.error));
      find(parsed.data);
      return parsed.data;
    },

    async run(request, idempotencyKey, gone) {
      const { intent, context } = request;
      const capability = find(request);
      const { locale } = context;
      const params = capability.params.safeParse(intent.parameters, FAULT_WORDS[locale]);
      if (!params.success)
        return { output: invalidParams(locale, faultsOf(params.error)), replayed: false };
      const remainingMs = () => timerMs(context.deadline_at - clock.now());
      if (remainingMs() === 0) return { output: deadlinePassed(locale), replayed: false };
      // An effect's handler is not even called in a dry run: it cannot forget to look.
      if (context.dry_run && !capability.isRead)
        return { output: dryRun(locale, intent.capability), replayed: false };

      const act = () => {
        const own = { run_id: context.run_id, step_id: context.step_id };
        const call = {
          intent,
          context,
          locale,
          log: withFields(log, { ...own, capability: intent.capability }),
          remainingMs,
          today: () => todayOf(context.timezone, clock.now()),
        };
        const said = params.data as Record<string, unknown>;
        const meant = withMeanings(said, capability.spec, manifest, call);
        return actInTime(capability, meant, call, gone);
      };
      const check = (output: DomainOutput) => keepsItsPromise(output, capability);
      if (capability.isRead || idempotencyKey === undefined)
        return { output: check(await act()), replayed: false };
      const done = await once(idempotencyKey, callDigest(request), act, check);
      if (done.how === "unknown") return { output: outcomeUnknown(locale), replayed: false };
      return { output: done.output, replayed: done.how === "replayed" };
    },
  };
}

function serve(manifest: Manifest, handlers: Readonly<Record<string, Handler>>) {
  const served = new Map<string, Served>();
  for (const spec of manifest.capabilities) {
    const handler = Object.hasOwn(handlers, spec.capability)
      ? handlers[spec.capability]
      : undefined;
    if (handler === undefined) {
      // Reasoning and agents are run by the orchestrator.
      if (spec.kind !== "service") continue;
      throw new TypeError(
        `defineDomain: "${manifest.domain}" has no handler for ${spec.capability}`,
      );
    }
    served.set(spec.capability, {
      spec,
      isRead: spec.effect === "read",
      params: compileSchema(closedParams(spec.params_schema)),
      result: spec.result_schema === undefined ? undefined : compileSchema(spec.result_schema),
      handler,
    });
  }
  for (const name of Object.keys(handlers))
    if (!served.has(name))
      throw new TypeError(
        `defineDomain: the manifest of "${manifest.domain}" has no capability ${name}, which has a handler`,
      );
  return served;
}

/**
 * Runs the handler under the deadline. A read that ignores its signal is answered for at the
 * deadline; an effect is waited for, because its receipt is worth more than its caller.
 */
async function actInTime(
  { handler, isRead }: Served,
  params: Record<string, unknown>,
  call: Omit<Call, "signal">,
  gone: AbortSignal,
): Promise<DomainOutput> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), call.remainingMs());
  const signal = isRead ? AbortSignal.any([late.signal, gone]) : late.signal;
  const act = async () => handler(params, { ...call, signal });
  try {
    return await (isRead ? Promise.race([act(), whenAborted(signal, call)]) : act());
  } catch (error) {
    // A read that stopped because it was told to has not failed.
    if (isRead && signal.aborted) return deadlinePassed(call.locale);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const whenAborted = (signal: AbortSignal, { locale }: { locale: Call["locale"] }) =>
  new Promise<DomainOutput>((resolve) => {
    const stop = () => resolve(deadlinePassed(locale));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

/** The output as the contract and the capability's result_schema want it; anything else is a Refusal 500. */
function keepsItsPromise(output: DomainOutput, { spec, result }: Served): DomainOutput {
  const broken = (path: string, why: string) =>
    new Refusal(500, "BROKEN_PROMISE", `${spec.capability} answered against its contract`, {
      cause: new TypeError(`${path}: ${why}`),
    });
  const parsed = domainOutput.safeParse(output);
  if (!parsed.success) {
    const [fault] = faultsOf(parsed.error);
    throw broken(fault?.path ?? "", fault?.message ?? "invalid");
  }
  const fault = jsonFault(parsed.data);
  if (fault !== undefined) throw broken("output", fault);
  if (parsed.data.status === "success" && result !== undefined) {
    const checked = result.safeParse(parsed.data.result);
    if (!checked.success) {
      const [first] = faultsOf(checked.error);
      throw broken(`result.${first?.path ?? ""}`, first?.message ?? "invalid");
    }
  }
  if (parsed.data.status === "clarification" && !isAnswerable(parsed.data))
    throw broken("result.candidates", "a question needs candidates, or metadata.missing_param");
  return parsed.data;
}

function isAnswerable({ result, metadata }: DomainOutput): boolean {
  if (typeof metadata["missing_param"] === "string") return true;
  const candidates =
    typeof result === "object" && result !== null && "candidates" in result
      ? result.candidates
      : undefined;
  return Array.isArray(candidates) && candidates.length > 0;
}

/**
 * The parameters with what their words mean, where only the words came: `period_text` alone, of a caller's own plan or
 * an answer to a question, gives `period` as well, for a parameter of that name with `format: period` (or `currency`).
 * Shape: read as the orchestrator reads them, on the day that it is where the user is; what cannot be read stays absent
 */
function withMeanings(
  params: Readonly<Record<string, unknown>>,
  capability: Manifest["capabilities"][number],
  manifest: Manifest,
  { locale, today }: Pick<Call, "locale" | "today">,
): Record<string, unknown> {
  const read = Object.entries(capability.params_schema.properties ?? {}).flatMap(
    ([name, { format }]) => {
      const words = params[`${name}_text`];
      if (params[name] !== undefined || typeof words !== "string") return [];
      const value =
        format === "period"
          ? readPeriod(words, { locale, today, leaning: leaningOf(name, manifest) })
          : format === "currency"
            ? readCurrency(words)
            : undefined;
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return { ...params, ...Object.fromEntries(read) };
}

/** Which day "friday" is, as the goals of the manifest have it. */
const leaningOf = (name: string, { goals }: Manifest) =>
  goals
    .map(({ entities_schema }) => entities_schema[name])
    .find((entity) => entity?.type === "period")?.leaning;

/** The day of an instant where the user is; in UTC where no one knows the zone. */
export const todayOf = (timezone: string, now: number): IsoDate =>
  dayIn(isZone(timezone) ? timezone : "UTC", now);
