import { sql } from "@/db";
import { dataTables } from "@/db/tables";
import { projectFromRow } from "@/lib/accounts/access/project";
import { findProject } from "@/lib/accounts/access/queries";
import { encryptedColumns } from "@/lib/moving/encrypted-columns";
import { movedTables } from "@/lib/moving/tables";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";

/** Columns of the instance, not of the project. */
const ofInstance = [
  "id",
  "account_id",
  "member_id",
  "created_by",
  "replaced_by",
  "xid",
  "read_xid",
  "read_id",
];
const encrypted = encryptedColumns.map(({ column }) => column);

/** Every row of the project, and its report. */
export async function rowsAndReport(id: number, now: Date) {
  const rows: Record<string, string[]> = {};
  for (const table of movedTables) {
    const isData = (dataTables as readonly string[]).includes(table);
    const without = [
      "project_id",
      ...encrypted,
      ...ofInstance.filter((name) => !(isData && (name === "id" || table === "network_pulls"))),
    ];
    const found = await sql<{ row: string }[]>`
      select (to_jsonb(t) - ${without}::text[])::text as row from ${sql(table)} t
      where t.project_id = ${id} order by 1`;
    rows[table] = found.map(({ row }) => row).filter((row) => !/"action": "project\.(ex|im)port"/.test(row));
  }
  const project = projectFromRow((await findProject(id))!);
  const query = reportQuery.parse({ from: "2026-06-01", to: "2026-06-30" });
  return { rows, report: JSON.stringify(await report(project, query, now)) };
}

/** In small pieces, as from a pipe. */
export function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
}
