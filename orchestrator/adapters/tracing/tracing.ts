import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { otlpExporter, type Spans, spansTo } from "#shared/tracing/spans-to.ts";
import { DomainCallError, type DomainClient } from "../../ports/domain-client.ts";
import {
  type LanguageModel,
  ModelError,
  type ModelRequest,
  type ModelUsage,
} from "../../ports/language-model.ts";
import type { RunEvents } from "../../ports/run-events.ts";

/**
 * OpenTelemetry around the ports: nothing inside knows of it, and without it nothing is paid for it.
 * Spans hold names, ids and figures, with the names of the GenAI conventions; never what anyone wrote.
 */
export type Tracing = Pick<Spans, "endpoints" | "close"> & {
  /** Each call is a span, and tells the domain which (`traceparent`). */
  domains(client: DomainClient): DomainClient;
  model(model: LanguageModel): LanguageModel;
  /** The request's span learns which run it led to. */
  events(events: RunEvents): RunEvents;
};

/** To an OTLP/HTTP collector. */
export const openTracing = (endpoint: string): Tracing => tracingTo(otlpExporter(endpoint));

export function tracingTo(exporter: SpanExporter): Tracing {
  const { tracer, contexts, endpoints, close } = spansTo(exporter, "regente");

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
    endpoints,
    close,

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
  };
}

const kindOf = (error: unknown): string => {
  if (error instanceof DomainCallError) return error.fault;
  if (error instanceof ModelError) return error.kind;
  return error instanceof Error ? error.name : "unknown";
};

const traceparentOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
};
