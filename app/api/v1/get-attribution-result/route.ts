import { attributionResult, attributionResultOf, resultQuery } from "@/lib/attribution/result";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { noContent, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const found = "Attribution result retrieved successfully!";

const get = defineRoute(dataRoute, {
  summary: "Get attribution result",
  description: "Where the install of a user or a device came from.",
  tag: "Attribution",
  query: resultQuery,
  answers: {
    200: { msg: found, data: attributionResult },
    204: { description: "Nothing is known of the user or the device, or not yet." },
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
