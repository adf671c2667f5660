import { accountRoute } from "@/lib/access/session-routes";
import { listAuditLog } from "@/lib/audit/list";
import { auditPage } from "@/lib/audit/schema";
import { pageQuery } from "@/lib/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";

const path = "/api/dashboard/accounts/:account/audit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  GET: defineRoute(accountRoute("audit.read"), {
    summary: "Everything that was changed in an account, newest first",
    tag: "Audit log",
    query: pageQuery,
    answers: {
      200: { msg: "Audit log.", data: auditPage },
      422: { description: "Page or limit is not a number from the range." },
    },
    handle: async ({ caller, query }) => ok("Audit log.", await listAuditLog(caller.account.id, null, query)),
  }),
});
