import { importsCsv } from "@/lib/facts/spend/list/imports";
import { importFilter } from "@/lib/facts/spend/list/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/imports/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "The imports that match, as CSV",
    description: "Each with what is still stored of it: the newest 10,000.",
    tag: "Spend",
    query: importFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    async handle({ caller, query }) {
      const text = await importsCsv(caller.project, query);
      return download("text/csv; charset=utf-8", `${caller.project.slug}-imports.csv`, text);
    },
  }),
});
