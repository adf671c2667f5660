import { z } from "zod";
import { publicRoute } from "@/lib/access/routes";
import { endpoint } from "@/lib/http/endpoint";
import { json } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

const get = defineRoute(publicRoute, {
  summary: "Whether this process runs",
  description:
    "200 also while the database is away: links still lead where they should, and their clicks wait on the disk. Restart a process that does not answer.",
  tag: "Operation",
  answers: { 200: { body: z.object({ status: z.literal("live") }) } },
  handle: () => json(200, { status: "live" }),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health/live", {
  GET: get,
  HEAD: get,
});
