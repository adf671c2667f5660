/** The sums of a file for marketing mix models, from the ledger's rows. */
import type { Project } from "@/lib/accounts/access/project";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { type LedgerDimension, type LedgerSum, type SumRequest, sumLedger } from "@/lib/ledger/sum-queries";
import type { DateRange } from "@/lib/reporting/metrics/compare";
import { type ChannelSums, others } from "@/lib/reporting/mix-model/columns";
import type { MixModelKpi } from "@/lib/reporting/mix-model/schema";

/** More networks than this are summed up. A model of many channels needs more history than there is. */
const maxChannels = 40;
/** The same for countries. */
const maxCountries = 50;

export const mediaMeasures = ["spend", "network_impressions", "clicks"];

export const measuresOfKpi: Record<MixModelKpi, string[]> = {
  installs: ["installs"],
  signups: ["signups"],
  revenue: ["payment"],
  ad_revenue: ["ad_revenue"],
  total_revenue: ["payment", "ad_revenue"],
};

type Sum = { measure: string; name: string; count: number; amount: number };

/** Money in minor units. */
export const revenueOf = ({ measure, name, amount }: Sum): number =>
  measure === "payment" ? revenueSign(name as PaymentType) * amount : measure === "ad_revenue" ? amount : 0;

export const kpiOf = (kpi: MixModelKpi, sum: Sum): number =>
  measuresOfKpi[kpi].includes(sum.measure)
    ? kpi === "installs" || kpi === "signups"
      ? sum.count
      : revenueOf(sum)
    : 0;

export type MediaPart = "spend" | "impressions" | "clicks";
export function mediaOf(sum: Sum): { part: MediaPart; value: number } {
  if (sum.measure === "spend") return { part: "spend", value: sum.amount };
  return { part: sum.measure === "clicks" ? "clicks" : "impressions", value: sum.count };
}

type Scope = { days: DateRange; country: string | null };

const inScope = ({ days, country }: Scope) => ({ days, where: { country } });

/** The networks with media, the largest by spend alone and the rest together. */
export async function findChannels(
  project: Project,
  scope: Scope,
): Promise<{ sums: ChannelSums[]; listed: string[]; rest: string[] }> {
  const rows = await sumLedger(project.id, {
    ...inScope(scope),
    by: ["network", "measure", "name"],
    measures: mediaMeasures,
    organic: false,
  });
  const found = new Map<string, ChannelSums>();
  for (const row of rows) {
    const sums = found.get(row.network) ?? { network: row.network, spend: 0, impressions: 0, clicks: 0 };
    const { part, value } = mediaOf(row);
    sums[part] += value;
    found.set(row.network, sums);
  }
  const ranked = [...found.values()].sort(
    (a, b) => b.spend - a.spend || b.clicks - a.clicks || (a.network < b.network ? -1 : 1),
  );
  const [listed, rest] = [ranked.slice(0, maxChannels), ranked.slice(maxChannels)];
  const together = rest.reduce<ChannelSums>(
    (sum, { spend, impressions, clicks }) => ({
      network: others,
      spend: sum.spend + spend,
      impressions: sum.impressions + impressions,
      clicks: sum.clicks + clicks,
    }),
    { network: others, spend: 0, impressions: 0, clicks: 0 },
  );
  return {
    sums: rest.length > 0 ? [...listed, together] : listed,
    listed: listed.map(({ network }) => network),
    rest: rest.map(({ network }) => network),
  };
}

/** The countries by their KPI, and what has no country. */
export async function findCountries(project: Project, days: DateRange, kpi: MixModelKpi) {
  const rows = await sumLedger(project.id, {
    days,
    by: ["country", "measure", "name"],
    measures: ["spend", ...measuresOfKpi[kpi]],
  });
  const found = new Map<string, number>();
  const left = { spend: 0, kpi: 0 };
  for (const row of rows) {
    const value = kpiOf(kpi, row);
    const spend = row.measure === "spend" ? row.amount : 0;
    if (row.country === "" || row.country === notBrokenDownCountry) {
      left.spend += spend;
      left.kpi += value;
    } else found.set(row.country, (found.get(row.country) ?? 0) + value);
  }
  const ranked = [...found].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([country]) => country);
  return { listed: ranked.slice(0, maxCountries).sort(), rest: ranked.slice(maxCountries), left };
}

export type Parts = { listed: string[]; rest: string[] };
export type PeriodSum = Sum & { period: string; network: string; country: string };

/** Each part of the sums with its own statement, so that what is listed as "(other)" is one row of the result. */
export async function* periodSums(
  project: Project,
  scope: Scope,
  {
    every,
    measures,
    channels,
    countries,
  }: { every: "day" | "week"; measures: string[]; channels: Parts | null; countries: Parts | null },
): AsyncGenerator<PeriodSum[]> {
  for (const network of choices(channels))
    for (const country of choices(countries)) {
      const by: LedgerDimension[] = [every, "measure", "name"];
      if (network?.isListed) by.push("network");
      if (country?.isListed) by.push("country");
      const request: SumRequest<LedgerDimension> = {
        by,
        measures,
        days: scope.days,
        weekStart: project.weekStart,
        where: { network: network?.values ?? null, country: country?.values ?? scope.country },
      };
      const rows: LedgerSum<LedgerDimension>[] = await sumLedger(project.id, request);
      yield rows.map((row) => ({
        period: every === "day" ? row.day : row.week,
        measure: row.measure,
        name: row.name,
        count: row.count,
        amount: row.amount,
        network: network ? (network.isListed ? row.network : others) : "",
        country: country ? (country.isListed ? row.country : others) : "",
      }));
    }
}

type Choice = { values: string[]; isListed: boolean };

/** Null for no grouping and no filter. */
const choices = (parts: Parts | null): (Choice | null)[] =>
  parts === null
    ? [null]
    : [
        ...(parts.listed.length > 0 ? [{ values: parts.listed, isListed: true }] : []),
        ...(parts.rest.length > 0 ? [{ values: parts.rest, isListed: false }] : []),
      ];
