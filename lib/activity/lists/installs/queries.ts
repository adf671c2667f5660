import type { z } from "zod";
import { sql } from "@/db";
import { type FilteredQuery, readDimensions } from "@/lib/activity/lists/filtered-query";
import type { installFields, installSchema } from "@/lib/activity/lists/installs/schema";
import { minIdAt, type ProjectId } from "@/lib/base/ids";
import { readResponse } from "@/lib/facts/uninstalls/rules";
import { unknownVersion } from "@/lib/ledger/ad-ids/versions";
import { isAssistedBy } from "@/lib/ledger/assist-queries";
import {
  adPartIs,
  campaignName,
  campaignsOfGroup,
  countryIs,
  type DimensionFilter,
  isCampaignGroup,
} from "@/lib/ledger/rows-queries";
import type { Cursor, TimeRange } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

type InstallRow = DatabaseRow<typeof installSchema.row>;

type InstallQuery = z.output<typeof installSchema.filter>;

export type InstallFilter = Omit<FilteredQuery<InstallQuery>, "uninstalled"> & {
  /** With `is`, uninstalled within these times; otherwise not uninstalled. */
  uninstalled: ({ is: boolean } & TimeRange) | null;
  /** Only these installs, unless it is null. */
  ids: string[] | null;
};

/** Null if no rule fired. */
type Flagged = { flags: string[] | null };
const withFlags = <Row extends Flagged>(row: Row) => ({ ...row, flags: row.flags ?? [] });

/** The columns of an install `s`, with its current decision. */
const columns = () => sql`
  s.id, s.install_instance_id, s.installed_at, s.kind, s.platform, s.state, s.is_test, s.method, d.reason, d.confidence,
  s.network, s.publisher_id, s.clicked_at, s.app_version, s.os_version, s.device_model, s.country, s.flags, s.postbacks_withheld,
  s.uninstalled_at, t.user_id,
  ${campaignName()}`;

const joined = (projectId: ProjectId) => sql`
  left join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = s.decision_version
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  left join identities t on t.project_id = ${projectId} and t.install_instance_id = s.install_instance_id`;

/** Installs `s` by their current decision, found by the campaign's index. */
const decidedFor = (projectId: ProjectId) => sql`
  decisions f
  join installs s on s.project_id = ${projectId} and s.id = f.install_id and s.decision_version = f.version`;

/**
 * The IDs of the newest installs after the cursor, read from the time index only as far as necessary. A campaign's
 * installs are read from its decisions, whose install IDs are in chronological order.
 */
