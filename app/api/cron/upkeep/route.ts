import { z } from "zod";
import { cronRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { withLease } from "@/lib/platform/jobs/lease";
import { tasks } from "@/server/tasks";

const upkeep = defineRoute(cronRoute, {
  summary: "Keep the house in order",
  description:
    "Goes on with changes of time zones and currencies, removes what is older than projects keep it, sums up busy days of the ledger, looks for the records of domains that are not proved yet, and makes the coming months' partitions. The built-in scheduler does the same. Safe to call at any time, several times at once; what another process is doing already is null.",
  tag: "Operation",
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
