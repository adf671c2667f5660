import { LRUCache } from "lru-cache";
import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { report } from "@/lib/reporting/report";
import { reportData, reportQuery } from "@/lib/reporting/schema";

/** The interface allows one call per minute, so the same question within it gets the same answer. */
const answers = new LRUCache<string, Awaited<ReturnType<typeof report>>>({ max: 200 });

const get = defineRoute(reportingRoute, {
  summary: "Get campaign figures",
  description:
    "Clicks, installs, sign-ups, revenue, spend and retention by campaign, ad set, ad and keyword. Counts and money are formatted strings, money in `display_currency`. `retention` is rolling (opened on day N or later), `classic_retention` counts opens on exactly day N; both in percent of installs at least N days old.",
  tag: "Reporting",
  query: reportQuery,
  exampleQuery: { from: "2026-06-01", to: "2026-06-30", limit: "100" },
  answers: {
    200: { msg: "Campaigns fetched successfully", data: reportData },
    402: { msg: suspendedText },
    422: { msg: "limit must be a whole number from 1 to 100." },
  },
  async handle({ caller, call, query }) {
    const { project } = caller;
    const ttl = project.limits.reporting?.windowMs ?? 0;
    const key = `${project.id} ${project.currency} ${JSON.stringify(query)}`;
    let data = ttl >= 60_000 ? answers.get(key) : undefined;
    if (!data) {
      data = await report(project, query, call.now);
      if (ttl >= 60_000) answers.set(key, data, { ttl });
    }
    return ok("Campaigns fetched successfully", data);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/reporting/campaigns", {
  GET: get,
});
