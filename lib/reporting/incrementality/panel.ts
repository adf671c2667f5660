/** Days of each country, for comparisons, from the ledger's sums. */
import type { Project } from "@/lib/accounts/access/project";
import { eachDay } from "@/lib/base/days";
import { networkLabel } from "@/lib/campaigns/networks";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { type LedgerDimension, sumLedger } from "@/lib/ledger/sum-queries";
import type { TestKpi } from "@/lib/reporting/incrementality/schema";
import type { DateRange } from "@/lib/reporting/metrics/compare";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import { kpiOf, measuresOfKpi } from "@/lib/reporting/mix-model/sums";

/** The network, or some of its campaigns, that is paused or started. */
export type Subject = { network: string; campaigns: readonly number[] };

export type Region = {
  key: string;
  label: string;
  /** The KPI of all users on each day. */
  all: number[];
  /** The part that is attributed to the subject. */
  attributed: number[];
  spend: number[];
  organic: number[];
};

export type Panel = {
  days: string[];
  /** Countries, the largest first. */
  regions: Region[];
  /** The KPI of each other network, for a pause in all countries. */
  networks: { key: string; label: string; all: number[] }[];
  /** The subject's spend without a country. */
  spendWithoutCountry: number[];
};

/** Smaller countries have too few installs to compare. */
const maxRegions = 60;
const maxNetworks = 20;

type Summed = { measure: string; name: string; count: number; amount: number };

/** The sum of each of the named values on each day, from rows of a statement. */
async function daily<By extends "country" | "network">(
  project: Project,
  days: DateRange,
  by: By,
  request: {
    measures: string[];
    where: Partial<Record<LedgerDimension, string | readonly string[] | number | readonly number[] | null>>;
  },
  amountOf: (row: Summed) => number,
): Promise<Map<string, number[]>> {
  const places = new Map(eachDay(days.from, days.to).map((day, i) => [day, i]));
  const found = new Map<string, number[]>();
  const rows = await sumLedger(project.id, {
    by: ["day", by, "measure", "name"] as const,
    measures: request.measures,
    days,
    where: request.where as object,
  });
  for (const row of rows) {
    const key = row[by] as string;
    const series = found.get(key) ?? new Array<number>(places.size).fill(0);
    found.set(key, series);
    const place = places.get(row.day)!;
    series[place] = series[place]! + amountOf(row);
  }
  return found;
}

export async function readPanel(
  project: Project,
  subject: Subject,
  kpi: TestKpi,
  days: DateRange,
  /** Countries that are included, however small, and whether other networks are needed. */
  { named, withNetworks }: { named: readonly string[]; withNetworks: boolean },
): Promise<Panel> {
  const measures = measuresOfKpi[kpi];
  const value = (row: Summed) => kpiOf(kpi, row);
  const listed = await sumLedger(project.id, { by: ["country", "measure", "name"], measures, days });
  const totals = new Map<string, number>();
  for (const row of listed)
    if (row.country !== "" && row.country !== notBrokenDownCountry)
      totals.set(row.country, (totals.get(row.country) ?? 0) + value(row));
  const ranked = [...totals].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([country]) => country);
  const countries = [...new Set([...ranked.slice(0, maxRegions), ...named])];
  const ofSubject = {
    network: subject.network,
    campaign_id: subject.campaigns.length > 0 ? [...subject.campaigns] : null,
  };
  const amount = ({ amount }: Summed) => amount;
  const [all, attributed, spend, organic, networks] = await Promise.all([
    daily(project, days, "country", { measures, where: { country: countries } }, value),
    daily(project, days, "country", { measures, where: { ...ofSubject, country: countries } }, value),
    daily(project, days, "country", { measures: ["spend"], where: ofSubject }, amount),
    daily(
      project,
      days,
      "country",
      { measures: ["installs"], where: { country: countries, campaign_id: 0 } },
      (row) => row.count,
    ),
    withNetworks
      ? daily(project, days, "network", { measures, where: {} }, value)
      : new Map<string, number[]>(),
  ]);
  const zeros = () => new Array<number>(eachDay(days.from, days.to).length).fill(0);
  const sum = (series: readonly number[]) => series.reduce((total, each) => total + each, 0);
  return {
    days: eachDay(days.from, days.to),
    regions: countries.map((key) => ({
      key,
      label: countryLabel(key),
      all: all.get(key) ?? zeros(),
      attributed: attributed.get(key) ?? zeros(),
      spend: spend.get(key) ?? zeros(),
      organic: organic.get(key) ?? zeros(),
    })),
    networks: [...networks]
      .filter(([key]) => key !== "organic" && key !== "" && key !== subject.network)
      .sort(([a, x], [b, y]) => sum(y) - sum(x) || (a < b ? -1 : 1))
      .slice(0, maxNetworks)
      .map(([key, series]) => ({ key, label: networkLabel(key), all: series })),
    spendWithoutCountry: spend.get(notBrokenDownCountry) ?? zeros(),
  };
}
