import { z } from "zod";
import { now } from "@/db/clock";
import { attributePending } from "@/lib/attribution/attribute";
import { resolveTokens } from "@/lib/attribution/query-apple";
import { reassignAll } from "@/lib/attribution/reassign";
import { runReplays } from "@/lib/attribution/replay/run";
import { cronRoute } from "@/lib/gateway/operator-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const attribute = defineRoute(cronRoute, {
  summary: "Attribute pending installs",
  description:
    "Also continues what-if tests. The built-in scheduler does the same. Safe to call at any time, even in parallel.",
  tag: "Health and maintenance",
  answers: {
    200: {
      msg: "Attribution done.",
      data: z.object({ decided: z.number(), postponed: z.number(), left: z.boolean(), moved: z.number() }),
    },
  },
  async handle() {
    const progress = await attributePending(25_000, now);
    const { moved, left } = await reassignAll(10_000);
    await resolveTokens(5_000, now);
    await runReplays(5_000, now);
    return ok("Attribution done.", { ...progress, moved, left: progress.left || left });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/cron/attribute", {
  GET: attribute,
  POST: attribute,
});
