import { actorOf } from "@/lib/accounts/audit/actor";
import { changeMany } from "@/lib/campaigns/change/change";
import { bulkDone, bulkInput } from "@/lib/campaigns/table/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/campaigns/bulk";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("campaigns.write"), {
    summary: "Activate, deactivate or delete several campaigns",
    description: "Answers how many there were to change.",
    tag: "Campaigns",
    body: bulkInput,
    answers: { 200: { msg: "Done.", data: bulkDone } },
    async handle({ caller, call, body }) {
      const by = actorOf(caller.member);
      return ok("Done.", await changeMany(caller.project, body, { by, now: call.now }));
    },
  }),
});
