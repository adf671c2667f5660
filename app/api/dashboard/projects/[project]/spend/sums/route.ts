import { projectRoute } from "@/lib/access/session-routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { spendSumsBy } from "@/lib/spend/list/list";
import { spendSums, sumsQuery } from "@/lib/spend/list/schema";

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
