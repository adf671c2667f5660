import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { removeSpend } from "@/lib/spend/list/list";
import { removeBody, spendRemoved } from "@/lib/spend/list/schema";

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
