import { z } from "zod";
import { publicRoute } from "@/lib/gateway/routes";
import { readiness, unreadyReasons } from "@/lib/platform/health/ready";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(publicRoute, {
  summary: "Whether to send requests to this process",
  description:
    "Proved by storing something, at most once a second. 503 until the process has found its database, while that is away, full or read-only, once a later version has taken away from the database what this one needs, and from the moment the process is asked to stop.",
  tag: "Operation",
  answers: {
    200: { body: z.object({ status: z.literal("ready") }) },
    503: {
      body: z.object({ status: z.literal("not ready"), reason: z.enum(unreadyReasons) }),
      description: "Send requests to another process.",
    },
  },
  async handle({ call }) {
    const { ready, reason } = await readiness(call.tick);
    return ready ? json(200, { status: "ready" }) : json(503, { status: "not ready", reason });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health/ready", {
  GET: get,
  HEAD: get,
});
