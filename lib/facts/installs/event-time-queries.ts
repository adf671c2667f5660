import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";
import { joinSender } from "@/lib/ledger/queries";

export type FactSender = { project_id: ProjectId; instance: string | null; user_id: string | null };

const senders = columnTable<FactSender & { n: number }>({
  project_id: "bigint",
  instance: "text",
  user_id: "text",
  n: "int",
});

/** The install times of senders, in their order; null if there is no install yet. */
export async function findInstallTimes(rows: FactSender[]): Promise<(Date | null)[]> {
  const numbered = rows.map((row, n) => ({ ...row, n }));
  const found = await sql<{ n: number; installed_at: Date | null }[]>`/* several projects */
    select x.n, s.installed_at from ${senders(numbered)} x ${joinSender()}`;
  const times = new Array<Date | null>(rows.length).fill(null);
  for (const { n, installed_at } of found) times[n] = installed_at;
  return times;
}
