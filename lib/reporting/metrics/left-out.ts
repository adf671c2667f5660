import type { ProjectId } from "@/lib/base/ids";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { type SumRequest, sumLedger } from "@/lib/ledger/sum-queries";
import type { MetricView } from "@/lib/reporting/metrics/metrics";

/** The retargeting view only has the spend of campaigns for retargeting. */
export const onlyOfAds = (view: MetricView) => (view === "retargeting" ? { purpose: "retargeting" } : {});

/**
 * Spend without a breakdown by platform, country or publisher, which a filter leaves out. A part of it may belong to the
 * filtered platform, country or publisher. Networks never report spend by publisher.
 */
export async function spendLeftOut(
  project: ProjectId,
  { days, where = {} }: Pick<SumRequest<never>, "days" | "where">,
): Promise<number> {
  const { platform = null, country = null, publisher = null, ...others } = where;
  if (platform === null && country === null && publisher === null) return 0;
  const sums = await sumLedger(project, {
    by: ["platform", "country"],
    measures: ["spend"],
    days,
    where: others,
  });
  const isMissing = (filter: unknown, stored: string, none: string) => filter !== null && stored === none;
  const mayMatch = (requested: unknown, stored: string, none: string) =>
    requested === null || stored === requested || stored === none;
  return sums
    .filter(
      (sum) =>
        platform !== "" &&
        (publisher !== null ||
          isMissing(platform, sum.platform, "") ||
          isMissing(country, sum.country, notBrokenDownCountry)) &&
        mayMatch(platform, sum.platform, "") &&
        mayMatch(country, sum.country, notBrokenDownCountry),
    )
    .reduce((total, { amount }) => total + amount, 0);
}
