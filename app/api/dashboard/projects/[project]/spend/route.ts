import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { enterSpend } from "@/lib/spend/by-hand";
import { spendPage } from "@/lib/spend/list/list";
import { spendList, spendQuery } from "@/lib/spend/list/schema";
import { spendRow, spendStored } from "@/lib/spend/schema";

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
