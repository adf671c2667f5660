import { rejectionsPage } from "@/lib/facts/rejections/reject";
import { rejectionList, rejectionQuery } from "@/lib/facts/rejections/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/rejections";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("rejections.read"), {
    summary: "Calls of apps that were refused in the last 30 days, newest first",
    description:
      "At most one note a second for each reason, and ten a second in all. Of the body only the SHA-256 is kept.",
    tag: "Live",
    query: rejectionQuery,
    answers: {
      200: { msg: "Refused calls.", data: rejectionList },
      422: { description: "The limit is none." },
    },
    handle: async ({ caller, query }) => ok("Refused calls.", await rejectionsPage(caller.project, query)),
  }),
});
