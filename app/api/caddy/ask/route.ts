import { z } from "zod";
import { normalizeHost } from "@/lib/accounts/projects/rules";
import { env } from "@/lib/base/env";
import { publicRoute } from "@/lib/gateway/routes";
import { endpoint, notFound } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { siteOf } from "@/lib/traffic/clicks/sites";

const get = defineRoute(publicRoute, {
  summary: "Whether this server serves a host",
  description: "Asked by a proxy before it gets a certificate for the host.",
  tag: "Operation",
  query: z.object({
    domain: z.string().max(300).meta({ description: "The host.", example: "go.example.com" }),
  }),
  answers: { 200: { msg: "Served here.", data: z.null() }, 404: { msg: "Not found." } },
  async handle({ call, query }) {
    if (query.domain === new URL(env.APP_URL).hostname) return ok("Served here.", null);
    const host = normalizeHost(query.domain);
    const isServed = host !== null && (await siteOf(host, call.tick)) !== null;
    return isServed ? ok("Served here.", null) : notFound();
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/caddy/ask", { GET: get });
