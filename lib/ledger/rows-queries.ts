import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { storedPublisher } from "@/lib/ledger/ad-ids/publishers";
import { type CampaignGroup, noAdSetId } from "@/lib/ledger/campaign-groups";
import { storedCountry } from "@/lib/ledger/country";
import { dimensionsOfReturn, originOfInstall, returningOpen } from "@/lib/ledger/queries";

/** One campaign, the campaigns of a group, none, or any. */
export type CampaignSelection = number | CampaignGroup | "organic" | "inorganic";

/** A filter by the ledger dimensions of a row's install. */
export type DimensionFilter = {
  campaign: CampaignSelection | null;
  adSet: string | null;
  creative: string | null;
  keyword: string | null;
  /** "" without a publisher. */
  publisher: string | null;
  /** "" for an unknown country. */
  country: string | null;
};

export type DimensionSelection = {
  campaign?: CampaignSelection | undefined;
  ad_set?: string | undefined;
  creative?: string | undefined;
  keyword?: string | undefined;
  publisher?: string | undefined;
  country?: string | undefined;
};

export const dimensionFilterOf = ({
  campaign,
  ad_set,
  creative,
  keyword,
  publisher,
  country,
}: DimensionSelection): DimensionFilter => ({
  campaign: campaign ?? null,
  adSet: ad_set || null,
  creative: creative || null,
  keyword: keyword || null,
  publisher: storedPublisher(publisher),
  country: storedCountry(country),
});

/** "No ad set" requires an ad: other rows belong to the campaign itself. */
const adSetIs = (adSet: string, of: (level: "ad_set" | "creative" | "keyword") => Fragment) =>
  adSet === noAdSetId
    ? sql`coalesce(${of("ad_set")}, '') = '' and coalesce(${of("creative")}, '') || coalesce(${of("keyword")}, '') <> ''`
    : sql`${of("ad_set")} = ${adSet}`;

const shared = (by: CampaignGroup["by"], value: string | null) => {
  if (by === "network") return value === null ? sql`g.network is null` : sql`g.network = ${value}`;
  if (by === "affiliate")
    return value === null ? sql`g.affiliate_id is null` : sql`g.affiliate_id = ${Number(value)}`;
  return value === null
    ? sql`cardinality(g.tags) = 0`
    : sql`exists (select 1 from unnest(g.tags) as one(tag) where lower(one.tag) = lower(${value}))`;
};

/** The campaigns of a group in a project. */
export const campaignsOfGroup = (projectId: ProjectId, { by, value }: CampaignGroup) => sql`
  select g.id from campaigns g where g.project_id = ${projectId} and ${shared(by, value)}`;

/** Filters installs `s` or clicks `k` by their own country. */
export const countryIs = ({ country }: DimensionFilter, of: "s" | "k") =>
  country === null ? sql`` : sql`and coalesce(${sql(`${of}.country`)}, '') = ${country}`;

/** Filters facts by their install's country, which they have once the install is decided. */
const inCountry = (projectId: ProjectId, fact: RowAlias, country: string) =>
  country === ""
    ? sql`and not exists (${itsInstall(projectId, fact)} and s.decision_version > 0 and s.country is not null)`
    : sql`and exists (${itsInstall(projectId, fact)} and s.decision_version > 0 and s.country = ${country})`;

/** Filters installs or spend `s`, decisions `f`, or clicks `k`. */
export const adPartIs = (
  {
    adSet,
    creative,
    keyword,
    publisher = null,
  }: Pick<DimensionFilter, "adSet" | "creative" | "keyword"> & { publisher?: string | null },
  of: "s" | "f" | "k" = "s",
) => sql`
  ${adSet ? sql`and ${adSetIs(adSet, (level) => sql`${sql(`${of}.${level}_id`)}`)}` : sql``}
  ${creative ? sql`and ${sql(`${of}.creative_id`)} = ${creative}` : sql``}
  ${keyword ? sql`and ${sql(`${of}.keyword_id`)} = ${keyword}` : sql``}
  ${
    publisher === null
      ? sql``
      : publisher === ""
        ? sql`and ${sql(`${of}.publisher_id`)} is null`
        : sql`and ${sql(`${of}.publisher_id`)} = ${publisher}`
  }`;

