import { z } from "zod";
import { publicRoute } from "@/lib/gateway/routes";
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
  summary: "Whether the server can do its work",
  description: "For load balancers and monitors; it tells nothing of any project.",
  tag: "Operation",
  answers: {
    200: { body },
    503: { body, description: "The database does not answer, or is not as this version needs it." },
  },
  async handle() {
    const state = await health();
    return json(state.status === "ok" ? 200 : 503, state);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/health", {
  GET: get,
  HEAD: get,
});
