import { type PoolUse, poolsInUse } from "@/db/client/pools";
import { withDeadline } from "@/lib/base/deadline";
import { env } from "@/lib/base/env";
import { tracer } from "@/lib/base/traces/tracing";
import { pushKinds } from "@/lib/facts/uninstalls/push-kinds";
import { type BatchDepth, batchDepths } from "@/lib/platform/batch";
import { type KnownFigures, knownFigures } from "@/lib/platform/health/figures";
import type { DatabaseFigures } from "@/lib/platform/health/queries";
import { readiness } from "@/lib/platform/health/ready";
import { gauge, gaugeEach } from "@/lib/platform/metrics";
import { spendSources } from "@/lib/spend/pull/sources";
import type { PagesState } from "@/server/processes/next-child";
import { taskRunOf } from "@/server/tasks/runs";
import type { Task } from "@/server/tasks/tasks";

/** A scraper waits no longer than this, even while the database hangs. */
const readyMs = 1_000;

/** Registers the metrics that alarms are based on. */
export function registerMetrics(tasks: Task[], dashboard: PagesState | null): void {
  const noted = [...tasks.map(({ name }) => name), "backup"];
  const known = () => knownFigures(noted, () => performance.now());
  registerDatabaseMetrics(known);
  registerTaskMetrics(tasks, known);
  registerQueueMetrics();
  registerSpanMetrics();
  gauge("cairn_dashboard_up", "This process: 1 if its dashboard process (Next) responds.", () =>
    dashboard ? Number(dashboard.isUp) : null,
  );
  gauge(
    "cairn_dashboard_restarts_total",
    "This process: restarts of its dashboard process after a crash.",
    () => dashboard?.restarts ?? null,
  );
}

/** Reads the database once for all scrapes within some seconds. The last values stay while the database is down. */
function registerDatabaseMetrics(known: () => Promise<KnownFigures>): void {
  const whole = (name: string, help: string, read: (figures: DatabaseFigures) => number | null) =>
    gauge(name, `Whole database: ${help}`, async () => {
      const { figures } = await known();
      return figures && read(figures);
    });

  gauge("cairn_database_up", "This process: 1 if the database responds.", async () =>
    Number((await known()).isUp),
  );
  gauge("cairn_ready", "This process: 1 if it can store data, as in /api/health/ready.", async () => {
    const answer = withDeadline(readiness(performance.now()), readyMs);
    return Number(await answer.then(({ ready }) => ready).catch(() => false));
  });
  whole("cairn_installs_pending", "installs waiting for attribution.", ({ pending }) => pending);
  whole(
    "cairn_installs_oldest_pending_seconds",
    "waiting time of the oldest install without attribution.",
    ({ pending_since }) => secondsSince(pending_since),
  );
  whole(
    "cairn_installs_pending_reassignment",
    "installs whose events and payments still count for the previous attribution.",
    ({ to_reassign }) => to_reassign,
  );
  whole("cairn_installs_oldest_pending_reassignment_seconds", "waiting time of the oldest.", (figures) =>
    secondsSince(figures.to_reassign_since),
  );
  whole(
    "cairn_ledger_uncompacted_rows",
    "ledger rows to compact, as of the last compaction.",
    ({ uncompacted_rows }) => uncompacted_rows,
  );
  whole(
    "cairn_backup_last_success_timestamp_seconds",
    "time of the last successful `backup create`; 0 for never.",
    ({ successes }) => successes.backup ?? 0,
  );
  whole(
    "cairn_destinations_paused",
    "paused destinations.",
    ({ destinations_paused }) => destinations_paused,
  );
  whole(
    "cairn_deliveries_oldest_due_seconds",
    "waiting time of the oldest due delivery to the other destinations.",
    (figures) => secondsSince(figures.delivery_due_since),
  );
  gaugeEach(
    "cairn_spend_pulls_failing",
    "Whole database: projects whose last spend sync with this network failed.",
    ["network"],
    async () => {
      const { figures } = await known();
      if (!figures) return [];
      return Object.keys(spendSources).map(
        (network) => [figures.failing_pulls[network] ?? 0, network] as const,
      );
    },
  );
  gaugeEach(
    "cairn_push_services_failing",
    "Whole database: projects whose last uninstall check with this push service failed.",
    ["service"],
    async () => {
      const { figures } = await known();
      if (!figures) return [];
      return pushKinds.map((kind) => [figures.failing_push[kind] ?? 0, kind] as const);
    },
  );
}

