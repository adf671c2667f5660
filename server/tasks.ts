import { now, setClock } from "@/db/clock";
import { removeOldSessions } from "@/lib/accounts/access/sessions";
import { evaluateDue } from "@/lib/alerts/evaluate/run";
import { sendMails } from "@/lib/alerts/mail/send";
import { queueReports } from "@/lib/alerts/reports/run";
import { claimPostbacks } from "@/lib/apple/postbacks/claim";
import { judgeByNewKeys } from "@/lib/apple/postbacks/judge-again";
import { resolveTokens } from "@/lib/attribution/apple/ask";
import { attributePending } from "@/lib/attribution/attribute";
import { reassignAll } from "@/lib/attribution/reassign";
import { runRecalculations } from "@/lib/attribution/recalculation/run";
import { runReplays } from "@/lib/attribution/replay/run";
import { env } from "@/lib/base/env";
import { probeInstalls } from "@/lib/facts/uninstalls/run";
import { compactLedger } from "@/lib/ledger/compaction";
import { pollResults } from "@/lib/outbound/afterwards/run";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { enqueueFacts } from "@/lib/outbound/take/take";
import { reportAlive } from "@/lib/platform/jobs/alive";
import { deleteOldPageCursors } from "@/lib/platform/page-cursors/page-cursors";
import { removeProjects } from "@/lib/privacy/removal/remove";
import { enforceRetention } from "@/lib/privacy/retention/enforce";
import { checkClaims } from "@/lib/projects/domains/check";
import { systemDns } from "@/lib/projects/domains/dns";
import { pullSpend } from "@/lib/spend/pull/run";
import { storeUploads } from "@/lib/spend/upload/run";
import { makePartitions } from "@/server/queries";
import { reportSpool } from "@/server/spool-told";

export type Task = {
  name: string;
  description: string;
  everyMs: number;
  /** Longer than the task ever takes; after it another process takes over. */
  leaseMs?: number;
  /** It runs in every process, without a lease. */
  everyProcess?: boolean;
  /** Run by `/api/cron/upkeep` where no server runs permanently; the other routes there name their tasks. */
  upkeep?: boolean;
  run(): Promise<Record<string, unknown> | undefined>;
};

const minute = 60_000;

