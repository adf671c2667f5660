import { metricsRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { defineRoute } from "@/lib/platform/http/route";
import { metricsText, metricsType } from "@/lib/platform/metrics";

const get = defineRoute(metricsRoute, {
  summary: "Figures of this process for Prometheus",
  description: "In the text format of Prometheus.",
  tag: "Operation",
  answers: { 200: { description: "Prometheus text format." } },
  async handle() {
    return {
      status: 200,
      headers: { "content-type": metricsType(), "cache-control": "no-store" },
      body: await metricsText(),
    };
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/metrics", { GET: get });
