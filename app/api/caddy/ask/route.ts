import { z } from "zod";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { normalizeHost } from "@/lib/base/web/hosts";
import { publicRoute } from "@/lib/gateway/operator-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { linkHostOf } from "@/lib/traffic/links/sites";

const get = defineRoute(publicRoute, {
  summary: "Check a host before issuing its certificate",
  description: "For Caddy's on-demand TLS: 200 if a project on this server uses the host.",
  tag: "Health and maintenance",
  query: z.object({
    domain: z.string().max(300).meta({ description: "The host.", example: "go.example.com" }),
  }),
  exampleQuery: { domain: "go.example.com" },
  answers: { 200: { msg: "Served here.", data: z.null() }, 404: { msg: "Not found." } },
  async handle({ call, query }) {
    if (query.domain === new URL(env.APP_URL).hostname) return ok("Served here.", null);
    const host = normalizeHost(query.domain);
    const isServed = host !== null && (await linkHostOf(host, call.tick)) !== null;
    if (!isServed) throw new Refusal("not_found", "Not found.");
    return ok("Served here.", null);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/caddy/ask", { GET: get });
