import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as campaigns from "@/app/api/v1/campaigns/route";
import { disconnect } from "@/db";
import { completeEnv } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { startTracing, tracer } from "@/lib/base/traces/tracing";
import { Router } from "@/lib/platform/http/router";
import { createFront } from "@/server/http/front";
import { Pipe } from "@/server/http/pipe";
import { App } from "@/testing/app";
import { type ReceivedSpan, spanAttributes, TestCollector } from "@/testing/collector";
import { type AProject, aProject, withoutLimits } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-tracing-"));
const collector = new TestCollector();
const logFile = join(folder, "log");
let endpoint = "";
let app: AProject;
let server: App;

beforeAll(async () => {
  endpoint = await collector.begin();
  app = await aProject();
  await withoutLimits(app);
  server = await App.start({
    dataDir: folder,
    logFile,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20secret, x-tenant=cairn",
      OTEL_SERVICE_NAME: "cairn-here",
    },
  });
});
afterAll(async () => {
  await server.kill();
  collector.end();
  rmSync(folder, { recursive: true, force: true });
});

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

function aTrace(flags = "01") {
  const [traceId, spanId] = [hex(16), hex(8)];
  return {
    traceId,
    spanId,
    headers: { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: "their=1" },
  };
}

const init = (id: string, headers: Record<string, string> = {}) =>
  server.call("POST /api/client/init", { body: { token: app.token, install_instance_id: id }, headers });

const eventually = <T>(find: () => T | undefined) => expect.poll(find, { interval: 50 }).toBeTruthy();

const isCall = ({ kind }: ReceivedSpan) => kind === 2;
const isStatement = ({ kind }: ReceivedSpan) => kind === 3;

test("a call is a span of its caller's trace, its statements are child spans, and no span contains personal data", async () => {
  const trace = aTrace();
  const id = `install-${randomBase62(8)}`;
  const answer = await init(id, trace.headers);
  expect(answer.status).toBe(202);
  await eventually(() => collector.of(trace.traceId).find(isCall));
  const spans = collector.of(trace.traceId);
  const call = spans.find(isCall)!;
  expect(call).toMatchObject({ name: "POST /api/client/init", parentSpanId: trace.spanId, status: {} });
  expect(spanAttributes(call)).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/client/init",
    "http.response.status_code": "202",
    "cairn.request_id": answer.headers["x-request-id"],
    "cairn.project_id": String(app.project.id),
  });
  const statements = spans.filter(isStatement);
  expect(statements.map(({ name }) => name)).toContain("INSERT installs");
  for (const statement of statements) {
    expect(statement.parentSpanId).toBe(call.spanId);
    expect(spanAttributes(statement)).toMatchObject({
      "db.system.name": "postgresql",
      "db.query.summary": statement.name,
    });
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call.startTimeUnixNano));
    expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(call.endTimeUnixNano));
  }
  const { headers, path, text } = collector.requests.at(-1)!;
  expect(path).toBe("/v1/traces");
  expect(headers).toMatchObject({ authorization: "Bearer secret", "x-tenant": "cairn" });
  expect(JSON.parse(text).resourceSpans[0].resource.attributes).toContainEqual({
    key: "service.name",
    value: { stringValue: "cairn-here" },
  });
  for (const { text: sent } of collector.requests) {
    expect(sent).not.toContain(app.token);
    expect(sent).not.toContain(id);
  }
});

test("a call that its caller does not sample is not reported, and one without a trace begins its own", async () => {
  const [unsampled, nonsense] = [aTrace("00"), aTrace()];
  await init("unsampled", unsampled.headers);
  const before = collector.spans.length;
  const answer = await init("own", { traceparent: `${nonsense.headers.traceparent}-wrong` });
  const isIt = (span: ReceivedSpan) =>
    spanAttributes(span)["cairn.request_id"] === answer.headers["x-request-id"];
  await eventually(() => collector.spans.slice(before).find(isIt));
  const own = collector.spans.find(isIt)!;
  expect(own.traceId).not.toBe(nonsense.traceId);
  expect(own.parentSpanId).toBeUndefined();
  expect(collector.of(unsampled.traceId)).toEqual([]);
});

