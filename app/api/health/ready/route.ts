import { z } from "zod";
import { publicRoute } from "@/lib/gateway/operator-routes";
import { readiness, unreadyReasons } from "@/lib/platform/health/ready";
import { endpoint } from "@/lib/platform/http/endpoint";
import { errorHeader, json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(publicRoute, {
  summary: "Check readiness",
  description:
    "Send requests only while this is 200. Tested with a real write that needs a new page, at most once a second. 503 while the database is starting, unavailable, full (now or in the last 30 seconds), read-only or migrated past this version, while clicks are lost, and while the process is stopping.",
  tag: "Health and maintenance",
  answers: {
    200: { body: z.object({ status: z.literal("ready") }), description: "Ready." },
    503: {
      body: z.object({ status: z.literal("not ready"), reason: z.enum(unreadyReasons) }),
      description: "Send requests to another process.",
    },
  },
  async handle({ call }) {
    const { ready, reason } = await readiness(call.tick);
    return ready
      ? json(200, { status: "ready" })
      : json(503, { status: "not ready", reason }, { [errorHeader]: "unavailable" });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health/ready", {
  GET: get,
  HEAD: get,
});
