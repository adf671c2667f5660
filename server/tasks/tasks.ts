import { now, setClock } from "@/db/clock";
import { makeCurrentMonths } from "@/db/months";
import { removeOldSessions } from "@/lib/accounts/sessions/sessions";
import { evaluateDue } from "@/lib/alerts/evaluate/run";
import { queueReports } from "@/lib/alerts/reports/run";
import { sendMails } from "@/lib/alerts/send-emails";
import { claimPostbacks } from "@/lib/apple/postbacks/claim";
import { judgeByNewKeys } from "@/lib/apple/postbacks/verify-again";
import { attributePending } from "@/lib/attribution/attribute";
import { resolveTokens } from "@/lib/attribution/query-apple";
import { reassignAll } from "@/lib/attribution/reassign";
import { runRecalculations } from "@/lib/attribution/recalculation/run";
import { runReplays } from "@/lib/attribution/replay/run";
import { env } from "@/lib/base/env";
import { exportFiles } from "@/lib/data-access/files/run";
import { dropOrphanRoles, endLongRoleQueries } from "@/lib/data-access/sql/roles";
import { processPurchases } from "@/lib/facts/purchases/work/run";
import { probeInstalls } from "@/lib/facts/uninstalls/run";
import { compactLedger } from "@/lib/ledger/compaction";
import { pollAudienceResults } from "@/lib/outbound/audiences/results/poll";
import { syncAudiences } from "@/lib/outbound/audiences/run/run";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { pollResults } from "@/lib/outbound/poll-results/run";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { reportAlive } from "@/lib/platform/jobs/presence";
import { deleteOldPageCursors } from "@/lib/platform/page-cursors/page-cursors";
import { removeProjects } from "@/lib/privacy/removal/remove";
import { enforceRetention } from "@/lib/privacy/retention/enforce";
import { checkDueClaims } from "@/lib/projects/domains/check";
import { systemDns } from "@/lib/projects/domains/dns";
import { fillSamples } from "@/lib/sample/fill";
import { pullSpend } from "@/lib/spend/pull/run";
import { storeUploads } from "@/lib/spend/upload/run";
import { reportSpool } from "@/server/spool/report";

export type Task = {
  name: string;
  description: string;
  everyMs: number;
  /** Longer than the task ever takes. After this time another process takes over. */
  leaseMs?: number;
  /** Runs in every process, without a lease. */
  everyProcess?: boolean;
  /** Run by `/api/cron/upkeep` if no server runs permanently; the other cron routes name their tasks. */
  upkeep?: boolean;
  run(): Promise<Record<string, unknown> | undefined>;
};

const minute = 60_000;

