import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { completeEnv } from "@/lib/base/env";
import type { Tracer } from "@/lib/base/traces/span";
import { openTracer } from "@/lib/base/traces/tracer";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type SentSpan = { traceId: string; spanId: string; parentSpanId?: string; traceState?: string; name: string };

/** Responds to each export with the next status of the list; null means no response. */
async function aTracer(statuses: (number | null)[] = [200], settings: Record<string, string> = {}) {
  const sent: SentSpan[][] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request.setEncoding("utf8")) text += part;
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    sent.push(JSON.parse(text).resourceSpans[0].scopeSpans[0].spans);
    if (status) response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const defaults = { OTEL_TRACES_SAMPLER: "parentbased_always_on", OTEL_TRACES_SAMPLER_ARG: "1" };
  completeEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, ...defaults, ...settings });
  const tracer = openTracer();
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
    completeEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "", ...defaults });
  });
  return { tracer, sent };
}

const call = (tracer: Tracer, traceparent?: string, tracestate?: string) =>
  tracer.call({ traceparent, tracestate });
const endCalls = (tracer: Tracer, count: number) => {
  for (let i = 0; i < count; i++) call(tracer).end({ name: `call ${i}` });
};

test("spans that wait for a silent collector are limited, and the rest is dropped and counted", async () => {
  const { tracer } = await aTracer([null]);
  endCalls(tracer, 10_000);
  // Spans being sent and a limited queue are kept.
  expect(tracer.counts()).toEqual({ exported: 0, dropped: 10_000 - 512 - 4_096 });
});

test("a collector that asks to retry gets the same spans again", async () => {
  const { tracer, sent } = await aTracer([503, 200]);
  endCalls(tracer, 2);
  await expect.poll(() => tracer.counts()).toEqual({ exported: 2, dropped: 0 });
  expect(sent).toHaveLength(2);
  expect(sent[0]?.map(({ name }) => name)).toEqual(["call 0", "call 1"]);
  expect(sent[1]).toEqual(sent[0]);
});

test("spans that it rejects are counted as dropped", async () => {
  const { tracer } = await aTracer([400]);
  endCalls(tracer, 3);
  await tracer.stop();
  expect(tracer.counts()).toEqual({ exported: 0, dropped: 3 });
});

test("stopping does not wait for a silent collector", async () => {
  const { tracer } = await aTracer([null]);
  endCalls(tracer, 1);
  await tracer.stop();
  expect(tracer.counts().exported).toBe(0);
});

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test("a call joins its caller's trace and passes it on, as W3C Trace Context defines it", async () => {
  const { tracer, sent } = await aTracer();
  const span = call(tracer, `00-${traceId}-${spanId}-01`, "a=1,b=2");
  expect(span.isSampled).toBe(true);
  expect(span.headers).toEqual({
    traceparent: expect.stringMatching(`^00-${traceId}-[0-9a-f]{16}-01$`),
    tracestate: "a=1,b=2",
  });
  span.end({ name: "GET /" });
  expect(call(tracer, `00-${traceId}-${spanId}-00`).isSampled).toBe(false);
  // In a later version of the header, the known fields are read.
  expect(call(tracer, `cc-${traceId}-${spanId}-01-more`).headers.traceparent).toContain(traceId);
  await tracer.stop();
  expect(sent.flat()).toEqual([
    expect.objectContaining({ traceId, parentSpanId: spanId, traceState: "a=1,b=2", name: "GET /" }),
  ]);
});

test.each([
  undefined,
  "",
  "nonsense",
  `00-${traceId}-${spanId}`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
])("%s begins a trace", async (header) => {
  const { tracer, sent } = await aTracer();
  const span = call(tracer, header);
  span.end({});
  await tracer.stop();
  const [own] = sent.flat();
  expect(own?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect([traceId, traceId.toUpperCase(), "0".repeat(32)]).not.toContain(own?.traceId);
  expect(own?.parentSpanId).toBeUndefined();
});

test.each([
  ["parentbased_always_on", [true, false, true]],
  ["parentbased_always_off", [true, false, false]],
  ["parentbased_traceidratio", [true, false, false]],
  ["always_on", [true, true, true]],
  ["always_off", [false, false, false]],
  ["traceidratio", [false, false, false]],
] as const)(
  "%s samples a sampled call, an unsampled one and one without a trace: %s",
  async (name, expected) => {
    const { tracer } = await aTracer([200], { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: "0" });
    const parents = [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-00`, undefined];
    expect(parents.map((parent) => call(tracer, parent).isSampled)).toEqual(expected);
  },
);

test("a sampled share is about the ratio", async () => {
  const settings = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" };
  const { tracer } = await aTracer([200], settings);
  const sampled = Array.from({ length: 4_000 }, () => call(tracer)).filter(({ isSampled }) => isSampled);
  expect(sampled.length / 4_000).toBeGreaterThan(0.2);
  expect(sampled.length / 4_000).toBeLessThan(0.3);
});
