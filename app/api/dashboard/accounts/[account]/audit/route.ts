import { listAuditLog } from "@/lib/accounts/audit/list";
import { auditPage, auditQuery } from "@/lib/accounts/audit/schema";
import { accountRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/accounts/:account/audit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
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
});