/** The background tasks of the server, in one table. */
export const tasks: Task[] = [
  {
    name: "clock",
    description: "Measure how far this machine's clock is from the database's",
    everyMs: 10_000,
    everyProcess: true,
    run: async () => {
      await setClock();
      return undefined;
    },
  },
  {
    name: "alive",
    description: "Say that this process serves, so that limits are divided among all while Redis is away",
    everyMs: 5_000,
    everyProcess: true,
    run: async () => (env.REDIS_URL ? { processes: await reportAlive() } : undefined),
  },
  {
    name: "spool",
    description: "Say what lies on this disk of clicks, so that no project moves without them",
    everyMs: 1_000,
    everyProcess: true,
    run: async () => ({ bytes: await reportSpool() }),
  },
  {
    name: "attribute",
    description: "Decide installs that are still pending, and let their facts follow",
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
    description: "Go on with replays of attribution that were begun",
    everyMs: 3_000,
    leaseMs: 60_000,
    run: async () => ({ ran: await runReplays(20_000, now) }),
  },
  {
    name: "recalculation",
    description: "Go on with changes of projects' time zones and currencies",
    everyMs: 3_000,
    leaseMs: 60_000,
    upkeep: true,
    run: async () => ({ ran: await runRecalculations(20_000, now) }),
  },
  {
    name: "apple",
    description: "Ask Apple about the tokens of its ad service",
    // Installs wait for this task.
    everyMs: 1_000,
    leaseMs: 60_000,
    run: async () => ({ asked: await resolveTokens(20_000, now) }),
  },
  {
    name: "outbound",
    description: "Note what happened for the destinations that are told of it",
    everyMs: 1_000,
    leaseMs: 60_000,
    upkeep: true,
    run: async () => ({ noted: await enqueueFacts(20_000, now) }),
  },
  {
    name: "deliveries",
    description: "Send what is due to networks, affiliates and webhooks",
    everyMs: 1_000,
    everyProcess: true,
    upkeep: true,
    run: async () => ({ ended: await sendDue(20_000, defaultDependencies(now)) }),
  },
  {
    name: "network-answers",
    description: "Ask networks what came of the conversions that they accepted",
    everyMs: minute,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ asked: await pollResults(20_000, defaultDependencies(now)) }),
  },
  {
    name: "alerts",
    description: "Look at what alert rules watch, once for each closed hour or day",
    everyMs: 10_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({
      evaluated: await evaluateDue(20_000, { now, appHost: new URL(env.APP_URL).hostname }),
    }),
  },
  {
    name: "reports",
    description: "Queue the letters of scheduled reports that are due",
    everyMs: 15_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ queued: await queueReports(20_000, now) }),
  },
  {
    name: "mails",
    description: "Send letters about alerts and scheduled reports, where a mail server is set",
    everyMs: 5_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ sent: await sendMails(20_000, now) }),
  },
  {
    name: "spend-pulls",
    description: "Ask ad networks what the connected accounts cost",
    everyMs: 10_000,
    leaseMs: 10 * minute,
    run: async () => ({ pulled: await pullSpend(20_000, now) }),
  },
  {
    name: "spend-files",
    description: "Go on with files of spend that are being stored",
    everyMs: 5_000,
    leaseMs: 60_000,
    run: async () => ({ ran: await storeUploads(30_000, now) }),
  },
  {
    name: "apple-postbacks",
    description: "Give Apple's postbacks that waited for their app or a key to whom they are for",
    everyMs: minute,
    leaseMs: 120_000,
    upkeep: true,
    run: async () => ({ ...(await claimPostbacks(20_000, now)), judged: await judgeByNewKeys(10_000) }),
  },
  {
    name: "uninstalls",
    description: "Ask push services whether apps are still installed",
    everyMs: 10_000,
    leaseMs: 5 * minute,
    upkeep: true,
    run: async () => ({ asked: await probeInstalls(20_000, now) }),
  },
  {
    name: "compaction",
    description: "Sum up the ledger rows of busy days",
    everyMs: 10_000,
    leaseMs: 120_000,
    upkeep: true,
    run: () => compactLedger(8_000),
  },
  {
    name: "retention",
    description: "Remove facts that are older than their project keeps them",
    everyMs: 10 * minute,
    leaseMs: 120_000,
    upkeep: true,
    run: () => enforceRetention(30_000, now),
  },
  {
    name: "removal",
    description: "Remove the data of projects that were deleted and can no longer be restored",
    everyMs: minute,
    leaseMs: 120_000,
    upkeep: true,
    run: () => removeProjects(20_000, now),
  },
  {
    name: "cursors",
    description: "Forget where pages ended that nobody goes on reading",
    everyMs: 10 * minute,
    upkeep: true,
    run: async () => ({ forgotten: await deleteOldPageCursors() }),
  },
  {
    name: "sessions",
    description: "Forget sessions that are over",
    everyMs: 60 * minute,
    upkeep: true,
    run: async () => ({ forgotten: await removeOldSessions() }),
  },
  {
    name: "partitions",
    description: "Make the coming months' partitions of clicks and events",
    everyMs: 60 * minute,
    upkeep: true,
    run: async () => ({ made: await makePartitions() }),
  },
  {
    name: "domains",
    description: "Look for the records of domains that are not proved yet",
    everyMs: 30_000,
    leaseMs: 5 * minute,
    upkeep: true,
    async run() {
      const end = performance.now() + 5_000;
      const looking = () => ({ now: now(), appUrl: env.APP_URL, dns: systemDns() });
      return { looked: await checkClaims(() => performance.now() > end, looking) };
    },
  },
];
