import { auditCsv, listAuditLog } from "@/lib/accounts/audit/list";
import { auditFilter, auditPage, auditQuery } from "@/lib/accounts/audit/schema";
import {
  type AccountCaller,
  accountRoute,
  type ProjectCaller,
  projectRoute,
} from "@/lib/gateway/session-routes";
import { csvResponse, download, ok } from "@/lib/platform/http/reply";
import { defineRoute, type RouteKind } from "@/lib/platform/http/route";

type Scope = Parameters<typeof listAuditLog>[0];

/** The routes of an account's or a project's audit log: its pages, and the export of matching entries. */
const logOf = <Caller>(kind: RouteKind<Caller>, summary: string, scopeOf: (caller: Caller) => Scope) => ({
  GET: defineRoute(kind, {
    summary,
    tag: "Audit log",
    query: auditQuery,
    answers: {
      200: { msg: "Audit log.", data: auditPage },
      400: { description: "A filter is not valid." },
      422: { description: "page or limit is out of range." },
    },
    handle: async ({ caller, query }) => ok("Audit log.", await listAuditLog(scopeOf(caller), query)),
  }),
});

const fileOf = <Caller>(
  kind: RouteKind<Caller>,
  nameOf: (caller: Caller) => string,
  scopeOf: (caller: Caller) => Scope,
) => ({
  GET: defineRoute(kind, {
    summary: "Export matching changes as CSV",
    description: "The newest 100,000 rows.",
    tag: "Audit log",
    query: auditFilter,
    answers: {
      200: csvResponse,
      400: { description: "A filter is not valid." },
    },
    handle: async ({ caller, query }) =>
      download("text/csv; charset=utf-8", nameOf(caller), await auditCsv(scopeOf(caller), query)),
  }),
});

const ofAccount = ({ account }: AccountCaller) => ({ accountId: account.id, projectId: null });
const ofProject = ({ project }: ProjectCaller) => ({ accountId: project.accountId, projectId: project.id });

export const auditRoutes = {
  "/accounts/:account/audit": logOf(
    accountRoute("audit.read"),
    "List the changes in an account, newest first",
    ofAccount,
  ),
  "/accounts/:account/audit/export.csv": fileOf(accountRoute("audit.read"), () => "audit-log.csv", ofAccount),
  "/projects/:project/audit": logOf(
    projectRoute("audit.read"),
    "List the changes in a project, newest first",
    ofProject,
  ),
  "/projects/:project/audit/export.csv": fileOf(
    projectRoute("audit.read"),
    ({ project }) => `${project.slug}-audit-log.csv`,
    ofProject,
  ),
};
