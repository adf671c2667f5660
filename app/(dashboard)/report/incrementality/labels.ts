import { windowText } from "@/components/format";
import { inSentence, t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import {
  countriesText,
  type ShownTest,
  type TestState,
  testKpis,
} from "@/lib/reporting/incrementality/schema";

export const stateLabels: Record<TestState, { label: string; tone: "neutral" | "accent" | "success" }> = {
  planned: { label: t("Planned"), tone: "neutral" },
  running: { label: t("Running"), tone: "accent" },
  finished: { label: t("Finished"), tone: "success" },
};

/** What happens to the network, where and when. */
export function describeTest(test: ShownTest): string {
  const { kind, network, campaigns, countries, starts_on, ends_on, kpi } = test;
  const where =
    kind === "pause_everywhere" ? "everywhere" : t("in {countries}", { countries: countriesText(countries) });
  const what = kind === "start_regions" ? "starts" : t("is paused");
  const subject =
    campaigns.length === 0
      ? networkLabel(network)
      : `${networkLabel(network)} (${t("{campaigns, plural, one {# campaign} other {# campaigns}}", { campaigns: campaigns.length })})`;
  return t("{subject} {what} {where}, {window}. Measured: {testKpi} of all users.", {
    subject,
    what,
    where,
    window: windowText({ from: starts_on, to: ends_on }),
    testKpi: inSentence(testKpis[kpi]),
  });
}

export const kpiUnit = (kpi: ShownTest["kpi"]) =>
  kpi === "revenue" ? ("money" as const) : ("count" as const);

/** A number of a model: whole, because its decimals mean nothing. */
export const roundedCount = (kpi: ShownTest["kpi"], value: number) =>
  kpi === "revenue" ? value : Math.round(value);
