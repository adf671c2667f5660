import type { Project } from "@/lib/accounts/access/project";
import type { ProjectId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { unknownCountry } from "@/lib/ledger/country";
import { runInSteps } from "@/lib/platform/steps";
import type { FiguresQuery } from "@/lib/reporting/figures-schema";
import { sumGroups } from "@/lib/reporting/groups-queries";
import { metricValues } from "@/lib/reporting/metrics";
import { findReportAdNames, type ReportWindow } from "@/lib/reporting/queries";
import { addSum, namesOfAds } from "@/lib/reporting/rules";
import { noSums, type Sums } from "@/lib/reporting/sums";
import { campaignRow } from "@/lib/reporting/table";
import type { Breakdown } from "@/lib/reporting/table-schema";
import { treeOf } from "@/lib/reporting/tree-of";

/** One campaign of the report with its ad sets, creatives and keywords. */
export async function campaignBreakdown(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
  now: Date,
): Promise<Breakdown> {
  const { campaign } = await showCampaign(project, id);
  const window = { from, to, platform: null };
  const [tree, names, countries] = await Promise.all([
    treeOf(project, window, { campaigns: [id], today: dayIn(project.timeZone, now) }),
    findReportAdNames(project.id, [id]),
    countriesOf(project.id, id, window),
  ]);
  const row = campaignRow({ ...campaign, id }, tree.campaign(id), [], namesOfAds(names));
  return {
    from,
    to,
    currency: project.currency,
    campaign: await runInSteps(row),
    countries,
  };
}

/** There are fewer countries; each has some kinds of figures. */
const maxSums = 100_000;

async function countriesOf(
  project: ProjectId,
  id: number,
  window: ReportWindow,
): Promise<Breakdown["countries"]> {
  const only = { traffic: "all", only: null, weekStart: "monday", most: maxSums } as const;
  const sums = new Map<string, Sums>();
  for (const sum of await sumGroups(project, window, { ...only, campaigns: [id] }, ["country", null])) {
    const of = sums.get(sum.first) ?? noSums(false);
    addSum(of, sum);
    sums.set(sum.first, of);
  }
  return [...sums]
    .map(([country, each]) => ({ country: country || unknownCountry, metrics: metricValues(each) }))
    .filter(({ metrics }) => Object.values(metrics).some((value) => value))
    .sort(
      (a, b) => (b.metrics.installs ?? 0) - (a.metrics.installs ?? 0) || (a.country < b.country ? -1 : 1),
    );
}