function found(projectId: ProjectId, filter: InstallFilter, before: Cursor | null, limit: number) {
  const { start, end, campaign, dimensions, kind } = filter;
  const byCampaign = typeof campaign === "number";
  const isOfAny = campaign === "inorganic" || (campaign !== undefined && isCampaignGroup(campaign));
  // The same rule as in the figures: a reinstall that only keeps its campaign is organic.
  const led = kind === "REINSTALL" ? sql`and s.method is distinct from 'reinstall'` : sql``;
  const stayed = kind === "REINSTALL" ? sql`or s.method = 'reinstall'` : sql``;
  const decided = sql`
    and f.project_id = ${projectId} and f.campaign_id = ${byCampaign ? campaign : null} ${adPartIs(dimensions, "f")} ${led}
    ${whereFilters(
      { start, end, before },
      {
        before: ({ id }) => sql`and f.install_id <= ${id}::uuid`,
        start: (start) => sql`and f.install_id >= ${minIdAt(start.getTime())}::uuid`,
        end: (end) => sql`and f.install_id < ${minIdAt(end.getTime() + 1)}::uuid`,
      },
    )}`;
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      ...readDimensions,
      // The search is resolved before, into `ids`.
      search: null,
      before: ({ at, id }) => sql`and (s.installed_at, s.id) < (${at}, ${id}::uuid)`,
      start: (start) => sql`and s.installed_at >= ${start}`,
      end: (end) => sql`and s.installed_at <= ${end}`,
      campaign: (campaign) =>
        campaign === "organic"
          ? sql`and (s.campaign_id is null ${stayed}) and s.state = 'DECIDED'`
          : campaign === "inorganic"
            ? sql`and s.campaign_id is not null`
            : isCampaignGroup(campaign)
              ? sql`and s.campaign_id in (${campaignsOfGroup(projectId, campaign)})`
              : sql``,
      network: (network) => sql`and s.network = ${network}`,
      kind: (kind) => sql`and s.kind = ${kind}`,
      platform: (platform) => sql`and s.platform = ${platform}`,
      method: (method) => sql`and s.method = ${method}`,
      dimensions: (dimensions) => sql`${adPartIs(dimensions)} ${countryIs(dimensions, "s")}`,
      assisted_by: (campaign) => sql`and ${isAssistedBy(projectId, campaign)}`,
      app_version: (version) =>
        sql`and coalesce(s.install_version, '') = ${version === unknownVersion ? "" : version}`,
      touch: (touch) => sql`and s.touch = ${touch}`,
      counted: (counts) => sql`and (s.decision_version > 0 and not s.is_test) = ${counts}`,
      uninstalled: ({ is, start, end }) =>
        is
          ? sql`and s.uninstalled_at is not null ${start ? sql`and s.uninstalled_at >= ${start}` : sql``}
              ${end ? sql`and s.uninstalled_at <= ${end}` : sql``}`
          : sql`and s.uninstalled_at is null`,
      state: (state) => sql`and s.state = ${state}`,
      suspicious: (is) => (is ? sql`and s.flags is not null` : sql`and s.flags is null`),
      // The first condition is that of the index.
      fraud_rule: (rule) => sql`and s.flags is not null and ${rule} = any(s.flags)`,
      ids: (ids) => sql`and s.id = any(${ids}::uuid[])`,
      reason: (reason) => sql`
        and exists (select 1 from decisions v where v.project_id = ${projectId} and v.install_id = s.id
          and v.version = s.decision_version and v.reason = ${reason})`,
    },
  );
  const order = byCampaign ? sql`f.install_id desc` : sql`s.installed_at desc, s.id desc`;
  return sql`
    select s.id from ${byCampaign ? decidedFor(projectId) : sql`installs s`}
    where s.project_id = ${projectId}
      ${byCampaign ? decided : sql``} ${isOfAny ? led : sql``} ${conditions}
    order by ${order} limit ${limit}`;
}

/** Installs after a cursor, the newest first. */
export async function findInstalls(
  projectId: ProjectId,
  filter: InstallFilter,
  before: Cursor | null,
  limit: number,
): Promise<InstallRow[]> {
  const rows = await sql<(Omit<InstallRow, "flags"> & Flagged)[]>`
    with page as materialized (${found(projectId, filter, before, limit)})
    select ${columns()} from page p join installs s on s.project_id = ${projectId} and s.id = p.id ${joined(projectId)}
    order by s.installed_at desc, s.id desc`;
  return rows.map(withFlags);
}

