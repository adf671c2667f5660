import { auditCsv, listAuditLog } from "@/lib/accounts/audit/list";
import { auditFilter, auditPage, auditQuery } from "@/lib/accounts/audit/schema";
import { accountRoute, projectRoute } from "@/lib/gateway/session-routes";
import { download, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const auditRoutes = {
  "/accounts/:account/audit": {
    GET: defineRoute(accountRoute("audit.read"), {
      summary: "Everything that was changed in an account, newest first",
      tag: "Audit log",
      query: auditQuery,
      answers: {
        200: { msg: "Audit log.", data: auditPage },
        400: { description: "A filter is not what it may be." },
        422: { description: "Page or limit is not a number from the range." },
      },
      handle: async ({ caller, query }) =>
        ok("Audit log.", await listAuditLog({ accountId: caller.account.id, projectId: null }, query)),
    }),
  },
  "/accounts/:account/audit/export.csv": {
    GET: defineRoute(accountRoute("audit.read"), {
      summary: "The changes that match, as CSV",
      description: "The newest 100,000 of them.",
      tag: "Audit log",
      query: auditFilter,
      answers: {
        200: { description: "RFC 4180, UTF-8." },
        400: { description: "A filter is not what it may be." },
      },
      async handle({ caller, query }) {
        const of = { accountId: caller.account.id, projectId: null };
        return download("text/csv; charset=utf-8", "audit-log.csv", await auditCsv(of, query));
      },
    }),
  },
  "/projects/:project/audit": {
    GET: defineRoute(projectRoute("audit.read"), {
      summary: "Everything that was changed in a project, newest first",
      tag: "Audit log",
      query: auditQuery,
      answers: {
        200: { msg: "Audit log.", data: auditPage },
        400: { description: "A filter is not what it may be." },
        422: { description: "Page or limit is not a number from the range." },
      },
      handle: async ({ caller, query }) =>
        ok(
          "Audit log.",
          await listAuditLog({ accountId: caller.project.accountId, projectId: caller.project.id }, query),
        ),
    }),
  },
  "/projects/:project/audit/export.csv": {
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
  },
};
