import type { Project } from "@/lib/accounts/access/project";
import type { ProjectId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { notBrokenDownCountry, unknownCountry } from "@/lib/ledger/country";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps } from "@/lib/platform/steps";
import type { FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { noRoas } from "@/lib/reporting/metrics/ad-revenue-metrics";
import { metricValues } from "@/lib/reporting/metrics/metrics";
import type { Breakdown } from "@/lib/reporting/table/schema";
import { campaignRow } from "@/lib/reporting/table/table";
import { byMeasure, findReportAdNames, type ReportWindow, windowFilter } from "@/lib/reporting/tree/queries";
import { groupSums, namesOfAds } from "@/lib/reporting/tree/rules";
import { reportTree } from "@/lib/reporting/tree/tree-of";

/** One campaign of the report with its ad sets, creatives and keywords. */
export async function campaignBreakdown(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
  now: Date,
): Promise<Breakdown> {
  const { campaign } = await showCampaign(project, id);
  const window = { from, to, platform: null };
  const [tree, names, countries, platforms] = await Promise.all([
    reportTree(project, window, { campaigns: [id], today: dayIn(project.timeZone, now) }),
    findReportAdNames(project.id, [id]),
    rowsBy("country", project.id, id, window),
    rowsBy("platform", project.id, id, window),
  ]);
  const row = campaignRow({ ...campaign, id }, tree.campaign(id), [], namesOfAds(names));
  return {
    from,
    to,
    currency: project.currency,
    campaign: await runInSteps(row),
    countries: countries.map(({ value, metrics }) => ({ country: value, metrics })),
    platforms: platforms.map(({ value, metrics }) => ({ platform: value, metrics })),
  };
}

/** More rows than all countries with all measures have. */
const maxSums = 100_000;

/** The values of spend that is not broken down. */
const notBrokenDown = { country: notBrokenDownCountry, platform: "" };

/** The campaign's figures by country or platform. Spend that is not broken down has no revenue to compare it with. */
async function rowsBy(
  by: "country" | "platform",
  project: ProjectId,
  id: number,
  window: ReportWindow,
): Promise<{ value: string; metrics: ReturnType<typeof metricValues> }[]> {
  const sums = await sumLedger(project, {
    by: [by, ...byMeasure],
    measures: "without events",
    days: window,
    where: { ...windowFilter(window), campaign_id: id },
    max: maxSums,
  });
  return [...groupSums(sums, (sum) => sum[by])]
    .map(([value, group]) => {
      const metrics = metricValues(group.sums);
      const isKnown = value !== notBrokenDown[by];
      return {
        value: value || (by === "country" ? unknownCountry : ""),
        metrics: isKnown ? metrics : { ...metrics, ...noRoas },
      };
    })
    .filter(({ metrics }) => Object.values(metrics).some((figure) => figure))
    .sort((a, b) => (b.metrics.installs ?? 0) - (a.metrics.installs ?? 0) || (a.value < b.value ? -1 : 1));
}
