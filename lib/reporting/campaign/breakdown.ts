import type { Project } from "@/lib/accounts/access/project";
import type { ProjectId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { notBrokenDownCountry, unknownCountry } from "@/lib/ledger/country";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps } from "@/lib/platform/steps";
import type { FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { metricValues } from "@/lib/reporting/metrics/metrics";
import type { Sums } from "@/lib/reporting/metrics/sums";
import type { Breakdown } from "@/lib/reporting/table/schema";
import { campaignRow } from "@/lib/reporting/table/table";
import { byMeasure, findReportAdNames, inWindow, type ReportWindow } from "@/lib/reporting/tree/queries";
import { groupSums, namesOfAds } from "@/lib/reporting/tree/rules";
import { treeOf } from "@/lib/reporting/tree/tree-of";

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

/** More rows than all countries with all measures have. */
const maxSums = 100_000;

/** Revenue has a country, so spend without one has none to compare it with. */
function metricsIn(country: string, sums: Sums) {
  const values = metricValues(sums);
  return country === notBrokenDownCountry ? { ...values, roas: null } : values;
}

async function countriesOf(
  project: ProjectId,
  id: number,
  window: ReportWindow,
): Promise<Breakdown["countries"]> {
  const sums = await sumLedger(project, {
    by: ["country", ...byMeasure],
    measures: "without events",
    days: window,
    where: { ...inWindow(window), campaign_id: id },
    max: maxSums,
  });
  return [...groupSums(sums, ({ country }) => country)]
    .map(([country, group]) => ({
      country: country || unknownCountry,
      metrics: metricsIn(country, group.sums),
    }))
    .filter(({ metrics }) => Object.values(metrics).some((value) => value))
    .sort(
      (a, b) => (b.metrics.installs ?? 0) - (a.metrics.installs ?? 0) || (a.country < b.country ? -1 : 1),
    );
}
