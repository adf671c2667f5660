import { type Fragment, sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { decisionPayload, toOutbox } from "@/lib/ledger/outbox/queries";
import {
  installDimensions,
  knownDimensions,
  knownOrigin,
  ledgerColumns,
  queueReassignment,
  zoneOfProject,
} from "@/lib/ledger/queries";

type Known = Pick<Project, "id">;
type Owned = Pick<Project, "id" | "accountId">;
const markedLedgerRows = (id: ProjectId) => sql`
  select (c.installed_at at time zone ${zoneOfProject(id)})::date as day, c.platform, c.kind, c.touch,
    c.flags is not null as suspicious, ${knownDimensions("own")}, ${knownOrigin("c")}, true as counted
  from chosen c cross join lateral (select ${installDimensions("c")}) own`;

const remarked = () => sql`
  select d.install_id::text as subject, null::text as user_id, c.install_instance_id as instance,
    ${decisionPayload()}
  from history d join chosen c on c.id = d.install_id`;

/**
 * Makes installs tests, or counts them again: a new version of each decision, and the cells of the install itself.
 * Other counts of the install follow the new version as usual. `which` selects IDs; `marked` are the changed ones. An
 * install that is being attributed again is left out, because its decision is not visible yet.
 */
const marking = ({ id }: Known, which: Fragment, test: boolean, at: Date) => sql`
  chosen as materialized (
    select s.* from installs s
    join decisions d on d.project_id = ${id} and d.install_id = s.id and d.version = s.decision_version
    where s.project_id = ${id} and s.id = any(array(${which})) and s.is_test <> ${test} and s.state = 'DECIDED'
    order by s.id for update of s
  ),
  marked as (
    update installs s set is_test = ${test}, decision_version = c.decision_version + 1, decided_at = ${at}
    from chosen c where s.project_id = ${id} and s.id = c.id
    returning s.project_id, s.id
  ),
  pending_reassignments as (${queueReassignment(id, sql`select id from marked`)}),
  history as (
    insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method,
      reason,
      confidence, click_id, counted, kind, touch, network, ad_set_id, ad_set_name, creative_id,
      creative_name, keyword_id,
      keyword_name, publisher_id, flags, candidates, evidence)
    select ${id}, d.install_id, d.version + 1, ${at}, d.rules, d.attribution_type,
      d.campaign_id, d.method, d.reason,
      d.confidence, d.click_id, ${!test}, d.kind, d.touch, d.network, d.ad_set_id, d.ad_set_name,
      d.creative_id, d.creative_name,
      d.keyword_id, d.keyword_name, d.publisher_id, d.flags, d.candidates, d.evidence
    from chosen c join decisions d on d.project_id = ${id} and d.install_id = c.id and d.version = c.decision_version
    returning *
  ),
  outbox_rows as (${toOutbox(id, "install.decided", remarked())}),
  cells as (
    insert into ledger ${ledgerColumns()} ${ledgerRowsOf(id, "decision", markedLedgerRows(id), sql`${test ? -1 : 1}::int`)}
  )`;

export type MarkableInstall = {
  id: string;
  state: string;
  is_test: boolean;
  device_ids: string[];
  listed: boolean;
};

export async function findMarkable(projectId: ProjectId, installId: string): Promise<MarkableInstall | null> {
  const [row] = await sql<MarkableInstall[]>`
    select s.id, s.state, s.is_test,
      coalesce(array_agg(v.device_id) filter (where v.device_id is not null), '{}') as device_ids,
      coalesce(bool_or(l.device_id is not null), false) as listed
    from installs s
    left join install_devices v on v.project_id = ${projectId} and v.install_id = s.id
    left join test_devices l on l.project_id = ${projectId} and l.device_id = v.device_id
    where s.project_id = ${projectId} and s.id = ${installId}::uuid
    group by s.id, s.state, s.is_test`;
  return row ?? null;
}

export async function storeMark(project: Owned, installId: string, test: boolean, by: Actor, at: Date) {
  const action = test ? "install.test" : "install.count";
  const [row] = await sql<{ marked: number }[]>`
    with ${marking(project, sql`select ${installId}::uuid`, test, at)},
    audited as (${auditRow(
      by,
      { account: project.accountId, project: project.id, action, target: installId },
      sql`from marked`,
    )})
    select count(*)::int as marked from marked`;
  return row!.marked;
}

/** Adds new devices to the list, and marks their installs as tests. */
export async function addDevices(
  project: Owned,
  { ids, name }: { ids: string[]; name: string },
  by: Actor,
  at: Date,
): Promise<{ added: number; marked: number }> {
  const affected = sql`
    select v.install_id from install_devices v
    where v.project_id = ${project.id} and v.device_id = any(${ids}::text[])`;
  const [row] = await sql<{ added: number; marked: number }[]>`
    with added as (
      insert into test_devices (project_id, device_id, name, added_by, added_at)
      select ${project.id}, id, ${name}, ${by.name}, ${at} from unnest(${ids}::text[]) as id
      on conflict do nothing returning device_id
    ),
    ${marking(project, affected, true, at)},
    audited as (${auditRow(
      by,
      {
        account: project.accountId,
        project: project.id,
        action: "test-device.add",
        target: name,
      },
      sql`from added limit 1`,
    )})
    select (select count(*)::int from added) as added, (select count(*)::int from marked) as marked`;
  return row!;
}

/** Removes a device from the list. */
export async function removeDevice(project: Owned, deviceId: string, by: Actor): Promise<boolean> {
  const [row] = await sql<{ removed: number }[]>`
    with removed as (
      delete from test_devices where project_id = ${project.id} and device_id = ${deviceId} returning name
    ),
    audited as (${auditRow(
      by,
      {
        account: project.accountId,
        project: project.id,
        action: "test-device.remove",
        target: sql`name`,
      },
      sql`from removed`,
    )})
    select count(*)::int as removed from removed`;
  return row!.removed > 0;
}

/** Installs of a device count again, unless one of their other IDs is on the list. Returns how many remain. */
export async function unmarkDevice(
  project: Known,
  deviceId: string,
  at: Date,
): Promise<{ marked: number; left: number }> {
  const affected = sql`
    select s.id from install_devices v join installs s on s.project_id = ${project.id} and s.id = v.install_id
    where v.project_id = ${project.id} and v.device_id = ${deviceId} and s.is_test
      and not exists (
        select 1 from install_devices o join test_devices l on l.project_id = ${project.id} and l.device_id = o.device_id
        where o.project_id = ${project.id} and o.install_id = v.install_id)`;
  const [row] = await sql<{ marked: number; left: number }[]>`
    with ${marking(project, affected, false, at)}
    select (select count(*)::int from marked) as marked,
      (select count(*)::int from (${affected}) t) - (select count(*)::int from marked) as left`;
  return row!;
}

/** Marks installs of listed devices that still count. */
export async function markMissedInstalls(project: Known, at: Date): Promise<void> {
  const affected = sql`
    select v.install_id from test_devices l
    cross join lateral (
      select d.install_id from install_devices d
      where d.project_id = ${project.id} and d.device_id = l.device_id and not exists (
        select 1 from installs s where s.project_id = ${project.id} and s.id = d.install_id and s.is_test offset 0)
      offset 0
    ) v
    where l.project_id = ${project.id}`;
  await sql`with ${marking(project, affected, true, at)} select count(*) from marked`;
}

export type DeviceRow = {
  device_id: string;
  name: string;
  added_by: string;
  added_at: Date;
  installs: number;
  last_seen_at: Date | null;
};

export const findDevices = (projectId: ProjectId) => sql<DeviceRow[]>`
  select l.device_id, l.name, l.added_by, l.added_at, count(v.install_id)::int as installs,
    max(v.seen_at) as last_seen_at
  from test_devices l
  left join install_devices v on v.project_id = ${projectId} and v.device_id = l.device_id
  where l.project_id = ${projectId}
  group by l.device_id, l.name, l.added_by, l.added_at order by l.added_at desc, l.device_id limit 500`;

export type TestInstallRow = {
  id: string;
  installed_at: Date;
  platform: string;
  device_model: string | null;
  user_id: string | null;
  listed: boolean;
};

/** The newest installs that are tests, and whether a listed device made them so. */
export const findTestInstalls = (projectId: ProjectId) => sql<TestInstallRow[]>`
  select s.id, s.installed_at, s.platform, s.device_model, t.user_id, exists (
      select 1 from install_devices v join test_devices l on l.project_id = ${projectId} and l.device_id = v.device_id
      where v.project_id = ${projectId} and v.install_id = s.id) as listed
  from installs s
  left join identities t on t.project_id = ${projectId} and t.install_instance_id = s.install_instance_id
  where s.project_id = ${projectId} and s.is_test order by s.installed_at desc limit 200`;
