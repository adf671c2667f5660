import { type AuditScope, countAuditLog, findAuditLog } from "@/lib/accounts/audit/queries";
import { type AuditFilter, type AuditQuery, auditColumns, auditFields } from "@/lib/accounts/audit/schema";
import { paginationOf } from "@/lib/base/params";
import { csvTable } from "@/lib/base/text/csv";
import { shownRow } from "@/lib/platform/lists/schema";

/** The changes to an account, or to one of its projects, as the API returns them. */
export async function listAuditLog(of: AuditScope, query: AuditQuery) {
  const { page, limit } = query;
  const [rows, total] = await Promise.all([
    findAuditLog(of, query, { limit, offset: (page - 1) * limit }),
    countAuditLog(of, query),
  ]);
  return {
    entries: rows.map((row) => shownRow(auditFields, row)),
    pagination: paginationOf(total, page, limit),
  };
}

const maxExported = 100_000;

export async function auditCsv(of: AuditScope, filter: AuditFilter): Promise<string> {
  return csvTable(auditColumns, await findAuditLog(of, filter, { limit: maxExported, offset: 0 }));
}
