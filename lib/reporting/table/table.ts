import type { Project } from "@/lib/accounts/access/project";
import { paginationOf } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { storedPublisher } from "@/lib/ledger/ad-ids/publishers";
import { storedCountry } from "@/lib/ledger/country";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps, type WorkSteps } from "@/lib/platform/steps";
import type { ProjectedFigures } from "@/lib/reporting/forecast/schema";
import type { CohortFigure } from "@/lib/reporting/metrics/cohort-columns";
import { onlyOfAds, spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { matchingCampaigns, selectsCampaigns } from "@/lib/reporting/report/report";
import {
  cohortFiguresOfColumns,
  hasFiguresInView,
  projectedOfColumns,
  reportColumn,
  uniqueNames,
} from "@/lib/reporting/table/columns";
import { rowFigures } from "@/lib/reporting/table/figures";
import {
  campaignForecast,
  forecastOfAds,
  forecastOfCampaigns,
  withProjected,
} from "@/lib/reporting/table/projected";
import type { CampaignTableRow, ReportTableQuery, TableData } from "@/lib/reporting/table/schema";
import { type TotalsQuery, tableTotals } from "@/lib/reporting/table/totals";
import { cohortRequestOf, sumCohorts } from "@/lib/reporting/tree/cohort-queries";
import {
  byCampaign,
  byPurpose,
  findReportAdNames,
  noAdDimensions,
  type ReportCampaignRow,
  type ReportWindow,
  windowFilter,
} from "@/lib/reporting/tree/queries";
import {
  adSetKey,
  type CampaignNode,
  leafKey,
  namesOfAds,
  noAdSet,
  sortCampaigns,
  Tree,
  type TreeNode,
} from "@/lib/reporting/tree/rules";
import { reportTree } from "@/lib/reporting/tree/tree-of";
import { windowEndsToday } from "@/lib/reporting/tree/unique";
import { campaignBudgets } from "@/lib/spend/budgets/budgets";
import { type BudgetFigures, isBudgetColumn } from "@/lib/spend/budgets/columns";

/** The arguments of a table, the matching campaigns, those with rows in order, and the total figures of each. */
async function tableFrame(project: Project, query: ReportTableQuery, now: Date) {
  const { from, to, platform } = query;
  const window: ReportWindow = {
    from,
    to,
    platform,
    country: storedCountry(query.country),
    publisher: storedPublisher(query.publisher),
  };
  const today = dayIn(project.timeZone, now);
  const names = query.unique_user_events ?? uniqueNames(query.columns);
  const { view } = query;
  const asSums = view === "user_acquisition" && windowEndsToday(window, today);
  const requested = [...new Set([...query.columns, query.sort_field])].flatMap(
    (id) => reportColumn(id) ?? [],
  );
  const figures = cohortFiguresOfColumns(requested);
  const cohorts = cohortRequestOf(project, figures, now);
  const projected = projectedOfColumns(requested);
  const showsBudgets = [...query.columns, query.sort_field].some(isBudgetColumn);
  const [matching, budgets, forecast, ofCohorts, sums] = await Promise.all([
    matchingCampaigns(project, query),
    showsBudgets ? campaignBudgets(project, now) : new Map<number, BudgetFigures>(),
    projected.length === 0 ? null : campaignForecast(project, window, now),
    sumCohorts(project.id, cohorts, { by: ["campaign_id"], days: window, where: windowFilter(window) }),
    sumLedger(project.id, {
      by: [...byCampaign, ...byPurpose(view)],
      measures: { usersOf: asSums ? names : [] },
      days: window,
      where: windowFilter(window),
    }),
  ]);
  const whole = new Tree(view);
  whole.addLedgerRows(sums.map((sum) => ({ ...sum, ...noAdDimensions })));
  whole.addCohorts(ofCohorts.map((sum) => ({ ...sum, ...noAdDimensions })));
  const forecasts = forecast && (await runInSteps(forecastOfCampaigns(projected, forecast)));
  const totalsQuery: TotalsQuery = {
    ...{ window, today, names, asSums, view, figures, cohorts },
    ...{ projected, forecast },
  };
  const isShown = ({ id }: ReportCampaignRow) =>
    (query.activity === undefined && view === "user_acquisition") ||
    hasFiguresInView(view, whole.campaign(id).sums);
  return {
    totalsQuery,
    sums: { sums, ofCohorts },
    forecasts,
    budgets,
    matching,
    ordered: sorted(matching.filter(isShown), { whole, budgets, forecasts }, query),
  };
}

type Frame = Awaited<ReturnType<typeof tableFrame>>;

/** Some campaigns with everything below them. */
async function rowsOf(
  project: Project,
  { totalsQuery, forecasts, budgets }: Frame,
  rows: ReportCampaignRow[],
  now: Date,
): Promise<CampaignTableRow[]> {
  const { window, today, names, asSums, view, figures, cohorts, projected, forecast } = totalsQuery;
  const campaigns = rows.map(({ id }) => id);
  const [tree, named, ofAds] = await Promise.all([
    reportTree(project, window, { campaigns, view, names, asSums, today, cohorts }),
    findReportAdNames(project.id, campaigns),
    forecast && forecastOfAds(project, window, { projected, campaigns, forecast }, now),
  ]);
  const nameOf = namesOfAds(named);
  const shown: CampaignTableRow[] = [];
  for (const row of rows) {
    const made = await runInSteps(campaignRow(row, tree.campaign(row.id), names, nameOf, figures));
    const own = { ...made, budget: budgets.get(row.id) };
    shown.push(forecasts ? withProjected(own, (key) => forecasts.get(key) ?? ofAds?.get(key)) : own);
  }
  return shown;
}

/**
 * The report as a table of numbers: a page of campaigns with everything below them, the totals, and organic traffic.
 */
export async function reportTable(project: Project, query: ReportTableQuery, now: Date): Promise<TableData> {
  const frame = await tableFrame(project, query, now);
  const { totalsQuery, sums, matching, ordered } = frame;
  const page = ordered.slice((query.page - 1) * query.limit, query.page * query.limit);
  const { listed, filtered } = scopeOf(query, matching);
  const where = {
    ...windowFilter(totalsQuery.window),
    ...onlyOfAds(query.view),
    campaign_id: filtered ? listed : null,
  };
  const [totals, campaigns, leftOut] = await Promise.all([
    tableTotals(project, totalsQuery, sums, { listed, filtered }),
    rowsOf(project, frame, page, now),
    spendLeftOut(project.id, { days: totalsQuery.window, where }),
  ]);
  const everything = sums.sums.map((sum) => ({ kind: sum.measure, name: sum.name }));
  return {
    from: query.from,
    to: query.to,
    time_zone: project.timeZone,
    currency: project.currency,
    view: query.view,
    events: namesOf(everything, "event"),
    payments: namesOf(everything, "payment"),
    ...totals,
    spend_left_out: leftOut,
    campaigns,
    pagination: paginationOf(ordered.length, query.page, query.limit),
  };
}

/** The number of campaigns in memory, with everything below them. */
const atOnce = 200;

/** The whole table, in batches of campaigns, so that no database result is large. */
export async function tableRows(project: Project, query: ReportTableQuery, now: Date) {
  const frame = await tableFrame(project, query, now);
  const { totalsQuery, sums, matching, ordered } = frame;
  async function* campaigns() {
    for (let from = 0; from < ordered.length; from += atOnce)
      yield* await rowsOf(project, frame, ordered.slice(from, from + atOnce), now);
  }
  return {
    totals: await tableTotals(project, totalsQuery, sums, scopeOf(query, matching)),
    campaigns: campaigns(),
  };
}

const scopeOf = (query: ReportTableQuery, matching: ReportCampaignRow[]) => ({
  listed: matching.map(({ id }) => id),
  filtered: selectsCampaigns(query),
});

const namesOf = (sums: { kind: string; name: string }[], kind: string) =>
  [...new Set(sums.filter((sum) => sum.kind === kind).map(({ name }) => name))].sort();

function sorted(
  matching: ReportCampaignRow[],
  {
    whole,
    budgets,
    forecasts,
  }: {
    whole: Tree;
    budgets: Map<number, BudgetFigures>;
    forecasts: Map<string, ProjectedFigures> | null;
  },
  { sort_field: field, sort_order }: ReportTableQuery,
) {
  const worth = new Map<number, number | string | null>();
  const column = reportColumn(field);
  for (const { id, name, created_at } of matching) {
    if (field === "name") worth.set(id, name.toLowerCase());
    else if (field === "created_at") worth.set(id, created_at.getTime());
    else if (column?.sortable) {
      const figures = rowFigures(whole.campaign(id), [], column.cohort && [column.cohort]);
      worth.set(
        id,
        column.of({
          ...figures,
          budget: budgets.get(id),
          projected: forecasts?.get(String(id)),
        }),
      );
    } else
      throw new Refusal("invalid_request", "The report can't be sorted by this column.", {
        status: 422,
        fields: { sort_field: "Unknown." },
      });
  }
  return sortCampaigns(matching, (id) => worth.get(id) ?? null, sort_order);
}

/** About a few milliseconds of work. */
const rowsPerStep = 200;

export function* campaignRow(
  campaign: Pick<ReportCampaignRow, "id" | "name" | "display_id" | "active" | "network" | "purpose">,
  node: CampaignNode,
  names: string[],
  nameOf: Map<string, string>,
  cohorts: readonly CohortFigure[] = [],
): WorkSteps<CampaignTableRow> {
  const { id } = campaign;
  const named = (level: string, adId: string) => nameOf.get(`${id} ${level} ${adId}`) ?? adId;
  const byInstalls = <N extends TreeNode>(nodes: Map<string, N>) =>
    [...nodes].sort(
      ([a, left], [b, right]) =>
        metrics.installs.of(right.sums) - metrics.installs.of(left.sums) || (a < b ? -1 : 1),
    );
  let made = 0;
  function* leaves(nodes: Map<string, TreeNode>, level: "creative" | "keyword", above: string) {
    const rows: NonNullable<CampaignTableRow["children"]>[number]["children"] = [];
    for (const [leafId, leaf] of byInstalls(nodes)) {
      const key = leafKey(above, level, leafId);
      rows.push({ key, level, id: leafId, name: named(level, leafId), ...rowFigures(leaf, names, cohorts) });
      if (++made % rowsPerStep === 0) yield;
    }
    return rows;
  }
  const children: CampaignTableRow["children"] = [];
  for (const [adSetId, adSet] of byInstalls(node.adSets)) {
    const key = adSetKey(id, adSetId);
    children.push({
      key,
      level: "ad_set",
      id: adSetId,
      name: adSetId === "" ? noAdSet : named("ad_set", adSetId),
      ...rowFigures(adSet, names, cohorts),
      children: [
        ...(yield* leaves(adSet.creatives, "creative", key)),
        ...(yield* leaves(adSet.keywords, "keyword", key)),
      ],
    });
    if (++made % rowsPerStep === 0) yield;
  }
  return {
    key: String(id),
    level: "campaign",
    id: String(id),
    name: campaign.name,
    display_id: campaign.display_id,
    active: campaign.active,
    network: campaign.network,
    purpose: campaign.purpose,
    ...rowFigures(node, names, cohorts),
    children,
  };
}
