import { findAuditLog } from "@/lib/audit/queries";
import type { AccountId, ProjectId } from "@/lib/ids";

type Asked = { page: number; limit: number };

/** What was changed in an account, or in one of its projects, as the wire shows it. */
export async function listAuditLog(
  accountId: AccountId,
  projectId: ProjectId | null,
  { page, limit }: Asked,
) {
  const { total, rows } = await findAuditLog(accountId, projectId, { page, limit });
  return {
    entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    pagination: { total, pages: Math.ceil(total / limit), page, limit },
  };
}
