import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Attributes,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { doneWithin } from "#shared/patience/timer.ts";
import { DomainCallError, type DomainClient } from "../../ports/domain-client.ts";
import {
  type LanguageModel,
  ModelError,
  type ModelRequest,
  type ModelUsage,
} from "../../ports/language-model.ts";
import type { RunEvents } from "../../ports/run-events.ts";

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * OpenTelemetry around the ports: nothing inside knows of it, and without it nothing is paid for it.
 * Spans hold names, ids and figures, with the names of the GenAI conventions; never what anyone wrote.
 */
export type Tracing = {
  /** Each request is a span, in the caller's trace where it names one. */
  endpoints(listener: Listener): Listener;
  /** Each call is a span, and tells the domain which (`traceparent`). */
  domains(client: DomainClient): DomainClient;
  model(model: LanguageModel): LanguageModel;
  /** The request's span learns which run it led to. */
  events(events: RunEvents): RunEvents;
  /** What was not sent yet is sent, for a moment at most. */
  close(): Promise<void>;
};

const CLOSE_MS = 1000;

/** To an OTLP/HTTP collector: `http://127.0.0.1:4318`. `OTEL_EXPORTER_OTLP_HEADERS` is read by the exporter itself. */
export const openTracing = (endpoint: string): Tracing =>
  tracingTo(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` }));

export function tracingTo(exporter: SpanExporter): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "regente" }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("regente");
  const contexts = new AsyncLocalStorageContextManager().enable();

  /** Does `what` as a span of its own, below the one that is under way. */
  const within = async <T>(
    name: string,
    attributes: Attributes,
    what: (span: Span) => Promise<T>,
  ): Promise<T> => {
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, contexts.active());
    try {
      return await contexts.with(trace.setSpan(contexts.active(), span), () => what(span));
    } catch (error) {
      span.setAttribute("error.type", kindOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  const asked = <T extends { usage: ModelUsage }>(
    model: LanguageModel,
    { size, own, maxTokens }: ModelRequest,
    ask: () => Promise<T>,
  ): Promise<T> => {
    const [provided = "", ...name] = model.nameOf(size, own).split("/");
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provided,
      "gen_ai.request.model": name.join("/"),
      "gen_ai.request.max_tokens": maxTokens,
    };
    return within(`chat ${name.join("/")}`, attributes, async (span) => {
      const spent = ({ tokens_input, tokens_output }: ModelUsage) =>
        span.setAttributes({
          "gen_ai.usage.input_tokens": tokens_input,
          "gen_ai.usage.output_tokens": tokens_output,
        });
      try {
        const answer = await ask();
        spent(answer.usage);
        return answer;
      } catch (error) {
        if (error instanceof ModelError) spent(error.usage);
        throw error;
      }
    });
  };

  return {
    endpoints: (listener) => (incoming, outgoing) => {
      const method = incoming.method ?? "";
      const span = tracer.startSpan(
        `${method} ${placeOf(incoming.url)}`,
        { kind: SpanKind.SERVER, attributes: { "http.request.method": method } },
        callersContext(incoming.headers["traceparent"]),
      );
      outgoing.once("close", () => {
        span.setAttribute("http.response.status_code", outgoing.statusCode);
        if (outgoing.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      contexts.with(trace.setSpan(ROOT_CONTEXT, span), listener, undefined, incoming, outgoing);
    },

    domains: (client) => ({
      call(call) {
        const { run_id, step_id, attempt } = call.request.context;
        const { capability } = call.request.intent;
        const attributes = {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": `${call.domain}.${capability}`,
          "gen_ai.tool.call.id": call.idempotencyKey,
          "regente.run_id": run_id,
          "regente.step_id": step_id,
          "regente.attempt": attempt,
        };
        return within(`execute_tool ${call.domain}.${capability}`, attributes, async (span) => {
          const output = await client.call({ ...call, traceparent: traceparentOf(span) });
          span.setAttribute("regente.status", output.status);
          return output;
        });
      },
    }),

    model: (model) => ({
      nameOf: model.nameOf,
      complete: (request) => asked(model, request, () => model.complete(request)),
      write: (request) => asked(model, request, () => model.write(request)),
    }),

    events: (events) => ({
      ...events,
      publish(owner, run_id, event) {
        const span = trace.getSpan(contexts.active());
        if (event.type === "plan") span?.setAttribute("regente.run_id", run_id);
        if (event.type === "reply")
          span?.setAttributes({ "regente.run_id": run_id, "regente.status": event.status });
        return events.publish(owner, run_id, event);
      },
    }),

    async close() {
      // A collector that is down keeps no one from stopping.
      await doneWithin(
        provider.shutdown().catch(() => undefined),
        CLOSE_MS,
      );
      contexts.disable();
    },
  };
}

const kindOf = (error: unknown): string => {
  if (error instanceof DomainCallError) return error.fault;
  if (error instanceof ModelError) return error.kind;
  return error instanceof Error ? error.name : "unknown";
};

/** The endpoint without what names a run, a session or a person: `/v1/runs`. */
const placeOf = (url = ""): string => /^\/(?:v1\/)?[a-z_.]{1,24}/.exec(url)?.[0] ?? "/";

const traceparentOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
};

/** W3C Trace Context; a header that is wrong begins a trace of its own. */
function callersContext(header: string | string[] | undefined): Context {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof header === "string" &&
      /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(header)) ||
    [];
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
}
