import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { type Env, env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import type { Span, SpanOptions, Tracer } from "@/lib/base/traces/span";
import { version } from "@/lib/base/version";

const maxWaiting = 4_096;
const maxAtOnce = 512;
const stopMs = 2_000;
const propagator = new W3CTraceContextPropagator();
/** The SDK's own times of a span have whole milliseconds at the start, so a statement could end after its call. */
const nowMs = () => performance.timeOrigin + performance.now();

/** Opens a tracer that exports to the collector of the settings. */
export function openTracer(): Tracer {
  const queue = new CountedQueue(
    new OTLPTraceExporter({
      url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS,
      timeoutMillis: 10_000,
    }),
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": env.OTEL_SERVICE_NAME, "service.version": version }),
    sampler: samplerOf(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [queue],
  });
  const tracer = provider.getTracer("cairn", version);
  const current = new AsyncLocalStorage<Piece | undefined>();

  class Piece implements Span {
    readonly span: OtelSpan;
    /** Statements after the response do not belong to the call any more, however long they take. */
    hasEnded = false;

    constructor(name: string, kind: SpanKind, parent: Context) {
      this.span = tracer.startSpan(name, { kind, startTime: nowMs() }, parent);
    }

    get isSampled(): boolean {
      return (this.span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
    }

    get context(): Context {
      return trace.setSpan(ROOT_CONTEXT, this.span);
    }

    get headers() {
      const headers = { traceparent: "" };
      propagator.inject(this.context, headers, defaultTextMapSetter);
      return headers;
    }

    run<T>(work: () => T): T {
      return current.run(this, work);
    }

    end({ name, attributes = {}, failed }: SpanOptions): void {
      this.hasEnded = true;
      if (name !== undefined) this.span.updateName(name);
      this.span.setAttributes(attributes as Attributes);
      if (failed !== undefined) {
        this.span.setAttribute("error.type", failed).setStatus({ code: SpanStatusCode.ERROR });
      }
      this.span.end(nowMs());
    }
  }

  return {
    call(headers) {
      return new Piece(
        "call",
        SpanKind.SERVER,
        propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
      );
    },

    statement(name) {
      const parent = current.getStore();
      return parent?.isSampled && !parent.hasEnded ? new Piece(name, SpanKind.CLIENT, parent.context) : null;
    },

    async batch(name, of, work) {
      const sampled = [...new Set(of as (Piece | undefined)[])].filter((span) => span?.isSampled) as Piece[];
      const [first, ...others] = sampled;
      // The current span is unrelated to the rows of callers without a sampled span.
      if (!first) return current.run(undefined, work);
      if (of.length === 1) return first.run(work);
      const batch = new Piece(name, SpanKind.INTERNAL, first.context);
      for (const other of others) {
        batch.span.addLink({ context: other.span.spanContext() });
        other.span.addLink({ context: batch.span.spanContext() });
      }
      let failed: string | undefined;
      try {
        return await batch.run(work);
      } catch (error) {
        failed = error instanceof Error ? error.name : "error";
        throw error;
      } finally {
        batch.end({ attributes: { "cairn.batch.rows": of.length }, failed });
      }
    },

    current: () => current.getStore(),
    counts: () => queue.counts,
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([provider.shutdown(), late]);
    },
  };
}

/** The samplers of OpenTelemetry by their names. */
function samplerOf(name: Env["OTEL_TRACES_SAMPLER"], ratio: number): Sampler {
  const [, byParent, root] = /^(parentbased_)?(.*)$/.exec(name)!;
  const ofRoot =
    root === "traceidratio"
      ? new TraceIdRatioBasedSampler(ratio)
      : root === "always_on"
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return byParent ? new ParentBasedSampler({ root: ofRoot }) : ofRoot;
}

/**
 * Sends spans in the background. When the collector is unavailable or slow and the queue is full, spans are dropped and
 * counted.
 */
class CountedQueue extends BatchSpanProcessor {
  readonly counts: { exported: number; dropped: number };
  readonly #exporter: CountedExporter;

  constructor(exporter: SpanExporter) {
    const counted = new CountedExporter(exporter);
    super({
      exporter: counted,
      maxQueueSize: maxWaiting,
      maxExportBatchSize: maxAtOnce,
      scheduledDelayMillis: 1_000,
    });
    this.#exporter = counted;
    this.counts = counted.counts;
  }

  override onEnd(span: ReadableSpan): void {
    // The same condition as in the super class, which counts what it drops only for a meter.
    if (this.#exporter.waiting >= maxWaiting) this.counts.dropped++;
    else {
      this.#exporter.waiting++;
      super.onEnd(span);
    }
  }
}

class CountedExporter implements SpanExporter {
  readonly counts = { exported: 0, dropped: 0 };
  /** The spans in the queue. */
  waiting = 0;
  #isUnavailable = false;
  readonly #exporter: SpanExporter;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  export: SpanExporter["export"] = (spans, done) => {
    this.waiting -= spans.length;
    this.#exporter.export(spans, (result) => {
      const isUnavailable = result.code !== ExportResultCode.SUCCESS;
      this.counts[isUnavailable ? "dropped" : "exported"] += spans.length;
      this.#logChange(isUnavailable, result.error);
      // The failure is handled; the queue would only pass it to the caller of `stop`.
      done({ code: ExportResultCode.SUCCESS });
    });
  };

  shutdown = () => this.#exporter.shutdown();

  #logChange(isUnavailable: boolean, error: unknown): void {
    if (isUnavailable === this.#isUnavailable) return;
    this.#isUnavailable = isUnavailable;
    // The exporter's code is the response's status, if there was one.
    const code = (error as { code?: unknown } | undefined)?.code;
    if (isUnavailable) log().warn({ ...describeError(error), code }, "spans can't be sent to the collector");
    else log().info("spans are sent to the collector again");
  }
}
