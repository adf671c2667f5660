import { actorOf } from "@/lib/accounts/audit/actor";
import { enterSpend } from "@/lib/facts/spend/by-hand";
import { spendPage } from "@/lib/facts/spend/list/list";
import { spendList, spendQuery } from "@/lib/facts/spend/list/schema";
import { spendRow, spendStored } from "@/lib/facts/spend/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "What ads cost, as it is stored",
    description: "The newest day first. The totals are those of everything that matches.",
    tag: "Spend",
    query: spendQuery,
    answers: { 200: { msg: "Spend.", data: spendList } },
    handle: async ({ caller, query }) => ok("Spend.", await spendPage(caller.project, query)),
  }),
  POST: defineRoute(projectRoute("spend.write"), {
    summary: "Enter what a campaign, or a part of it, cost on a day",
    description: "Replaces what is stored of the same part of the same day.",
    tag: "Spend",
    body: spendRow,
    answers: { 200: { msg: "Spend stored.", data: spendStored } },
    handle: async ({ caller, body, call }) =>
      ok("Spend stored.", await enterSpend(caller.project, body, actorOf(caller.member), call.now)),
  }),
});