test("a statement shared by many calls is part of one, and linked with all others in both directions", async () => {
  const traces = Array.from({ length: 60 }, () => aTrace());
  const ids = new Set(traces.map(({ traceId }) => traceId));
  await Promise.all(traces.map(({ headers }, i) => init(`shared-${i}`, headers)));
  const calls = () => collector.spans.filter((span) => isCall(span) && ids.has(span.traceId));
  await eventually(() => (calls().length === 60 ? true : undefined));
  const batches = collector.spans.filter(
    ({ name, traceId }) => name.startsWith("batch ") && ids.has(traceId),
  );
  expect(batches.length).toBeGreaterThan(0);
  const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
  for (const batch of batches) {
    expect(isCall(byId.get(batch.parentSpanId ?? "")!)).toBe(true);
    expect(batch.links?.length).toBe(Number(spanAttributes(batch)["cairn.batch.rows"]) - 1);
    for (const { spanId, traceId } of batch.links ?? []) {
      expect(ids.has(traceId)).toBe(true);
      expect(byId.get(spanId)?.links).toContainEqual(
        expect.objectContaining({ traceId: batch.traceId, spanId: batch.spanId }),
      );
    }
  }
  const storing = batches.filter(({ spanId }) =>
    collector.spans.some(({ name, parentSpanId }) => name === "INSERT installs" && parentSpanId === spanId),
  );
  expect(storing.length).toBeGreaterThan(0);
});

test("spans that the collector rejects are dropped, counted and logged once, without an effect on calls", async () => {
  const counted = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec((await server.call("GET /api/metrics")).text)?.[1]);
  const logged = () => readFileSync(logFile, "utf8").match(/spans (can't be|are) sent[^"]*/g) ?? [];
  await expect.poll(() => counted("cairn_spans_exported_total")).toBeGreaterThan(60);
  collector.status = 400;
  for (let i = 0; i < 3; i++) {
    expect((await init(`refused-${i}`)).status).toBe(202);
    const before = collector.requests.length;
    await eventually(() => (collector.requests.length > before ? true : undefined));
  }
  await expect.poll(() => counted("cairn_spans_dropped_total")).toBeGreaterThan(5);
  collector.status = 200;
  const trace = aTrace();
  await init("back", trace.headers);
  await eventually(() => collector.of(trace.traceId).find(isCall));
  await expect
    .poll(logged)
    .toEqual(["spans can't be sent to the collector", "spans are sent to the collector again"]);
});

test("a process that ends sends its remaining spans", async () => {
  const trace = aTrace();
  const other = await App.start({
    dataDir: mkdtempSync(join(folder, "other-")),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  await other.call("GET /api/health/live", { headers: trace.headers });
  await other.stop();
  expect(collector.of(trace.traceId).map(({ name }) => name)).toEqual(["GET /api/health/live"]);
});

test("a page's call is a span here and, within it, one in Next's process", async () => {
  // Connections opened by the tests themselves are not traced.
  await disconnect();
  completeEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  await startTracing();
  const socketPath = join(folder, "next.sock");
  let answered: Response | null = null;
  const next = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    answered = await campaigns.GET(new Request("http://localhost/api/v1/campaigns", { headers }));
    response.writeHead(answered.status).end();
  });
  const front = createFront({
    router: new Router([]),
    links: async () => null,
    isAppHost: () => true,
    pipe: new Pipe({ socketPath }, "word"),
  });
  await Promise.all([
    new Promise<void>((resolve) => next.listen(socketPath, resolve)),
    new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve)),
  ]);
  const trace = aTrace();
  const { port } = front.address() as { port: number };
  const headers = { ...trace.headers, "service-key": app.serverKey };
  expect((await fetch(`http://127.0.0.1:${port}/somewhere`, { headers })).status).toBe(200);
  front.close();
  next.close();
  await tracer()?.stop();
  const spans = collector.of(trace.traceId);
  const page = spans.find(({ name }) => name === "GET page")!;
  const call = spans.find(({ name }) => name === "GET /api/v1/campaigns")!;
  expect(page.parentSpanId).toBe(trace.spanId);
  expect(call.parentSpanId).toBe(page.spanId);
  expect(spanAttributes(call)["cairn.project_id"]).toBe(String(app.project.id));
  expect(spans.filter(isStatement).map(({ parentSpanId }) => parentSpanId)).toContain(call.spanId);
  completeEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
});

test("without a collector no tracing code is loaded, and trace headers are ignored", () => {
  const program = `
    const { registerHooks } = await import("node:module");
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    const { startTracing, tracer } = await import("@/lib/base/traces/tracing.ts");
    await import("@/server/serve.ts");
    await startTracing();
    // All but the switch, which every process loads.
    const traces = seen.filter((url) => /[/](lib[/]base[/]traces|sdk-trace|exporter-trace-otlp-http)[/]/.test(url) && !url.endsWith("/tracing.ts"));
    console.log(JSON.stringify({ all: seen.length, traces, isOn: tracer() !== undefined }));`;
  const run = (env: Record<string, string>) =>
    JSON.parse(
      execFileSync(process.execPath, ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", program], {
        cwd: join(import.meta.dirname, ".."),
        env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "", ...env },
        encoding: "utf8",
      }),
    ) as { all: number; traces: string[]; isOn: boolean };
  const without = run({});
  expect(without.all).toBeGreaterThan(50);
  expect(without).toMatchObject({ traces: [], isOn: false });
  const withOne = run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  expect(withOne.isOn).toBe(true);
  expect(withOne.traces.length).toBeGreaterThan(30);
});
