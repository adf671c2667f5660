import { auditCsv } from "@/lib/accounts/audit/list";
import { auditFilter } from "@/lib/accounts/audit/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { download } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/audit/export.csv";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(projectRoute("audit.read"), {
    summary: "The changes that match, as CSV",
    description: "The newest 100,000 of them.",
    tag: "Audit log",
    query: auditFilter,
    answers: {
      200: { description: "RFC 4180, UTF-8." },
      400: { description: "A filter is not what it may be." },
    },
    async handle({ caller, query }) {
      const of = { accountId: caller.project.accountId, projectId: caller.project.id };
      return download(
        "text/csv; charset=utf-8",
        `${caller.project.slug}-audit-log.csv`,
        await auditCsv(of, query),
      );
    },
  }),
});
