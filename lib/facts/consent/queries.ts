import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { whereWritable, writableTable } from "@/db/writable";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";
import { advertisingNames, storedAddressName } from "@/lib/facts/app-calls/device";
import { type ConsentPolicy, countriesWithConsent } from "@/lib/facts/consent/permissions";
import type { ConsentSignals } from "@/lib/facts/consent/signals";
import { maxInstallsOfADevice } from "@/lib/traffic/links/device-ids";

export type ConsentSource = "app" | "api";
export type ConsentRow = ConsentSignals & {
  project_id: ProjectId;
  id: string;
  at: Date;
  instance: string;
  source: ConsentSource;
};
export type KnownConsent = ConsentSignals & { reported_at: Date; source: ConsentSource };

/** The consent of an install before and after a change, and its country. */
export type StoredConsent = {
  before: ConsentSignals | null;
  now: ConsentSignals | null;
  country: string | null;
};

const columns: Record<keyof ConsentSignals, "boolean" | "text"> = {
  eea: "boolean",
  ad_user_data: "boolean",
  ad_personalization: "boolean",
  ad_storage: "boolean",
  att_status: "text",
  limit_ad_tracking: "boolean",
  us_opt_out: "boolean",
  is_child: "boolean",
  tc_string: "text",
  gpp_string: "text",
};

const tellings = writableTable<ConsentRow>({
  project_id: "bigint",
  id: "uuid",
  at: "timestamptz",
  instance: "text",
  source: "text",
  ...columns,
});

const eachColumn = (write: (name: string) => string) =>
  sql.unsafe(Object.keys(columns).map(write).join(", "));
/** A function, because the database client is created when it is first used. */
const names = () => eachColumn((name) => name);
const parts = (of: string) => eachColumn((name) => `${of}.${name}`);
const mergedOf = (name: string) => `coalesce(excluded.${name}, k.${name})`;

const object = (of: string) =>
  sql`case when ${sql(`${of}.reported_at`)} is not null then to_jsonb(${sql(of)}) end`;

export type ConsentSubject = { project_id: ProjectId; instance: string };

const askings = columnTable<ConsentSubject & { n: number }>({
  project_id: "bigint",
  instance: "text",
  n: "int",
});

/** The consent of installs without a change. Read-only, because most calls have no change. */
export async function findConsents(rows: ConsentSubject[]): Promise<StoredConsent[]> {
  const found = await sql<(StoredConsent & { n: number })[]>`/* several projects */
    select x.n, ${object("k")} as before, ${object("k")} as now, s.country
    from ${askings(rows.map((row, n) => ({ ...row, n })))} x
    left join lateral (
      select c.reported_at, ${parts("c")} from consents c
      where c.project_id = x.project_id and c.install_instance_id = x.instance limit 1
    ) k on true
    left join lateral (
      select n.country from installs n
      where n.project_id = x.project_id and n.install_instance_id = x.instance limit 1
    ) s on true`;
  const stored = new Array<StoredConsent>(rows.length).fill({ before: null, now: null, country: null });
  for (const { n, ...row } of found) stored[n] = row;
  return stored;
}

/** Stores consent changes, each field until the next change, and the history. Each install has one row. */
export async function storeConsents(rows: ConsentRow[]): Promise<StoredConsent[]> {
  const found = await sql<(StoredConsent & { id: string })[]>`/* several projects */
    with input as materialized (
      select * from ${tellings(rows)} x order by x.project_id, x.instance
    ),
    before as materialized (
      select x.id, c.* from input x cross join lateral (
        select k.reported_at, ${parts("k")} from consents k
        where k.project_id = x.project_id and k.install_instance_id = x.instance limit 1
      ) c
    ),
    stored as (
      insert into consents as k (project_id, install_instance_id, reported_at, source, ${names()})
      select x.project_id, x.instance, x.at, x.source, ${parts("x")} from input x
      where num_nonnulls(${parts("x")}) > 0
      on conflict (project_id, install_instance_id) do update set reported_at = excluded.reported_at, source = excluded.source,
        ${eachColumn((name) => `${name} = ${mergedOf(name)}`)}
      where (${parts("k")}) is distinct from (${eachColumn(mergedOf)})
      returning k.project_id, k.install_instance_id, k.reported_at, k.source, ${parts("k")}
    ),
    history as (
      insert into consent_history (project_id, id, install_instance_id, reported_at, source, ${names()})
      select k.project_id, x.id, k.install_instance_id, k.reported_at, k.source, ${parts("k")}
      from stored k join input x on x.project_id = k.project_id and x.instance = k.install_instance_id
      on conflict do nothing
    )
    select x.id, ${object("before")} as before, coalesce(${object("stored")}, ${object("before")}) as now, s.country
    from input x
    left join before on before.id = x.id
    left join stored on stored.project_id = x.project_id and stored.install_instance_id = x.instance
    left join lateral (
      select n.country from installs n
      where n.project_id = x.project_id and n.install_instance_id = x.instance limit 1
    ) s on true`;
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id) ?? { before: null, now: null, country: null });
}

/** Schedules another decision for an install of the last day, after its user's consent changed. */
export async function scheduleNewDecision(projectId: ProjectId, instance: string, at: Date): Promise<void> {
  await sql`
    insert into late_evidence (project_id, install_id, due_at)
    select ${projectId}, s.id, ${at} from installs s
    where s.project_id = ${projectId} and s.install_instance_id = ${instance} and s.state = 'DECIDED'
      and s.installed_at > ${at}::timestamptz - interval '24 hours' and ${whereWritable(projectId)}
    on conflict (project_id, install_id) do update set due_at = excluded.due_at`;
}

