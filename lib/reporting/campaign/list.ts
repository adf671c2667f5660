import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import type { CsvColumns } from "@/lib/base/text/csv";
import { dayIn } from "@/lib/base/time";
import { campaignCsv, campaignPage, tableFilterOf } from "@/lib/campaigns/table/list";
import { findMatching } from "@/lib/campaigns/table/queries";
import type { Campaign, Narrowing } from "@/lib/campaigns/table/schema";
import { findFirstDay } from "@/lib/ledger/day-queries";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { comparedRange, type DateRange } from "@/lib/reporting/metrics/compare";
import { type Metric, measuresFor, metrics } from "@/lib/reporting/metrics/metrics";
import { noSums, type Sums } from "@/lib/reporting/metrics/sums";
import { overviewDays } from "@/lib/reporting/overview/overview";
import { csvFigure, csvHead } from "@/lib/reporting/table/csv";
import { byCampaign, byMeasure, mainFigureMeasures } from "@/lib/reporting/tree/queries";
import { addSum, sortCampaigns, sortNodes } from "@/lib/reporting/tree/rules";
import { campaignBudgets } from "@/lib/spend/budgets/budgets";
import {
  type BudgetFigures,
  budgetColumnIds,
  budgetColumns,
  isBudgetColumn,
} from "@/lib/spend/budgets/columns";
import { activityMetrics } from "./activity-schema";
import {
  type CampaignFileQuery,
  type CampaignListQuery,
  type CampaignSort,
  type CampaignSummary,
  figureSorts,
  type SummaryQuery,
} from "./list-schema";

type Sorted = Narrowing & {
  sort: CampaignSort;
  order: "ascending" | "descending";
  from: string | null;
  to: string | null;
};

/** As on the screen: ROAS without spend has no value. */
const shownValue = ({ of }: Metric, sums: Sums) => of(sums);

/** All matching campaigns in the order of a figure or of a budget's figure; null if the list is sorted by a setting. */
async function ranked(
  project: Project,
  query: Sorted,
  now: Date,
  budgets?: Map<number, BudgetFigures>,
): Promise<number[] | null> {
  const direction = query.order === "ascending" ? 1 : -1;
  const { sort: field } = query;
  if (isBudgetColumn(field)) {
    const found = await findMatching(project.id, await tableFilterOf(project, query));
    const figures = budgets ?? (await campaignBudgets(project, now));
    return sortCampaigns(found, (id) => figures.get(id)?.[field] ?? null, direction).map(({ id }) => id);
  }
  const sort = figureSorts.find((figure) => figure === field);
  if (sort === undefined) return null;
  const [found, sums] = await Promise.all([
    findMatching(project.id, await tableFilterOf(project, query)),
    sumLedger(project.id, {
      by: byCampaign,
      measures: measuresFor(sort),
      days: overviewDays(project, query, now),
    }),
  ]);
  return sortNodes(found, sums, sort, direction, "user_acquisition", shownValue).map(({ id }) => id);
}

/** A page of campaigns, sorted by a setting or by a figure of all matching campaigns. */
export const campaignTablePage = async (project: Project, query: CampaignListQuery, now: Date) =>
  campaignPage(project, query, await ranked(project, query, now));

/** All matching campaigns with their settings, and their budgets at the end. */
export async function campaignListFile(project: Project, query: CampaignFileQuery, now: Date) {
  const budgets = await campaignBudgets(project, now);
  const digits = currencyDigits(project.currency);
  const ofBudgets: CsvColumns<Campaign> = Object.fromEntries(
    budgetColumnIds.map((id) => {
      const column = budgetColumns[id];
      const cell = (campaign: Campaign) =>
        csvFigure(column.unit, budgets.get(campaign.id)?.[id] ?? null, digits);
      return [csvHead(column, project.currency), cell];
    }),
  );
  return campaignCsv(project, query, await ranked(project, query, now, budgets), ofBudgets);
}

/** The figures of all matching campaigns together, with those of the comparison days. */
export async function campaignListSummary(
  project: Project,
  query: SummaryQuery,
  now: Date,
): Promise<CampaignSummary> {
  const days = overviewDays(project, query, now);
  const { compare } = query;
  const today = dayIn(project.timeZone, now);
  const compared = compare === "none" ? null : comparedRange(days, today, compare, project.weekStart);
  const [found, first] = await Promise.all([
    tableFilterOf(project, query).then((filter) => findMatching(project.id, filter)),
    compared && findFirstDay(project.id),
  ]);
  const ids = found.map(({ id }) => id);
  const totalOf = async (range: DateRange | null) => {
    if (range === null) return null;
    const total = noSums();
    const request = { by: byMeasure, measures: mainFigureMeasures, days: range, where: { campaign_id: ids } };
    for (const sum of ids.length === 0 ? [] : await sumLedger(project.id, request)) addSum(total, sum);
    return total;
  };
  const isComparable = compared !== null && first !== null && compared.previous.from >= first;
  const [total, over, previous] = await Promise.all([
    totalOf(days),
    totalOf(isComparable ? compared : null),
    totalOf(isComparable ? compared.previous : null),
  ]);
  const figures = Object.fromEntries(
    activityMetrics.map((name) => {
      const { of } = metrics[name];
      const figure = {
        total: total && of(total),
        over: over && of(over),
        previous: previous && of(previous),
      };
      return [name, figure];
    }),
  ) as CampaignSummary["figures"];
  return { ...days, currency: project.currency, compared: isComparable ? compared : null, figures };
}
