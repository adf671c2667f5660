import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import { storedCountry } from "@/lib/ledger/country";
import { findFirstDay } from "@/lib/ledger/day-queries";
import type { Changes, ChangesData, ChangesQuery } from "@/lib/reporting/groups/changes-schema";
import { earlierSums } from "@/lib/reporting/groups/earlier";
import { groupedSums } from "@/lib/reporting/groups/groups";
import { type Compared, comparedOf, type DateRange } from "@/lib/reporting/metrics/compare";
import { metricNames, metrics } from "@/lib/reporting/metrics/metrics";
import { noSums, type Sums } from "@/lib/reporting/metrics/sums";
import { adSetKey, leafKey } from "@/lib/reporting/tree/rules";
import { treeOf } from "@/lib/reporting/tree/tree-of";

/** The results of a report's finished days, compared with as many earlier days. */
export async function reportChanges(project: Project, query: ChangesQuery, now: Date): Promise<ChangesData> {
  const compared = comparedOf(query, dayIn(project.timeZone, now), query.compare, project.weekStart);
  const first = await findFirstDay(project.id);
  if (compared === null || first === null || first > compared.previous.from)
    return { compared: null, total: {}, rows: [] };
  if (query.ads_of)
    return { compared, total: {}, rows: await changesOfAds(project, query, query.ads_of, compared) };
  const inDays = ({ from, to }: DateRange) => groupedSums(project, { ...query, from, to }, query.by);
  const [over, before] = await Promise.all([inDays(compared), earlierSums(project, query, compared)]);
  return {
    compared,
    total: changesOf(over.whole, before.whole),
    rows: [...over.groups].map(([id, { keys, sums }]) => ({
      keys,
      changes: changesOf(sums, before.groups.get(id)?.sums ?? noSums()),
    })),
  };
}

/** The changes of each ad set, creative and keyword of the later days. */
async function changesOfAds(
  project: Project,
  { platform, view, country: code }: ChangesQuery,
  campaigns: number[],
  { previous, ...over }: Compared,
): Promise<ChangesData["rows"]> {
  const country = storedCountry(code);
  const ads = async (days: DateRange) => {
    const tree = await treeOf(project, { ...days, platform, country }, { campaigns, view });
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
    changes: changesOf(sums, before.get(key) ?? noSums()),
  }));
}

function changesOf(over: Sums, before: Sums): Changes {
  const changes: Changes = {};
  for (const name of metricNames) {
    const [now, then] = [metrics[name].of(over), metrics[name].of(before)];
    if (now !== null && then !== null && then !== 0) changes[name] = (now - then) / Math.abs(then);
  }
  return changes;
}
