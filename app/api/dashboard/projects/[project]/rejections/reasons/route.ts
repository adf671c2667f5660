import { rejectionReasonsOf } from "@/lib/facts/rejections/reject";
import { rejectionReasons } from "@/lib/facts/rejections/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rejections/reasons";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("rejections.read"), {
    summary: "Why calls of apps were refused in the last 7 days, the most frequent reason first",
    description: "Counts of notes, of which there is at most one a second for each reason.",
    tag: "Live",
    answers: { 200: { msg: "Reasons.", data: rejectionReasons } },
    handle: async ({ caller, call }) => ok("Reasons.", await rejectionReasonsOf(caller.project, call.now)),
  }),
});
