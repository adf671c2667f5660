import { spendSumsBy } from "@/lib/facts/spend/list/list";
import { spendSums, sumsQuery } from "@/lib/facts/spend/list/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/sums";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "What ads cost by day, campaign or source",
    description: "At most 400 of them: the newest days, or what cost most.",
    tag: "Spend",
    query: sumsQuery,
    answers: { 200: { msg: "Sums of spend.", data: spendSums } },
    handle: async ({ caller, query }) => ok("Sums of spend.", await spendSumsBy(caller.project, query)),
  }),
});
