/** Files for marketing mix models: the description of a file, and the file itself. */
import type { Project } from "@/lib/accounts/access/project";
import { addDays, dayCount, eachDay, weekStartOf } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import { type CsvCell, csvLines } from "@/lib/base/text/csv";
import { dayIn } from "@/lib/base/time";
import { storedCountry } from "@/lib/ledger/country";
import { findFirstDay } from "@/lib/ledger/day-queries";
import { tooManyRows } from "@/lib/reporting/groups/scope";
import type { DateRange } from "@/lib/reporting/metrics/compare";
import { spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { channelsOf, columnsOf, type ModelColumn, others } from "@/lib/reporting/mix-model/columns";
import { daysOfReasons, gapsByPeriod, missingData } from "@/lib/reporting/mix-model/gaps";
import { loaderOf } from "@/lib/reporting/mix-model/loader";
import { isMoneyKpi, type MixModelData, type MixModelQuery } from "@/lib/reporting/mix-model/schema";
import {
  findChannels,
  findCountries,
  kpiOf,
  measuresOfKpi,
  mediaMeasures,
  mediaOf,
  periodSums,
  revenueOf,
} from "@/lib/reporting/mix-model/sums";
import { syncedUntil } from "@/lib/reporting/mix-model/synced";

/** A larger file would use too much memory of the server. */
const maxCells = 400_000;

const defaultDays = 2 * 365;

type Row = {
  period: string;
  country: string;
  kpi: number;
  revenue: number;
  media: Map<string, number>;
};

type Model = {
  query: MixModelQuery;
  project: Project;
  days: DateRange;
  columns: ModelColumn[];
  countries: string[];
  rows: Row[];
  gaps: ReturnType<typeof gapsByPeriod>;
  reasons: MixModelData["gaps"];
  leftOut: MixModelData["left_out"];
};

/** Complete days, or complete weeks; null if there are none. */
function daysOf({ from, to, every }: MixModelQuery, project: Project, now: Date): DateRange | null {
  const yesterday = addDays(dayIn(project.timeZone, now), -1);
  const last = to === null || to > yesterday ? yesterday : to;
  const first = from ?? addDays(last, 1 - defaultDays);
  if (every === "day") return first > last ? null : { from: first, to: last };
  const start = weekStartOf(addDays(first, 6), project.weekStart);
  const end = addDays(weekStartOf(addDays(last, 1), project.weekStart), -1);
  return start > end ? null : { from: start, to: end };
}

const mediaKey = (network: string, sum: string) => `${sum} ${network}`;

async function modelOf(project: Project, query: MixModelQuery, now: Date): Promise<Model | null> {
  const days = daysOf(query, project, now);
  if (days === null) return null;
  const { every, kpi, geo, format } = query;
  const isByCountry = geo === "country";
  const scope = { days, country: storedCountry(query.country) };
  const [channels, countries, leftOut, firstDay, synced] = await Promise.all([
    findChannels(project, scope),
    isByCountry ? findCountries(project, days, kpi) : null,
    spendLeftOut(project.id, { days, where: { country: scope.country } }),
    findFirstDay(project.id),
    syncedUntil(project, days),
  ]);
  const listed = channelsOf(channels.sums);
  const columns = columnsOf({ format, kpi, isByCountry }, listed);
  const geos = countries ? [...countries.listed, ...(countries.rest.length > 0 ? [others] : [])] : [""];
  const periods =
    every === "day"
      ? eachDay(days.from, days.to)
      : Array.from({ length: dayCount(days.from, days.to) / 7 }, (_, i) => addDays(days.from, 7 * i));
  if (periods.length * geos.length * columns.length > maxCells) throw tooManyRows();

  const rows = new Map<string, Row>();
  for (const period of periods)
    for (const country of geos)
      rows.set(`${period} ${country}`, { period, country, kpi: 0, revenue: 0, media: new Map() });
  const parts = countries && { listed: countries.listed, rest: countries.rest };
  const ofKpi = [...new Set([...measuresOfKpi[kpi], ...(isMoneyKpi(kpi) ? [] : ["payment", "ad_revenue"])])];
  const results = { every, channels: null, countries: parts };
  for await (const sums of periodSums(project, scope, { ...results, measures: ofKpi }))
    for (const sum of sums) {
      const row = rows.get(`${sum.period} ${sum.country}`)!;
      row.kpi += kpiOf(kpi, sum);
      row.revenue += revenueOf(sum);
    }
  const media = { ...results, measures: mediaMeasures, channels };
  for await (const sums of periodSums(project, scope, media))
    for (const sum of sums) {
      const { part, value } = mediaOf(sum);
      const row = rows.get(`${sum.period} ${sum.country}`)!;
      const key = mediaKey(sum.network, part);
      row.media.set(key, (row.media.get(key) ?? 0) + value);
    }

  const spendColumn = (network: string) =>
    columns.find(({ part }) => part?.sum === "spend" && part.network === network)?.name ?? null;
  const missing = missingData(days, firstDay, synced, spendColumn);
  return {
    query,
    project,
    days,
    columns,
    countries: isByCountry ? geos : [],
    rows: [...rows.values()],
    gaps: gapsByPeriod(missing, (day) => (every === "day" ? day : weekStartOf(day, project.weekStart))),
    reasons: daysOfReasons(missing),
    leftOut: countries?.left ?? { spend: leftOut, kpi: 0 },
  };
}

const isAmount = ({ role, name }: ModelColumn) =>
  role === "spend" || (role === "kpi" && name.includes("revenue"));

/** The value of a cell: money in units of the currency, which the CSV shows without thousands or symbols. */
function cellOf(column: ModelColumn, row: Row, { project, gaps }: Pick<Model, "project" | "gaps">): CsvCell {
  const digits = currencyDigits(project.currency);
  const money = (minor: number) => Number((minor / 10 ** digits).toFixed(digits + 4));
  const { role, part } = column;
  if (role === "time") return row.period;
  if (role === "geo") return row.country;
  if (role === "kpi") return isAmount(column) ? money(row.kpi) : row.kpi;
  if (role === "revenue_per_kpi") return row.kpi === 0 ? 0 : money(row.revenue / row.kpi);
  if (part !== null) {
    const value = row.media.get(mediaKey(part.network, part.sum)) ?? 0;
    return role === "spend" ? money(value) : value;
  }
  const gap = gaps.get(row.period);
  if (column.name === "gap_days") return gap?.days.size ?? 0;
  // Programs read an empty text as a missing value, and reject the file.
  return gap ? [...gap.reasons].sort().join(" ") : "none";
}

const fileName = ({ format, every, geo }: MixModelQuery) =>
  `${format}-${every}${geo === "country" ? "-country" : ""}`;

const mixModelFileName = (project: Project, query: MixModelQuery) => `${project.slug}-${fileName(query)}.csv`;

/** The file. Null rows become a file with the first columns only. */
export async function mixModelFile(
  project: Project,
  query: MixModelQuery,
  now: Date,
): Promise<{ name: string; text: string }> {
  const model = await modelOf(project, query, now);
  const name = fileName(query);
  if (model === null) {
    const columns = columnsOf({ ...query, isByCountry: query.geo === "country" }, []);
    return { name, text: csvLines([columns.map((column) => column.name)]) };
  }
  const { columns, rows } = model;
  return {
    name,
    text: csvLines([
      columns.map((column) => column.name),
      ...rows.map((row) => columns.map((column) => cellOf(column, row, model))),
    ]),
  };
}

/** What the file contains, without its rows. */
export async function describeMixModel(
  project: Project,
  query: MixModelQuery,
  now: Date,
): Promise<MixModelData> {
  const model = await modelOf(project, query, now);
  const { format, every, geo, kpi } = query;
  const columns = model?.columns ?? columnsOf({ format, kpi, isByCountry: geo === "country" }, []);
  const rows = model?.rows ?? [];
  const total = (column: ModelColumn): number | null => {
    if (column.role === "kpi") return rows.reduce((sum, row) => sum + row.kpi, 0);
    const { part } = column;
    if (part === null) return null;
    return rows.reduce((sum, row) => sum + (row.media.get(mediaKey(part.network, part.sum)) ?? 0), 0);
  };
  const shown = columns.map(({ part: _part, ...column }, i) => ({ ...column, total: total(columns[i]!) }));
  const gapDays = new Set(rows.map(({ period }) => model?.gaps.get(period)?.days.size ?? 0));
  return {
    format,
    every,
    geo,
    kpi,
    currency: project.currency,
    days: model?.days ?? null,
    rows: rows.length,
    columns: shown,
    countries: model?.countries ?? [],
    left_out: model?.leftOut ?? { spend: 0, kpi: 0 },
    gaps: model?.reasons ?? [],
    negative: rows.filter((row) => row.kpi < 0).length,
    loader: loaderOf(format, {
      name: mixModelFileName(project, query),
      kpi,
      columns: shown,
      countries: model?.countries ?? [],
      // A control that never changes explains nothing, and models reject it.
      hasGaps: gapDays.size > 1,
    }),
  };
}
