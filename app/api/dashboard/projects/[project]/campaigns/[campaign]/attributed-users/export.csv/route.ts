import { noteExport } from "@/lib/accounts/audit/exported";
import { idParams } from "@/lib/base/fields";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { userFilter } from "@/lib/reporting/attributed-users/schema";
import { attributedUserCsv } from "@/lib/reporting/attributed-users/table";

const path = "/api/dashboard/projects/:project/campaigns/:campaign/attributed-users/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("users.read"), {
    summary: "The users that a campaign brought, as CSV",
    description: "The newest 100,000 of those that match.",
    tag: "Campaigns",
    params: idParams("campaign"),
    query: userFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, params, query }) {
      await noteExport(caller.project, caller.member, "Attributed users");
      const { name, text } = await attributedUserCsv(caller.project, params.campaign, query);
      return download("text/csv; charset=utf-8", name, text);
    },
  }),
});
