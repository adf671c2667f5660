import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { ProbeState } from "@/lib/facts/uninstalls/rules";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import {
  countedColumns,
  joinCellOfInstall,
  knownOrigin,
  type LedgerScope,
  ledgerColumns,
  projectColumn,
  zoneOfProject,
} from "@/lib/ledger/queries";

export type ProbedRow = {
  instance: string;
  /** The result is for the token of this time. */
  token_at: Date;
  probe: ProbeState;
  next_at: Date | null;
  answered: boolean;
  /** When the app was first reported as removed, if enough days have followed. */
  gone_at: Date | null;
};

const probedTable = columnTable<ProbedRow>({
  instance: "text",
  token_at: "timestamptz",
  probe: "jsonb",
  next_at: "timestamptz",
  answered: "boolean",
  gone_at: "timestamptz",
});

/**
 * Stores the results of token checks: the next check, which installs can be checked, and which are uninstalled.
 * Installs that were opened, or sent another token, since the check are left for the next one. Concurrent reassignments
 * count them in their new cells. Returns the number of uninstalls.
 */
export async function storeProbed(projectId: ProjectId, rows: ProbedRow[], at: Date): Promise<number> {
  const [row] = await sql<[{ uninstalls: number }]>`
    with input as materialized (select * from ${probedTable(rows)} x),
    checked as materialized (
      select ${countedColumns()}, s.install_instance_id, x.probe as probe_now, x.next_at as probe_next, x.gone_at,
        s.probed_at is null and (x.answered or x.gone_at is not null) as newly_probed,
        s.uninstalled_at is null and x.gone_at is not null as newly_gone,
        (s.installed_at at time zone ${zoneOfProject(projectId)})::date as day,
        (x.gone_at at time zone ${zoneOfProject(projectId)})::date as gone_day
      from input x
      join install_details d on d.project_id = ${projectId} and d.install_instance_id = x.instance
        and d.push_token_at = x.token_at
      join installs s on s.project_id = ${projectId} and s.install_instance_id = x.instance
      where ${whereWritable(projectId)} and s.decision_version > 0
        and (x.gone_at is null or s.last_open_at is null or s.last_open_at <= x.gone_at)
      order by s.install_instance_id for update of d, s skip locked
    ),
    rescheduled as (
      update install_details d set probe = h.probe_now, probe_at = h.probe_next from checked h
      where d.project_id = ${projectId} and d.install_instance_id = h.install_instance_id
    ),
    marked as (
      update installs s set probed_at = coalesce(s.probed_at, ${at}::timestamptz),
        uninstalled_at = case when h.newly_gone then h.gone_at else s.uninstalled_at end
      from checked h where s.project_id = ${projectId} and s.id = h.id and (h.newly_probed or h.newly_gone)
    ),
    outbox_rows as (${toOutbox(
      projectId,
      "uninstall",
      sql`
        select h.id::text as subject, null::text as user_id, h.install_instance_id as instance,
          jsonb_build_object('at', h.gone_at, 'is_test', h.is_test) as payload
        from checked h where h.newly_gone`,
    )}),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(
        projectId,
        "probe",
        sql`
          select i.day, i.platform, i.newly_probed as probed, case when i.newly_gone then i.gone_day end as gone_day,
            ${knownOrigin("i")}, cell.*
          from checked i ${joinCellOfInstall(projectId)}
          where i.newly_probed or i.newly_gone`,
      )}
    )
    select count(*) filter (where newly_gone)::int as uninstalls from checked`;
  return row.uninstalls;
}

/** The counts of installs `i` that were uninstalled on `gone_day` and are active again. */
export const countReturned = (whose: LedgerScope, installs: Fragment) => sql`
  select ${projectColumn(whose, "i")} as project_id, i.day, i.platform, false as probed, i.gone_day,
    ${knownOrigin("i")}, cell.*
  from (${installs}) i ${joinCellOfInstall(whose)}`;

/** An uninstalled install that sends new data counts as installed, and its checks resume. */
export async function storeStillInstalled(projectId: ProjectId, instance: string, at: Date): Promise<void> {
  await sql`
    with reactivated as materialized (
      select ${countedColumns()}, s.install_instance_id,
        (s.installed_at at time zone ${zoneOfProject(projectId)})::date as day,
        (s.uninstalled_at at time zone ${zoneOfProject(projectId)})::date as gone_day
      from installs s
      where s.project_id = ${projectId} and s.install_instance_id = ${instance} and s.uninstalled_at < ${at}
        and ${whereWritable(projectId)}
      for update of s
    ),
    unmarked as (
      update installs s set uninstalled_at = null from reactivated g where s.project_id = ${projectId} and s.id = g.id
    ),
    rescheduled as (
      update install_details d set probe = null, probe_at = ${at}::timestamptz + interval '1 day' from reactivated g
      where d.project_id = ${projectId} and d.install_instance_id = g.install_instance_id
    )
    insert into ledger ${ledgerColumns()}
    ${ledgerRowsOf(projectId, "probe", countReturned(projectId, sql`select * from reactivated`), sql`-1`)}`;
}
