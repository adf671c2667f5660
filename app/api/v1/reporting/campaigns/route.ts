import { LRUCache } from "lru-cache";
import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { okJson } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { jsonInSteps } from "@/lib/platform/json-in-steps";
import { runInSteps } from "@/lib/platform/steps";
import { report } from "@/lib/reporting/report/report";
import { reportData, reportQuery } from "@/lib/reporting/report/schema";

/** The API allows one call per minute, so an identical query within a minute gets the same response. Stored as JSON. */
const answers = new LRUCache<string, string>({
  max: 200,
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: (text) => text.length + 1,
});

const get = defineRoute(reportingRoute, {
  summary: "Get campaign figures",
  description:
    "Clicks, installs, sign-ups, revenue, spend and retention by campaign, ad set, ad and keyword. Counts and money are formatted strings, money in `display_currency`. `retention` is rolling (opened on day N or later), `classic_retention` counts opens on exactly day N; both in percent of installs at least N days old. A response lists the 20,000 largest ad sets, creatives and keywords of its campaigns by themselves; the rest of each campaign is added up as `(other)`, as are IDs beyond a project's daily limit of 2,000 new ones (500 a campaign).",
  tag: "Reporting",
  contract: true,
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
      data = await runInSteps(jsonInSteps(await report(project, query, call.now)));
      if (ttl >= 60_000) answers.set(key, data, { ttl });
    }
    return okJson("Campaigns fetched successfully", data);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/reporting/campaigns", {
  GET: get,
});
