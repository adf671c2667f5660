import { attributionResult, attributionResultOf, resultQuery } from "@/lib/attribution/result";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { noContent, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const found = "Attribution result retrieved successfully!";

const get = defineRoute(dataRoute, {
  summary: "Get a user's or device's attribution",
  description: "The campaign, ad and keyword behind an install, found by user ID or advertising ID.",
  tag: "Attribution",
  contract: true,
  query: resultQuery,
  exampleQuery: { user_id: "user-42" },
  answers: {
    200: { msg: found, data: attributionResult },
    204: { description: "No attribution data for this user or device (yet)." },
    400: { msg: "Either device_identifier or user_id is required." },
  },
  async handle({ caller, query }) {
    const result = await attributionResultOf(caller.project, query);
    return result ? ok(found, result) : noContent();
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/get-attribution-result", {
  GET: get,
});