const withdrawnNames = [...advertisingNames, storedAddressName];

/**
 * Removes advertising IDs from the stored data of installs, and attributes affected installs of the last day again. A
 * decision in progress may not include the new consent, so it is made again too. Safe to repeat.
 */
export async function dropAdvertisingIds(projectId: ProjectId, instances: string[], at: Date): Promise<void> {
  await sql`
    with affected as materialized (
      select s.id, s.state, s.installed_at from installs s
      where s.project_id = ${projectId} and s.install_instance_id = any(${instances}::text[])
        and ${whereWritable(projectId)}
      order by s.id for update
    ),
    cleaned as (
      update installs s set device_data = s.device_data - ${withdrawnNames}::text[] from affected t
      where s.project_id = ${projectId} and s.id = t.id and s.device_data ?| ${withdrawnNames}::text[]
      returning s.id
    ),
    devices as (
      delete from install_devices v using affected t
      where v.project_id = ${projectId} and v.install_id = t.id and v.kind in ('gaid', 'idfa')
      returning v.install_id
    )
    insert into late_evidence (project_id, install_id, due_at)
    select ${projectId}, t.id, ${at} from affected t
    where t.installed_at > ${at}::timestamptz - interval '24 hours' and (t.state = 'PENDING'
      or t.state = 'DECIDED' and t.id in (select id from cleaned union select install_id from devices))
    on conflict (project_id, install_id) do update set due_at = excluded.due_at`;
}

/**
 * The installs of a user, or installs with a device ID, at most `max`: those with another consent first. An ID with too
 * many installs identifies no device.
 */
export async function findInstancesNamed(
  projectId: ProjectId,
  { user, device }: { user: string | null; device: string | null },
  signals: ConsentSignals,
  max: number,
): Promise<{ instance: string; is_new: boolean }[]> {
  const given = Object.entries(signals).filter(([, answer]) => answer !== null);
  const isStored = sql`exists (
    select from consents k where k.project_id = ${projectId} and k.install_instance_id = n.instance
      ${given.map(([name, answer]) => sql`and k.${sql(name)} is not distinct from ${answer}`)})`;
  return sql<{ instance: string; is_new: boolean }[]>`
    select n.instance, not ${isStored} as is_new
    from (${instancesNamed(projectId, { user, device })}) n
    order by 2 desc, 1 limit ${max}`;
}

const instancesNamed = (
  projectId: ProjectId,
  { user, device }: { user: string | null; device: string | null },
) => sql`
    select u.install_instance_id as instance from users u
    where u.project_id = ${projectId} and u.user_id = ${user} and u.install_instance_id is not null
    union
    select i.install_instance_id from identities i where i.project_id = ${projectId} and i.user_id = ${user}
    union
    select s.install_instance_id from install_devices v
    join installs s on s.project_id = ${projectId} and s.id = v.install_id
    where v.project_id = ${projectId} and v.device_id = ${device} and s.erased_at is null
      and ${maxInstallsOfADevice} >= (
        select count(*) from (
          select from install_devices o where o.project_id = ${projectId} and o.device_id = ${device}
          limit ${maxInstallsOfADevice + 1}) n)`;

/** The consent of an install's user, and every earlier state, the newest first. */
export const findConsentHistory = (projectId: ProjectId, instance: string, max: number) => sql<
  KnownConsent[]
>`
  select h.reported_at, h.source, ${parts("h")} from consent_history h
  where h.project_id = ${projectId} and h.install_instance_id = ${instance} order by h.id desc limit ${max}`;

export type ConsentShare = {
  is_inside: boolean;
  installs: number;
  user_data_yes: number;
  user_data_no: number;
  personalization_yes: number;
  personalization_no: number;
  on_ios: number;
  att_yes: number;
  att_no: number;
  limited: number;
};

/** Counts consents of users of installs since a time, inside and outside the countries whose law requires consent. */
export const countConsents = (projectId: ProjectId, since: Date) => sql<ConsentShare[]>`
  select coalesce(c.eea, s.country = any(${countriesWithConsent}::text[]), false) as is_inside,
    count(*)::int as installs,
    count(*) filter (where c.ad_user_data)::int as user_data_yes,
    count(*) filter (where not c.ad_user_data)::int as user_data_no,
    count(*) filter (where c.ad_personalization)::int as personalization_yes,
    count(*) filter (where not c.ad_personalization)::int as personalization_no,
    count(*) filter (where s.platform = 'IOS')::int as on_ios,
    count(*) filter (where s.platform = 'IOS' and c.att_status = 'AUTHORIZED')::int as att_yes,
    count(*) filter (where s.platform = 'IOS' and c.att_status in ('DENIED', 'RESTRICTED'))::int as att_no,
    count(*) filter (where c.limit_ad_tracking)::int as limited
  from installs s
  left join consents c on c.project_id = ${projectId} and c.install_instance_id = s.install_instance_id
  where s.project_id = ${projectId} and s.installed_at >= ${since} and not s.is_test
  group by 1 order by 1 desc`;

export async function storePolicy(
  project: Pick<Project, "id" | "accountId">,
  policy: ConsentPolicy,
  by: Actor,
  at: Date,
): Promise<void> {
  await audited(
    by,
    {
      account: project.accountId,
      project: project.id,
      action: "consent.policy",
      target: "",
      detail: withBefore(policy, sql`changed.was`),
    },
    sql`
      update projects set updated_at = ${at},
        settings = settings || jsonb_build_object('consent', ${JSON.stringify(policy)}::text::jsonb)
      where id = ${project.id} and settings->'consent' is distinct from ${JSON.stringify(policy)}::text::jsonb
      returning id, coalesce(old.settings->'consent', '{}') as was`,
  );
}
