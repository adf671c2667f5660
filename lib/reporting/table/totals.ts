import type { Project } from "@/lib/accounts/access/project";
import { runInSteps } from "@/lib/platform/steps";
import type { ProjectedColumn } from "@/lib/reporting/forecast/columns";
import type { CohortFigure } from "@/lib/reporting/metrics/cohort-columns";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import { rowFigures } from "@/lib/reporting/table/figures";
import { type CampaignForecast, forecastOf } from "@/lib/reporting/table/projected";
import { sumMatureTogether } from "@/lib/reporting/table/queries";
import type { TableData } from "@/lib/reporting/table/schema";
import type { CohortRequest, CohortSumBy } from "@/lib/reporting/tree/cohort-queries";
import { type CampaignSum, noAdDimensions, type ReportWindow } from "@/lib/reporting/tree/queries";
import { addCohortSum, addSum, Tree } from "@/lib/reporting/tree/rules";
import { distinctUsersTogether } from "@/lib/reporting/tree/unique";

const organicId = 0;
/** IDs for the sums of many campaigns; real campaigns never have them. */
const [paidId, allId, deletedId] = [-1, -2, -3];
const totalIds = {
  organic: [organicId, allId],
  deleted: [deletedId, paidId, allId],
  listed: [paidId, allId],
};

export type TotalsQuery = {
  window: ReportWindow;
  today: string;
  names: string[];
  asSums: boolean;
  view: MetricView;
  /** The requested figures of cohorts, and the sums that they need. */
  figures: readonly CohortFigure[];
  cohorts: CohortRequest;
  /** The requested projections, and the sums that they need; null without any. */
  projected: readonly ProjectedColumn[];
  forecast: CampaignForecast | null;
};

/**
 * The totals of all campaigns, of organic traffic, and of both. Figures of deleted campaigns still count. Without a
 * filter they belong to paid traffic and have their own row, so that the rows add up.
 */
export async function tableTotals(
  project: Project,
  { window, today, names, asSums, view, figures, projected, forecast }: TotalsQuery,
  { sums, ofCohorts }: { sums: CampaignSum[]; ofCohorts: CohortSumBy<"campaign_id">[] },
  { listed, filtered }: { listed: number[]; filtered: boolean },
): Promise<Pick<TableData, "total" | "organic" | "all" | "deleted">> {
  const isListed = new Set(listed);
  const others = new Set(
    sums.map((sum) => sum.campaign_id).filter((id) => id !== organicId && !isListed.has(id)),
  );
  const deleted = filtered ? [] : [...others];
  const paid = [...listed, ...deleted];
  const [mature, users] = await Promise.all([
    sumMatureTogether(
      project.id,
      window,
      { campaigns: filtered ? listed : [...paid, organicId], deleted },
      today,
    ),
    distinctUsersTogether(project, window, { campaigns: paid, names, asSums, view }),
  ]);

  const isDeleted = new Set(deleted);
  const totalsOf = (campaign: number): readonly number[] => {
    if (campaign === organicId) return totalIds.organic;
    if (isListed.has(campaign)) return totalIds.listed;
    return isDeleted.has(campaign) ? totalIds.deleted : [];
  };
  const tree = new Tree(view);
  for (const sum of sums)
    for (const id of totalsOf(sum.campaign_id)) addSum(tree.campaign(id).sums, sum, view);
  for (const sum of ofCohorts)
    for (const id of totalsOf(sum.campaign_id)) addCohortSum(tree.campaign(id).sums, sum);
  for (const { group, ...sum } of mature) {
    for (const id of totalIds[group]) tree.addMature([{ ...sum, ...noAdDimensions, campaign_id: id }]);
  }
  if (asSums) await runInSteps(tree.addUsers(names, []));
  const totalOf = (organic: boolean | null) =>
    tree.campaign(organic === null ? allId : organic ? organicId : paidId);
  for (const { name, organic, users: count } of users.events) {
    const { uniqueEvents } = totalOf(organic);
    uniqueEvents.set(name, asSums ? (uniqueEvents.get(name) ?? 0) - count : count);
  }
  for (const { name, organic, users: count } of users.payments)
    totalOf(organic).uniquePayments.set(name, count);

  const forecasts =
    forecast &&
    (await runInSteps(forecastOf(projected, forecast, (campaign) => totalsOf(campaign).map(String))));
  const of = (id: number, named = names) => ({
    ...rowFigures(tree.campaign(id), named, figures),
    ...(forecasts && { projected: forecasts.get(String(id)) }),
  });
  return {
    total: of(paidId),
    organic: filtered ? null : of(organicId),
    all: filtered ? null : of(allId),
    // Distinct users are not counted for deleted campaigns alone.
    deleted: deleted.length === 0 ? null : of(deletedId, []),
  };
}
