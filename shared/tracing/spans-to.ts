import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Context,
  type ContextManager,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { doneWithin } from "../patience/timer.ts";

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A process's spans, on their way to a collector: names, ids and figures, never what anyone wrote. */
export type Spans = {
  readonly tracer: Tracer;
  /** Which span is under way. */
  readonly contexts: ContextManager;
  /** Each request is a span, in the caller's trace where it names one (`traceparent`). */
  endpoints(listener: Listener): Listener;
  /** What was not sent yet is sent, for a moment at most. */
  close(): Promise<void>;
};

const CLOSE_MS = 1000;

/** To an OTLP/HTTP collector: `http://127.0.0.1:4318`. `OTEL_EXPORTER_OTLP_HEADERS` is read by the exporter itself. */
export const otlpExporter = (endpoint: string): SpanExporter =>
  new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });

/** The spans of a service by its name, in batches. */
export function spansTo(exporter: SpanExporter, service: string): Spans {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("regente");
  const contexts = new AsyncLocalStorageContextManager().enable();
  return {
    tracer,
    contexts,

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

/** The endpoint without what names a run, a session or a person: `/v1/runs`. */
const placeOf = (url = ""): string => /^\/(?:v1\/)?[a-z_.]{1,24}/.exec(url)?.[0] ?? "/";

/** W3C Trace Context; a header that is wrong begins a trace of its own. */
function callersContext(header: string | string[] | undefined): Context {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof header === "string" &&
      /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(header)) ||
    [];
  const caller = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
}
