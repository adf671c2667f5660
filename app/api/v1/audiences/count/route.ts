import { tableRoute } from "@/lib/gateway/routes";
import { countAudience } from "@/lib/outbound/audiences/manage/count";
import { audienceCount, countAudienceBody } from "@/lib/outbound/audiences/schema";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(tableRoute, {
  summary: "Count an audience",
  description:
    "Before you add it: the installs that match, and those that each receiver would get. Large projects are counted in parts: call again with `after` as the `next` of the response until `next` is null, and add up the parts.",
  tag: "Audiences",
  body: countAudienceBody,
  example: { conditions: { countries: ["DE"], last_open: { min_days: 14 } } },
  answers: { 200: { msg: "Counted.", data: audienceCount } },
  handle: async ({ caller: { project }, call, body }) =>
    ok("Counted.", await countAudience(project, body, call.now)),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/audiences/count", {
  POST: post,
});
