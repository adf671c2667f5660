import type { Project } from "@/lib/access/project";
import { paged } from "@/lib/params";
import { Refusal } from "@/lib/refusal";
import { columnNamed, uniqueNames } from "@/lib/reporting/columns";
import {
  type MetricName,
  matureInstalls,
  metrics,
  retentionOn,
  revenueWithin,
} from "@/lib/reporting/metrics";
import { type CampaignRow, findNames, sumCells, sumMature, type Window } from "@/lib/reporting/queries";
import { matchingCampaigns } from "@/lib/reporting/report";
import { type CampaignNode, type Node, noAdSet, Tree } from "@/lib/reporting/rules";
import { sumAllByCampaign, sumMatureTogether } from "@/lib/reporting/table-queries";
import type { CampaignTableRow, TableData, TableFigures, TableQuery } from "@/lib/reporting/table-schema";
import { endsToday, usersOf, usersTogether } from "@/lib/reporting/unique";
import { dayIn } from "@/lib/time";

const organicId = 0;
/** Under which what campaigns are together is gathered; no campaign has it. */
const togetherId = -1;
const noPlace = { ad_set_id: "", creative_id: "", keyword_id: "" };

/** The report as a table of numbers: a page of campaigns with what is below them, all of them together, the organic. */
export async function reportTable(project: Project, query: TableQuery, now: Date): Promise<TableData> {
  const { id: projectId, timeZone } = project;
  const window: Window = { from: query.from, to: query.to, platform: query.platform };
  const today = dayIn(timeZone, now);
  const names = query.unique_user_events ?? uniqueNames(query.columns);
  const asSums = endsToday(window, today);
  const summed = asSums ? names : [];
  const [matching, sums] = await Promise.all([
    matchingCampaigns(project, query),
    sumAllByCampaign(projectId, window, summed),
  ]);
  const { view } = query;
  const whole = new Tree(view);
  whole.addCells(sums.map((sum) => ({ ...sum, ...noPlace })));
  const ordered = inOrderOf(matching, whole, query);
  const rows = ordered.slice((query.page - 1) * query.limit, query.page * query.limit);

  const all = matching.map(({ id }) => id);
  const ids = rows.map(({ id }) => id);
  const [cells, mature, matureTotals, users, usersTotals, named] = await Promise.all([
    sumCells(projectId, window, ids, summed),
    sumMature(projectId, window, [...ids, organicId], today),
    sumMatureTogether(projectId, window, all, today),
    usersOf(project, window, ids, names, asSums, view),
    usersTogether(project, window, all, names, asSums, view),
    findNames(projectId, ids),
  ]);

  const tree = new Tree(view);
  tree.addCells(cells);
  tree.addMature(mature);
  if (asSums) tree.takeUsers(names, users.events);
  else tree.addUnique(users.events, "uniqueEvents");
  tree.addUnique(users.payments, "uniquePayments");

  const isMatching = new Set(all);
  const gathered = new Tree(view);
  for (const sum of sums) {
    if (isMatching.has(sum.campaign_id)) gathered.addCells([{ ...sum, ...noPlace, campaign_id: togetherId }]);
    if (sum.campaign_id === organicId) gathered.addCells([{ ...sum, ...noPlace }]);
  }
  gathered.addMature(matureTotals.map((sum) => ({ ...sum, ...noPlace, campaign_id: togetherId })));
  gathered.addMature(mature.filter(({ campaign_id }) => campaign_id === organicId));
  if (asSums) gathered.takeUsers(names, []);
  const totalOf = (organic: boolean) => gathered.campaign(organic ? organicId : togetherId);
  for (const { name, organic, users: count } of usersTotals.events) {
    const { uniqueEvents } = totalOf(organic);
    uniqueEvents.set(name, asSums ? (uniqueEvents.get(name) ?? 0) - count : count);
  }
  for (const { name, organic, users: count } of usersTotals.payments)
    totalOf(organic).uniquePayments.set(name, count);

  const everything = sums.map((sum) => ({ kind: sum.measure, name: sum.name }));
  return {
    from: query.from,
    to: query.to,
    time_zone: timeZone,
    currency: project.currency,
    view: query.view,
    events: namesOf(everything, "event"),
    payments: namesOf(everything, "payment"),
    total: figuresOf(gathered.campaign(togetherId), names),
    organic: isFiltered(query) ? null : figuresOf(gathered.campaign(organicId), names),
    campaigns: rows.map((row) => campaignRow(row, tree.campaign(row.id), names, adNames(named))),
    pagination: paged(ordered.length, query.page, query.limit),
  };
}

const isFiltered = ({ search, network, meta_account_id, active }: TableQuery) =>
  Boolean(search?.trim()) || network !== undefined || meta_account_id !== null || active !== null;

