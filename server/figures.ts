import { type PoolUse, poolsInUse } from "@/db/pools";
import { withDeadline } from "@/lib/base/deadline";
import { env } from "@/lib/base/env";
import { tracer } from "@/lib/base/tracing";
import { pushKinds } from "@/lib/facts/uninstalls/push-kinds";
import { type BatchDepth, batchDepths } from "@/lib/platform/batch";
import { type KnownFigures, knownFigures } from "@/lib/platform/health/figures";
import type { DatabaseFigures } from "@/lib/platform/health/queries";
import { readiness } from "@/lib/platform/health/ready";
import { gauge, gaugeEach } from "@/lib/platform/metrics";
import { spendSources } from "@/lib/spend/pull/sources";
import { taskRunOf } from "@/server/task-runs";
import type { Task } from "@/server/tasks";

/** A scraper waits no longer than this, even while the database hangs. */
const readyMs = 1_000;

/** The present state of Next's process. */
export type PagesState = { isUp: boolean; restarts: number };

/** Registers the figures that alarms are based on. */
export function registerMetrics(tasks: Task[], dashboard: PagesState | null): void {
  const noted = [...tasks.map(({ name }) => name), "backup"];
  const known = () => knownFigures(noted, () => performance.now());
  registerDatabaseMetrics(known);
  registerTaskMetrics(tasks, known);
  registerQueueMetrics();
  registerSpanMetrics();
  gauge("cairn_dashboard_up", "This process: whether its dashboard's process (Next) answers.", () =>
    dashboard ? Number(dashboard.isUp) : null,
  );
  gauge(
    "cairn_dashboard_restarts_total",
    "This process: how often its dashboard's process ended by itself and was started again.",
    () => dashboard?.restarts ?? null,
  );
}

/** The database is read once for all scrapes within some seconds; the last figures stay while it is down. */
function registerDatabaseMetrics(known: () => Promise<KnownFigures>): void {
  const whole = (name: string, help: string, read: (figures: DatabaseFigures) => number | null) =>
    gauge(name, `Whole database: ${help}`, async () => {
      const { figures } = await known();
      return figures && read(figures);
    });

  gauge("cairn_database_up", "This process: whether the database answers it.", async () =>
    Number((await known()).isUp),
  );
  gauge("cairn_ready", "This process: whether it can store, as /api/health/ready says.", async () => {
    const answer = withDeadline(readiness(performance.now()), readyMs);
    return Number(await answer.then(({ ready }) => ready).catch(() => false));
  });
  whole("cairn_installs_pending", "installs that wait for their decision.", ({ pending }) => pending);
  whole(
    "cairn_installs_oldest_pending_seconds",
    "how long the oldest install has waited for its decision.",
    ({ pending_since }) => secondsSince(pending_since),
  );
  whole(
    "cairn_installs_pending_reassignment",
    "decided installs whose events and payments are still counted as before the decision.",
    ({ to_reassign }) => to_reassign,
  );
  whole(
    "cairn_installs_oldest_pending_reassignment_seconds",
    "how long the oldest of them has waited.",
    (figures) => secondsSince(figures.to_reassign_since),
  );
  whole(
    "cairn_ledger_uncompacted_rows",
    "rows of the ledger that the last round of folding found to sum up.",
    ({ uncompacted_rows }) => uncompacted_rows,
  );
  whole(
    "cairn_backup_last_success_timestamp_seconds",
    "when the last `backup create` ended well; 0 for never.",
    ({ successes }) => successes.backup ?? 0,
  );
  whole(
    "cairn_destinations_paused",
    "destinations that nothing is sent to until somebody has looked.",
    ({ destinations_paused }) => destinations_paused,
  );
  whole(
    "cairn_deliveries_oldest_due_seconds",
    "how long the oldest delivery that is due to another destination has waited.",
    (figures) => secondsSince(figures.delivery_due_since),
  );
  gaugeEach(
    "cairn_spend_pulls_failing",
    "Whole database: projects whose last pull of spend from this network failed.",
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
    "Whole database: projects whose push service was asked for uninstalls last in vain.",
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
    "Whole database: when a scheduled task last ended well, in whatever process; 0 for never. This process: for tasks that run in each.",
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
    "How long a scheduled task rests between two runs.",
    ({ everyMs }) => everyMs / 1_000,
  );
  ofEach(
    "cairn_task_last_duration_seconds",
    "This process: how long its last run of a scheduled task took that ended well.",
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
  ofPools("cairn_database_pool_size", "This process: connections that a pool may open.", ({ size }) => size);
  ofPools(
    "cairn_database_pool_in_use",
    "This process: connections of a pool that are at work.",
    ({ size, underWay }) => Math.min(size, underWay),
  );
  ofPools(
    "cairn_database_pool_waiting",
    "This process: statements that wait for a connection of a pool.",
    ({ size, underWay }) => Math.max(0, underWay - size),
  );
  const ofBatches = (name: string, help: string, read: (depth: BatchDepth) => number) =>
    gaugeEach(name, help, ["batch"], () => batchDepths().map((depth) => [read(depth), depth.name]));
  ofBatches(
    "cairn_batch_waiting",
    "This process: rows that wait to be stored or looked up together with others.",
    ({ waiting }) => waiting,
  );
  ofBatches(
    "cairn_batch_limit",
    "This process: as many may wait; beyond it callers are answered 503.",
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
  ofSpans("cairn_spans_exported_total", "spans that the collector took.", ({ exported }) => exported);
  ofSpans(
    "cairn_spans_dropped_total",
    "spans that were dropped because the collector was away, slow or refused them.",
    ({ dropped }) => dropped,
  );
}

const secondsSince = (at: number | null) => (at === null ? 0 : Math.max(0, Date.now() / 1_000 - at));
