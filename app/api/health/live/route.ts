import { z } from "zod";
import { publicRoute } from "@/lib/gateway/routes";
import { isStopping } from "@/lib/platform/health/stopping";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(publicRoute, {
  summary: "Whether this process runs, and will go on",
  description:
    "200 also while the database is away: links still lead where they should, and their clicks wait on the disk. 503 once it was asked to stop. Restart a process that does not answer.",
  tag: "Operation",
  answers: {
    200: { body: z.object({ status: z.literal("live") }) },
    503: { body: z.object({ status: z.literal("stopping") }), description: "It ends in a few seconds." },
  },
  handle: () => (isStopping() ? json(503, { status: "stopping" }) : json(200, { status: "live" })),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health/live", {
  GET: get,
  HEAD: get,
});
