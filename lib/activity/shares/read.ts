import type { Project } from "@/lib/accounts/access/project";
import type { OpenShareRow } from "@/lib/activity/shares/queries";
import {
  readSharedOverview,
  readSharedReport,
  type SharedContent,
  type ShareSettings,
} from "@/lib/activity/shares/schema";
import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { groupLabelFor, reportGroups } from "@/lib/reporting/groups/groups";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { notSplitText } from "@/lib/reporting/metrics/return-metrics";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import type { FocusShown } from "@/lib/reporting/overview/focus-schema";
import { noValueFilter } from "@/lib/reporting/overview/names";
import { overview } from "@/lib/reporting/overview/overview";
import { selectsCampaigns } from "@/lib/reporting/report/report";
import { defaultColumns, groupColumns, groupFigure, isInView } from "@/lib/reporting/table/columns";

/** A longer page is not readable, and there is no next page. */
const maxRows = 200;

type Days = { from: string; to: string };

const daysOf = (window: ShareSettings["window"], today: string): Days =>
  "days" in window ? { from: addDays(today, 1 - window.days), to: today } : window;

/**
 * The contents of a link: its settings are fixed, so that readers can't query anything else. IDs and everything about
 * people are left out.
 */
export async function readShare(share: OpenShareRow, project: Project, now: Date): Promise<SharedContent> {
  const today = dayIn(project.timeZone, now);
  const { window, shown } = share.settings;
  const days = daysOf(window, today);
  return {
    title: share.title,
    project: project.name,
    time_zone: project.timeZone,
    currency: project.currency,
    ...days,
    today,
    expires_at: share.expires_at.toISOString(),
    overview: shown.kind === "overview" ? await sharedOverview(project, days, shown.query, now) : null,
    report: shown.kind === "report" ? await sharedReport(project, days, shown.query, now) : null,
  };
}

/** Validation may have become stricter since the link was created. */
const notAnyMore = () =>
  new Refusal("not_found", "This link's report is no longer available. Ask its sender for a new link.");

async function sharedOverview(
  project: Project,
  days: Days,
  text: string,
  now: Date,
): Promise<NonNullable<SharedContent["overview"]>> {
  const read = readSharedOverview(text);
  if (!read.success) throw notAnyMore();
  const query = { ...read.data, ...days };
  const data = await overview(project, query, now);
  const { traffic, figure, compared, previous, figures, networks, countries, funnel } = data;
  return {
    ...{ traffic, figure, compared, previous, figures, networks, countries, funnel },
    campaigns: data.campaigns.map(({ id: _, display_id: __, ...campaign }) => campaign),
    only: namesOf(data.focus),
  };
}

function namesOf({ network, campaign, platform, country, creative }: FocusShown): string[] {
  const hashedFields = [
    network === null ? null : groupLabelFor("network", network === noValueFilter ? "" : network, null),
    campaign && (campaign.name ?? "a campaign"),
    platform === null ? null : groupLabelFor("platform", platform === noValueFilter ? "" : platform, null),
    country && countryLabel(country),
    creative && (creative.name ?? "a creative"),
  ];
  return hashedFields.filter((name) => name !== null);
}

async function sharedReport(
  project: Project,
  days: Days,
  text: string,
  now: Date,
): Promise<NonNullable<SharedContent["report"]>> {
  const read = readSharedReport(text);
  if (!read.success) throw notAnyMore();
  const query = read.data;
  const ids = query.columns.length > 0 ? query.columns : defaultColumns[query.view];
  const columns = groupColumns(ids).filter((column) => isInView(query.view, column));
  // A figure of cohorts that aren't old enough is left out, as in the report.
  const only = (row: Omit<GroupRow, "keys" | "labels">) =>
    Object.fromEntries(
      columns
        .filter(({ id, cohort }) => !cohort || id in row.cohorts)
        .map((column) => [column.id, groupFigure(column, row)]),
    );
  const data = await reportGroups(project, { ...query, ...days, page: 1, limit: maxRows }, now);
  const withoutCost = data.total?.reengagements_without_cost ?? null;
  return {
    by: data.by,
    view: query.view,
    week_start: project.weekStart,
    traffic: query.traffic,
    filtered: selectsCampaigns(query) || query.platform !== null || query.country !== undefined,
    columns: columns.map(({ id }) => id),
    total: data.total && data.total_requested && only({ metrics: data.total, ...data.total_requested }),
    ...(data.total?.spend === null ? { total_not_split: notSplitText(data.total) } : {}),
    ...(withoutCost === null ? {} : { without_cost: withoutCost }),
    rows: data.rows.map(({ labels, ...row }) => ({
      labels,
      metrics: only(row),
      ...(row.metrics.spend === null ? { not_split: notSplitText(row.metrics) } : {}),
    })),
    more: data.pagination.total - data.rows.length,
  };
}
