import { z } from "zod";
import { cronRoute } from "@/lib/gateway/operator-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { withLease } from "@/lib/platform/jobs/lease";
import { tasks } from "@/server/tasks/tasks";

const upkeep = defineRoute(cronRoute, {
  summary: "Run maintenance",
  description:
    "Continues time zone and currency changes, applies data retention, compacts the ledger, checks unverified domains and creates the coming months' partitions. The built-in scheduler does the same. Safe to call at any time, even in parallel: tasks already running elsewhere are null.",
  tag: "Health and maintenance",
  answers: {
    200: { msg: "Upkeep done.", data: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()) },
  },
  async handle() {
    const done: Record<string, Record<string, unknown> | null> = {};
    for (const task of tasks.filter(({ upkeep }) => upkeep))
      done[task.name] = await withLease(
        task.name,
        task.leaseMs ?? 60_000,
        async () => (await task.run()) ?? {},
      );
    return ok("Upkeep done.", done);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/cron/upkeep", {
  GET: upkeep,
  POST: upkeep,
});
