import { evidenceCsv } from "@/lib/attribution/sources/evidence";
import { evidenceQuery } from "@/lib/attribution/sources/schema";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { csvResponse, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(dataRoute, {
  summary: "Export the evidence of fraud",
  description:
    "CSV for a refund claim: the newest 100,000 installs of these days on which a fraud rule fired, each with its campaign, publisher, times, the reason in words, the thresholds of the rule, and the network's click ID. Installs that fraud rules kept from a network are included. At most 92 days; the last 30 days by default.",
  tag: "Attribution",
  query: evidenceQuery,
  exampleQuery: { from: "2026-06-01", to: "2026-06-30", network: "applovin" },
  answers: {
    200: csvResponse,
    422: { description: "The days are not valid, in the wrong order, or too many." },
  },
  handle: async ({ caller: { project }, query, call }) =>
    projectCsvReply(
      project,
      "fraud-evidence",
      await evidenceCsv(project, query, { now: call.now, showsIds: true }),
    ),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/evidence", { GET: get });
