import { campaignCsv } from "@/lib/campaigns/table/list";
import { tableFilter } from "@/lib/campaigns/table/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/campaigns/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("campaigns.read"), {
    summary: "The campaigns that match, as CSV",
    tag: "Campaigns",
    query: tableFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, query }) {
      const text = await campaignCsv(caller.project, query);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-campaigns.csv`, text);
    },
  }),
});
