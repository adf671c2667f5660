import { type Fragment, readSql } from "@/db";
import type { CoarseValue, ConversionRule } from "@/lib/apple/conversion-values/rules";
import type { AppleDays } from "@/lib/apple/figures/schema";
import type { ConversionType } from "@/lib/apple/postbacks/postback";
import { longestDelayMs } from "@/lib/apple/postbacks/rules";
import { hasSourceIdentifier, matchedSource } from "@/lib/apple/sources/queries";
import type { ProjectId } from "@/lib/base/ids";
import type { CampaignName } from "@/lib/campaigns/list-fields";

export type PostbackRange = { start: Date; end: Date; by: AppleDays; timeZone: string };

const middle = () => readSql`(r.begun_from + (r.begun_until - r.begun_from) / 2)`;
const momentBy = (by: AppleDays): Fragment => (by === "received" ? readSql`r.received_at` : middle());

/** The counted postbacks of the requested days: the first verified copy of each winning postback. */
function counted(projectId: ProjectId, { start, end, by }: PostbackRange): Fragment {
  const last = by === "received" ? end : new Date(end.getTime() + longestDelayMs);
  return readSql`
    from apple_postbacks r
    where r.project_id = ${projectId} and r.is_first and not r.is_test and r.did_win
      and r.received_at between ${start} and ${last} and ${momentBy(by)} between ${start} and ${end}`;
}

export type PostbackGroup = {
  network_id: string;
  source_identifier: string | null;
  sequence: 0 | 1 | 2;
  conversion_type: ConversionType;
  fine: number | null;
  coarse: CoarseValue | null;
  schema_from: number;
  schema_until: number;
  detailed: boolean;
  /** The campaign of its source identifier, and the number of campaigns that its digits match. */
  campaign_id: number | null;
  campaigns: number;
  postbacks: number;
};

/** With `folds`, each postback belongs to one of so many random groups, which never change. */
export const findPostbackGroups = (projectId: ProjectId, span: PostbackRange, folds = 1) => readSql<
  (PostbackGroup & { fold: number })[]
>`
  with r as (select r.network_id, r.source_identifier, r.sequence, r.conversion_type, r.fine, r.coarse, r.schema_from,
    r.schema_until, r.country is not null or r.publisher_app_id is not null or r.source_domain is not null as detailed,
    ${hasSourceIdentifier()} as is_hierarchical, (hashtext(r.postback_uid) & 2147483647) % ${folds}::int as fold,
    count(*)::int as postbacks
  ${counted(projectId, span)}
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
  select r.*, matched.campaign_id, matched.campaigns from r ${matchedSource(projectId)} order by 1, 2`;

/** The statement that returns the table's counts by network and campaign, by the rules of `sumPostbackGroups`. */
export const figuresStatement = (projectId: ProjectId, span: PostbackRange): Fragment => {
  const first = readSql`g.sequence = 0`;
  const sum = (condition: Fragment) => readSql`coalesce(sum(g.postbacks) filter (where ${condition}), 0)`;
  return readSql`
    select g.network_id, g.campaign_id, max(c.name) as campaign, ${sum(first)} as "First window",
      ${sum(readSql`g.sequence = 1`)} as "Second window", ${sum(readSql`g.sequence = 2`)} as "Third window",
      ${sum(readSql`${first} and g.conversion_type = 'download'`)} as "Installs",
      ${sum(readSql`${first} and g.fine is not null`)} as "Fine value",
      ${sum(readSql`${first} and g.fine is null and g.coarse is null`)} as "No value"
    from (
      ${findPostbackGroups(projectId, span)}
    ) g
    left join campaigns c on c.project_id = ${projectId} and c.id = g.campaign_id
    group by g.network_id, g.campaign_id, g.campaign_id is null and g.campaigns > 1
    order by 4 desc, 1, 2`;
};

export const findPostbackDays = (projectId: ProjectId, span: PostbackRange) => readSql<
  { day: string; sequence: 0 | 1 | 2; postbacks: number }[]
>`
  select (${momentBy(span.by)} at time zone ${span.timeZone})::date::text as day, r.sequence, count(*)::int as postbacks
  ${counted(projectId, span)} group by 1, 2 order by 1`;

export const findPostbackCountries = (projectId: ProjectId, span: PostbackRange) => readSql<
  { country: string; postbacks: number; all: number }[]
>`
  select r.country, count(*)::int as postbacks, (sum(count(*)) over ())::int as "all" ${counted(projectId, span)} and r.country is not null
  group by 1 order by 2 desc, 1 limit 20`;

export type ArrivedCounts = { verified: number; test: number; refused: number; copies: number };

export async function countArrivedPostbacks(
  projectId: ProjectId,
  { start, end }: PostbackRange,
): Promise<ArrivedCounts> {
  const [row] = await readSql<[ArrivedCounts]>`
    select count(*) filter (where r.is_first and not r.is_test)::int as verified,
      count(*) filter (where r.verdict = 'verified' and r.is_test)::int as test,
      count(*) filter (where r.verdict <> 'verified')::int as refused,
      count(*) filter (where r.verdict = 'verified' and not r.is_first and not r.is_test)::int as copies
    from apple_postbacks r where r.project_id = ${projectId} and r.received_at between ${start} and ${end}`;
  return row;
}

export async function findHasPostbacks(projectId: ProjectId): Promise<boolean> {
  const [row] = await readSql<[{ is: boolean }]>`
    select exists (select from apple_postbacks r where r.project_id = ${projectId} and r.verdict = 'verified') as is`;
  return row.is;
}

/** The campaigns that sources are assigned to. */
export const findSourceCampaigns = (projectId: ProjectId) => readSql<CampaignName[]>`
  select c.id, c.name, c.display_id, c.deleted_at is not null as deleted from campaigns c
  where c.project_id = ${projectId} and c.id in (
    select a.campaign_id from apple_sources a where a.project_id = ${projectId})`;

export const findSchemas = (projectId: ProjectId, versions: number[]) => readSql<
  { version: number; rules: ConversionRule[] }[]
>`
  select version, rules from conversion_schemas
  where project_id = ${projectId} and version = any(${versions}::int[])`;
