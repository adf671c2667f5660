import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { version } from "@/lib/base/version";
import { limiterFallbacks } from "@/lib/platform/limits/limiter";

const shared = globalThis as { cairnMetrics?: ReturnType<typeof create> };

function create() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "cairn_" });
  // Gauges named like counters, which promtool rejects; each is the sum of the figure of that name by type.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`cairn_nodejs_active_${what}_total`);
  const requests = new Histogram({
    name: "cairn_http_request_seconds",
    help: "This process: response time by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Counter({
    name: "cairn_limiter_fallbacks_total",
    help: "This process: rate-limit decisions made without Redis because it did not respond.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(limiterFallbacks());
    },
  });
  new Gauge({
    name: "cairn_build_info",
    help: "This process: 1, with the versions of Cairn and Node.",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  /** Keyed by one text, because a look-up by labels would cost more than counting. */
  const children = new Map<string, Histogram.Internal<string>>();
  return { registry, requests, children };
}

function metrics() {
  shared.cairnMetrics ??= create();
  return shared.cairnMetrics;
}

const known = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function observe(route: string, method: string, status: number, ms: number): void {
  const { requests, children } = metrics();
  const key = `${route} ${method} ${status}`;
  let child = children.get(key);
  if (!child) {
    child = requests.labels({ route, method: known.has(method) ? method : "other", status: String(status) });
    if (known.has(method)) children.set(key, child);
  }
  child.observe(ms / 1_000);
}

type Read<T> = () => T | Promise<T>;

/**
 * Registers a gauge that is read at each scrape; null if its value is unknown. A second registration under the same
 * name replaces the first.
 */
export function gauge(name: string, help: string, read: Read<number | null>): void {
  gaugeEach(name, help, [], async () => {
    const value = await read();
    return value === null ? [] : [[value]];
  });
}

/**
 * Registers a gauge with labels: each entry is the value, then its labels. A gauge whose name ends in `total` only ever
 * grows.
 */
export function gaugeEach<Label extends string>(
  name: string,
  help: string,
  labels: Label[],
  read: Read<Iterable<[value: number, ...of: string[]]>>,
): void {
  const { registry } = metrics();
  registry.removeSingleMetric(name);
  const Kind = name.endsWith("_total") ? Counter<Label> : Gauge<Label>;
  new Kind({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const all = await read();
      this.reset();
      // Without the removal, a gauge without labels would show 0 if its value is unknown.
      if (labels.length === 0) this.remove();
      for (const [value, ...of] of all) this.labels(...of).inc(value);
    },
  });
}

export const metricsText = () => metrics().registry.metrics();
export const metricsContentType = () => metrics().registry.contentType;