/** A task without a lease runs in every process, so each reports its own. */
function registerTaskMetrics(tasks: Task[], known: () => Promise<KnownFigures>): void {
  gaugeEach(
    "cairn_task_last_success_timestamp_seconds",
    "Whole database: time of a scheduled task's last success, in any process; 0 for never. This process: for tasks that run in each process.",
    ["task"],
    async () => {
      const { figures } = await known();
      return tasks.flatMap(({ name, everyProcess }) => {
        if (everyProcess) return [[(taskRunOf(name).succeededAt ?? 0) / 1_000, name]];
        return figures ? [[figures.successes[name] ?? 0, name]] : [];
      });
    },
  );
  const ofEach = (name: string, help: string, read: (task: Task) => number | null) =>
    gaugeEach(name, help, ["task"], () =>
      tasks.flatMap((task) => {
        const value = read(task);
        return value === null ? [] : [[value, task.name]];
      }),
    );
  ofEach(
    "cairn_task_interval_seconds",
    "Pause between two runs of a scheduled task.",
    ({ everyMs }) => everyMs / 1_000,
  );
  ofEach(
    "cairn_task_last_duration_seconds",
    "This process: duration of its last successful run of a scheduled task.",
    ({ name }) => {
      const { lastMs } = taskRunOf(name);
      return lastMs === null ? null : lastMs / 1_000;
    },
  );
  ofEach(
    "cairn_task_failures_total",
    "This process: runs of a scheduled task that failed.",
    ({ name }) => taskRunOf(name).failures,
  );
}

function registerQueueMetrics(): void {
  const ofPools = (name: string, help: string, read: (pool: PoolUse) => number) =>
    gaugeEach(name, help, ["pool"], () => [...poolsInUse()].map((pool) => [read(pool), pool.name]));
  ofPools("cairn_database_pool_size", "This process: maximum connections of a pool.", ({ size }) => size);
  ofPools("cairn_database_pool_in_use", "This process: busy connections of a pool.", ({ size, underWay }) =>
    Math.min(size, underWay),
  );
  ofPools(
    "cairn_database_pool_waiting",
    "This process: statements waiting for a connection of a pool.",
    ({ size, underWay }) => Math.max(0, underWay - size),
  );
  const ofBatches = (name: string, help: string, read: (depth: BatchDepth) => number) =>
    gaugeEach(name, help, ["batch"], () => batchDepths().map((depth) => [read(depth), depth.name]));
  ofBatches(
    "cairn_batch_waiting",
    "This process: rows waiting to be stored or looked up in a batch.",
    ({ waiting }) => waiting,
  );
  ofBatches(
    "cairn_batch_limit",
    "This process: maximum of waiting rows; beyond it, calls get 503.",
    ({ maxWaiting }) => maxWaiting,
  );
}

function registerSpanMetrics(): void {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const ofSpans = (
    name: string,
    help: string,
    read: (counts: { exported: number; dropped: number }) => number,
  ) =>
    gauge(name, `This process: ${help}`, () => {
      const counts = tracer()?.counts();
      return counts ? read(counts) : null;
    });
  ofSpans("cairn_spans_exported_total", "spans that the collector accepted.", ({ exported }) => exported);
  ofSpans(
    "cairn_spans_dropped_total",
    "spans dropped because the collector was unavailable, slow or rejected them.",
    ({ dropped }) => dropped,
  );
}

const secondsSince = (at: number | null) => (at === null ? 0 : Math.max(0, Date.now() / 1_000 - at));
