import { sql } from "@/db";
import { writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { placeholders } from "@/lib/base/text/placeholders";
import { type DeviceId, evidenceFields } from "@/lib/facts/app-calls/device";

/** The device data of a call after the first. */
export type DeviceReport = {
  project_id: ProjectId;
  at: Date;
  instance: string;
  platform: string;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  device_data: unknown;
  /** The part used for decisions. */
  evidence: unknown;
  device_ids: DeviceId[];
};

const tellings = writableTable<DeviceReport>({
  project_id: "bigint",
  at: "timestamptz",
  instance: "text",
  platform: "text",
  os_version: "text",
  device_model: "text",
  language: "text",
  device_data: "jsonb",
  evidence: "jsonb",
  device_ids: "jsonb",
});

/** Values that stand for missing evidence. */
const nothing = [...placeholders, "0", "{}", "[]"];

/** The maximum size of an install's device data after all calls. */
const maxBytes = 262_144;

/** The user's consent changed: a match without consent must end. */
const changesConsent = () => sql`
  (report.described ? 'att_status' and n.device_data->'att_status' is distinct from report.described->'att_status'
    or report.described ? 'consent' and n.device_data->'consent' is distinct from report.described->'consent')`;

/**
 * Finds the new data of a call `x` for an install `n`: `more` is missing evidence, accepted within a day; other
 * meaningful data is accepted at any time. Also whether the install must be attributed again, and whether there is any
 * new data.
 */
export const findNewDeviceData = () => sql`
  left join lateral (
    select jsonb_object_agg(report.key, report.value) as more from jsonb_each(x.evidence) as report
    where n.installed_at > x.at - interval '24 hours'
      and lower(coalesce(n.device_data->>report.key, '')) = any(${nothing}::text[])
  ) late on true
  -- Most calls have only known data: then nothing is parsed.
  left join lateral (
    select jsonb_object_agg(key, value) as described from jsonb_each(x.device_data)
    where not n.device_data @> x.device_data and key <> all(${evidenceFields}::text[]) and value <> 'null'
      and (jsonb_typeof(value) <> 'string' or lower(btrim(value #>> '{}')) <> all(${placeholders}::text[]))
  ) report on true
  cross join lateral (select coalesce(not n.device_data @> report.described, false) as is_described) other
  cross join lateral (
    select late.more is not null or n.installed_at > x.at - interval '24 hours' and (
      n.os_version is null and x.os_version is not null or n.device_model is null and x.device_model is not null
      or n.language is null and x.language is not null or ${changesConsent()} or n.platform = 'UNKNOWN'
      and x.platform <> 'UNKNOWN'
      or case when other.is_described then exists (
        select 1 from jsonb_to_recordset(x.device_ids) as named(id text) where not exists (
          select 1 from install_devices v
          where v.project_id = x.project_id and v.device_id = named.id and v.install_id = n.id
        )) end) as is_due
  ) again
  cross join lateral (select again.is_due or other.is_described as is_new) news`;

/** Merges a call `x` into the device data of an install `n`: later values win, up to a maximum size. */
export const mergedDeviceData = () => sql`
  case when report.described is null or octet_length((n.device_data || report.described)::text) > ${maxBytes}
    then n.device_data
    else n.device_data || report.described end || coalesce(late.more, '{}') as known,
  -- Re-attribution moves the counts of an attributed install.
  case when n.platform = 'UNKNOWN' and n.decision_version = 0 then x.platform else n.platform end as platform_then,
  coalesce(n.os_version, x.os_version) as os_then, coalesce(n.device_model, x.device_model) as model_then,
  coalesce(n.language, x.language) as language_then`;

/** Stores the merged data of rows `o`. */
export const storeMergedDeviceData = () => sql`
  device_data = o.known, platform = o.platform_then, os_version = o.os_then, device_model = o.model_then,
  language = o.language_then`;

/** Schedules another decision for due rows `o`, and stores their device IDs. */
export const scheduleDecisionSql = () => sql`
  late_devices as (
    insert into install_devices (project_id, device_id, kind, install_id, seen_at)
    select o.project_id, device.id, device.kind, o.id, o.at
    from opened o cross join lateral jsonb_to_recordset(o.device_ids) as device(kind text, id text)
    where o.is_due
    on conflict do nothing
  ),
  late as (
    insert into late_evidence (project_id, install_id, due_at)
    select project_id, id, at from opened where is_due
    on conflict (project_id, install_id) do update set due_at = excluded.due_at
  )`;

/** Returns which installs must be attributed again. */
export async function storeDeviceReports(rows: DeviceReport[]): Promise<boolean[]> {
  const due = await sql<{ project_id: number; instance: string }[]>`/* several projects */
    with input as materialized (select * from ${tellings(rows)} x order by x.project_id, x.instance),
    opened as materialized (
      select x.project_id, x.at, x.instance, x.device_ids, s.*
      from input x cross join lateral (
        select n.id, late.more, again.is_due, ${mergedDeviceData()}
        from installs n ${findNewDeviceData()}
        where n.project_id = x.project_id and n.install_instance_id = x.instance and news.is_new
        limit 1 for update of n
      ) s
    ),
    ${scheduleDecisionSql()},
    report as (
      update installs s set ${storeMergedDeviceData()} from opened o where s.project_id = o.project_id and s.id = o.id
    )
    select project_id, instance from opened where is_due`;
  const isDue = new Set(due.map((row) => `${row.project_id} ${row.instance}`));
  return rows.map((row) => isDue.has(`${row.project_id} ${row.instance}`));
}