export const isCampaignGroup = (campaign: CampaignSelection | null): campaign is CampaignGroup =>
  typeof campaign === "object" && campaign !== null;

type RowAlias = "e" | "p" | "u";

/** The install `s` of a fact, if there is one. */
const itsInstall = (projectId: ProjectId, fact: RowAlias) => sql`
  select 1 from installs s where s.project_id = ${projectId}
    and s.install_instance_id = ${sql(`${fact}.install_instance_id`)}`;

/** Filters events `e`, payments `p` or users `u` by the same dimensions as their counting statements. */
export function matchesDimensions(projectId: ProjectId, fact: RowAlias, filter: DimensionFilter) {
  const { campaign, adSet, creative, keyword, publisher, country } = filter;
  const ofCampaign =
    typeof campaign === "number"
      ? sql`and s.campaign_id = ${campaign}`
      : isCampaignGroup(campaign)
        ? sql`and s.campaign_id in (${campaignsOfGroup(projectId, campaign)})`
        : sql``;
  return sql`
    ${campaign === "organic" ? sql`and not exists (${itsInstall(projectId, fact)} and s.campaign_id is not null)` : sql``}
    ${campaign === "inorganic" ? sql`and exists (${itsInstall(projectId, fact)} and s.campaign_id is not null)` : sql``}
    ${
      publisher === ""
        ? sql`and not exists (${itsInstall(projectId, fact)} and s.publisher_id is not null)`
        : sql``
    }
    ${
      typeof campaign === "number" || isCampaignGroup(campaign) || adSet || creative || keyword || publisher
        ? sql`and exists (${itsInstall(projectId, fact)} ${ofCampaign} ${adPartIs({ ...filter, publisher: publisher || null })})`
        : sql``
    }
    ${country === null ? sql`` : inCountry(projectId, fact, country)}`;
}

/** Filters payments `p` by the dimensions of the return that they count for. */
export function matchesReturnDimensions(
  projectId: ProjectId,
  { campaign, adSet, creative, keyword, publisher, country }: DimensionFilter,
) {
  const ofCampaign =
    campaign === "organic"
      ? sql`and r.return_campaign = 0`
      : campaign === "inorganic"
        ? sql`and r.return_campaign <> 0`
        : typeof campaign === "number"
          ? sql`and r.return_campaign = ${campaign}`
          : isCampaignGroup(campaign)
            ? sql`and r.return_campaign in (${campaignsOfGroup(projectId, campaign)})`
            : sql``;
  return sql`
    and p.returned_by is not null and exists (
      select 1 from (
        select ${dimensionsOfReturn("s")}, ${originOfInstall()} from installs s ${returningOpen(projectId, sql`p.returned_by`)}
        where s.project_id = ${projectId} and s.install_instance_id = p.install_instance_id
      ) r
      where true ${ofCampaign} ${adSet ? sql`and ${adSetIs(adSet, (level) => sql`${sql(`r.return_${level}`)}`)}` : sql``}
        ${creative ? sql`and r.return_creative = ${creative}` : sql``}
        ${keyword ? sql`and r.return_keyword = ${keyword}` : sql``}
        ${publisher === null ? sql`` : sql`and r.return_publisher = ${publisher}`}
        ${country === null ? sql`` : sql`and r.country = ${country}`}
    )`;
}

export const isTest = (projectId: ProjectId, fact: RowAlias) =>
  sql`exists (${itsInstall(projectId, fact)} and s.is_test)`;

/** The campaign's fields of a response row; null if it is missing. */
export const campaignNameIn = (campaign: "c" | "b") => {
  const of = (column: string) => sql(`${campaign}.${column}`);
  return sql`
    case when ${of("id")} is not null then json_build_object('id', ${of("id")}, 'name', ${of("name")},
      'display_id', ${of("display_id")}, 'deleted', ${of("deleted_at")} is not null) end`;
};

export const campaignName = () => sql`${campaignNameIn("c")} as campaign`;
