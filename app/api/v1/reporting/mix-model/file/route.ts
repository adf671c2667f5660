import { reportingRoute, suspendedText } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { csvResponse, projectCsvReply } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { mixModelFile } from "@/lib/reporting/mix-model/mix-model";
import { mixModelQuery } from "@/lib/reporting/mix-model/schema";

const get = defineRoute(reportingRoute, {
  summary: "Download a file for a marketing mix model",
  description:
    "A CSV file that Google's Meridian or Meta's Robyn reads: spend and exposure of each network, and installs, sign-ups or revenue of all users. Days without anything are zeros; days with missing data are named in `gaps`. The limit of one call per minute is shared with the campaign figures.",
  tag: "Reporting",
  query: mixModelQuery,
  exampleQuery: { format: "robyn", from: "2026-06-01", to: "2026-06-30" },
  answers: {
    200: csvResponse,
    402: { msg: suspendedText },
    422: { description: "A parameter is not valid, or the file would be too large." },
  },
  async handle({ caller, call, query }) {
    const { name, text } = await mixModelFile(caller.project, query, call.now);
    return projectCsvReply(caller.project, name, text);
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/reporting/mix-model/file", {
  GET: get,
});
