import {
  type AuditEntryRow,
  countAuditLog,
  findAuditLog,
  type OfAccount,
} from "@/lib/accounts/audit/queries";
import type { AuditFilter, AuditQuery } from "@/lib/accounts/audit/schema";
import { type Cell, csvLines } from "@/lib/base/csv";

/** What was changed in an account, or in one of its projects, as the wire shows it. */
export async function listAuditLog(of: OfAccount, query: AuditQuery) {
  const { page, limit } = query;
  const [rows, total] = await Promise.all([
    findAuditLog(of, query, { limit, offset: (page - 1) * limit }),
    countAuditLog(of, query),
  ]);
  return {
    entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    pagination: { total, pages: Math.ceil(total / limit), page, limit },
  };
}

const mostExported = 100_000;

const heads = ["At", "Action", "On", "Who", "Project", "Details"];

export async function auditCsv(of: OfAccount, filter: AuditFilter): Promise<string> {
  const rows = await findAuditLog(of, filter, { limit: mostExported, offset: 0 });
  return csvLines([heads, ...rows.map(cells)]);
}

const cells = (row: AuditEntryRow): Cell[] => [
  ...[row.at, row.action, row.target, row.actor, row.project_name, JSON.stringify(row.detail)],
];
