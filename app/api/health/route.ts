import { z } from "zod";
import { publicRoute } from "@/lib/gateway/operator-routes";
import { health } from "@/lib/platform/health/health";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const body = z.object({
  version: z.string(),
  status: z.enum(["ok", "failing"]),
  database: z.enum(["ok", "unreachable"]),
  migrations: z.object({ applied: z.number(), expected: z.number() }).nullable(),
  oldest_pending_seconds: z.number().nullable(),
});

const get = defineRoute(publicRoute, {
  summary: "Get the overall health",
  description: "Database, migrations and backlog, for monitoring. Contains no project data.",
  tag: "Health and maintenance",
  answers: {
    200: { body, description: "Working." },
    503: { body, description: "The database doesn't respond, or doesn't match this version." },
  },
  async handle({ call }) {
    const state = await health(call.tick);
    return json(state.status === "ok" ? 200 : 503, state);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health", {
  GET: get,
  HEAD: get,
});
