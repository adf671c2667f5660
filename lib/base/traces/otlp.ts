import type { Context } from "@/lib/base/traces/context";

export type SpanKind = "internal" | "server" | "client";
type Attributes = Record<string, string | number | undefined>;

export type EndedSpan = {
  context: Context;
  parentId: string | null;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  began: number;
  ended: number;
  attributes: Attributes;
  links: Context[];
  failed: boolean;
};

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 };

/** The body of an export as OTLP/HTTP defines it in JSON: IDs in hexadecimal, 64-bit numbers as text. */
export const exportBody = (resource: Attributes, version: string, spans: EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: pairs(resource) },
      scopeSpans: [{ scope: { name: "cairn", version }, spans: spans.map(spanOf) }],
    },
  ],
});

const spanOf = ({ context, parentId, name, kind, began, ended, attributes, links, failed }: EndedSpan) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(parentId ? { parentSpanId: parentId } : {}),
  ...(context.state ? { traceState: context.state } : {}),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(began),
  endTimeUnixNano: nanoseconds(Math.max(began, ended)),
  attributes: pairs(attributes),
  ...(links.length > 0 ? { links: links.map(({ traceId, spanId }) => ({ traceId, spanId })) } : {}),
  status: failed ? { code: 2 } : {},
});

const pairs = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) } }],
  );

/** The result is text, because a JavaScript number cannot hold so many digits. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, "0")}`;
}
