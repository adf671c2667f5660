import { previewConversions } from "@/lib/facts/conversions/manage";
import { preview, previewInput } from "@/lib/facts/conversions/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/conversions/preview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("conversions.read"), {
    summary: "Which values rules would have given the installs of the last month",
    tag: "Conversion values",
    body: previewInput,
    answers: { 200: { msg: "Preview.", data: preview } },
    handle: async ({ caller, body, call }) =>
      ok("Preview.", await previewConversions(caller.project, body.rules, call.now)),
  }),
});
