import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { env } from "@/lib/base/env";
import { paginationOf } from "@/lib/base/params";
import { dayIn } from "@/lib/base/time";
import { linkBase } from "@/lib/base/web/hosts";
import { findNetworkCode } from "@/lib/campaigns/known-network";
import { networkCodeOf } from "@/lib/campaigns/networks";
import { linksOf } from "@/lib/campaigns/rules";
import { storedPublisher } from "@/lib/ledger/ad-ids/publishers";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps } from "@/lib/platform/steps";
import { measuresFor } from "@/lib/reporting/metrics/metrics";
import { DocumentedTexts } from "@/lib/reporting/report/present";
import type { ReportQuery, reportRow } from "@/lib/reporting/report/schema";
import { cohortRequestOf } from "@/lib/reporting/tree/cohort-queries";
import {
  byCampaign,
  byPurpose,
  countActiveUsers,
  findReportAdNames,
  findReportCampaigns,
  type ReportCampaignRow,
  type ReportWindow,
  windowFilter,
} from "@/lib/reporting/tree/queries";
import { namesOfAds, sortNodes } from "@/lib/reporting/tree/rules";
import { reportTree } from "@/lib/reporting/tree/tree-of";
import { windowEndsToday } from "@/lib/reporting/tree/unique";

/** The campaign report: all matching campaigns in order, and all figures of one page. */
export async function report(project: Project, query: ReportQuery, now: Date) {
  const { from, to, platform } = query;
  const window: ReportWindow = { from, to, platform, publisher: storedPublisher(query.publisher) };
  const matching = await matchingCampaigns(project, query);
  const measures = measuresFor(query.sort_field);
  const request = {
    by: [...byCampaign, ...byPurpose(query.view)],
    measures,
    days: window,
    where: windowFilter(window),
  };
  const sums = measures.length === 0 ? [] : await sumLedger(project.id, request);
  const ordered = sortNodes(matching, sums, query.sort_field, query.sort_order, query.view);
  const rows = ordered.slice((query.page - 1) * query.limit, query.page * query.limit);
  return {
    campaigns: await presentPage(project, query, window, rows, now),
    pagination: paginationOf(ordered.length, query.page, query.limit),
    display_currency: project.currency,
    view: query.view,
  };
}

type CampaignFilter = Pick<ReportQuery, "network" | "active" | "meta_account_id" | "search"> & {
  affiliate?: number | undefined;
};

/** True if the filter selects campaigns. Organic traffic and deleted campaigns are then excluded. */
export const selectsCampaigns = ({ search, network, affiliate, meta_account_id, active }: CampaignFilter) =>
  Boolean(search?.trim()) ||
  [network, affiliate].some((chosen) => chosen !== undefined) ||
  meta_account_id !== null ||
  active !== null;

async function networkOf(project: Project, name: string): Promise<string | null> {
  const code = networkCodeOf(name);
  return code === null ? null : findNetworkCode(project.id, code);
}

export async function matchingCampaigns(
  project: Project,
  query: CampaignFilter,
): Promise<ReportCampaignRow[]> {
  const network = query.network === undefined ? null : await networkOf(project, query.network);
  if (query.network !== undefined && network === null) return [];
  const found = await findReportCampaigns(project.id, {
    active: query.active,
    network,
    metaAccountId: query.meta_account_id,
    affiliateId: query.affiliate ?? null,
  });
  const search = query.search?.trim().toLowerCase();
  if (!search) return found;
  return found.filter((campaign) => {
    const { link, shareable } = linksOfCampaign(campaign);
    const texts = [campaign.name, campaign.display_id, campaign.host, campaign.deeplink, link, shareable];
    return texts.some((text) => text?.toLowerCase().includes(search));
  });
}

function linksOfCampaign({
  display_id: displayId,
  is_shortlink: isShortlink,
  deeplink,
  host,
}: ReportCampaignRow) {
  return linksOf({ displayId, isShortlink, deeplink }, host === null ? null : linkBase(host, env.APP_URL));
}

async function presentPage(
  project: Project,
  query: ReportQuery,
  window: ReportWindow,
  rows: ReportCampaignRow[],
  now: Date,
) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const today = dayIn(project.timeZone, now);
  const { timeZone } = project;
  // The number of days includes today.
  const since = addDays(today, 1 - query.active_users);
  const names = query.unique_user_events ?? [];
  const asSums = query.view === "user_acquisition" && windowEndsToday(window, today);
  // Returning users have no figures of cohorts.
  const cohorts = cohortRequestOf(project, query.view === "retargeting" ? [] : query.cohort_figures, now);
  const [tree, active, activity, named] = await Promise.all([
    reportTree(project, window, { campaigns: ids, view: query.view, names, asSums, today, cohorts }),
    countActiveUsers(project.id, ids, { from: since, timeZone }, window),
    sumLedger(project.id, {
      by: ["campaign_id"],
      measures: ["clicks", "installs", "signups"],
      days: { from: since, to: null },
      where: { ...windowFilter(window), campaign_id: ids },
    }),
    findReportAdNames(project.id, ids),
  ]);
  const nameOf = namesOfAds(named);
  const presenter = new DocumentedTexts(project.currency, query);
  const activeOf = new Map(active.map((row) => [row.campaign_id, row.installs]));
  const activityOf = new Map(activity.map((row) => [row.campaign_id, row.count]));
  const presented: z.output<typeof reportRow>[] = [];
  for (const campaign of rows) {
    const { link } = linksOfCampaign(campaign);
    const more = {
      ...{ link, nameOf, platforms: project.platforms },
      active: activeOf.get(campaign.id) ?? 0,
      activity: activityOf.get(campaign.id) ?? 0,
    };
    presented.push(await runInSteps(presenter.row(campaign, tree.campaign(campaign.id), more)));
  }
  return presented;
}