const namesOf = (sums: { kind: string; name: string }[], kind: string) =>
  [...new Set(sums.filter((sum) => sum.kind === kind).map(({ name }) => name))].sort();

/** What has no value stands behind everything that has one, whatever the direction. */
function inOrderOf(matching: CampaignRow[], whole: Tree, { sort_field: field, sort_order }: TableQuery) {
  const worth = new Map<number, number | string | null>();
  const column = columnNamed(field);
  for (const { id, name, created_at } of matching) {
    if (field === "name") worth.set(id, name.toLowerCase());
    else if (field === "created_at") worth.set(id, created_at.getTime());
    else if (column?.sortable) worth.set(id, column.of(figuresOf(whole.campaign(id), [])));
    else
      throw new Refusal(422, "The report cannot be sorted by this.", { fields: { sort_field: "Unknown." } });
  }
  return [...matching].sort((a, b) => {
    const [left, right] = [worth.get(a.id) ?? null, worth.get(b.id) ?? null];
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right ? -sort_order : sort_order;
    }
    return b.created_at.getTime() - a.created_at.getTime() || b.id - a.id;
  });
}

function figuresOf(node: Node, names: string[]): TableFigures {
  const { sums } = node;
  const ripe = (day: number, value: () => number) => (matureInstalls(sums, day) === 0 ? null : value());
  const rolling = (day: number) => ripe(day, () => retentionOn(sums, "opened_since", day));
  const classic = (day: number) => ripe(day, () => retentionOn(sums, "opened_on", day));
  const revenue = (day: number) => ripe(day, () => revenueWithin(sums, day));
  return {
    metrics: Object.fromEntries(
      (Object.keys(metrics) as MetricName[]).map((name) => [name, metrics[name].of(sums)]),
    ) as TableFigures["metrics"],
    events: eventsOf(sums.events, node.uniqueEvents, names),
    payments: eventsOf(sums.payments, node.uniquePayments, names),
    retention: { d1: rolling(1), d7: rolling(7) },
    classic_retention: { d1: classic(1), d7: classic(7), d14: classic(14), d30: classic(30) },
    daywise_revenue: { d0: revenue(0), d3: revenue(3), d7: revenue(7), d30: revenue(30) },
  };
}

function eventsOf(
  sums: Map<string, { count: number; amount: number }>,
  unique: Map<string, number>,
  names: string[],
): TableFigures["events"] {
  const out: TableFigures["events"] = Object.create(null);
  for (const [name, { count, amount }] of sums) {
    if (count === 0 && amount === 0) continue;
    out[name] = { count, amount, ...(names.includes(name) ? { unique: unique.get(name) ?? 0 } : {}) };
  }
  return out;
}

export const adNames = (names: { campaign_id: number; level: string; ad_id: string; name: string }[]) =>
  new Map(names.map((one) => [`${one.campaign_id} ${one.level} ${one.ad_id}`, one.name]));

export function campaignRow(
  campaign: Pick<CampaignRow, "id" | "name" | "display_id" | "active" | "network">,
  node: CampaignNode,
  names: string[],
  nameOf: Map<string, string>,
): CampaignTableRow {
  const { id } = campaign;
  const named = (level: string, adId: string) => nameOf.get(`${id} ${level} ${adId}`) ?? adId;
  const byInstalls = <N extends Node>(nodes: Map<string, N>) =>
    [...nodes].sort(
      ([a, left], [b, right]) =>
        metrics.installs.of(right.sums) - metrics.installs.of(left.sums) || (a < b ? -1 : 1),
    );
  const leaves = (nodes: Map<string, Node>, level: "creative" | "keyword", above: string) =>
    byInstalls(nodes).map(([leafId, leaf]) => ({
      key: `${above}/${level}:${encodeURIComponent(leafId)}`,
      level,
      id: leafId,
      name: named(level, leafId),
      ...figuresOf(leaf, names),
    }));
  return {
    key: String(id),
    level: "campaign",
    id: String(id),
    name: campaign.name,
    display_id: campaign.display_id,
    active: campaign.active,
    network: campaign.network,
    ...figuresOf(node, names),
    children: byInstalls(node.adSets).map(([adSetId, adSet]) => {
      const key = `${id}/${encodeURIComponent(adSetId)}`;
      return {
        key,
        level: "ad_set" as const,
        id: adSetId,
        name: adSetId === "" ? noAdSet : named("ad_set", adSetId),
        ...figuresOf(adSet, names),
        children: [...leaves(adSet.creatives, "creative", key), ...leaves(adSet.keywords, "keyword", key)],
      };
    }),
  };
}