export async function countListedInstalls(projectId: ProjectId, filter: InstallFilter, max: number) {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (${found(projectId, filter, null, max)}) page`;
  return row!;
}

export type NamedRow = { id: string; found_by: "install" | "instance" | "device" | "user" | "click" };

/** Finds installs by any kind of ID. `uuid` and `device` are the same text if it has that form, else null. */
export function findInstallsNamed(
  projectId: ProjectId,
  { text, uuid, device }: { text: string; uuid: string | null; device: string | null },
  max: number,
): Promise<NamedRow[]> {
  return sql<NamedRow[]>`
    select * from (
      select s.id, 'install' as found_by, 1 as rank from installs s
      where s.project_id = ${projectId} and s.id = ${uuid}::uuid
      union all
      select s.id, 'instance', 2 from installs s where s.project_id = ${projectId} and s.install_instance_id = ${text}
      union all
      select u.install_id, 'click', 3 from click_uses u where u.project_id = ${projectId} and u.click_id = ${uuid}::uuid
      union all
      select s.id, 'user', 4 from identities t
      join installs s on s.project_id = ${projectId} and s.install_instance_id = t.install_instance_id
      where t.project_id = ${projectId} and t.user_id = ${text}
      union all
      select s.id, 'user', 5 from users u
      join installs s on s.project_id = ${projectId} and s.install_instance_id = u.install_instance_id
      where u.project_id = ${projectId} and u.user_id = ${text}
      union all
      select v.install_id, 'device', 6 from install_devices v
      where v.project_id = ${projectId} and v.device_id = ${device}
    ) named
    order by rank, id desc limit ${max}`;
}

export type KnownRow = { user_at: Date | null; identity_at: Date | null; click_at: Date | null };

/** Finds the data of an ID that does not belong to an install. */
export async function findOwnerOfId(
  projectId: ProjectId,
  text: string,
  uuid: string | null,
): Promise<KnownRow> {
  const [row] = await sql<KnownRow[]>`
    select (select u.identified_at from users u where u.project_id = ${projectId} and u.user_id = ${text}) as user_at,
      (select t.identified_at from identities t
        where t.project_id = ${projectId} and t.install_instance_id = ${text}) as identity_at,
      (select c.clicked_at from clicks c where c.project_id = ${projectId} and c.id = ${uuid}::uuid) as click_at`;
  return row!;
}

export type InstallDetailRow = Omit<DatabaseRow<typeof installFields>, "integrations"> & {
  user_agent: string | null;
  device_data: Record<string, unknown>;
  integrations: Record<string, unknown> | null;
  /** The decision waits for Apple's response. */
  waits_for_apple: boolean;
};

export async function findInstall(projectId: ProjectId, id: string): Promise<InstallDetailRow | null> {
  const [row] = await sql<(Omit<InstallDetailRow, "flags"> & Flagged)[]>`
    select ${columns()}, s.package_version, s.language, s.user_agent, s.link, s.debug, s.device_data, s.touch,
      s.click_id, s.ad_set_id, s.ad_set_name, s.creative_id, s.creative_name, s.keyword_id, s.keyword_name,
      s.deeplink, s.decided_at, s.decision_version, s.last_open_at, s.erased_at,
      e.push_token is not null as has_push_token, coalesce(e.probe->'responses', e.probe->'said', '[]'::jsonb) as probes, e.integrations,
      s.state = 'PENDING' and exists (select 1 from apple_tokens a
        where a.project_id = ${projectId} and a.install_id = s.id and a.state = 'WAITING') as waits_for_apple
    from installs s ${joined(projectId)}
    left join install_details e on e.project_id = ${projectId} and e.install_instance_id = s.install_instance_id
    where s.project_id = ${projectId} and s.id = ${id}::uuid`;
  return row ? withFlags({ ...row, probes: row.probes.map(readResponse) }) : null;
}

export const findInstances = (projectId: ProjectId, ids: string[]) => sql<{ instance: string }[]>`
  select s.install_instance_id as instance from installs s
  where s.project_id = ${projectId} and s.id = any(${ids}::uuid[])`;

/** The newest instances of a campaign or a part of it, up to a maximum. */
export const findSenderInstances = (
  projectId: ProjectId,
  campaign: number,
  part: DimensionFilter,
  max: number,
) => sql<{ instance: string }[]>`
  select s.instance from decisions f
  -- Looked up row by row, because the planner would read the installs of all projects.
  cross join lateral (
    select s.install_instance_id as instance from installs s
    where s.project_id = ${projectId} and s.id = f.install_id and s.decision_version = f.version limit 1
  ) s
  where f.project_id = ${projectId} and f.campaign_id = ${campaign} ${adPartIs(part, "f")}
  order by f.install_id desc limit ${max}`;
