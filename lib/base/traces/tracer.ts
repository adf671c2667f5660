import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { env } from "@/lib/base/env";
import { Collector } from "@/lib/base/traces/collector";
import { type Context, readContext, writeContext } from "@/lib/base/traces/context";
import { type EndedSpan, exportBody, type SpanKind } from "@/lib/base/traces/otlp";
import { samplerOf } from "@/lib/base/traces/sampler";
import type { Span, SpanOptions, Tracer } from "@/lib/base/traces/span";
import { version } from "@/lib/base/version";

const stopMs = 2_000;
const id = (bytes: number) => randomBytes(bytes).toString("hex");
const nowMs = () => performance.timeOrigin + performance.now();

/** Opens a tracer that exports to the collector of the settings. */
export function openTracer(): Tracer {
  const collector = new Collector<EndedSpan>({
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    bodyOf: (spans) =>
      exportBody({ "service.name": env.OTEL_SERVICE_NAME, "service.version": version }, version, spans),
  });
  const sampler = samplerOf(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG);
  const underWay = new AsyncLocalStorage<Piece | undefined>();

  class Piece implements Span {
    readonly context: Context;
    readonly links: Context[] = [];
    private readonly parentId: string | null;
    private readonly kind: SpanKind;
    private readonly name: string;
    private readonly began = nowMs();
    /** Work that continues after the answer does not belong to the call any more, however long it lasts. */
    isOver = false;

    constructor(name: string, kind: SpanKind, context: Context, parentId: string | null) {
      this.name = name;
      this.kind = kind;
      this.context = context;
      this.parentId = parentId;
    }

    get isSampled(): boolean {
      return this.context.isSampled;
    }

    get headers() {
      return writeContext(this.context);
    }

    run<T>(work: () => T): T {
      return underWay.run(this, work);
    }

    end({ name = this.name, attributes = {}, failed }: SpanOptions): void {
      this.isOver = true;
      if (!this.isSampled) return;
      const { context, parentId, kind, began, links } = this;
      const described = failed === undefined ? attributes : { ...attributes, "error.type": failed };
      collector.add({
        context,
        parentId,
        name,
        kind,
        began,
        ended: nowMs(),
        attributes: described,
        links,
        failed: failed !== undefined,
      });
    }
  }

  const partOf = (parent: Piece, name: string, kind: SpanKind): Piece =>
    new Piece(name, kind, { ...parent.context, spanId: id(8) }, parent.context.spanId);

  return {
    call({ traceparent, tracestate }) {
      const caller = readContext(traceparent, tracestate);
      const traceId = caller?.traceId ?? id(16);
      const isSampled = sampler(traceId, caller);
      const context = { traceId, spanId: id(8), isSampled, state: caller?.state ?? "" };
      return new Piece("call", "server", context, caller?.spanId ?? null);
    },

    statement(name) {
      const parent = underWay.getStore();
      return parent?.isSampled && !parent.isOver ? partOf(parent, name, "client") : null;
    },

    async batch(name, of, work) {
      const sampled = [...new Set(of as (Piece | undefined)[])].filter((span) => span?.isSampled) as Piece[];
      const [first, ...others] = sampled;
      // The current span is unrelated to the rows of callers without a sampled span.
      if (!first) return underWay.run(undefined, work);
      if (of.length === 1) return first.run(work);
      const span = partOf(first, name, "internal");
      span.links.push(...others.map(({ context }) => context));
      for (const other of others) other.links.push(span.context);
      let failed: string | undefined;
      try {
        return await span.run(work);
      } catch (error) {
        failed = error instanceof Error ? error.name : "error";
        throw error;
      } finally {
        span.end({ attributes: { "cairn.batch.rows": of.length }, failed });
      }
    },

    current: () => underWay.getStore(),
    counts: () => collector.counts,
    stop: () => collector.stop(stopMs),
  };
}
