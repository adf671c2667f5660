import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import { storedPublisher } from "@/lib/ledger/ad-ids/publishers";
import { storedCountry } from "@/lib/ledger/country";
import { findFirstDay } from "@/lib/ledger/day-queries";
import type { Changes, ChangesData, ChangesQuery } from "@/lib/reporting/groups/changes-schema";
import { earlierSums } from "@/lib/reporting/groups/earlier";
import { groupedSums } from "@/lib/reporting/groups/groups";
import { cohortAges, firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";
import { type CohortFigure, cohortFigureId, cohortValues } from "@/lib/reporting/metrics/cohort-columns";
import { isGrowingSum } from "@/lib/reporting/metrics/cohort-metrics";
import { type Compared, comparedRange, type DateRange } from "@/lib/reporting/metrics/compare";
import { metricValues } from "@/lib/reporting/metrics/metrics";
import { noSums, type Sums } from "@/lib/reporting/metrics/sums";
import { cohortFiguresOfColumns, groupColumns } from "@/lib/reporting/table/columns";
import { cohortRequestOf } from "@/lib/reporting/tree/cohort-queries";
import { adSetKey, leafKey } from "@/lib/reporting/tree/rules";
import { reportTree } from "@/lib/reporting/tree/tree-of";

/** The results of a report's finished days, compared with as many earlier days. */
export async function reportChanges(project: Project, query: ChangesQuery, now: Date): Promise<ChangesData> {
  const compared = comparedRange(query, dayIn(project.timeZone, now), query.compare, project.weekStart);
  const first = await findFirstDay(project.id);
  if (compared === null || first === null || first > compared.previous.from)
    return { compared: null, total: {}, rows: [] };
  const figures = comparable(project, cohortFiguresOfColumns(groupColumns(query.columns)), compared, now);
  if (query.ads_of)
    return {
      compared,
      total: {},
      rows: await changesOfAds(project, query, query.ads_of, compared, { figures, now }),
    };
  const shown = { columns: groupColumns(figures.map(cohortFigureId)), now };
  const inDays = ({ from, to }: DateRange) =>
    groupedSums(project, { ...query, from, to }, query.by, { shown });
  const [over, before] = await Promise.all([inDays(compared), earlierSums(project, query, compared, shown)]);
  return {
    compared,
    total: changesOf(over.whole, before.whole, figures),
    rows: [...over.groups].map(([id, { keys, sums }]) => ({
      keys,
      changes: changesOf(sums, before.groups.get(id)?.sums ?? noSums(), figures),
    })),
  };
}

/** The changes of each ad set, creative and keyword of the later days. */
async function changesOfAds(
  project: Project,
  { platform, view, country: code, publisher: sent }: ChangesQuery,
  campaigns: number[],
  { previous, ...over }: Compared,
  { figures, now: present }: { figures: readonly CohortFigure[]; now: Date },
): Promise<ChangesData["rows"]> {
  const country = storedCountry(code);
  const publisher = storedPublisher(sent);
  const cohorts = cohortRequestOf(project, figures, present);
  const ads = async (days: DateRange) => {
    const tree = await reportTree(
      project,
      { ...days, platform, country, publisher },
      { campaigns, view, cohorts },
    );
    const found = new Map<string, Sums>();
    for (const id of campaigns)
      for (const [adSetId, adSet] of tree.campaign(id).adSets) {
        const key = adSetKey(id, adSetId);
        found.set(key, adSet.sums);
        for (const [leaf, { sums }] of adSet.creatives) found.set(leafKey(key, "creative", leaf), sums);
        for (const [leaf, { sums }] of adSet.keywords) found.set(leafKey(key, "keyword", leaf), sums);
      }
    return found;
  };
  const [now, before] = await Promise.all([ads(over), ads(previous)]);
  return [...now].map(([key, sums]) => ({
    keys: [key],
    changes: changesOf(sums, before.get(key) ?? noSums(), figures),
  }));
}

/**
 * Sums such as revenue are only compared once all of the days are mature, because the earlier ones have more mature days.
 * Ratios are compared over the mature installs of both.
 */
function comparable(
  { timeZone }: Project,
  figures: readonly CohortFigure[],
  { to }: DateRange,
  now: Date,
): CohortFigure[] {
  return figures.filter(({ at, metric }) => {
    const { days } = cohortAges.find(({ name }) => name === at)!;
    return !isGrowingSum(metric) || to < firstImmatureDay(days, { timeZone, now })!;
  });
}

function changesOf(over: Sums, before: Sums, figures: readonly CohortFigure[]): Changes {
  const values = (sums: Sums): Record<string, number | null> => ({
    ...metricValues(sums),
    ...cohortValues(sums, figures),
  });
  const [now, then] = [values(over), values(before)];
  return Object.fromEntries(
    Object.entries(now).flatMap(([id, value]) => {
      const earlier = then[id] ?? null;
      return value === null || earlier === null || earlier === 0
        ? []
        : [[id, (value - earlier) / Math.abs(earlier)]];
    }),
  );
}