/** The background tasks of the server, in one table. */
export const tasks: Task[] = [
  {
    name: "clock",
    description: "Measure the difference between this machine's clock and the database's",
    everyMs: 10_000,
    everyProcess: true,
    run: async () => {
      await setClock();
      return undefined;
    },
  },
  {
    name: "alive",
    description:
      "Register this process, so that limits are divided among all processes while Redis is unavailable",
    everyMs: 5_000,
    everyProcess: true,
    run: async () => (env.REDIS_URL ? { processes: await reportAlive() } : undefined),
  },
  {
    name: "sql-roles",
    description:
      "End statements of SQL roles that run for longer than a minute; drop roles of deleted projects",
    everyMs: 5_000,
    leaseMs: 30_000,
    run: async () => ({ ended: await endLongRoleQueries(), dropped: await dropOrphanRoles() }),
  },
  {
    name: "spool",
    description: "Report the clicks on this disk, so that a project does not move without them",
    everyMs: 1_000,
    everyProcess: true,
    run: async () => ({ bytes: await reportSpool() }),
  },
  {
    name: "attribute",
    description: "Attribute pending installs, and move their facts",
    everyMs: 2_000,
    leaseMs: 60_000,
    async run() {
      const decided = await attributePending(25_000, now);
      const { moved, left } = await reassignAll(20_000);
      return { ...decided, moved, left: decided.left || left };
    },
  },
  {
    name: "replay",
    description: "Continue what-if tests of attribution rules",
    everyMs: 3_000,
    leaseMs: 60_000,
    run: async () => ({ ran: await runReplays(20_000, now) }),
  },
  {
    name: "recalculation",
    description: "Continue changes of time zones and currencies",
    everyMs: 3_000,
    leaseMs: 60_000,
    upkeep: true,
    run: async () => ({ ran: await runRecalculations(20_000, now) }),
  },
  {
    name: "apple",
    description: "Request the attribution of Apple's ad tokens",
    // Installs wait for this task.
    everyMs: 1_000,
    leaseMs: 60_000,
    run: async () => ({ asked: await resolveTokens(20_000, now) }),
  },
  {
    name: "outbound",
    description: "Create deliveries for destinations",
    everyMs: 1_000,
    leaseMs: 60_000,
    upkeep: true,
    run: async () => ({ noted: await enqueueFacts(20_000, now) }),
  },
  {
    name: "deliveries",
    description: "Send due deliveries to networks, affiliates and webhooks",
    everyMs: 1_000,
    everyProcess: true,
    upkeep: true,
    run: async () => ({ ended: await sendDue(20_000, defaultDependencies(now)) }),
  },
  {
    name: "network-answers",
    description: "Poll networks for the results of accepted conversions and members of audiences",
    everyMs: minute,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({
      asked: await pollResults(20_000, defaultDependencies(now)),
      audiences: await pollAudienceResults(20_000, now),
    }),
  },
  {
    name: "alerts",
    description: "Evaluate alert rules, once for each complete hour or day",
    everyMs: 10_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({
      evaluated: await evaluateDue(20_000, { now, appHost: new URL(env.APP_URL).hostname }),
    }),
  },
  {
    name: "reports",
    description: "Queue the emails of due scheduled reports",
    everyMs: 15_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ queued: await queueReports(20_000, now) }),
  },
  {
    name: "mails",
    description: "Send emails about alerts and scheduled reports, if a mail server is set",
    everyMs: 5_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ sent: await sendMails(20_000, now) }),
  },
  {
    name: "files",
    description: "Write due scheduled files to their storage",
    everyMs: 10_000,
    // Each export is claimed by one process, so a long run delays only the other exports of this one.
    everyProcess: true,
    upkeep: true,
    run: async () => ({ ran: await exportFiles(20_000, now) }),
  },
  {
    name: "audiences",
    description: "Synchronize due audiences with their receivers",
    everyMs: 10_000,
    // Each audience is claimed by one process.
    everyProcess: true,
    upkeep: true,
    run: async () => ({ ran: await syncAudiences(20_000, now) }),
  },
  {
    name: "spend-pulls",
    description: "Sync the spend of connected ad accounts",
    everyMs: 10_000,
    leaseMs: 10 * minute,
    run: async () => ({ pulled: await pullSpend(20_000, now) }),
  },
  {
    name: "spend-files",
    description: "Continue storing spend files",
    everyMs: 5_000,
    leaseMs: 60_000,
    run: async () => ({ ran: await storeUploads(30_000, now) }),
  },
  {
    name: "apple-postbacks",
    description: "Assign waiting Apple postbacks to their projects",
    everyMs: minute,
    leaseMs: 120_000,
    upkeep: true,
    run: async () => ({ ...(await claimPostbacks(20_000, now)), judged: await judgeByNewKeys(10_000) }),
  },
  {
    name: "uninstalls",
    description: "Query push services for uninstalls",
    everyMs: 10_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ asked: await probeInstalls(20_000, now) }),
  },
  {
    name: "purchases",
    description: "Check purchases with their stores, and process stores' notifications",
    everyMs: 5_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ processed: await processPurchases(20_000, now) }),
  },
  {
    name: "compaction",
    description: "Compact the ledger rows of busy days",
    everyMs: 10_000,
    leaseMs: 120_000,
    upkeep: true,
    run: () => compactLedger(8_000),
  },
  {
    name: "retention",
    description: "Remove facts older than their retention period",
    everyMs: 10 * minute,
    leaseMs: 120_000,
    upkeep: true,
    run: () => enforceRetention(30_000, now),
  },
  {
    name: "samples",
    description: "Continue to generate the activity of sample projects",
    everyMs: 3_000,
    leaseMs: 2 * minute,
    upkeep: true,
    run: () => fillSamples(20_000),
  },
  {
    name: "removal",
    description: "Remove the data of deleted projects that can no longer be restored",
    everyMs: minute,
    leaseMs: 120_000,
    upkeep: true,
    run: () => removeProjects(20_000, now),
  },
  {
    name: "cursors",
    description: "Remove unused page cursors",
    everyMs: 10 * minute,
    upkeep: true,
    run: async () => ({ forgotten: await deleteOldPageCursors() }),
  },
  {
    name: "sessions",
    description: "Remove expired sessions",
    everyMs: 60 * minute,
    upkeep: true,
    run: async () => ({ forgotten: await removeOldSessions() }),
  },
  {
    name: "partitions",
    description: "Create the next months' partitions of clicks, events and ad revenue",
    everyMs: 60 * minute,
    upkeep: true,
    run: async () => ({ made: await makeCurrentMonths() }),
  },
  {
    name: "domains",
    description: "Check the DNS records of unverified domains",
    everyMs: 30_000,
    leaseMs: 5 * minute,
    upkeep: true,
    async run() {
      const end = performance.now() + 5_000;
      const looking = () => ({ now: now(), appUrl: env.APP_URL, dns: systemDns() });
      return { looked: await checkDueClaims(() => performance.now() > end, looking) };
    },
  },
];
