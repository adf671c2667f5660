import { counted, windowText } from "@/components/format";
import { networkLabel } from "@/lib/campaigns/networks";
import {
  countriesText,
  type ShownTest,
  type TestState,
  testKpis,
} from "@/lib/reporting/incrementality/schema";

export const stateLabels: Record<TestState, { label: string; tone: "neutral" | "accent" | "success" }> = {
  planned: { label: "Planned", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  finished: { label: "Finished", tone: "success" },
};

/** What happens to the network, where and when. */
export function describeTest(test: ShownTest): string {
  const { kind, network, campaigns, countries, starts_on, ends_on, kpi } = test;
  const where = kind === "pause_everywhere" ? "everywhere" : `in ${countriesText(countries)}`;
  const what = kind === "start_regions" ? "starts" : "is paused";
  const subject =
    campaigns.length === 0
      ? networkLabel(network)
      : `${networkLabel(network)} (${counted(campaigns.length, "campaign", "campaigns")})`;
  return `${subject} ${what} ${where}, ${windowText({ from: starts_on, to: ends_on })}. Measured: ${testKpis[kpi].toLowerCase()} of all users.`;
}

export const kpiUnit = (kpi: ShownTest["kpi"]) =>
  kpi === "revenue" ? ("money" as const) : ("count" as const);

/** A number of a model: whole, because its decimals mean nothing. */
export const roundedCount = (kpi: ShownTest["kpi"], value: number) =>
  kpi === "revenue" ? value : Math.round(value);
