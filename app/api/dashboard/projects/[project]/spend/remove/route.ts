import { actorOf } from "@/lib/accounts/audit/actor";
import { removeSpend } from "@/lib/facts/spend/list/list";
import { removeBody, spendRemoved } from "@/lib/facts/spend/list/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/remove";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("spend.write"), {
    summary: "Delete spend: a row, a day, an import, or whatever a filter leaves",
    description: "Only if there are as many rows as the caller has seen.",
    tag: "Spend",
    body: removeBody,
    answers: {
      200: { msg: "Spend deleted.", data: spendRemoved },
      409: { description: "There are more or fewer rows by now. Nothing was deleted." },
    },
    handle: async ({ caller, body }) =>
      ok("Spend deleted.", await removeSpend(caller.project, body, actorOf(caller.member))),
  }),
});
