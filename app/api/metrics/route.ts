import { metricsRoute } from "@/lib/access/routes";
import { endpoint } from "@/lib/http/endpoint";
import { defineRoute } from "@/lib/http/route";
import { metricsText, metricsType } from "@/lib/metrics";

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
