import { listPulls } from "@/lib/facts/spend/pull/manage";
import { pullList } from "@/lib/facts/spend/pull/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/pulls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "Ad accounts that are asked what they cost, and how that went",
    tag: "Spend",
    answers: { 200: { msg: "Ad accounts.", data: pullList } },
    handle: async ({ caller, call }) => ok("Ad accounts.", await listPulls(caller.project, call.now)),
  }),
});
