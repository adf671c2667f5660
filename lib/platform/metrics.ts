import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { version } from "@/lib/base/version";
import { limiterFallbacks } from "@/lib/platform/limits/limiter";

const shared = globalThis as { cairnMetrics?: ReturnType<typeof create> };

function create() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "cairn_" });
  const requests = new Histogram({
    name: "cairn_http_request_seconds",
    help: "This process: time to answer, by route, method and status.",
    labelNames: ["route", "method", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "cairn_limiter_fallbacks",
    help: "This process: rate-limit decisions made without Redis because it did not answer.",
    registers: [registry],
    collect() {
      this.set(limiterFallbacks());
    },
  });
  new Gauge({
    name: "cairn_build_info",
    help: "This process: 1, with the version of Cairn and of the Node that runs it.",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
  /** Found again by one text: finding them by their labels would cost more than to count. */
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

/** A figure that is read when somebody asks for it; null where it is not known. The latest to be named so is the one. */
export function tell(name: string, help: string, read: Read<number | null>): void {
  tellEach(name, help, [], async () => {
    const value = await read();
    return value === null ? [] : [[value]];
  });
}

/** One for each of a few: its value, then what tells it from the others. What is named a total only ever grows. */
export function tellEach<Label extends string>(
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
      // Without labels it would say 0 also where nothing is known.
      if (labels.length === 0) this.remove();
      for (const [value, ...of] of all) this.labels(...of).inc(value);
    },
  });
}

export const metricsText = () => metrics().registry.metrics();
export const metricsType = () => metrics().registry.contentType;
