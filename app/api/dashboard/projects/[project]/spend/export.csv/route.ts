import { spendCsv } from "@/lib/facts/spend/list/list";
import { spendFilter } from "@/lib/facts/spend/list/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/spend/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("spend.read"), {
    summary: "The spend that matches, as CSV",
    description: "The newest 100,000 rows of it.",
    tag: "Spend",
    query: spendFilter,
    answers: { 200: { description: "RFC 4180, UTF-8." } },
    handle: async ({ caller, query }) =>
      download(
        "text/csv; charset=utf-8",
        `${caller.project.slug}-spend.csv`,
        await spendCsv(caller.project, query),
      ),
  }),
});
