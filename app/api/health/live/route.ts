import { z } from "zod";
import { publicRoute } from "@/lib/gateway/operator-routes";
import { isStopping } from "@/lib/platform/health/stopping";
import { endpoint } from "@/lib/platform/http/endpoint";
import { errorHeader, json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(publicRoute, {
  summary: "Check liveness",
  description:
    "Restart a process that doesn't respond. Stays 200 while the database is unavailable, because links keep working and clicks wait on disk.",
  tag: "Health and maintenance",
  answers: {
    200: { body: z.object({ status: z.literal("live") }), description: "Running." },
    503: {
      body: z.object({ status: z.literal("stopping") }),
      description: "The process is stopping and exits in a few seconds.",
    },
  },
  handle: () =>
    isStopping()
      ? json(503, { status: "stopping" }, { [errorHeader]: "unavailable" })
      : json(200, { status: "live" }),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health/live", {
  GET: get,
  HEAD: get,
});
