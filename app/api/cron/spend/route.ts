import { z } from "zod";
import { now } from "@/db/clock";
import { cronRoute } from "@/lib/gateway/operator-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { pullSpend } from "@/lib/spend/pull/run";
import { storeUploads } from "@/lib/spend/upload/run";

const spend = defineRoute(cronRoute, {
  summary: "Pull spend from ad networks",
  description:
    "Syncs accounts that are due and continues uploaded files. The built-in scheduler does the same. Safe to call at any time, even in parallel.",
  tag: "Health and maintenance",
  answers: {
    200: { msg: "Spend pulled.", data: z.object({ pulled: z.number().int(), files: z.number().int() }) },
  },
  async handle() {
    const files = await storeUploads(10_000, now);
    return ok("Spend pulled.", { pulled: await pullSpend(25_000, now), files });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/cron/spend", {
  GET: spend,
  POST: spend,
});
