import { metricsRoute } from "@/lib/gateway/operator-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { defineRoute } from "@/lib/platform/http/route";
import { metricsContentType, metricsText } from "@/lib/platform/metrics";

const get = defineRoute(metricsRoute, {
  summary: "Get Prometheus metrics",
  description: "Metrics of this process in Prometheus text format.",
  tag: "Health and maintenance",
  answers: { 200: { description: "Metrics as text." } },
  async handle() {
    return {
      status: 200,
      headers: { "content-type": metricsContentType(), "cache-control": "no-store" },
      body: await metricsText(),
    };
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/metrics", { GET: get });
